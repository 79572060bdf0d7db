import CameraRoll

/// The libraries that want to be told of changes of a store.
final class StoreObservers: Sendable {
    private struct Contents {
        var signals: [ObjectIdentifier: (number: Int, signal: ChangeSignal)] = [:]
        var last = 0
    }

    private let contents = Lock(Contents())

    var count: Int { contents.withLock(\.signals.count) }

    func add(_ signal: ChangeSignal, of library: AnyObject) {
        let key = ObjectIdentifier(library)
        let before = contents.withLock { contents in
            contents.last += 1
            return contents.signals.updateValue((contents.last, signal), forKey: key)
        }
        withExtendedLifetime(before) {}
    }

    func remove(_ library: AnyObject) {
        let key = ObjectIdentifier(library)
        let before = contents.withLock { $0.signals.removeValue(forKey: key) }
        withExtendedLifetime(before) {}
    }

    /// Tells all of them, in the order in which they came, on the calling thread; no lock may be held.
    func tell() {
        let signals = contents.withLock { $0.signals.values.sorted { $0.number < $1.number } }
        for (_, signal) in signals { signal.libraryChanged() }
    }
}
