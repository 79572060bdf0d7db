#if FolderLibrary || canImport(Darwin)
#if canImport(SQLite3)
import Darwin
import SQLite3
#else
import CameraRollCSQLite
import Glibc
#endif

/// An error of SQLite.
struct SQLiteError: Error, Hashable {
    /// The extended result code.
    let code: Int32
    /// SQLite's message.
    let message: String
    /// The statement that failed.
    let sql: String?
    /// The path of the database, if known.
    var path: String?
    /// The system's last error number; 0 if there was no error.
    var systemCode: Int32 = 0
}

extension SQLiteError {
    /// The code of a damaged database.
    static let damage = SQLITE_CORRUPT

    /// The code of an index whose counts differ from its rows: SQLite's code for internal logic errors.
    static let miscount = SQLITE_INTERNAL

    /// The kind of failure: the lowest byte of the extended code.
    var kind: Int32 { code & 0xFF }

    /// Whether the file is damaged, or not a database.
    var isDamage: Bool { kind == SQLITE_CORRUPT || kind == SQLITE_NOTADB }
    /// Whether the index is intact, and only its counts are wrong.
    var isMiscount: Bool { kind == SQLITE_INTERNAL }
    /// Whether another connection held the database for longer than the timeout.
    var isBusy: Bool { kind == SQLITE_BUSY || kind == SQLITE_LOCKED }
    /// Whether a process ended during a write, which only a connection with write access can roll back.
    var wantsRollback: Bool { code == SQLITE_READONLY | 3 << 8 }
    /// The system's error because of which the file cannot be opened or written; nil for other errors.
    var refusalCode: Int32? {
        switch kind {
        case SQLITE_CANTOPEN, SQLITE_IOERR: systemCode != 0 ? systemCode : EIO
        case SQLITE_READONLY, SQLITE_PERM: systemCode != 0 ? systemCode : writeRefusal
        default: nil
        }
    }

    /// The system's error of a write, which SQLite does not report.
    private var writeRefusal: Int32 {
        guard let path, access(path, W_OK) != 0 else { return EACCES }
        return errno
    }

    /// Whether the disk, or the user's quota, is full.
    var isFull: Bool {
        switch kind {
        case SQLITE_FULL: true
        // The shared memory is a file too, and SQLite reports only that it cannot create it.
        case SQLITE_CANTOPEN, SQLITE_IOERR: systemCode == ENOSPC || systemCode == EDQUOT
        default: false
        }
    }
}

extension SQLiteError: CustomStringConvertible {
    /// The message, and the statement.
    var description: String { "\(message) (\(code))" + (sql.map { " in '\($0)'" } ?? "") }
}
#endif
