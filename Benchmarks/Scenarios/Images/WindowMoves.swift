import CameraRoll

/// The cost of moving a window of 5,000 cells to entirely different cells.
struct WindowMoves: Sendable {
    static let cells = 5_000

    /// The caller's cost once the manager has processed the previous move.
    var caller = Samples()
    /// The caller's cost once the window has received all its images.
    var settled = Samples()
    /// The processor time of these calls: the caller wakes the manager, which may take its processor.
    var settledProcessor = Samples()
    /// The minimum number of images that it held at the start of these moves.
    var held = Int.max
    /// The time for which the manager is busy with such a move, during which other callers wait.
    var manager = Samples()

    /// Alternates between two positions, on the main actor.
    @MainActor static func measure(
        _ subject: ImageStage.Subject, moves: Int, settledMoves: Int
    ) async throws -> WindowMoves {
        let limits = WindowLimits(maximumItemCount: cells)
        let window = try subject.images.window(over: subject.snapshot, limits: limits, request: ImageStage.request)
        var result = WindowMoves()
        for move in 0..<settledMoves + moves {
            let isSettled = move < settledMoves
            let visible = place(move, of: subject.snapshot.count)
            let before = threadTime()
            let cost = try timedOnce { try window.update(visible: visible, velocity: 100_000) }
            let processor = threadTime() - before
            let wait = await timed { blackHole(await window.status) }
            if move > 0 { isSettled ? result.settled.add(cost) : result.caller.add(cost) }
            if isSettled, move > 0 {
                result.manager.add(wait)
                result.settledProcessor.add(processor)
            }
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

    /// Waits up to two seconds until the window has all its cells and fetches none; returns the number being
    /// fetched.
    @MainActor private static func settle(_ window: CachingWindow, _ images: CachingImageManager) async -> Int {
        var (status, jobs) = (await window.status, await images.statistics.jobs)
        for _ in 0..<200 where status.held < status.wanted.count || jobs > 0 {
            try? await Task.sleep(for: .milliseconds(10))
            (status, jobs) = (await window.status, await images.statistics.jobs)
        }
        return status.held - jobs
    }
}
