import CameraRoll
import Foundation

/// The result of a fetch: a part of an index, read in either direction; copying it is free.
struct RowSequence: Sendable {
    /// The ascending order of the index's rows.
    enum Order: Sendable {
        /// By row: the order in which assets were added.
        case added
        /// By the dates at the moment of the fetch, regardless of later changes.
        case created(CreationDates)
    }

    /// The dates of rows that are in an order of several keys, of which the creation date is the first.
    struct Dating: Sendable {
        let dates: CreationDates
        let isOldestFirst: Bool
    }

    private let index: RowIndex
    /// The range of positions in the index.
    private var slice: Range<Int>
    private let isDescending: Bool
    /// Nil for an order without lookups.
    private let order: Order?
    /// Nil for an order that does not begin with the creation date, and for one by creation date alone.
    private var dating: Dating?

    /// Creates a sequence of rows in an order of their own.
    ///
    /// - Parameter dating: the dates of the rows if they are ordered by these first.
    init(_ rows: [UInt32], dating: Dating? = nil) {
        // Equal dates are in another order than that of the rows: only the first row of a date has its place here.
        let index = RowIndex(rows) { row in
            dating.map { RowKey(date: $0.dates[row], row: .max) } ?? RowKey(row: row)
        }
        self.init(index, isDescending: false, order: nil)
        self.dating = dating
    }

    /// Creates a sequence of an index, or a part of it.
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

    /// The same rows, limited to a number.
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

// MARK: - Lookups

extension RowSequence {
    /// The position of a row; nil if it is not in the sequence.
    ///
    /// - Complexity: O(log n) by date and in the order of adding, even after changes; O(n) in other orders.
    func position(of row: UInt32) -> Int? {
        positions(of: [row])[0]
    }

    /// The positions of rows, in the given order; nil for those that are not in the sequence.
    ///
    /// - Complexity: O(k log n) by date and in the order of adding; O(k + n) in other orders.
    func positions(of rows: [UInt32?]) -> [Int?] {
        let found: [Int?]
        switch order {
        case .added: found = index.positions(of: rows) { RowKey(row: $0) }
        case .created(let dates):
            let known = rows.map { $0.flatMap { dates.contains($0) ? $0 : nil } }
            found = index.positions(of: known) { dates.key(of: $0) }
        case nil where rows.count > 1:
            let places = index.firstPositions(of: Set(rows.compactMap(\.self)))
            found = rows.map { $0.flatMap { places[$0] } }
        case nil: found = rows.map { $0.flatMap { index.firstPosition(of: $0) } }
        }
        return found.map { $0.flatMap { position(at: $0) } }
    }

    private func position(at found: Int) -> Int? {
        guard slice.contains(found) else { return nil }
        return isDescending ? slice.upperBound - 1 - found : found - slice.lowerBound
    }
}

// MARK: - Dates

extension RowSequence {
    /// Returns, for each of some dates, the number of rows that were older at the moment of the fetch; nil if the order
    /// does not begin with the creation date.
    ///
    /// - Parameter dates: the dates, ascending.
    /// - Complexity: O(k log n) for k dates.
    func counts(olderThan dates: [Date]) -> [Int]? {
        // A row without a date is older than every date, however early.
        let limits = dates.map { date in
            let seconds = date.timeIntervalSinceReferenceDate
            return RowKey(date: seconds > CreationDates.earliest ? seconds : CreationDates.earliest)
        }
        if case .created(let own)? = order {
            let ends = index.places(of: limits) { own.key(of: $0) }
            return ends.map { min(max($0, slice.lowerBound), slice.upperBound) - slice.lowerBound }
        }
        guard let dating else { return nil }
        let own = dating.dates
        if dating.isOldestFirst {
            return index.places(of: limits) { own.key(of: $0) }.map { min($0, slice.upperBound) }
        }
        return limits.map { limit in count - min(index.partitionPoint { own.key(of: $0) < limit }, count) }
    }
}
