import Dispatch

/// A gate that blocks threads: it stands for a library call that does not return.
///
/// Code on a library executor calls ``pass()`` and holds the executor's thread until a test opens the gate:
///
/// ```swift
/// async let stuck = access.read("stuck") { _ in gate.pass() }
/// await gate.waitForArrival()     // the executor is wedged now
/// gate.open()
/// ```
///
/// Never call ``pass()`` on a thread of the cooperative pool, and run a ``ManualExecutor`` with such code from a thread
/// of its own: on a machine with few cores no thread may be left to open the gate.
public final class BlockingGate: Sendable {
    private let arrived = Gate()
    private let turnstile = DispatchSemaphore(value: 0)

    /// A closed gate.
    public init() {}

    /// Blocks the calling thread until the gate is open.
    public func pass() {
        arrived.open()
        turnstile.wait()
        // Hands the way through on to the next thread, if any: the gate stays open.
        turnstile.signal()
    }

    /// Lets every thread through, now and later.
    public func open() {
        turnstile.signal()
    }

    /// Waits until a thread stands in front of the gate or has passed it; ends early where the task is cancelled.
    public func waitForArrival() async {
        await arrived.wait()
    }
}
