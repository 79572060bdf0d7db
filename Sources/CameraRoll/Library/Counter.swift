import Synchronization

/// Numbers from 1 on, each once, to whoever asks.
final class Counter: Sendable {
    private let last = Atomic<UInt64>(0)

    /// The last number that was given; 0 before the first.
    var current: UInt64 { last.load(ordering: .acquiring) }

    @discardableResult func next() -> UInt64 {
        last.add(1, ordering: .acquiringAndReleasing).newValue
    }
}
