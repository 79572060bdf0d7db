/// A grid of cells, and what of it is on the screen.
struct ScrollGrid: Sendable {
    static let columns = 4
    static let rowsOnScreen = 7

    /// How many cells there are.
    let count: Int

    /// How far the screen's upper edge can go down, in rows.
    var lastRow: Int {
        max((count + Self.columns - 1) / Self.columns - Self.rowsOnScreen, 0)
    }

    /// The cells on the screen whose upper edge is at a row; those of a row that is cut off above count.
    func visible(at row: Double) -> Range<Int> {
        let first = Int(min(max(row, 0), Double(lastRow))) * Self.columns
        return first..<min(first + Self.columns * Self.rowsOnScreen, count)
    }
}
