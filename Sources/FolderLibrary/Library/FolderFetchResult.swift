#if FolderLibrary || canImport(Darwin)
import CameraRoll
import Foundation

/// The result of a fetch: rows of one snapshot, whose assets are read on demand.
final class FolderFetchResult: AssetFetchResult {
    let list: RowList
    private let store: FolderStore
    private let reader: IndexReader
    private var connection: SQLiteConnection { reader.connection }

    init(_ list: RowList, library: FolderBackend) {
        self.list = list
        store = library.store
        reader = library.reader
    }

    var count: Int { list.count }

    /// Reads the assets at some positions in their current state, and deleted ones in their last state.
    ///
    /// - Throws: `LibraryError.rangeOutOfBounds`, or `.failed`.
    /// - Complexity: O(range), and once O(n) up to its end.
    func assets(in range: Range<Int>) throws(LibraryError) -> [MediaAsset] {
        try checkBounds(of: range)
        return try read("read assets") {
            let rows = try list.rows(in: range).map(list.row)
            // One snapshot for all of them; otherwise SQLite would lock and unlock the database for each row.
            return try connection.reading {
                try zip(rows, try connection.assets(rows)).map { row, asset in try asset ?? departed(row) }
            }
        }
    }

    /// The last state of a deleted asset; only its identifier if the history does not reach back so far.
    private func departed(_ row: Int64) throws(SQLiteError) -> MediaAsset {
        let last = try connection.assets([row], in: "departed").first ?? nil
        return last ?? MediaAsset(id: AssetRow.id(row), mediaType: .unknown)
    }

    /// The position of an asset; nil if it is not in the result.
    ///
    /// - Complexity: O(n), a quarter of a millisecond for a million.
    func index(of id: AssetID) throws(LibraryError) -> Int? {
        try indexes(of: [id])[0]
    }

    /// The positions of some assets, in the given order.
    ///
    /// - Complexity: O(k + n).
    func indexes(of ids: [AssetID]) throws(LibraryError) -> [Int?] {
        let rows = ids.map { AssetRow.row(of: $0).flatMap(list.element) }
        return try read("find assets") {
            let all = try list.all()
            if rows.count == 1 { return [rows[0].flatMap(all.firstIndex)] }
            return RowPlaces(of: rows, in: all).places
        }
    }

    /// The identifiers at some positions; does not read the index once the rows have been read.
    ///
    /// - Throws: `LibraryError.rangeOutOfBounds`, or `.failed`.
    func identifiers(in range: Range<Int>) throws(LibraryError) -> [AssetID] {
        try checkBounds(of: range)
        return try read("read identifiers") { try list.rows(in: range).map { AssetRow.id(list.row(of: $0)) } }
    }

    /// The numbers of assets that are older than some dates, as of the fetch.
    ///
    /// - Complexity: O(k log n), and once O(n). The index is read only for dates with a fraction, and for those before
    ///   1933 and after 2069, with its current values.
    func counts(olderThan dates: [Date], isOldestFirst: Bool) throws(LibraryError) -> [Int] {
        let listed = try read("count by date") { try list.dates() }
        var search = DateSearch(in: count, isOldestFirst: isOldestFirst)
        var counts: [Int] = []
        counts.reserveCapacity(dates.count)
        for date in dates {
            let start = counts.last ?? 0
            let possible =
                listed?.counts(olderThan: date, from: start, isOldestFirst: isOldestFirst) ?? start..<count
            let exact = try search.count(olderThan: date, within: possible) { position throws(LibraryError) in
                try assets(in: position..<position + 1).first?.creationDate
            }
            counts.append(exact)
        }
        return counts
    }

    private func checkBounds(of range: Range<Int>) throws(LibraryError) {
        guard range.lowerBound >= 0, range.upperBound <= count else { throw .rangeOutOfBounds(range, count: count) }
    }

    private func read<Value>(_ operation: LibraryOperation, _ body: () throws -> Value) throws(LibraryError) -> Value {
        reader.refresh()
        do {
            return try store.guardingDamage(body)
        } catch {
            throw .failed(operation, reason: ErrorReason(FolderError(error)))
        }
    }
}

/// Finds many rows in a list in one pass over its elements.
private struct RowPlaces {
    private(set) var places: [Int?]

    init(of rows: [UInt32?], in list: [UInt32]) {
        places = Array(repeating: nil, count: rows.count)
        // Identifiers from other sources may be arbitrarily large.
        guard let end = list.max(), let last = rows.lazy.compactMap(\.self).filter({ $0 <= end }).max() else { return }
        // A bit for each possible row rejects most elements without hashing.
        var wanted = [UInt64](repeating: 0, count: Int(last >> 6) + 1)
        for case let row? in rows where row <= last { wanted[Int(row >> 6)] |= 1 << UInt64(row & 63) }
        var found: [UInt32: Int] = [:]
        for (place, row) in list.enumerated() where row <= last && wanted[Int(row >> 6)] >> UInt64(row & 63) & 1 == 1 {
            found[row] = place
        }
        places = rows.map { $0.flatMap { found[$0] } }
    }
}
#endif
