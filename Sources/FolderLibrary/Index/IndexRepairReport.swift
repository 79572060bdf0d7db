#if FolderLibrary || canImport(Darwin)
public import Foundation

/// An index that was damaged or removed, and what of it is in the index that took its place.
///
/// A damaged one is set aside; the pictures themselves are read again, and what only the index knew is taken over as
/// far as it could be read. One that was removed while it was open, or in whose place a broken file was put, is written
/// again as it was.
public struct IndexRepairReport: Hashable, Sendable {
    /// When it was.
    public var date: Date
    /// What was wrong, in SQLite's own words.
    public var reason: String
    /// How the damaged index is called now, in the folder of the index; empty for one that was removed.
    public var setAside: String
    /// Assets that kept their identifiers, with all that the user said of them.
    public var assets: Int
    /// Favourites among them.
    public var favorites: Int
    /// The user's albums and folders that were kept, with their assets among those above.
    public var albums: Int
    /// Whether all of it could be read, so that nothing is lost.
    public var isWhole: Bool
}

extension IndexRepairReport: CustomStringConvertible {
    /// What was kept of what, for logs; the wording may change.
    public var description: String {
        let cause = setAside.isEmpty ? "written again: \(reason)" : "damaged (\(reason)) and is '\(setAside)' now"
        return """
            The index was \(cause); \(assets) assets, \(favorites) favourites and \
            \(albums) albums were taken over\(isWhole ? "" : ", and parts could not be read").
            """
    }
}

// MARK: - In the index

extension IndexRepairReport {
    /// Made in an index that took the place of a damaged one, and in no other.
    static let schema = """
        CREATE TABLE IF NOT EXISTS repair(
            id INTEGER PRIMARY KEY, date REAL NOT NULL, reason TEXT NOT NULL, aside TEXT NOT NULL,
            assets INTEGER NOT NULL, favorites INTEGER NOT NULL, albums INTEGER NOT NULL, whole INTEGER NOT NULL)
        """

    /// The columns that a repair is read from.
    static let columns = "date, reason, aside, assets, favorites, albums, whole"

    /// The repair in a row, its columns from a place on.
    init(in row: SQLiteStatement, from first: Int32 = 0) {
        date = Date(timeIntervalSinceReferenceDate: row.real(first))
        reason = row.text(first + 1) ?? ""
        setAside = row.text(first + 2) ?? ""
        assets = Int(row.integer(first + 3))
        favorites = Int(row.integer(first + 4))
        albums = Int(row.integer(first + 5))
        isWhole = row.integer(first + 6) != 0
    }

    /// The values of the columns.
    var values: [SQLiteValue] {
        [
            .real(date.timeIntervalSinceReferenceDate), .text(reason), .text(setAside), .integer(Int64(assets)),
            .integer(Int64(favorites)), .integer(Int64(albums)), .integer(isWhole ? 1 : 0),
        ]
    }
}

extension SQLiteConnection {
    func repairs() throws(SQLiteError) -> [IndexRepairReport] {
        guard try number("SELECT count(*) FROM sqlite_schema WHERE name = 'repair'") > 0 else { return [] }
        return try rows("SELECT \(IndexRepairReport.columns) FROM repair ORDER BY id") { IndexRepairReport(in: $0) }
    }
}
#endif
