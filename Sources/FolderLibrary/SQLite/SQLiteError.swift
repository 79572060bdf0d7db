#if FolderLibrary || canImport(Darwin)
#if canImport(SQLite3)
import SQLite3
#else
import CSQLite
#endif

/// What SQLite answered instead of doing what it was asked.
struct SQLiteError: Error, Hashable {
    /// The extended result code.
    let code: Int32
    /// SQLite's own words.
    let message: String
    /// What was asked.
    let sql: String?
}

extension SQLiteError {
    /// The code of a damaged database.
    static let damage = SQLITE_CORRUPT

    /// The code of an index whose counts are not those of its rows: SQLite's own for a slip in its logic.
    static let miscount = SQLITE_INTERNAL

    /// The kind of failure: the lowest byte of the extended code.
    var kind: Int32 { code & 0xFF }

    /// Whether the file is no database, or a damaged one.
    var isDamage: Bool { kind == SQLITE_CORRUPT || kind == SQLITE_NOTADB }
    /// Whether the index is whole, and only what it counts is wrong.
    var isMiscount: Bool { kind == SQLITE_INTERNAL }
    /// Whether another connection kept the database for longer than one waits.
    var isBusy: Bool { kind == SQLITE_BUSY || kind == SQLITE_LOCKED }
    /// Whether the file or its folder may not be written, or not be opened.
    var isRefusal: Bool { [SQLITE_CANTOPEN, SQLITE_READONLY, SQLITE_PERM].contains(kind) }
    /// Whether the disk is full.
    var isFull: Bool { kind == SQLITE_FULL }
}

extension SQLiteError: CustomStringConvertible {
    /// The message, and what was asked.
    var description: String { "\(message) (\(code))" + (sql.map { " in '\($0)'" } ?? "") }
}
#endif
