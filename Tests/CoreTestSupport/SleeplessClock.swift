import CameraRoll
package import CameraRollTesting

/// A clock that shows the time, and cannot wait.
package struct SleeplessClock: Clock {
    /// What it does instead.
    package enum Flaw: CaseIterable {
        case throwsError, returnsAtOnce
    }

    package let manual: ManualClock
    package var flaw = Flaw.throwsError

    package init(manual: ManualClock, flaw: Flaw = .throwsError) {
        (self.manual, self.flaw) = (manual, flaw)
    }

    package var now: ManualClock.Instant { manual.now }
    package var minimumResolution: Duration { .zero }

    package func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
        if flaw == .throwsError { throw LibraryError.failed("sleep", reason: "no alarm") }
    }
}

extension ManualClock {
    /// This clock, or one with a flaw that shows the same time.
    package func with(_ flaw: SleeplessClock.Flaw?) -> any Clock<Duration> {
        guard let flaw else { return self }
        return SleeplessClock(manual: self, flaw: flaw)
    }
}
