import CameraRoll

/// The libraries that want to be told of changes of a store.
final class StoreObservers: Sendable {
    private let signals = Lock<[ObjectIdentifier: ChangeSignal]>([:])

    var count: Int { signals.withLock { $0.count } }

    func add(_ signal: ChangeSignal, of library: SyntheticLibrary) {
        let key = ObjectIdentifier(library)
        let before = signals.withLock { $0.updateValue(signal, forKey: key) }
        withExtendedLifetime(before) {}
    }

    func remove(_ library: SyntheticLibrary) {
        let key = ObjectIdentifier(library)
        let before = signals.withLock { $0.removeValue(forKey: key) }
        withExtendedLifetime(before) {}
    }

    /// Tells all of them, on the calling thread; no lock may be held.
    func tell() {
        let signals = signals.withLock { Array($0.values) }
        for signal in signals { signal.libraryChanged() }
    }
}
