import CameraRoll

/// What a fetch found: a part of an index, read in one direction or the other; copying it costs nothing.
struct RowSequence: Sendable {
    /// By what the rows of the index rise.
    enum Order: Sendable {
        /// Themselves: the order in which assets were added.
        case added
        /// Their dates at the moment of the fetch, whatever they are now.
        case created(CreationDates)
    }

    private let index: RowIndex
    /// The positions in the index that take part.
    private var slice: Range<Int>
    private let isDescending: Bool
    /// Nil for an order in which nothing can be looked up.
    private let order: Order?

    /// Rows in an order of their own.
    init(_ rows: [UInt32]) {
        self.init(RowIndex(rows), isDescending: false, order: nil)
    }

    /// An index, or a part of it.
    init(_ index: RowIndex, slice: Range<Int>? = nil, isDescending: Bool, order: Order?) {
        self.index = index
        self.slice = slice ?? 0..<index.count
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
}

// MARK: - Looking up

extension RowSequence {
    /// Where a row stands; nil where it is not among the rows.
    ///
    /// - Complexity: O(log n) by date and in the order of adding, whatever was changed since; O(n) in other orders.
    func position(of row: UInt32) -> Int? {
        let found = if let order { indexPosition(of: row, order) } else { index.firstPosition(of: row) }
        return found.flatMap { position(at: $0) }
    }

    /// Where rows stand, in the order asked; nil for those that are not among the rows.
    ///
    /// - Complexity: O(k log n) by date and in the order of adding; O(k + n) in other orders.
    func positions(of rows: [UInt32?]) -> [Int?] {
        guard order == nil, rows.count > 1 else { return rows.map { $0.flatMap { position(of: $0) } } }
        let found = index.firstPositions(of: Set(rows.compactMap(\.self)))
        return rows.map { $0.flatMap { found[$0] }.flatMap { position(at: $0) } }
    }

    private func indexPosition(of row: UInt32, _ order: Order) -> Int? {
        switch order {
        case .added: index.position(of: row)
        case .created(let dates):
            dates.contains(row) && mayContain(row, by: dates) ? index.position(of: row, by: dates) : nil
        }
    }

    /// Whether a row is neither before the first nor behind the last row that takes part.
    private func mayContain(_ row: UInt32, by dates: CreationDates) -> Bool {
        guard slice.count < index.count else { return true }
        return !slice.isEmpty && !dates.isOlder(row, than: index[slice.lowerBound])
            && !dates.isOlder(index[slice.upperBound - 1], than: row)
    }

    private func position(at found: Int) -> Int? {
        guard slice.contains(found) else { return nil }
        return isDescending ? slice.upperBound - 1 - found : found - slice.lowerBound
    }
}
