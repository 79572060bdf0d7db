import CameraRoll
import Dispatch
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
    /// A canceled task stops waiting, so that a test that exceeds its time limit ends instead of hanging. Check
    /// ``isOpen`` if the difference matters.
    public func wait() async {
        await watchers.wait { self.isOpen }
    }
}

/// A gate that blocks threads, to simulate a library call that does not return.
///
/// Code on a library executor calls ``pass()`` and blocks the executor's thread until a test opens the gate:
///
/// ```swift
/// async let stuck = access.read("stuck") { _ in gate.pass() }
/// await gate.waitUntilReached()     // the executor is blocked now
/// gate.open()
/// ```
///
/// Never call ``pass()`` on a thread of the cooperative pool, and run a ``ManualExecutor`` with such code on its
/// own thread: on a machine with few cores no thread may be left to open the gate.
public final class BlockingGate: Sendable {
    private let arrived = Gate()
    private let turnstile = DispatchSemaphore(value: 0)

    /// Creates a closed gate.
    public init() {}

    /// Blocks the calling thread until the gate is open.
    public func pass() {
        arrived.open()
        turnstile.wait()
        // Releases the next waiting thread, if any: the gate stays open.
        turnstile.signal()
    }

    /// Lets every thread through, now and later.
    public func open() {
        turnstile.signal()
    }

    /// Waits until a thread waits at the gate or has passed it, or the task is canceled.
    public func waitUntilReached() async {
        await arrived.wait()
    }
}
