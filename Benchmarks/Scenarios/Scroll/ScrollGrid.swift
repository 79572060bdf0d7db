/// A grid of cells, and its visible part.
struct ScrollGrid: Sendable {
    static let columns = 4
    static let rowsOnScreen = 7

    /// The number of cells.
    let count: Int

    /// The lowest position of the screen's upper edge, in rows.
    var lastRow: Int {
        max((count + Self.columns - 1) / Self.columns - Self.rowsOnScreen, 0)
    }

    /// The visible cells if the upper edge is at a row, including a row that is cut off above.
    func visible(at row: Double) -> Range<Int> {
        let first = Int(min(max(row, 0), Double(lastRow))) * Self.columns
        return first..<min(first + Self.columns * Self.rowsOnScreen, count)
    }
}
