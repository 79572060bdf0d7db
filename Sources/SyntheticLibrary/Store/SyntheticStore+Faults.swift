import CameraRoll
import Dispatch

extension SyntheticStore {
    /// What goes wrong from now on; never waits for the library's lock.
    public var faults: SyntheticFaults {
        get { currentFaults.withLock { $0 } }
        set {
            let before = currentFaults.withLock { faults in
                defer { faults = newValue }
                return faults
            }
            withExtendedLifetime(before) {}
        }
    }

    /// Returns once the read that ``SyntheticFaults/wedgedRead`` names has begun and does not end.
    public func untilWedged() async {
        await wedge.begun.wait()
    }

    /// Lets the wedged read go on, or keeps it from getting stuck where it has not come yet.
    public func endWedge() {
        wedge.end.signal()
    }
}
