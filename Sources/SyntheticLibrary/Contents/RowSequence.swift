/// What a fetch found: a part of an index, read in one direction or the other; copying it costs nothing.
struct RowSequence: Sendable {
    private let index: RowIndex
    /// The positions in the index that take part.
    private var slice: Range<Int>
    private let isDescending: Bool
    /// The order that the index had when the fetch was made; nil for one made for this fetch.
    private let order: AssetIndexes.Order?

    /// Rows in an order of their own.
    init(_ rows: [UInt32]) {
        index = RowIndex(rows)
        slice = 0..<rows.count
        isDescending = false
        order = nil
    }

    /// Part of a resident index.
    init(_ index: RowIndex, slice: Range<Int>, isDescending: Bool, order: AssetIndexes.Order) {
        self.index = index
        self.slice = slice
        self.isDescending = isDescending
        self.order = order
    }

    var count: Int { slice.count }

    /// The rows at some positions, all within `0..<count`.
    ///
    /// - Complexity: O(range + log n).
    func rows(in range: Range<Int>) -> [UInt32] {
        guard isDescending else {
            return index.rows(in: slice.lowerBound + range.lowerBound..<slice.lowerBound + range.upperBound)
        }
        let rows = index.rows(in: slice.upperBound - range.upperBound..<slice.upperBound - range.lowerBound)
        return rows.reversed()
    }

    /// The same rows, but at most so many of them.
    func prefix(_ limit: Int?) -> RowSequence {
        guard let limit, limit < count else { return self }
        var sequence = self
        let length = max(limit, 0)
        sequence.slice =
            isDescending
            ? slice.upperBound - length..<slice.upperBound
            : slice.lowerBound..<slice.lowerBound + length
        return sequence
    }

    /// Where a row stands; nil where it is not among the rows.
    ///
    /// - Complexity: O(log n) where the row's place is what it was at the fetch, O(n) otherwise.
    func position(of row: UInt32, in table: AssetTable) -> Int? {
        guard let found = indexPosition(of: row, in: table), slice.contains(found) else { return nil }
        return isDescending ? slice.upperBound - 1 - found : found - slice.lowerBound
    }

    private func indexPosition(of row: UInt32, in table: AssetTable) -> Int? {
        // The asset's date may have changed since the fetch: then the guess is wrong, and the search goes on by sight.
        if let order {
            let guess = index.position(of: row, order, in: table)
            if guess < index.count, index[guess] == row { return guess }
        }
        return index.firstPosition(of: row)
    }
}
