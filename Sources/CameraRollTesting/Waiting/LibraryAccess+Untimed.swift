public import CameraRoll

extension LibraryAccess.Limits {
    /// The default limits, but for the deadline: there is none.
    ///
    /// For doors of tests that do not move a ``ManualClock``: where hundreds of tests share two cores, a read that a
    /// gate holds may be held for a minute, and the clock on the wall would fail a test that is merely slow.
    public static let untimed = LibraryAccess.Limits(deadline: nil)
}
