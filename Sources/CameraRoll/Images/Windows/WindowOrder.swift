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
