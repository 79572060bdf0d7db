import Synchronization

/// Keeps what closures on other threads saw.
final class Recorder<Value: Sendable>: Sendable {
    private let contents = Mutex<[Value]>([])

    var values: [Value] { contents.withLock { $0 } }

    func append(_ value: Value) {
        contents.withLock { $0.append(value) }
    }
}
