import Synchronization

/// Records values of closures on other threads.
final class Recorder<Value: Sendable>: Sendable {
    private let contents = Mutex<[Value]>([])

    var values: [Value] { contents.withLock { $0 } }

    func append(_ value: Value) {
        contents.withLock { $0.append(value) }
    }
}
