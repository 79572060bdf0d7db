/// Which runs are under way, and whether any was heard of: a pure value.
///
/// A run at its source is given up when that was not heard of for too long. One on its way there, or a job in line,
/// waits for the others: it is given up when nothing was heard of any of them for as long, since it was asked for.
struct StallTable {
    /// How long nothing may be heard; for ever where nil.
    let timeout: Duration?
    /// The runs, and since when their images are wanted.
    private var since: [ImageJobs.RunID: Duration] = [:]
    private var lastSign = Duration.zero
    /// When the process went on after it had been stopped, in order: each silence starts again at the first of these
    /// that it meets, and from no other, so that none lasts without end.
    private var restarts: [Duration] = []

    init(timeout: Duration?) {
        // More than a clock can count to is for ever.
        self.timeout = timeout.flatMap { $0 > ReadDeadline.longest ? nil : $0 }
    }

    /// A run began whose image is wanted since a time.
    mutating func start(_ run: ImageJobs.RunID, since: Duration) {
        self.since[run] = since
    }

    mutating func end(_ run: ImageJobs.RunID) {
        since[run] = nil
    }

    /// Some source was heard of.
    mutating func noteSign(now: Duration) {
        lastSign = now
    }

    /// The process was stopped, and nothing could be heard until now.
    mutating func restart(now: Duration) {
        guard let timeout else { return }
        restarts.append(now)
        // Whoever met those first has been silent for too long by the next one too.
        while restarts.count > 1, restarts[1] + timeout <= now { restarts.removeFirst() }
    }

    /// When the first run will have been silent for too long; nil where none will.
    ///
    /// - Parameter heard: when a run's own source was heard of; nil where it has not been asked.
    /// - Complexity: O(runs), of which there are as many as requests may be in flight.
    func next(_ heard: (ImageJobs.RunID) -> Duration?) -> Duration? {
        guard let timeout else { return nil }
        return since.map { last($0.key, $0.value, heard) + timeout }.min()
    }

    /// The runs that were silent for too long: first those at their source, which others wait for; each in the order in
    /// which they began.
    func stalled(now: Duration, _ heard: (ImageJobs.RunID) -> Duration?) -> [ImageJobs.RunID] {
        guard let timeout else { return [] }
        let stalled = since.filter { last($0.key, $0.value, heard) + timeout <= now }.keys
        return stalled.map { (isOnItsWay: heard($0) == nil, run: $0) }
            .sorted { ($0.isOnItsWay ? 1 : 0, $0.run.number) < ($1.isOnItsWay ? 1 : 0, $1.run.number) }.map(\.run)
    }

    private func last(
        _ run: ImageJobs.RunID, _ since: Duration, _ heard: (ImageJobs.RunID) -> Duration?
    ) -> Duration {
        let silence = heard(run) ?? max(since, lastSign)
        return restarts.first { $0 > silence } ?? silence
    }
}

extension ElapsedClock {
    /// A timer that wakes so much later than it was set to was stopped with its process, as apps in the background are.
    private static let longestDelay = Duration.seconds(1)

    /// Waits until a time; returns whether the process was stopped meanwhile, so that no source could have said
    /// anything.
    func wait(until end: Duration) async throws -> Bool {
        try await sleep(end)
        return now() - end > Self.longestDelay
    }
}
