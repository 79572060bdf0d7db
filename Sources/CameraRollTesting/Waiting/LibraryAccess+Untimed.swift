public import CameraRoll

extension LibraryAccess.Limits {
    /// The default limits without a deadline.
    ///
    /// For tests that do not use a ``ManualClock``: when hundreds of tests share two cores, a read that a gate
    /// holds may take a minute, and the real clock would fail a test that is merely slow.
    public static let untimed = LibraryAccess.Limits(deadline: nil)
}
