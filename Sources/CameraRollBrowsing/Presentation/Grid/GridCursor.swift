import CameraRoll

/// Where the keyboard's focus is in a grid, and the range that Shift selects from there.
///
/// ```swift
/// var cursor = GridCursor()
/// cursor.move(.down, in: geometry)              // the first asset on the first press
/// cursor.move(.right, in: geometry, extending: true)
/// selection.select(cursor.range)
/// ```
public struct GridCursor: Hashable, Sendable {
    /// A key that moves the focus.
    public enum Direction: Hashable, Sendable, CaseIterable {
        /// Toward the left edge of the screen.
        case left
        /// Toward the right edge of the screen.
        case right
        /// To the row above.
        case up
        /// To the row below.
        case down
        /// To the first asset.
        case first
        /// To the last asset.
        case last
    }

    /// The position of the asset with the focus; nil before the first key.
    public private(set) var position: Int?
    /// The position from which Shift selects.
    private var origin: Int?

    /// Creates a cursor without a position.
    public init() {}

    /// The positions from the one at which Shift was first pressed to the current one; empty without a position.
    public var range: Range<Int> {
        guard let position else { return 0..<0 }
        let other = origin ?? position
        let last = max(position, other)
        return min(position, other)..<(last == .max ? last : last + 1)
    }

    /// Follows changes of the list; there is no focus if its asset is gone.
    mutating func move(by map: ListChanges.PositionMap) {
        guard let position = position.flatMap({ map[$0] }) else { return self = GridCursor() }
        (self.position, origin) = (position, origin.flatMap { map[$0] })
    }

    /// Moves the focus; nothing happens in an empty grid and at its edges.
    ///
    /// - Parameters:
    ///   - direction: the key.
    ///   - geometry: the geometry of the grid.
    ///   - isRightToLeft: whether rows begin at the right edge.
    ///   - isExtending: whether Shift is pressed, so that ``range`` grows.
    public mutating func move(
        _ direction: Direction, in geometry: GridGeometry, isRightToLeft: Bool = false,
        extending isExtending: Bool = false
    ) {
        guard geometry.assetCount > 0 else { return self = GridCursor() }
        guard let position = position.map({ min(max($0, 0), geometry.assetCount - 1) }) else {
            return place(at: direction == .last ? geometry.assetCount - 1 : 0)
        }
        origin = isExtending ? origin ?? position : nil
        self.position = Self.target(of: direction, from: position, geometry, isRightToLeft)
    }

    /// Sets the focus, as a tap does; a range begins there.
    public mutating func place(at position: Int) {
        self.position = position
        origin = nil
    }

    /// Extends the range to a position, as a Shift-tap does.
    public mutating func extend(to position: Int) {
        origin = origin ?? self.position ?? position
        self.position = position
    }

    private static func target(
        of direction: Direction, from position: Int, _ geometry: GridGeometry, _ isRightToLeft: Bool
    ) -> Int {
        let last = geometry.assetCount - 1
        return switch direction {
        case .left: min(max(position + (isRightToLeft ? 1 : -1), 0), last)
        case .right: min(max(position + (isRightToLeft ? -1 : 1), 0), last)
        case .up: geometry.position(inRowBeside: position, by: -1)
        case .down: geometry.position(inRowBeside: position, by: 1)
        case .first: 0
        case .last: last
        }
    }
}

extension GridGeometry {
    /// The position in the row above or below, in the same column, or in the last one of a shorter row.
    fileprivate func position(inRowBeside position: Int, by step: Int) -> Int {
        let number = row(ofItem: position + leadingItems)
        guard let row = row(number), let next = self.row(number + step) else { return position }
        let column = position + leadingItems - row.items.lowerBound
        let item = min(next.items.lowerBound + column, next.items.upperBound - 1)
        return item < leadingItems ? position : item - leadingItems
    }
}
