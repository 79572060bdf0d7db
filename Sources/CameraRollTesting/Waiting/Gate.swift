import Synchronization

/// A gate for tasks: closed at first, opened once, and open from then on.
///
/// Two gates fix the order of two tasks, which a sleep or a yield would only make likely:
///
/// ```swift
/// let read = Task { await access.read("read") { _ in arrived.open(); ... } }
/// await arrived.wait()
/// ```
public final class Gate: Sendable {
    private let opened = Atomic(false)
    private let watchers = Watchers()

    /// Creates a closed gate.
    public init() {}

    /// Whether the gate is open.
    public var isOpen: Bool {
        opened.load(ordering: .acquiring)
    }

    /// Lets every task through, now and later; callable from any thread, without waiting.
    public func open() {
        opened.store(true, ordering: .releasing)
        watchers.check()
    }

    /// Waits until the gate is open.
    ///
    /// A cancelled task stops waiting, so that a test that exceeds its time limit ends instead of hanging. Check
    /// ``isOpen`` if the difference matters.
    public func wait() async {
        await watchers.wait { self.isOpen }
    }
}
