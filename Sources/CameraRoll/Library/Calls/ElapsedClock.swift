/// Any clock, as time elapsed since it was taken up: so that those who only measure and wait need not be generic.
struct ElapsedClock: Sendable {
    /// How much time has passed.
    let now: @Sendable () -> Duration
    /// Waits until so much time has passed since the clock was taken up; 200 years at most.
    let sleep: @Sendable (_ until: Duration) async throws -> Void

    init(_ clock: some Clock<Duration>) {
        let origin = clock.now
        now = { origin.duration(to: clock.now) }
        // More than a clock's moments can tell would stop the process.
        let (first, last) = (Duration.zero, ReadDeadline.longest * 2)
        sleep = { try await clock.sleep(until: origin.advanced(by: min(max($0, first), last)), tolerance: nil) }
    }
}
