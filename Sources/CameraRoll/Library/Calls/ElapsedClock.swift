/// Any clock, as time elapsed since it was taken up: so that those who only measure and wait need not be generic.
struct ElapsedClock: Sendable {
    /// How much time has passed.
    let now: @Sendable () -> Duration
    /// Waits until so much time has passed since the clock was taken up.
    let sleep: @Sendable (_ until: Duration) async throws -> Void

    init(_ clock: some Clock<Duration>) {
        let origin = clock.now
        now = { origin.duration(to: clock.now) }
        sleep = { try await clock.sleep(until: origin.advanced(by: $0), tolerance: nil) }
    }
}
