#if FolderLibrary || canImport(Darwin)
#if canImport(SQLite3)
import SQLite3
#else
import CameraRollCSQLite
#endif

/// A connection to a database, for one thread at a time; closed when it is released.
final class SQLiteConnection {
    /// The kind of access to a database.
    enum Access: Equatable {
        case readOnly
        /// Reads and writes; creates a missing file.
        case readWrite
        /// Reads and writes an existing file.
        case update
        /// Reads a database that has no log, without locks or SQLite's additional files; valid only as long as the
        /// database does not change.
        case frozen

        fileprivate var flags: Int32 {
            switch self {
            case .readOnly: SQLITE_OPEN_READONLY
            case .readWrite: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            case .update: SQLITE_OPEN_READWRITE
            case .frozen: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
            }
        }
    }

    /// The database; nil once it is closed, so that SQLite refuses every call.
    private var handle: OpaquePointer?
    private var statements: [String: SQLiteStatement] = [:]

    /// Opens a database.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - access: the kind of access.
    ///   - cacheBytes: the amount of the database to keep in memory, in bytes.
    ///   - patience: the time to wait for other connections, in milliseconds.
    /// - Throws: SQLite's error; the error of a file that is not a database occurs at the first statement.
    init(path: String, _ access: Access, cacheBytes: Int = 2 << 20, patience: Int32 = 5_000) throws(SQLiteError) {
        var handle: OpaquePointer?
        let code = sqlite3_open_v2(
            access.name(of: path), &handle, access.flags | SQLITE_OPEN_NOMUTEX, nil)
        guard code == SQLITE_OK, let handle else {
            let error = SQLiteError(of: handle, code: code, sql: nil)
            sqlite3_close_v2(handle)
            throw error
        }
        self.handle = handle
        sqlite3_busy_timeout(handle, patience)
        try execute("PRAGMA cache_size = -\(cacheBytes >> 10)")
    }

    deinit {
        close()
    }

    /// Closes the connection before its release; remaining statements stay valid until they are released.
    func close() {
        statements = [:]
        sqlite3_close_v2(handle.take())
    }

    /// Runs statements without values.
    func execute(_ sql: String) throws(SQLiteError) {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw SQLiteError(of: handle, code: code, sql: sql) }
    }

    /// Makes each flush reach the disk itself, where `fsync` would leave the bytes in the drive's cache.
    ///
    /// Only Apple systems distinguish the two (`F_FULLFSYNC`); elsewhere SQLite stores the setting and uses `fsync`.
    /// Without it, an edit that was reported as complete may be lost in a power failure.
    func flushFully() throws(SQLiteError) {
        try execute("PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON")
    }

    /// A cached statement that is reset; the caller resets it after use.
    func statement(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
        if let statement = statements[sql] {
            statement.reset()
            return statement
        }
        guard let handle else { throw SQLiteError(of: nil, code: SQLITE_MISUSE, sql: sql) }
        let statement = try SQLiteStatement(sql, in: handle)
        // The number of texts built for queries may be unlimited.
        if statements.count >= 64 { statements = [:] }
        statements[sql] = statement
        return statement
    }

    /// Whether the database was removed or replaced since it was opened, as far as the system shows.
    var hasMoved: Bool {
        var hasMoved: Int32 = 0
        return sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved) == SQLITE_OK && hasMoved != 0
    }

    /// The number of rows that the last statement inserted, updated or deleted.
    var changedRows: Int { handle.map { Int(sqlite3_changes($0)) } ?? 0 }
}

extension SQLiteConnection.Access {
    /// The name for SQLite to open: a path or, for an immutable database, a URI with that option.
    fileprivate func name(of path: String) -> String {
        guard self == .frozen else { return path }
        // Only these bytes of a path have a meaning in a URI.
        let escaped = path.utf8.map { byte in
            if [45, 46, 47, 95].contains(byte) || Self.isAlphanumeric(byte) { return String(UnicodeScalar(byte)) }
            return "%" + Self.digits[Int(byte >> 4)] + Self.digits[Int(byte & 15)]
        }
        return "file:" + escaped.joined() + "?mode=ro&immutable=1"
    }

    private static let digits = "0123456789ABCDEF".map(String.init)

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        48...57 ~= byte || 65...90 ~= byte || 97...122 ~= byte
    }
}

extension SQLiteConnection {
    /// Runs one statement with values.
    func run(_ sql: String, _ values: SQLiteValue...) throws(SQLiteError) {
        let statement = try statement(sql)
        statement.bind(values)
        try statement.run()
    }

    /// Reads a value from each row of a query.
    func rows<Value>(
        _ sql: String, _ values: [SQLiteValue] = [], read: (SQLiteStatement) -> Value
    ) throws(SQLiteError) -> [Value] {
        let statement = try statement(sql)
        statement.bind(values)
        defer { statement.reset() }
        var found: [Value] = []
        while try statement.step() { found.append(read(statement)) }
        return found
    }

    /// Reads a value from the first row of a query; nil if there are none.
    func first<Value>(
        _ sql: String, _ values: [SQLiteValue] = [], read: (SQLiteStatement) -> Value
    ) throws(SQLiteError) -> Value? {
        let statement = try statement(sql)
        statement.bind(values)
        defer { statement.reset() }
        return try statement.step() ? read(statement) : nil
    }

    /// The number in the first column of the first row; 0 if there are none.
    func number(_ sql: String, _ values: [SQLiteValue]) throws(SQLiteError) -> Int64 {
        try first(sql, values) { $0.integer(0) } ?? 0
    }

    /// The number in the first column of the first row; 0 if there are none.
    func number(_ sql: String, _ values: SQLiteValue...) throws(SQLiteError) -> Int64 {
        try number(sql, values)
    }

    /// Runs several reads on one snapshot.
    ///
    /// - Throws: an error of `body`, or SQLite's.
    func reading<Value>(_ body: () throws -> Value) throws -> Value {
        try execute("BEGIN")
        // Nothing was written, so it does not matter how the transaction ends.
        defer { try? execute("COMMIT") }
        return try body()
    }
}
#endif
