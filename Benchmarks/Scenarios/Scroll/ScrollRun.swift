import CameraRoll

/// One run: the script on the main actor, at 60 frames per second, with one way to get images.
@MainActor struct ScrollRun {
    private static let frame: UInt64 = 16_666_667

    private let script: ScrollScript
    private let grid: ScrollGrid
    private let feed: any ImageFeed
    private let log: DecodeLog
    private let cells: ScrollCells

    init(
        _ script: ScrollScript, _ grid: ScrollGrid, _ feed: any ImageFeed, _ log: DecodeLog, toleratesFailures: Bool
    ) {
        (self.script, self.grid, self.feed, self.log) = (script, grid, feed, log)
        cells = ScrollCells(feed, toleratesFailures: toleratesFailures)
    }

    /// Scrolls to the script's end, then cancels everything.
    func run() async throws -> ScrollResult {
        let (frames, heartbeat) = try await MainActorHeartbeat.during { try await scroll() }
        let leaks = await end()
        if let failure = cells.failure { throw failure }
        return ScrollResult(
            script: script, start: frames.start, end: frames.end, appearances: cells.appearances, decodes: log.entries,
            updates: frames.updates, frames: frames.frames, heartbeat: heartbeat, highestBytes: feed.highestBytes,
            highestShownBytes: cells.highestBytes, leaks: leaks)
    }

    private struct Frames: Sendable {
        let start: UInt64
        var end: UInt64 = 0
        /// The costs of reporting the visible cells.
        var updates = Samples()
        /// The main actor's time for each frame.
        var frames = Samples()
    }

    private func scroll() async throws -> Frames {
        var frames = Frames(start: uptime())
        let length = UInt64(script.seconds * 1e9)
        try feed.begin()
        while uptime() - frames.start < length {
            let begun = uptime()
            try show(at: begun - frames.start, &frames)
            frames.frames.add(uptime() - begun)
            // A late frame is dropped: the next one comes at its regular time.
            let due = frames.start + ((uptime() - frames.start) / Self.frame + 1) * Self.frame
            try await Task.sleep(nanoseconds: due - min(uptime(), due))
        }
        frames.end = uptime()
        return frames
    }

    private func show(at time: UInt64, _ frames: inout Frames) throws {
        let moment = script.moment(at: Double(time) / 1e9)
        let visible = grid.visible(at: moment.row)
        let begun = uptime()
        try feed.show(visible, speed: moment.speed * Double(ScrollGrid.columns))
        frames.updates.add(uptime() - begun)
        cells.show(visible, isForward: moment.speed >= 0, phase: moment.phase)
    }

    private func end() async -> ImageLeaks {
        cells.end()
        for _ in 0..<100 where cells.tasks > 0 { try? await Task.sleep(for: .milliseconds(10)) }
        let tasks = cells.tasks
        var leaks = await feed.end()
        leaks.tasks = tasks
        return leaks
    }
}
