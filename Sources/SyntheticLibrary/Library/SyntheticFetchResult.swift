import CameraRoll
import Foundation

/// The result of a fetch: the rows of that moment, whose assets are read on access.
final class SyntheticFetchResult: AssetFetchResult {
    /// The number of assets.
    let count: Int
    /// The rows, with their place in the journal.
    let fetched: FetchedRows
    let store: SyntheticStore
    private var rows: RowSequence { fetched.rows }

    init(_ fetched: FetchedRows, store: SyntheticStore) {
        count = fetched.rows.count
        self.fetched = fetched
        self.store = store
        store.census.born()
    }

    deinit {
        store.census.died()
    }

    /// Reads the assets at some positions in their current state; deleted ones in their last.
    ///
    /// - Throws: `LibraryError.invalidArgument`, or the error of a fault.
    /// - Complexity: O(range + log n).
    func assets(in range: Range<Int>) throws(LibraryError) -> [MediaAsset] {
        try checkBounds(of: range)
        return try store.read(.readAssets) { state in state.materialise(rows.rows(in: range)) }
    }

    /// The position of an asset; nil if it is not in the result.
    ///
    /// - Complexity: O(log n) by date and in the library's own order, even after changes; O(n) in other orders.
    func index(of id: AssetID) throws(LibraryError) -> Int? {
        try store.read(.findIndex) { _ in RowName.row(of: id).flatMap { rows.position(of: $0) } }
    }

    /// The positions of some assets, in the given order; takes the lock once.
    ///
    /// - Complexity: O(k log n) by date and in the library's own order; O(k + n) in other orders.
    func indexes(of ids: [AssetID]) throws(LibraryError) -> [Int?] {
        try store.read(.findIndex) { _ in rows.positions(of: ids.map(RowName.row)) }
    }

    /// The identifiers at some positions: the result contains them, so the library is not read.
    ///
    /// - Throws: `LibraryError.invalidArgument`.
    func identifiers(in range: Range<Int>) throws(LibraryError) -> [AssetID] {
        try checkBounds(of: range)
        return rows.rows(in: range).map(RowName.asset)
    }

    /// Returns, for each of some dates, the number of older assets: the result contains the dates of its moment.
    ///
    /// - Complexity: O(k log n); nothing is materialized.
    func counts(olderThan dates: [Date], isOldestFirst: Bool) throws(LibraryError) -> [Int] {
        if let counts = try store.read(.countByDate, { _ in rows.counts(olderThan: dates) }) { return counts }
        var search = DateSearch(in: count, isOldestFirst: isOldestFirst)
        return try search.counts(olderThan: dates) { position throws(LibraryError) in
            try assets(in: position..<position + 1).first?.creationDate
        }
    }

    private func checkBounds(of range: Range<Int>) throws(LibraryError) {
        guard range.lowerBound >= 0, range.upperBound <= count else {
            throw .rangeOutOfBounds(range, count: count)
        }
    }
}
