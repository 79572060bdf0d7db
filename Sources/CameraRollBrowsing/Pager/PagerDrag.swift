import CameraRoll

/// What a finger does to the page on screen: it turns the page, pulls it down to close the pager, or up for details.
///
/// ```swift
/// var drag = PagerDrag()
/// drag.move(x: 8, y: 90, width: 390, height: 844, turns: pager.turns())     // down: the page follows, and shrinks
/// let end = drag.end(x: 8, y: 300, width: 390, height: 844)                 // .closes
/// ```
///
/// The first ten points decide the direction, which then stays. At the ends of the list the page follows the finger
/// less and less, like a rubber band.
public struct PagerDrag: Hashable, Sendable {
    /// The direction of a drag.
    public enum Axis: Hashable, Sendable {
        /// To another page.
        case sideways
        /// Down, to the list from which the pager was opened.
        case down
        /// Up, to the details of the asset.
        case up
    }

    /// The result of a drag.
    public enum End: Hashable, Sendable {
        /// To another page, or back to the same one.
        case turns(PageTurn)
        /// The pager closes.
        case closes
        /// The details of the asset are shown.
        case showsInfo
    }

    /// The pages next to the one on screen.
    public struct Turns: Hashable, Sendable {
        /// Whether there is a page on the left.
        public var left: Bool
        /// Whether there is a page on the right.
        public var right: Bool

        /// Creates the turns that are possible.
        public init(left: Bool, right: Bool) {
            (self.left, self.right) = (left, right)
        }
    }

    /// The distance within which the direction is undecided, in points.
    static let slack = 10.0
    /// The height of the area at the lower edge of a movie in which drags belong to the player, in points.
    public static let playerBar = 120.0

    /// The direction; nil until it is decided, and after the end.
    public private(set) var axis: Axis?
    /// The horizontal offset at which the page is drawn, positive toward the right.
    public private(set) var x = 0.0
    /// The vertical offset at which the page is drawn, positive downward.
    public private(set) var y = 0.0
    /// Whether the drag belongs to another view, such as a player's controls.
    private var isOfPlayer = false

    /// Creates a page in its place.
    public init() {}

    /// Whether a finger moves the page.
    public var isActive: Bool { axis != nil }

    /// How far the pager is closed while the page is pulled down, from 0 to 1; its background fades accordingly.
    public func closing(height: Double) -> Double {
        guard axis == .down, height > 0 else { return 0 }
        return min(y / (height / 2), 1)
    }

    /// The scale at which the page is drawn while it is pulled down; 1 in its place.
    public func scale(height: Double) -> Double { 1 - 0.3 * closing(height: height) }

    /// Leaves a drag to a movie's player if it begins at the lower edge, over the player's controls.
    ///
    /// - Parameters:
    ///   - start: the distance of the finger from the top of the page when the drag began.
    ///   - height: the height of the page.
    public mutating func begin(overPlayerAt start: Double, height: Double) {
        if axis == nil { isOfPlayer = start > height - Self.playerBar }
    }

    /// Follows the finger; distances that are not finite are ignored.
    ///
    /// - Parameters:
    ///   - horizontal: the distance of the finger from where it began, positive toward the right.
    ///   - vertical: the distance downward.
    ///   - width: the width of the screen.
    ///   - height: the height of the screen.
    ///   - turns: the pages next to the one on screen.
    public mutating func move(
        x horizontal: Double, y vertical: Double, width: Double, height: Double, turns: Turns
    ) {
        guard horizontal.isFinite, vertical.isFinite, !isOfPlayer else { return }
        axis = axis ?? Self.axis(horizontal, vertical)
        switch axis {
        case .sideways:
            let isFree = horizontal > 0 ? turns.left : turns.right
            (x, y) = (isFree ? horizontal : Self.rubberBand(horizontal, within: width), 0)
        case .down:
            (x, y) = vertical > 0 ? (horizontal, vertical) : (0, Self.rubberBand(vertical, within: height))
        case .up: (x, y) = (0, Self.rubberBand(min(vertical, 0), within: height))
        case nil: break
        }
    }

    /// Ends the drag, and puts the page back in its place.
    ///
    /// - Parameters:
    ///   - horizontal: where the drag would come to rest, positive toward the right.
    ///   - vertical: where it would come to rest downward.
    ///   - width: the width of the screen.
    ///   - height: the height of the screen.
    ///   - turn: returns what a horizontal drag leads to.
    public mutating func end(
        x horizontal: Double, y vertical: Double, width: Double, height: Double,
        turn: (_ translation: Double) -> PageTurn
    ) -> End {
        defer { self = PagerDrag() }
        guard horizontal.isFinite, vertical.isFinite else { return .turns(.stay) }
        switch axis {
        // A finger that moves back up does not close the pager, however fast it moved before.
        case .down where vertical > height / 4 && y > 0: return .closes
        case .up where vertical < -height / 8: return .showsInfo
        case .sideways: return .turns(turn(horizontal))
        default: return .turns(.stay)
        }
    }

    private static func axis(_ horizontal: Double, _ vertical: Double) -> Axis? {
        guard max(abs(horizontal), abs(vertical)) >= slack else { return nil }
        if abs(horizontal) >= abs(vertical) { return .sideways }
        return vertical > 0 ? .down : .up
    }

    /// A distance that approaches the length of the screen ever more slowly.
    static func rubberBand(_ distance: Double, within length: Double) -> Double {
        guard length > 0 else { return 0 }
        let stretched = abs(distance) * 0.55 / length
        return (distance < 0 ? -1 : 1) * (1 - 1 / (stretched + 1)) * length
    }
}

extension AssetPager {
    /// The pages next to the one on screen.
    ///
    /// - Parameter isRightToLeft: whether the next page is on the left.
    public func turns(isRightToLeft: Bool = false) -> PagerDrag.Turns {
        let (hasPrevious, hasNext) = ((index ?? 0) > 0, (index ?? count) < count - 1)
        return isRightToLeft
            ? PagerDrag.Turns(left: hasNext, right: hasPrevious) : PagerDrag.Turns(left: hasPrevious, right: hasNext)
    }
}

extension AssetPager {
    /// When the asset on screen was created; nil if that is not known.
    public var datePhrase: Phrase? { current?.asset?.creationDate.map { Phrase(.assetMoment, .moment($0)) } }
}
