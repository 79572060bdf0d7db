import CameraRoll
import Synchronization

/// Knows how many fetch results are alive, and tells whoever wants to know when one dies.
final class FetchResultCensus: Sendable {
    private let alive = Atomic<Int>(0)
    private let observer = Lock<(@Sendable () -> Void)?>(nil)

    var count: Int { alive.load(ordering: .sequentiallyConsistent) }

    func setObserver(_ observer: (@Sendable () -> Void)?) {
        self.observer.withLock { $0 = observer }
    }

    func born() {
        alive.add(1, ordering: .sequentiallyConsistent)
    }

    /// Called on the thread that the fetch result dies on.
    func died() {
        alive.subtract(1, ordering: .sequentiallyConsistent)
        observer.withLock { $0 }?()
    }
}
