import CameraRoll

/// The layout of a grid's rows, cells and section headers, without a view: exact at once for any number of assets.
///
/// ```swift
/// let layout = try GridLayout(columns: 4, cellWidth: 90, cellHeight: 90, spacing: 2, headerHeight: 40)
/// let geometry = GridGeometry(sections: days, layout: layout)
/// for number in geometry.rows(in: visibleTop..<visibleBottom) { place(geometry.row(number)) }
/// ```
///
/// Items lie in rows from the top, in reading order; mirroring for languages that are written from right to left is the
/// job of the view. Each section begins with a header and a new row. Leading items, such as a cell that opens the
/// camera, come before the first asset: in the same rows without sections, in rows of their own with sections. All
/// lengths are in points. Nothing is estimated, so nothing moves when assets are read.
///
/// - Complexity: O(s) in the number of sections to create, O(log s) for each call; the number of assets does not
///   matter.
public struct GridGeometry: Hashable, Sendable {
    /// A row of cells.
    public struct Row: Hashable, Sendable {
        /// The number of the row, counted from 0.
        public let number: Int
        /// The section's index; nil without sections, and for leading items above the first section.
        public let section: Int?
        /// The distance of the row's top from the top of the grid.
        public let top: Double
        /// The items of the row: positions of assets, plus the number of leading items.
        public let items: Range<Int>
    }

    /// A rectangle in the grid, from its top left corner.
    public struct Frame: Hashable, Sendable {
        /// The distance from the left edge.
        public let left: Double
        /// The distance from the top.
        public let top: Double
        /// The width.
        public let width: Double
        /// The height.
        public let height: Double
    }

    /// Items that begin in a new row: those of a section, or all.
    private struct Block: Hashable, Sendable {
        let firstRow: Int
        let firstItem: Int
    }

    /// The sizes.
    public let layout: GridLayout
    /// The number of leading items.
    public let leadingItems: Int
    /// The number of assets.
    public let assetCount: Int
    /// The number of rows.
    public let rowCount: Int
    private let blocks: [Block]
    /// The number of blocks before the first section; nil without sections.
    private let blocksBeforeSections: Int?

    /// Creates the geometry of a grid without sections.
    ///
    /// - Parameters:
    ///   - assetCount: the number of assets; a negative number counts as 0.
    ///   - layout: the sizes.
    ///   - leadingItems: the number of leading items; a negative number counts as 0.
    public init(assetCount: Int, layout: GridLayout, leadingItems: Int = 0) {
        self.init(starts: [0], assetCount, layout, leadingItems, blocksBeforeSections: nil)
    }

    /// Creates the geometry of a grid with a header for each section.
    ///
    /// - Parameters:
    ///   - sections: the sections.
    ///   - layout: the sizes.
    ///   - leadingItems: the number of leading items; a negative number counts as 0.
    public init(sections: AssetSections, layout: GridLayout, leadingItems: Int = 0) {
        let leading = Self.limited(leadingItems)
        var starts = sections.indices.map { sections.range(at: $0).lowerBound + leading }
        if leading > 0 { starts.insert(0, at: 0) }
        self.init(
            starts: starts, sections.assetCount, layout, leadingItems, blocksBeforeSections: leading > 0 ? 1 : 0)
    }

    private init(
        starts: [Int], _ assetCount: Int, _ layout: GridLayout, _ leadingItems: Int, blocksBeforeSections: Int?
    ) {
        self.layout = layout
        self.leadingItems = Self.limited(leadingItems)
        self.assetCount = Self.limited(assetCount)
        self.blocksBeforeSections = blocksBeforeSections
        let itemCount = self.leadingItems + self.assetCount
        var blocks: [Block] = []
        blocks.reserveCapacity(starts.count)
        var rows = 0
        for (index, start) in starts.enumerated() {
            blocks.append(Block(firstRow: rows, firstItem: start))
            let end = index + 1 < starts.count ? starts[index + 1] : itemCount
            rows += (end - start + layout.columns - 1) / layout.columns
        }
        self.blocks = blocks
        rowCount = rows
    }

    /// A number of items, limited so that no sum of two overflows.
    private static func limited(_ count: Int) -> Int { min(max(count, 0), 1 << 40) }

    /// The number of items: leading ones and assets.
    public var itemCount: Int { leadingItems + assetCount }

    /// The height of the whole grid.
    public var height: Double {
        guard let last = row(rowCount - 1) else { return 0 }
        return last.top + layout.cellHeight
    }

    /// The width of the whole grid.
    public var width: Double { Double(layout.columns) * layout.columnDistance - layout.spacing }
}

// MARK: - Rows

extension GridGeometry {
    /// Returns the row with a number, or nil if the number is outside `0..<rowCount`.
    public func row(_ number: Int) -> Row? {
        guard 0..<rowCount ~= number else { return nil }
        let block = blocks.firstIndex(partitionedBy: { $0.firstRow > number }) - 1
        let first = blocks[block].firstItem + (number - blocks[block].firstRow) * layout.columns
        let end = min(first + layout.columns, endItem(of: block))
        return Row(number: number, section: section(of: block), top: top(ofRow: number, block), items: first..<end)
    }

    /// The numbers of the rows whose cells are at least partly within a range of distances from the top.
    public func rows(in visible: Range<Double>) -> Range<Int> {
        let first = firstRow(endingBelow: visible.lowerBound)
        return first..<max(first, firstRow(beginningAtOrBelow: visible.upperBound))
    }

    /// The positions of the assets in the rows that are at least partly within a range of distances from the top.
    public func positions(in visible: Range<Double>) -> Range<Int> {
        let rows = rows(in: visible)
        guard let first = row(rows.lowerBound), let last = row(rows.upperBound - 1), !rows.isEmpty else { return 0..<0 }
        return max(first.items.lowerBound - leadingItems, 0)..<max(last.items.upperBound - leadingItems, 0)
    }

    /// The number of the first row whose cells end below a distance from the top.
    private func firstRow(endingBelow distance: Double) -> Int {
        var row = estimatedRow(at: distance)
        while row > 0, top(ofRow: row - 1) + layout.cellHeight > distance { row -= 1 }
        while row < rowCount, top(ofRow: row) + layout.cellHeight <= distance { row += 1 }
        return row
    }

    /// The number of the first row that begins at a distance from the top, or below it.
    private func firstRow(beginningAtOrBelow distance: Double) -> Int {
        var row = estimatedRow(at: distance)
        while row > 0, top(ofRow: row - 1) >= distance { row -= 1 }
        while row < rowCount, top(ofRow: row) < distance { row += 1 }
        return row
    }

    /// The row at a distance from the top, or a neighbor of it.
    private func estimatedRow(at distance: Double) -> Int {
        guard rowCount > 0, distance > 0 else { return 0 }
        // Each row is passed with the index of its block: finding that would be a search within the search.
        var (low, high) = (0, blocks.count)
        while low < high {
            let middle = low + (high - low) / 2
            if top(ofRow: blocks[middle].firstRow, middle) > distance { high = middle } else { low = middle + 1 }
        }
        let block = max(low - 1, 0)
        let within = (distance - top(ofRow: blocks[block].firstRow, block)) / layout.rowDistance
        let rows = Double(endRow(of: block) - blocks[block].firstRow)
        return blocks[block].firstRow + Int(min(max(within, 0), rows))
    }

    private func endRow(of block: Int) -> Int {
        block + 1 < blocks.count ? blocks[block + 1].firstRow : rowCount
    }

    private func endItem(of block: Int) -> Int {
        block + 1 < blocks.count ? blocks[block + 1].firstItem : itemCount
    }

    private func section(of block: Int) -> Int? {
        guard let blocksBeforeSections, block >= blocksBeforeSections else { return nil }
        return block - blocksBeforeSections
    }

    private func top(ofRow number: Int) -> Double {
        top(ofRow: number, max(blocks.firstIndex(partitionedBy: { $0.firstRow > number }) - 1, 0))
    }

    /// The top of a row: below all rows before it, and all headers up to that of its own block.
    private func top(ofRow number: Int, _ block: Int) -> Double {
        let headers = section(of: block).map { $0 + 1 } ?? 0
        return Double(number) * layout.rowDistance + Double(headers) * layout.headerHeight
    }
}

// MARK: - Cells

extension GridGeometry {
    /// The frame of the cell of an asset; nil if there is no such position.
    public func frame(of position: Int) -> Frame? {
        0..<assetCount ~= position ? frame(ofItem: position + leadingItems) : nil
    }

    /// Returns the frame of the cell of a leading item, or nil if the number is outside `0..<leadingItems`.
    public func frame(ofLeadingItem number: Int) -> Frame? {
        0..<leadingItems ~= number ? frame(ofItem: number) : nil
    }

    /// The frame of the header of a section; nil if there is no such section.
    public func frame(ofHeader section: Int) -> Frame? {
        guard let blocksBeforeSections, section >= 0, section < blocks.count - blocksBeforeSections else { return nil }
        let block = section + blocksBeforeSections
        let top = top(ofRow: blocks[block].firstRow, block) - layout.headerHeight
        return Frame(left: 0, top: top, width: width, height: layout.headerHeight)
    }

    /// The position of the asset whose cell contains a point; nil between cells, on headers and on leading items.
    public func position(atLeft left: Double, top: Double) -> Int? {
        guard let row = row(firstRow(endingBelow: top)), row.top <= top, left >= 0, left < width else { return nil }
        let column = min(Int(left / layout.columnDistance), layout.columns - 1)
        guard left - Double(column) * layout.columnDistance < layout.cellWidth else { return nil }
        let item = row.items.lowerBound + column
        return row.items.contains(item) && item >= leadingItems ? item - leadingItems : nil
    }

    private func frame(ofItem item: Int) -> Frame {
        let block = block(ofItem: item)
        let (row, column) = (item - blocks[block].firstItem).quotientAndRemainder(dividingBy: layout.columns)
        return Frame(
            left: Double(column) * layout.columnDistance, top: top(ofRow: blocks[block].firstRow + row, block),
            width: layout.cellWidth, height: layout.cellHeight)
    }

    /// The number of the row of an item.
    func row(ofItem item: Int) -> Int {
        let block = block(ofItem: item)
        return blocks[block].firstRow + (item - blocks[block].firstItem) / layout.columns
    }

    private func block(ofItem item: Int) -> Int {
        max(blocks.firstIndex(partitionedBy: { $0.firstItem > item }) - 1, 0)
    }
}

// MARK: - Anchors

extension GridGeometry {
    /// An asset that a view keeps in place while the list or the layout changes.
    public struct Anchor: Hashable, Sendable {
        /// The position of the asset.
        public var position: Int
        /// The distance of the visible top below the top of the asset's row, as a fraction of a row's height.
        ///
        /// If the visible top is above the row, for example on its header, this is a negative number of points, since
        /// headers do not change with the density.
        public var offset: Double

        /// Creates an anchor.
        public init(position: Int, offset: Double = 0) {
            self.position = position
            self.offset = offset
        }
    }

    /// The first visible asset, by the distance of the visible top from the top of the grid; nil without assets.
    public func anchor(at distance: Double) -> Anchor? {
        guard assetCount > 0, !distance.isNaN else { return nil }
        // Rows of leading items only have no asset.
        let number = max(min(firstRow(endingBelow: distance), rowCount - 1), self.row(ofItem: leadingItems))
        guard let row = row(number) else { return nil }
        let position = max(row.items.lowerBound - leadingItems, 0)
        let below = distance - row.top
        return Anchor(position: position, offset: below < 0 ? below : below / layout.rowDistance)
    }

    /// The distance from the top of the grid to scroll to for an anchor to be in place; nil without assets.
    ///
    /// The anchor may come from a geometry with other sizes, columns or sections. A position that does not exist counts
    /// as the nearest one.
    public func distance(of anchor: Anchor) -> Double? {
        guard let frame = frame(of: min(max(anchor.position, 0), assetCount - 1)) else { return nil }
        return frame.top + (anchor.offset < 0 ? anchor.offset : anchor.offset * layout.rowDistance)
    }
}
