import CameraRoll

/// What it costs to tell a window of 5,000 cells that all of them are others now.
struct WindowMoves: Sendable {
    static let cells = 5_000

    /// The caller's cost, the manager having taken up the last move.
    var caller = Samples()
    /// The caller's cost, the window having got all its images meanwhile.
    var settled = Samples()
    /// How many images it held as the settled moves began, at least.
    var held = Int.max
    /// How long the manager is at a move by so many, and others wait for it.
    var manager = Samples()

    /// Alternates between two places, on the main actor.
    @MainActor static func measure(
        _ subject: ImageStage.Subject, moves: Int, settledMoves: Int
    ) async throws -> WindowMoves {
        let limits = WindowLimits(mostItems: cells)
        let window = try subject.images.window(over: subject.snapshot, limits: limits, request: ImageStage.request)
        var result = WindowMoves()
        for move in 0..<settledMoves + moves {
            let isSettled = move < settledMoves
            let visible = place(move, of: subject.snapshot.count)
            let cost = try timedOnce { try window.show(visible, speed: 100_000) }
            let wait = await timed { blackHole(await window.status) }
            if move > 0 { isSettled ? result.settled.add(cost) : result.caller.add(cost) }
            if isSettled, move > 0 { result.manager.add(wait) }
            if isSettled { result.held = min(result.held, await settle(window, subject.images)) }
        }
        return result
    }

    private static func place(_ move: Int, of count: Int) -> Range<Int> {
        let start = move.isMultiple(of: 2) ? 0 : count / 2
        return start..<min(start + 28, count)
    }

    private static func timedOnce(_ body: () throws -> Void) rethrows -> UInt64 {
        let start = uptime()
        try body()
        return uptime() - start
    }

    /// Waits until the window has all its cells and none is being got, for two seconds at most; returns how many are
    /// got.
    @MainActor private static func settle(_ window: CachingWindow, _ images: CachingImageManager) async -> Int {
        var (status, jobs) = (await window.status, await images.statistics.jobs)
        for _ in 0..<200 where status.held < status.wanted.count || jobs > 0 {
            try? await Task.sleep(for: .milliseconds(10))
            (status, jobs) = (await window.status, await images.statistics.jobs)
        }
        return status.held - jobs
    }
}
