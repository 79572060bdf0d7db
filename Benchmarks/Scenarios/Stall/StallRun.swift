import CameraRoll

/// The results of one run of the `stall` scenario.
struct StallResult: Sendable {
    var name: String
    var gaps = Samples()
    var screens = Samples()
    var assetsPerSecond = 0.0
    var threads = 0
    /// The main actor's gaps of a millisecond or longer, with their times.
    var longGaps: [StallTimeline.Interval] = []
    /// The number of screens that were due.
    var due = 0
    /// The length of the run in nanoseconds, without the readers' last albums.
    var length: UInt64 = 0

    var longestGap: UInt64 { longGaps.map { $0.end - $0.start }.max() ?? 0 }

    /// The fraction of the due screens that were available before the next was due.
    var screensInTime: Double {
        due == 0 ? 0 : Double(screens.inOrder.count { $0 <= StallRun.interval }) / Double(due)
    }

    /// The fraction of the time during which the main actor did not respond for a millisecond or longer.
    var blockedShare: Double {
        length == 0 ? 0 : min(Double(longGaps.reduce(0) { $0 + $1.end - $1.start }) / Double(length), 1)
    }
}

/// One run: readers in the background, a screen on the main actor every 16 ms, and a heartbeat that measures the
/// main actor.
struct StallRun: Sendable {
    static let screen = 28
    /// The time from one screen to the next, in nanoseconds.
    static let interval: UInt64 = 16_000_000

    private let baseline: any Baseline
    private let positions: Int
    private let readers: Int
    private let seconds: Double
    private let state: RunState

    /// - Parameters:
    ///   - positions: the number of the library's assets that are read, at least one screen.
    ///   - recording: the recording of everything that happens; nil for none.
    init(
        of baseline: any Baseline, positions: Int, readers: Int, seconds: Double, recording: StallRecording? = nil
    ) {
        state = RunState(recording)
        self.baseline = baseline
        self.positions = positions
        self.readers = readers
        self.seconds = seconds
    }

    func run() async throws -> StallResult {
        let start = uptime()
        let end = start + UInt64(seconds * 1e9)
        async let heartbeat = MainActorHeartbeat.until(end)
        async let screens: Void = askForScreens(until: end)
        try await readAlbums(until: end)
        // The lock is in use until the last album has been read, so this is the time that all the assets took.
        let elapsed = uptime() - start
        try await screens
        var result = state.result(baseline.name, await heartbeat, nanoseconds: max(elapsed, end - start))
        (result.length, result.due) = (end - start, Int((end - start + Self.interval - 1) / Self.interval))
        return result
    }

    /// Runs all readers as tasks of low priority that are not awaited: awaiting one would raise its priority.
    private func readAlbums(until end: UInt64) async throws {
        let (failures, ended) = AsyncStream<(any Error)?>.makeStream()
        for reader in 0..<readers {
            let walk = AlbumWalk(
                positions: positions, reader: reader, readers: readers, end: end, state: state)
            Task.detached(priority: .utility) {
                do {
                    try await baseline.readAlbums(walk)
                    ended.yield(nil)
                } catch {
                    ended.yield(error)
                }
            }
        }
        for await failure in failures.prefix(readers) {
            if let failure { throw failure }
        }
    }

    /// Requests a screen every 16 ms; a late one counts from its due time, as do those that become due meanwhile.
    @MainActor private func askForScreens(until end: UInt64) async throws {
        let begin = uptime()
        for position in 0... {
            let due = begin + UInt64(position) * Self.interval
            guard due < end, uptime() < end else { return }
            try await Task.sleep(nanoseconds: due - min(uptime(), due))
            let start = position * 7_919 % (positions - Self.screen + 1)
            let read = uptime()
            try await baseline.readScreen(start..<(start + Self.screen))
            state.addScreen(uptime() - due)
            state.recording?.add(StallRecording.screens, "a screen is read", from: read, to: uptime())
            state.count(Self.screen)
        }
    }
}

/// The counts of a run so far.
final class RunState: Sendable {
    private struct Counts {
        var result = StallResult(name: "")
        var assets = 0
    }

    private let counts = Lock(Counts())
    let recording: StallRecording?

    init(_ recording: StallRecording? = nil) {
        self.recording = recording
    }

    func addScreen(_ nanoseconds: UInt64) { counts.withLock { $0.result.screens.add(nanoseconds) } }
    func count(_ assets: Int) { counts.withLock { $0.assets += assets } }

    func result(_ name: String, _ heartbeat: Heartbeat, nanoseconds: UInt64) -> StallResult {
        counts.withLock { counts in
            (counts.result.name, counts.result.gaps, counts.result.threads) = (name, heartbeat.gaps, heartbeat.threads)
            counts.result.longGaps = heartbeat.longGaps
            counts.result.assetsPerSecond = Double(counts.assets) / (Double(nanoseconds) / 1e9)
            return counts.result
        }
    }
}
