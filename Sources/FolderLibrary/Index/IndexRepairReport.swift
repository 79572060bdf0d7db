#if FolderLibrary || canImport(Darwin)
public import Foundation

/// A report of an index that was damaged or removed, and of what its replacement has preserved.
///
/// A damaged index is set aside: the pictures are read again, and everything else is restored from its backup. An index
/// that was removed while it was open, or replaced by a broken file, is written again from the open one; one that was
/// removed while it was closed, from the backup. If another index of the same library is put in its place, that one is
/// used from then on; what it lacks is kept beside it.
public struct IndexRepairReport: Hashable, Sendable {
    /// The date of the repair.
    public var date: Date
    /// What was wrong, in SQLite's own words.
    public var reason: String
    /// The current name of the damaged index, or of the one with the edits that the present one lacks, in the folder of
    /// the index; empty if the index was removed.
    public var setAside: String
    /// The number of assets that kept their identifiers, with all user data.
    public var assets: Int
    /// The favorites among them.
    public var favorites: Int
    /// The number of the user's albums and folders that were kept; their assets are counted above.
    public var albums: Int
    /// Whether all of it was kept; false if the backup was damaged too, or missing, or if some of it is only in the
    /// file that was set aside.
    ///
    /// The last edit before a process was killed or the power failed may not be in the backup. It is lost only if the
    /// index is damaged before it is opened again.
    public var isWhole: Bool
}

extension IndexRepairReport: CustomStringConvertible {
    /// What was preserved, for logs; the wording may change.
    public var description: String {
        let cause = setAside.isEmpty ? "" : " (\(reason)); a file was set aside as '\(setAside)'"
        return """
            The index was \(cause.isEmpty ? "written again: \(reason)" : "replaced\(cause)"); \(assets) assets, \
            \(favorites) favorites and \(albums) albums were kept\(isWhole ? "" : ", but not everything").
            """
    }
}

// MARK: - In the index

extension IndexRepairReport {
    /// The columns from which a repair is read.
    static let columns = "date, reason, aside, assets, favorites, albums, whole"

    /// Creates a report from a row, whose columns begin at an index.
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
    /// Creates a report of what an index that was made from another one contains.
    init(of index: SQLiteConnection, reason: String, setAside: String, isWhole: Bool) throws(SQLiteError) {
        try self.init(
            date: .now, reason: reason, setAside: setAside,
            assets: Int(index.number("SELECT count(*) FROM main.asset")),
            favorites: Int(index.number("SELECT count(*) FROM main.asset WHERE favorite = 1")),
            albums: Int(index.number("SELECT count(*) FROM main.album")), isWhole: isWhole)
    }

    /// Adds the report to the index, within a transaction.
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
