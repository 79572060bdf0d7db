#if FolderLibrary || canImport(Darwin)
#if canImport(SQLite3)
import Darwin
import SQLite3
#else
import CSQLite
import Glibc
#endif

/// What SQLite answered instead of doing what it was asked.
struct SQLiteError: Error, Hashable {
    /// The extended result code.
    let code: Int32
    /// SQLite's own words.
    let message: String
    /// What was asked.
    let sql: String?
    /// The file of the database, where it is known.
    var path: String?
    /// The system's last error number; 0 where it has refused nothing.
    var systemCode: Int32 = 0
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
    /// Whether a process ended while it wrote, and what it wrote is to be undone by a connection that may write.
    var wantsRollback: Bool { code == SQLITE_READONLY | 3 << 8 }
    /// Why the system does not let the file be opened or written; nil if it is something else.
    var refusalCode: Int32? {
        switch kind {
        case SQLITE_CANTOPEN, SQLITE_IOERR: systemCode != 0 ? systemCode : EIO
        case SQLITE_READONLY, SQLITE_PERM: systemCode != 0 ? systemCode : writeRefusal
        default: nil
        }
    }

    /// Why the system does not let the file be written, which SQLite keeps to itself.
    private var writeRefusal: Int32 {
        guard let path, access(path, W_OK) != 0 else { return EACCES }
        return errno
    }

    /// Whether the disk is full, or what this user may have of it is.
    var isFull: Bool {
        switch kind {
        case SQLITE_FULL: true
        // The memory that connections share is a file too, of which SQLite says only that it cannot be made.
        case SQLITE_CANTOPEN, SQLITE_IOERR: systemCode == ENOSPC || systemCode == EDQUOT
        default: false
        }
    }
}

extension SQLiteError: CustomStringConvertible {
    /// The message, and what was asked.
    var description: String { "\(message) (\(code))" + (sql.map { " in '\($0)'" } ?? "") }
}
#endif
