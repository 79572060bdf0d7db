import CameraRoll
import CameraRollTesting

/// A clock that shows the time, and cannot wait.
struct SleeplessClock: Clock {
    /// What it does instead.
    enum Flaw: CaseIterable {
        case throwsError, returnsAtOnce
    }

    let manual: ManualClock
    var flaw = Flaw.throwsError

    var now: ManualClock.Instant { manual.now }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
        if flaw == .throwsError { throw LibraryError.failed("sleep", reason: "no alarm") }
    }
}

extension ManualClock {
    /// This clock, or one with a flaw that shows the same time.
    func with(_ flaw: SleeplessClock.Flaw?) -> any Clock<Duration> {
        guard let flaw else { return self }
        return SleeplessClock(manual: self, flaw: flaw)
    }
}
