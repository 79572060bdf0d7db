import CameraRoll

/// Sorts rows by a query's order, as `SortPosition` defines it.
struct RowSorting {
    private struct Entry {
        let position: SortPosition
        let row: UInt32
    }

    private let query: AssetQuery
    private let table: AssetTable

    init(_ query: AssetQuery, of table: AssetTable) {
        self.query = query
        self.table = table
    }

    /// The rows in the query's order; unchanged if it has none.
    ///
    /// - Complexity: O(n log n).
    func sorted(_ rows: [UInt32]) -> RowSequence {
        if query.order.isEmpty { return RowSequence(rows) }
        guard let isAscending = query.creationDateIsAscending else {
            return RowSequence(rows.map(entry).sorted(by: areInOrder).map(\.row), dating: dating)
        }
        let dates = table.creationDates
        let oldestFirst = RowIndex(rows.sorted { dates.isOlder($0, than: $1) }) { dates.key(of: $0) }
        return RowSequence(oldestFirst, isDescending: !isAscending, order: .created(dates))
    }

    /// The dates at this moment, if the order begins with them.
    private var dating: RowSequence.Dating? {
        guard let first = query.order.first, first.key == .creationDate else { return nil }
        return RowSequence.Dating(dates: table.creationDates, isOldestFirst: first.isAscending)
    }

    /// The first rows after a position, or from the start, in the query's order.
    ///
    /// - Complexity: O(n log count); keeps no more than twice `count` rows at a time.
    func first(_ count: Int, of rows: [UInt32], after position: SortPosition?) -> [UInt32] {
        var best: [Entry] = []
        for row in rows {
            let entry = entry(row)
            if let position, !position.precedes(entry.position, in: query.order) { continue }
            best.append(entry)
            if best.count / 2 >= max(count, 512) { shrink(&best, to: count) }
        }
        shrink(&best, to: count)
        return best.map(\.row)
    }

    private func shrink(_ entries: inout [Entry], to count: Int) {
        entries.sort(by: areInOrder)
        entries.removeLast(max(0, entries.count - count))
    }

    private func entry(_ row: UInt32) -> Entry {
        Entry(position: SortPosition(of: table.asset(row), in: query.order), row: row)
    }

    private func areInOrder(_ left: Entry, _ right: Entry) -> Bool {
        left.position.precedes(right.position, in: query.order)
    }
}
