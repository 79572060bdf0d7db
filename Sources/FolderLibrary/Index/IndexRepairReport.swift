#if FolderLibrary || canImport(Darwin)
public import Foundation

/// An index that was damaged or removed, and what of it is in the index that took its place.
///
/// A damaged index is set aside. The pictures are read again, and what only the index had comes from its backup. An
/// index that was removed while it was open, or replaced by a broken file, is written again from the open one; one that
/// was removed while it was closed, from the backup.
public struct IndexRepairReport: Hashable, Sendable {
    /// When it was.
    public var date: Date
    /// What was wrong, in SQLite's own words.
    public var reason: String
    /// How the damaged index is called now, in the folder of the index; empty for one that was removed.
    public var setAside: String
    /// Assets that kept their identifiers, with all that the user said of them.
    public var assets: Int
    /// The favorites among them.
    public var favorites: Int
    /// The user's albums and folders that were kept, with their assets among those above.
    public var albums: Int
    /// Whether all of it was kept; false if the backup was damaged too, or not there.
    ///
    /// The last edit before a process was killed, or the power failed, may not be in the backup. It is lost only if the
    /// index was damaged before it was opened again.
    public var isWhole: Bool
}

extension IndexRepairReport: CustomStringConvertible {
    /// What was kept of what, for logs; the wording may change.
    public var description: String {
        let cause = setAside.isEmpty ? "written again: \(reason)" : "damaged (\(reason)) and is '\(setAside)' now"
        return """
            The index was \(cause); \(assets) assets, \(favorites) favorites and \
            \(albums) albums were kept\(isWhole ? "" : ", and there was no intact backup").
            """
    }
}

// MARK: - In the index

extension IndexRepairReport {
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
    private var values: [SQLiteValue] {
        [
            .real(date.timeIntervalSinceReferenceDate), .text(reason), .text(setAside), .integer(Int64(assets)),
            .integer(Int64(favorites)), .integer(Int64(albums)), .integer(isWhole ? 1 : 0),
        ]
    }
}

extension IndexRepairReport {
    /// What an index has that was made from another one.
    init(of index: SQLiteConnection, reason: String, setAside: String, isWhole: Bool) throws(SQLiteError) {
        try self.init(
            date: .now, reason: reason, setAside: setAside,
            assets: Int(index.number("SELECT count(*) FROM main.asset")),
            favorites: Int(index.number("SELECT count(*) FROM main.asset WHERE favorite = 1")),
            albums: Int(index.number("SELECT count(*) FROM main.album")), isWhole: isWhole)
    }

    /// Adds it to the index, within a transaction.
    func write(to index: SQLiteConnection) throws(SQLiteError) {
        let statement = try index.statement(
            "INSERT INTO main.repair(\(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?)")
        statement.bind(values)
        try statement.run()
    }
}

extension SQLiteConnection {
    func repairs() throws(SQLiteError) -> [IndexRepairReport] {
        try rows("SELECT \(IndexRepairReport.columns) FROM repair ORDER BY id") { IndexRepairReport(in: $0) }
    }
}
#endif
