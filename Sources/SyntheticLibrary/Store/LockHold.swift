import Dispatch

/// The library's lock, held by somebody else: the other process, or another app, for as long as this lives.
///
/// Made by ``SyntheticStore/hold()``. It ends with ``release()``, or when nobody refers to it any more.
public final class LockHold: Sendable {
    let held = Signal()
    let end = DispatchSemaphore(value: 0)

    init() {}

    deinit {
        end.signal()
    }

    /// Lets the lock go; calling it again does nothing.
    public func release() {
        end.signal()
    }
}
