#if FolderLibrary || canImport(Darwin)
#if canImport(SQLite3)
import SQLite3
#else
import CameraRollCSQLite
#endif

/// A prepared statement: bound, stepped through, reset, and used again.
final class SQLiteStatement {
    private let handle: OpaquePointer
    private let database: OpaquePointer
    /// SQLite's error for a value that it rejected; thrown at the next step.
    private var refusal = SQLITE_OK

    /// - Throws: SQLite's error for the text.
    init(_ sql: String, in database: OpaquePointer) throws(SQLiteError) {
        var handle: OpaquePointer?
        let code = sqlite3_prepare_v3(database, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
        guard code == SQLITE_OK, let handle else { throw SQLiteError(of: database, code: code, sql: sql) }
        self.handle = handle
        self.database = database
    }

    deinit {
        sqlite3_finalize(handle)
    }

    /// Moves to the next row; returns false after the last one.
    func step() throws(SQLiteError) -> Bool {
        guard refusal == SQLITE_OK else {
            defer { refusal = SQLITE_OK }
            throw SQLiteError(of: database, code: refusal, sql: sql)
        }
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw SQLiteError(of: database, code: code, sql: sql)
        }
    }

    private var sql: String? { sqlite3_sql(handle).map { String(cString: $0) } }

    /// Resets it for another run; values stay bound.
    func reset() {
        sqlite3_reset(handle)
    }

    /// Steps through all rows, normally none, and resets.
    func run() throws(SQLiteError) {
        defer { reset() }
        while try step() {}
    }
}

// MARK: - Binding

extension SQLiteStatement {
    /// Binds values, beginning at the first index.
    func bind(_ values: some Sequence<SQLiteValue>) {
        var place: Int32 = 1
        for value in values {
            bind(place, value)
            place += 1
        }
    }

    func bind(_ place: Int32, _ value: SQLiteValue) {
        switch value {
        case .null: bindNull(place)
        case .integer(let number): bind(place, number)
        case .real(let number): bind(place, number)
        case .text(let text): bind(place, text)
        case .blob(let bytes): bytes.withUnsafeBytes { bind(place, bytes: $0) }
        }
    }

    func bindNull(_ place: Int32) { check(sqlite3_bind_null(handle, place)) }

    func bind(_ place: Int32, _ number: Int64) { check(sqlite3_bind_int64(handle, place, number)) }

    func bind(_ place: Int32, _ number: Double) { check(sqlite3_bind_double(handle, place, number)) }

    /// Binds a text with its length, since it may contain a zero.
    func bind(_ place: Int32, _ text: String) {
        let count = text.utf8.count
        // A C string ends with a zero, so it has an address even if it is empty.
        text.withCString { check(sqlite3_bind_text64(handle, place, $0, UInt64(count), Self.copies, Self.utf8)) }
    }

    /// Binds bytes; an empty blob needs an address, since a null pointer would bind null.
    func bind(_ place: Int32, bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.baseAddress, !bytes.isEmpty else {
            return check(sqlite3_bind_zeroblob(handle, place, 0))
        }
        check(sqlite3_bind_blob64(handle, place, start, UInt64(bytes.count), Self.copies))
    }

    private func check(_ code: Int32) {
        if code != SQLITE_OK { refusal = code }
    }

    private static var utf8: UInt8 { UInt8(SQLITE_UTF8) }

    /// SQLite's `SQLITE_TRANSIENT`, a macro that Swift does not import: SQLite copies the bytes.
    private static var copies: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }
}

// MARK: - Columns of the current row

extension SQLiteStatement {
    func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

    func real(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }

    /// The text, including parts after a zero; nil if it is null.
    func text(_ column: Int32) -> String? {
        // Called before the length, which is that of the form that was requested last.
        guard let start = sqlite3_column_text(handle, column) else { return nil }
        let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The bytes; nil if it is null.
    func blob(_ column: Int32) -> [UInt8]? {
        isNull(column) ? nil : withBytes(column) { Array($0) }
    }

    /// The value, of any type.
    func value(_ column: Int32) -> SQLiteValue {
        switch sqlite3_column_type(handle, column) {
        case SQLITE_INTEGER: .integer(integer(column))
        case SQLITE_FLOAT: .real(real(column))
        case SQLITE_TEXT: .text(text(column) ?? "")
        case SQLITE_BLOB: .blob(blob(column) ?? [])
        default: .null
        }
    }

    /// Calls `body` with the bytes of a column in place; they are valid until the next step.
    func withBytes<Value>(_ column: Int32, _ body: (UnsafeRawBufferPointer) -> Value) -> Value {
        let start = sqlite3_column_blob(handle, column)
        return body(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
    }
}

/// A value that is bound to a statement.
enum SQLiteValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])
}

extension SQLiteError {
    /// Creates an error from a database's last failure.
    init(of database: OpaquePointer?, code: Int32, sql: String?) {
        let extended = database.map { sqlite3_extended_errcode($0) } ?? code
        // A call that SQLite refused leaves the database's own error code unchanged.
        let isOwn = extended & 0xFF == code & 0xFF
        let message = isOwn ? database.flatMap { sqlite3_errmsg($0) } : sqlite3_errstr(code)
        let path = database.flatMap { sqlite3_db_filename($0, nil) }
        self.init(
            code: isOwn ? extended : code, message: message.map { String(cString: $0) } ?? "error", sql: sql,
            path: path.map { String(cString: $0) }, systemCode: database.map { sqlite3_system_errno($0) } ?? 0)
    }
}

extension SQLiteStatement {
    /// A column as a number; nil if it is null.
    func number(_ column: Int32) -> Int64? { isNull(column) ? nil : integer(column) }
}
#endif
