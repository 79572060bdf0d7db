public import CameraRoll

/// The sizes of a grid, in points.
public struct GridLayout: Hashable, Sendable {
    /// The number of cells in a row, 1 to 1,000.
    public let columns: Int
    /// The width of a cell.
    public let cellWidth: Double
    /// The height of a cell.
    public let cellHeight: Double
    /// The distance between cells, both ways.
    public let spacing: Double
    /// The height of a section's header, above its first row.
    public let headerHeight: Double

    /// The greatest length, up to which the tops of all rows of a grid are distinct numbers.
    private static let longest = 100_000.0
    private static let shortestCell = 0.01

    /// Creates a layout.
    ///
    /// - Parameters:
    ///   - columns: the number of cells in a row, 1 to 1,000.
    ///   - cellWidth: the width of a cell, 0.01 to 100,000 points.
    ///   - cellHeight: the height of a cell, 0.01 to 100,000 points.
    ///   - spacing: the distance between cells, 0 to 100,000 points.
    ///   - headerHeight: the height of a section's header, 0 to 100,000 points.
    /// - Throws: `InvalidArgument` for a number outside of these limits.
    public init(
        columns: Int, cellWidth: Double, cellHeight: Double, spacing: Double = 0, headerHeight: Double = 0
    ) throws(InvalidArgument) {
        try InvalidArgument.check("number of columns", columns, in: 1...1_000)
        try Self.check("width of a cell", cellWidth, from: Self.shortestCell)
        try Self.check("height of a cell", cellHeight, from: Self.shortestCell)
        try Self.check("spacing", spacing, from: 0)
        try Self.check("height of a header", headerHeight, from: 0)
        self.columns = columns
        self.cellWidth = cellWidth
        self.cellHeight = cellHeight
        self.spacing = spacing
        self.headerHeight = headerHeight
    }

    /// Creates a layout of square cells that fill a width.
    ///
    /// - Parameters:
    ///   - width: the width of the grid, in points.
    ///   - columns: the number of cells in a row, 1 to 1,000.
    ///   - spacing: the distance between cells, in points.
    ///   - headerHeight: the height of a section's header, in points.
    /// - Throws: `InvalidArgument` for a number outside of the limits, and if the width has no room for the cells.
    public init(
        squaresFilling width: Double, columns: Int, spacing: Double = 0, headerHeight: Double = 0
    ) throws(InvalidArgument) {
        try InvalidArgument.check("number of columns", columns, in: 1...1_000)
        try Self.check("spacing", spacing, from: 0)
        let side = (width - Double(columns - 1) * spacing) / Double(columns)
        try self.init(
            columns: columns, cellWidth: side, cellHeight: side, spacing: spacing, headerHeight: headerHeight)
    }

    /// The distance between the left edges of adjacent cells.
    var columnDistance: Double { cellWidth + spacing }
    /// The distance between the tops of two rows without a header between them.
    var rowDistance: Double { cellHeight + spacing }

    private static func check(_ name: String, _ length: Double, from least: Double) throws(InvalidArgument) {
        // NaN is in no range.
        guard !(least...longest).contains(length) else { return }
        throw InvalidArgument(name, length, allowed: "\(least) to \(longest) points")
    }
}
