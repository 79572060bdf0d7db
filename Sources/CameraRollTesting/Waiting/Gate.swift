import Synchronization

/// A gate for tasks: closed at first, opened once, and open from then on.
///
/// Two gates fix the order of two tasks, which a sleep or a yield only makes likely:
///
/// ```swift
/// let read = Task { await access.read("read") { _ in arrived.open(); ... } }
/// await arrived.wait()
/// ```
public final class Gate: Sendable {
    private let opened = Atomic(false)
    private let watchers = Watchers()

    /// A closed gate.
    public init() {}

    /// Whether the gate is open.
    public var isOpen: Bool {
        opened.load(ordering: .acquiring)
    }

    /// Lets everybody through, now and later; from any thread, without waiting.
    public func open() {
        opened.store(true, ordering: .releasing)
        watchers.check()
    }

    /// Waits until the gate is open.
    ///
    /// A cancelled task waits no longer: a test that runs out of time ends rather than hangs. Look at ``isOpen`` where
    /// the difference matters.
    public func wait() async {
        await watchers.wait { self.isOpen }
    }
}
