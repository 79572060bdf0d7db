#if FolderLibrary || canImport(Darwin)

/// The statements that run once for each file of a large tree, or for several files at once.
struct IndexStatements {
    /// The number of rows per statement: SQLite opens each index once for all of them, which is a fifth of the cost
    /// of a row; more rows are no faster.
    static let groupLength = 4
    /// The number of columns of `file`.
    static let fileColumns = 13

    let claimFile: SQLiteStatement
    let insertAsset: SQLiteStatement
    let insertFiles: SQLiteStatement
    let insertAssets: SQLiteStatement

    init(_ connection: SQLiteConnection) throws(SQLiteError) {
        let (file, asset) = (Self.row(of: Self.fileColumns), Self.row(of: AssetColumns.count))
        claimFile = try connection.statement("INSERT OR IGNORE INTO file VALUES \(file)")
        insertAsset = try connection.statement("INSERT INTO asset VALUES \(asset)")
        insertFiles = try connection.statement("INSERT INTO file VALUES \(Self.group(of: file))")
        insertAssets = try connection.statement("INSERT INTO asset VALUES \(Self.group(of: asset))")
    }

    private static func row(of columns: Int) -> String {
        "(" + Array(repeating: "?", count: columns).joined(separator: ", ") + ")"
    }

    private static func group(of row: String) -> String {
        Array(repeating: row, count: groupLength).joined(separator: ", ")
    }
}
#endif
