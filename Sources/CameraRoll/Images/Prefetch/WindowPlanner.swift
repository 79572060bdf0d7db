/// Computes the range of a caching window: a pure function of the visible range and the speed.
///
/// At rest the window extends half a screen beyond both edges. The faster the list is scrolled, the further the window
/// reaches ahead and the less it keeps behind. There is no step between rest and motion: a list that jitters must not
/// keep starting and stopping images.
struct WindowPlanner: Hashable, Sendable {
    private let limits: WindowLimits
    /// The lead time in seconds: a quotient of durations takes longer than the rest of a plan.
    private let leadTime: Double

    /// Creates a planner with limits.
    ///
    /// - Throws: `InvalidArgument` for an invalid limit.
    init(_ limits: WindowLimits = WindowLimits()) throws(InvalidArgument) {
        try limits.validate()
        self.limits = limits
        leadTime = limits.leadTime / .seconds(1)
    }

    /// The range of the window.
    ///
    /// - Parameters:
    ///   - count: the number of items in the list.
    ///   - visible: the visible positions; without visible positions the window is empty.
    ///   - speed: the speed in items per second, negative toward lower positions, 0 at rest.
    /// - Throws: `InvalidArgument` with the invalid value.
    /// - Complexity: O(1).
    func plan(count: Int, visible: Range<Int>, speed: Double) throws(InvalidArgument) -> WindowPlan {
        try InvalidArgument.check("count of the list", count, in: 0 ... .max)
        guard visible.lowerBound >= 0, visible.upperBound <= count else {
            throw .range(visible, count: count)
        }
        guard speed.isFinite else {
            throw InvalidArgument("velocity", speed, allowed: "a finite number of items per second")
        }
        let direction = WindowDirection(speed: speed)
        let wanted = wanted(count: count, visible: visible, speed: abs(speed), direction: direction)
        let isForward = direction == .forward
        let ahead = isForward ? wanted.upperBound - visible.upperBound : visible.lowerBound - wanted.lowerBound
        // A screen at low speeds: a long minimum lead lasts for minutes then.
        let step = min(ahead, max(4 * visible.count, lead(speed: abs(speed), limit: limits.maximumItemCount))) / 4
        return WindowPlan(wanted: wanted, visible: visible, direction: direction, step: speed == 0 ? nil : step)
    }

    /// The range at rest if about these positions are visible: the same number, if the list has them.
    func plan(count: Int, near visible: Range<Int>) -> WindowPlan {
        let length = min(visible.count, count)
        let start = min(max(visible.lowerBound, 0), count - length)
        return (try? plan(count: count, visible: start..<start + length, speed: 0)) ?? .empty
    }

    private func wanted(
        count: Int, visible: Range<Int>, speed: Double, direction: WindowDirection
    ) -> Range<Int> {
        guard !visible.isEmpty else { return visible }
        let limit = min(limits.maximumItemCount, count)
        guard visible.count < limit else { return leadingPart(of: visible, count: limit, direction) }
        let (ahead, behind) = reach(visible: visible.count, limit: limit, speed: speed)
        let (below, above) = direction == .forward ? (behind, ahead) : (ahead, behind)
        let start = visible.lowerBound - min(below, visible.lowerBound)
        return start..<visible.upperBound + min(above, count - visible.upperBound)
    }

    /// The visible positions, or as many as the window may hold: those that became visible last and stay longest.
    private func leadingPart(of visible: Range<Int>, count: Int, _ direction: WindowDirection) -> Range<Int> {
        direction == .forward ? visible.suffix(count) : visible.prefix(count)
    }

    /// The number of items by which the window extends beyond the screen.
    ///
    /// If the limit is too small, both sides are reduced by the same factor, so that the window at rest is symmetric
    /// for any limit.
    private func reach(visible: Int, limit: Int, speed: Double) -> (ahead: Int, behind: Int) {
        let atRest = min(max((visible + 1) / 2, limits.minimumLead), limit)
        let ahead = min(max(atRest, lead(speed: speed, limit: limit)), limit)
        let behind = max(atRest / 2, atRest - (ahead - atRest))
        let (sum, overflows) = ahead.addingReportingOverflow(behind)
        let remaining = limit - visible
        guard overflows || sum > remaining else { return (ahead, behind) }
        let share = Double(remaining) * Double(behind) / (Double(ahead) + Double(behind))
        let kept = min(Int(share), remaining)
        return (remaining - kept, kept)
    }

    private func lead(speed: Double, limit: Int) -> Int {
        let items = (speed * leadTime).rounded(.up)
        return items < Double(limit) ? Int(items) : limit
    }
}

/// The range of a caching window.
struct WindowPlan: Hashable, Sendable {
    /// The positions whose images are needed.
    let wanted: Range<Int>
    /// The visible positions.
    let visible: Range<Int>
    /// The direction of scrolling.
    let direction: WindowDirection
    /// How far the window may move before its images have to follow; nil at rest.
    ///
    /// A quarter of what the window reaches ahead: each move on its own would wake the image manager, and have the
    /// library read a few assets.
    let step: Int?

    /// An empty window.
    static let empty = WindowPlan(wanted: 0..<0, visible: 0..<0, direction: .forward, step: nil)

    /// Whether the images of an earlier window are enough for now; at rest the windows must be equal.
    func isNear(_ earlier: WindowPlan) -> Bool {
        guard let step else { return self == earlier }
        guard direction == earlier.direction, visible.clamped(to: earlier.wanted) == visible else { return false }
        let moved = max(
            abs(wanted.lowerBound - earlier.wanted.lowerBound), abs(wanted.upperBound - earlier.wanted.upperBound))
        return moved <= step
    }
}

/// The direction of scrolling.
package enum WindowDirection: Hashable, Sendable, CaseIterable {
    /// Toward higher positions, and at rest, since most lists are scrolled in that direction next.
    case forward
    /// Toward lower positions.
    case backward

    /// The direction of a speed in items per second.
    init(speed: Double) {
        self = speed < 0 ? .backward : .forward
    }
}

/// The order in which the images of a window's new positions are requested.
///
/// First the visible positions, then those ahead, nearest first, and last those behind, nearest first. No position is
/// stored: the sequence holds at most six ranges, however many positions it contains.
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

    /// Creates the order of the positions in disjoint ranges.
    ///
    /// - Complexity: O(1) for at most two ranges, as in a ``WindowDifference``.
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

    /// The number of positions.
    var count: Int { legs.reduce(0) { $0 + $1.positions.count } }

    var underestimatedCount: Int { count }

    func makeIterator() -> Iterator { Iterator(legs) }
}

/// The minimal changes that turn one window into another.
///
/// Two ranges differ by at most two ranges each way, so neither the cost nor the memory depends on the distance.
package struct WindowDifference: Hashable, Sendable {
    /// The positions only in the new window, first those ahead.
    package let started: [Range<Int>]
    /// The positions only in the old window, first those behind.
    package let stopped: [Range<Int>]

    /// Creates the difference between two windows.
    ///
    /// - Complexity: O(1).
    package init(from old: Range<Int>, to new: Range<Int>, direction: WindowDirection) {
        let started = Self.parts(of: new, without: old)
        let stopped = Self.parts(of: old, without: new)
        self.started = direction == .forward ? started.reversed() : started
        self.stopped = direction == .forward ? stopped : stopped.reversed()
    }

    /// The parts of a range that are not in another one, in ascending order.
    private static func parts(of range: Range<Int>, without other: Range<Int>) -> [Range<Int>] {
        guard range.overlaps(other) else { return range.isEmpty ? [] : [range] }
        var parts: [Range<Int>] = []
        if range.lowerBound < other.lowerBound { parts.append(range.lowerBound..<other.lowerBound) }
        if other.upperBound < range.upperBound { parts.append(other.upperBound..<range.upperBound) }
        return parts
    }
}
