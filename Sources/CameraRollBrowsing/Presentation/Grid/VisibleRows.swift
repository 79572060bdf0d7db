public import CameraRoll

/// The rows that a view of a grid places: those on the screen, and a few above and below.
///
/// ```swift
/// let visible = VisibleRows(in: geometry, top: offset, height: 800)
/// for item in geometry.items(in: visible, asset: { grid.asset(at: $0)?.id }) { place(item) }
/// grid.scrolled(to: visible.positions, velocity: visible.velocity(of: pointsPerSecond, in: geometry))
/// ```
///
/// A view reduces its scroll position to this value, and draws again only when the value changes because a row comes or
/// goes.
public struct VisibleRows: Hashable, Sendable {
    /// The number of rows that are placed above and below the screen by default.
    public static let overscan = 2
    /// The numbers of the rows to place.
    public let placed: Range<Int>
    /// The positions of the assets that are at least partly on the screen.
    public let positions: Range<Int>

    /// No rows.
    public static let none = VisibleRows(placed: 0..<0, positions: 0..<0)

    private init(placed: Range<Int>, positions: Range<Int>) {
        self.placed = placed
        self.positions = positions
    }

    /// Finds the rows at a scroll position; none if a number is not finite or the height is not positive.
    ///
    /// - Parameters:
    ///   - geometry: the geometry of the grid.
    ///   - top: the distance of the screen's top from the grid's top, negative above it.
    ///   - height: the height of the screen.
    ///   - overscan: the number of rows to place above and below; a negative number counts as 0.
    /// - Complexity: O(log s) in the number of sections.
    public init(in geometry: GridGeometry, top: Double, height: Double, overscan: Int = VisibleRows.overscan) {
        guard top.isFinite, height.isFinite, height > 0 else {
            self = .none
            return
        }
        let screen = top..<top + height
        let rows = geometry.rows(in: screen)
        let overscan = min(max(overscan, 0), geometry.rowCount)
        let first = max(rows.lowerBound - overscan, 0)
        placed = first..<max(first, min(rows.upperBound + overscan, geometry.rowCount))
        positions = geometry.positions(in: screen)
    }

    /// The scroll speed in assets per second, for the window of images; 0 if it is not finite.
    ///
    /// - Parameters:
    ///   - speed: the speed in points per second, negative toward the top.
    ///   - geometry: the geometry of the grid.
    public static func velocity(of speed: Double, in geometry: GridGeometry) -> Double {
        guard speed.isFinite else { return 0 }
        return speed / geometry.layout.rowDistance * Double(geometry.layout.columns)
    }
}

/// A cell or a header, with its frame.
public struct PlacedItem: Hashable, Sendable, Identifiable {
    /// The identity of an item among those on the screen: an asset's moves with it when the list changes.
    public enum ID: Hashable, Sendable {
        /// The cell of an asset that was read.
        case asset(AssetID)
        /// The cell of an asset that has not been read, by its position.
        case position(Int)
        /// A leading item, by its number.
        case leading(Int)
        /// The header of a section.
        case section(AssetSection.ID)
    }

    /// What an item shows.
    public enum Content: Hashable, Sendable {
        /// The asset at a position.
        case asset(Int)
        /// The leading item with a number.
        case leading(Int)
        /// The header of the section with an index.
        case header(Int)
    }

    /// The identity.
    public let id: ID
    /// What the item shows.
    public let content: Content
    /// The frame in the grid.
    public let frame: GridGeometry.Frame
}

extension GridGeometry {
    /// The cells and headers of some rows, each with an identity of its own.
    ///
    /// - Parameters:
    ///   - rows: the rows to place.
    ///   - sections: the sections from which the geometry was created; without them, headers are omitted.
    ///   - asset: returns the asset at a position, if it was read.
    /// - Complexity: O(n log s) in the numbers of items and sections.
    public func items(
        in rows: VisibleRows, sections: AssetSections? = nil, asset: (_ position: Int) -> AssetID?
    ) -> [PlacedItem] {
        var items: [PlacedItem] = []
        var seen: Set<AssetID> = []
        for row in rows.placed.lazy.compactMap({ row($0) }) {
            if let header = header(above: row, sections) { items.append(header) }
            // An identity never appears twice, even if a list repeats an asset.
            items += row.items.compactMap { item in
                placed(item) { position in asset(position).flatMap { seen.insert($0).inserted ? $0 : nil } }
            }
        }
        return items
    }

    private func placed(_ item: Int, _ asset: (Int) -> AssetID?) -> PlacedItem? {
        guard item >= leadingItems else {
            return frame(ofLeadingItem: item).map { PlacedItem(id: .leading(item), content: .leading(item), frame: $0) }
        }
        let position = item - leadingItems
        let id = asset(position).map(PlacedItem.ID.asset) ?? .position(position)
        return frame(of: position).map { PlacedItem(id: id, content: .asset(position), frame: $0) }
    }

    /// The header of the section whose first row this is.
    private func header(above row: Row, _ sections: AssetSections?) -> PlacedItem? {
        guard let section = row.section, let sections, sections.indices.contains(section), layout.headerHeight > 0,
            self.row(row.number - 1)?.section != section, let frame = frame(ofHeader: section)
        else { return nil }
        return PlacedItem(id: .section(sections[section].id), content: .header(section), frame: frame)
    }
}
