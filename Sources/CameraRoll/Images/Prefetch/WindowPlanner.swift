/// Works out what a caching window is to hold: a pure function of what is visible and of how fast it moves.
///
/// At rest the window reaches half a screen beyond both edges. The faster the list is scrolled, the further the
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
        let libraryState = limit - visible
        guard overflows || sum > libraryState else { return (ahead, behind) }
        let share = Double(libraryState) * Double(behind) / (Double(ahead) + Double(behind))
        let kept = min(Int(share), libraryState)
        return (libraryState - kept, kept)
    }

    private func lead(speed: Double, limit: Int) -> Int {
        let items = (speed * (limits.leadTime / .seconds(1))).rounded(.up)
        return items < Double(limit) ? Int(items) : limit
    }
}

/// What a caching window is to hold.
struct WindowPlan: Hashable, Sendable {
    /// The positions whose images are wanted.
    let wanted: Range<Int>
    /// The positions on the screen.
    let visible: Range<Int>
    /// Which way the list is scrolled.
    let direction: WindowDirection

    /// A window that holds nothing.
    static let empty = WindowPlan(wanted: 0..<0, visible: 0..<0, direction: .forward)
}

/// Which way a list is scrolled.
enum WindowDirection: Hashable, Sendable, CaseIterable {
    /// To higher positions, and at rest, since that is where most lists are scrolled to next.
    case forward
    /// To lower positions.
    case backward

    /// The direction of a speed in items a second.
    init(speed: Double) {
        self = speed < 0 ? .backward : .forward
    }
}

/// The order in which the positions that a window starts are asked for.
///
/// First what is visible, then what lies ahead, the nearest first, and last what lies behind, the nearest first.
/// Nothing is stored for a position: the sequence holds at most six ranges, however many positions it gives.
struct WindowOrder: Sequence, Sendable {
    fileprivate struct Leg {
        let positions: Range<Int>
        let isAscending: Bool

        func position(_ offset: Int) -> Int {
            isAscending ? positions.lowerBound + offset : positions.upperBound - 1 - offset
        }
    }

    struct Iterator: IteratorProtocol {
        private let legs: [Leg]
        private var leg = 0
        private var offset = 0

        fileprivate init(_ legs: [Leg]) {
            self.legs = legs
        }

        mutating func next() -> Int? {
            guard leg < legs.count else { return nil }
            let position = legs[leg].position(offset)
            offset += 1
            if offset == legs[leg].positions.count { (leg, offset) = (leg + 1, 0) }
            return position
        }
    }

    private let legs: [Leg]

    /// The order of the positions in ranges that do not overlap.
    ///
    /// - Complexity: O(1) for the two ranges at most that a ``WindowDifference`` starts.
    init(of started: [Range<Int>], visible: Range<Int>, direction: WindowDirection) {
        let ascending = started.sorted { $0.lowerBound < $1.lowerBound }
        func legs(in zone: Range<Int>, isAscending: Bool) -> [Leg] {
            let legs = ascending.map { Leg(positions: $0.clamped(to: zone), isAscending: isAscending) }
            return (isAscending ? legs : legs.reversed()).filter { !$0.positions.isEmpty }
        }
        let isForward = direction == .forward
        let below = legs(in: Int.min..<visible.lowerBound, isAscending: false)
        let above = legs(in: visible.upperBound..<Int.max, isAscending: true)
        let onScreen = legs(in: visible, isAscending: isForward)
        self.legs = isForward ? onScreen + above + below : onScreen + below + above
    }

    /// The order of what turns one window into the next.
    init(of difference: WindowDifference, in plan: WindowPlan) {
        self.init(of: difference.started, visible: plan.visible, direction: plan.direction)
    }

    /// How many positions there are.
    var count: Int { legs.reduce(0) { $0 + $1.positions.count } }

    var underestimatedCount: Int { count }

    func makeIterator() -> Iterator { Iterator(legs) }
}

/// The least that must be started and stopped to turn one window into another.
///
/// Two ranges differ by at most two ranges each way, so neither the cost nor the memory depends on how far the window
/// moved.
struct WindowDifference: Hashable, Sendable {
    /// What only the new window holds; what lies in the direction of travel comes first.
    let started: [Range<Int>]
    /// What only the old window held; what lies behind comes first.
    let stopped: [Range<Int>]

    /// The difference between two windows.
    ///
    /// - Complexity: O(1).
    init(from old: Range<Int>, to new: Range<Int>, direction: WindowDirection) {
        let started = Self.parts(of: new, without: old)
        let stopped = Self.parts(of: old, without: new)
        self.started = direction == .forward ? started.reversed() : started
        self.stopped = direction == .forward ? stopped : stopped.reversed()
    }

    /// What of a range is not in another, from low to high.
    private static func parts(of range: Range<Int>, without other: Range<Int>) -> [Range<Int>] {
        guard range.overlaps(other) else { return range.isEmpty ? [] : [range] }
        var parts: [Range<Int>] = []
        if range.lowerBound < other.lowerBound { parts.append(range.lowerBound..<other.lowerBound) }
        if other.upperBound < range.upperBound { parts.append(other.upperBound..<range.upperBound) }
        return parts
    }
}
