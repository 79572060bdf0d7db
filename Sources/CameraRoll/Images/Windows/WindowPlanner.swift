/// Works out what a caching window is to hold: a pure function of what is visible and of how fast it moves.
///
/// At rest the window reaches half a screen beyond both edges (R70). The faster the list is scrolled, the further the
/// window reaches ahead and the less it keeps behind. There is no step between rest and motion: a list that trembles
/// must not start and stop images all the time.
struct WindowPlanner: Hashable, Sendable {
    private let limits: WindowLimits

    /// A planner that keeps to limits.
    ///
    /// - Throws: `WindowError` where a limit makes no sense.
    init(_ limits: WindowLimits = WindowLimits()) throws(WindowError) {
        try limits.validate()
        self.limits = limits
    }

    /// What the window is to hold now.
    ///
    /// - Parameters:
    ///   - count: how many items the list holds.
    ///   - visible: the positions on the screen; nothing is wanted where there are none.
    ///   - speed: items a second, less than 0 towards lower positions, 0 at rest.
    /// - Throws: `.invalidCount`, `.visibleRangeOutOfBounds`, `.invalidSpeed`.
    /// - Complexity: O(1).
    func plan(count: Int, visible: Range<Int>, speed: Double) throws(WindowError) -> WindowPlan {
        guard count >= 0 else { throw .invalidCount(count) }
        guard visible.lowerBound >= 0, visible.upperBound <= count else {
            throw .visibleRangeOutOfBounds(visible, count: count)
        }
        guard speed.isFinite else { throw .invalidSpeed(speed) }
        let direction = WindowDirection(speed: speed)
        let wanted = wanted(count: count, visible: visible, speed: abs(speed), direction: direction)
        return WindowPlan(wanted: wanted, visible: visible, direction: direction)
    }

    /// What the window is to hold at rest where about these positions are visible: as many, if the list has them.
    func plan(count: Int, near visible: Range<Int>) -> WindowPlan {
        let length = min(visible.count, count)
        let start = min(max(visible.lowerBound, 0), count - length)
        return (try? plan(count: count, visible: start..<start + length, speed: 0)) ?? .empty
    }

    private func wanted(
        count: Int, visible: Range<Int>, speed: Double, direction: WindowDirection
    ) -> Range<Int> {
        guard !visible.isEmpty else { return visible }
        let limit = min(limits.mostItems, count)
        guard visible.count < limit else { return leadingPart(of: visible, count: limit, direction) }
        let (ahead, behind) = reach(visible: visible.count, limit: limit, speed: speed)
        let (below, above) = direction == .forward ? (behind, ahead) : (ahead, behind)
        let start = visible.lowerBound - min(below, visible.lowerBound)
        return start..<visible.upperBound + min(above, count - visible.upperBound)
    }

    /// The visible positions, or as many as the window may hold: those that came last and will stay longest.
    private func leadingPart(of visible: Range<Int>, count: Int, _ direction: WindowDirection) -> Range<Int> {
        direction == .forward ? visible.suffix(count) : visible.prefix(count)
    }

    /// How many items the window reaches beyond the screen.
    ///
    /// Where they are more than the limit leaves room for, both sides give way by the same factor, so that the window
    /// is symmetric at rest however small the limit is.
    private func reach(visible: Int, limit: Int, speed: Double) -> (ahead: Int, behind: Int) {
        let atRest = min(max((visible + 1) / 2, limits.smallestLead), limit)
        let ahead = min(max(atRest, lead(speed: speed, limit: limit)), limit)
        let behind = max(atRest / 2, atRest - (ahead - atRest))
        let (sum, overflows) = ahead.addingReportingOverflow(behind)
        let room = limit - visible
        guard overflows || sum > room else { return (ahead, behind) }
        let share = Double(room) * Double(behind) / (Double(ahead) + Double(behind))
        let kept = min(Int(share), room)
        return (room - kept, kept)
    }

    private func lead(speed: Double, limit: Int) -> Int {
        let items = (speed * (limits.leadTime / .seconds(1))).rounded(.up)
        return items < Double(limit) ? Int(items) : limit
    }
}
