import CameraRoll

/// The speed at which a grid scrolls by itself while a selecting drag is near an edge of the screen.
public struct DragAutoscroll: Hashable, Sendable {
    /// The distance from an edge within which the grid scrolls, in points.
    public let margin: Double
    /// The greatest speed, at an edge and beyond it, in points per second.
    public let fastest: Double

    /// Creates the speeds; a negative number, NaN and an infinite speed count as 0.
    public init(margin: Double = 72, fastest: Double = 1_800) {
        self.margin = max(margin.isNaN ? 0 : margin, 0)
        self.fastest = max(fastest.isFinite ? fastest : 0, 0)
    }

    /// The speed in points per second, negative toward the top; it grows with the square of the depth in the margin.
    ///
    /// - Parameters:
    ///   - distance: the distance of the finger from the top of the screen, in points.
    ///   - height: the height of the screen; at most a quarter of it scrolls at each edge.
    public func speed(at distance: Double, of height: Double) -> Double {
        guard distance.isFinite, height.isFinite, height > 0 else { return 0 }
        let margin = min(margin, height / 4)
        guard margin > 0 else { return 0 }
        let above = min(max((margin - distance) / margin, 0), 1)
        let below = min(max((distance - (height - margin)) / margin, 0), 1)
        return fastest * (below * below - above * above)
    }

    /// The scroll position after an interval of time, limited to the grid.
    ///
    /// - Parameters:
    ///   - top: the distance of the screen's top from the grid's top.
    ///   - speed: the speed in points per second.
    ///   - seconds: the time since the last step.
    ///   - height: the height of the screen.
    ///   - contentHeight: the height of the grid.
    public static func top(
        after top: Double, at speed: Double, seconds: Double, height: Double, contentHeight: Double
    ) -> Double {
        let moved = top + speed * seconds
        guard moved.isFinite else { return top }
        return max(min(moved, contentHeight - height), 0)
    }
}
