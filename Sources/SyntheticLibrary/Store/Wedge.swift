import Dispatch

/// A read that does not return: it says that it is stuck, and goes on when it is told to.
final class Wedge: Sendable {
    let begun = Signal()
    let end = DispatchSemaphore(value: 0)

    /// Blocks the thread until `end` is signalled.
    func block() {
        begun.set()
        end.wait()
    }
}
