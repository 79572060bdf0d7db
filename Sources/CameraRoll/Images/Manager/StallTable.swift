/// When each run was last heard of: a pure value.
struct StallTable {
    /// How long a run may say nothing; for ever where nil.
    let timeout: Duration?
    private var heard: [ImageJobs.RunID: Duration] = [:]

    init(timeout: Duration?) {
        self.timeout = timeout
    }

    /// When the first run will have been silent for too long; nil where none will.
    ///
    /// - Complexity: O(runs), of which there are as many as requests may be in flight.
    var next: Duration? {
        guard let timeout else { return nil }
        return heard.values.min().map { $0 + timeout }
    }

    /// A run began, or was heard of.
    mutating func note(_ run: ImageJobs.RunID, now: Duration) {
        heard[run] = now
    }

    mutating func end(_ run: ImageJobs.RunID) {
        heard[run] = nil
    }

    mutating func endAll() {
        heard = [:]
    }

    /// The runs that were silent for too long; the longest silent first.
    func stalled(now: Duration) -> [ImageJobs.RunID] {
        guard let timeout else { return [] }
        return heard.filter { $0.value + timeout <= now }
            .sorted { ($0.value, $0.key.number) < ($1.value, $1.key.number) }.map(\.key)
    }
}
