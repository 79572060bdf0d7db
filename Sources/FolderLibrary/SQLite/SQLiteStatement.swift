#if FolderLibrary || canImport(Darwin)
#if canImport(SQLite3)
import SQLite3
#else
import CSQLite
#endif

/// A prepared statement: bound, stepped through, reset, and used again.
final class SQLiteStatement {
    private let handle: OpaquePointer
    private let database: OpaquePointer

    /// - Throws: what SQLite says of the text.
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

    /// Goes on to the next row; false behind the last one.
    func step() throws(SQLiteError) -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw SQLiteError(of: database, code: code, sql: sqlite3_sql(handle).map { String(cString: $0) })
        }
    }

    /// Makes it ready to be bound and stepped through again; values stay bound.
    func reset() {
        sqlite3_reset(handle)
    }

    /// Steps through all rows, of which there should be none, and resets.
    func run() throws(SQLiteError) {
        defer { reset() }
        while try step() {}
    }
}

// MARK: - Binding

extension SQLiteStatement {
    /// Binds values from the first place on.
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

    func bindNull(_ place: Int32) { sqlite3_bind_null(handle, place) }

    func bind(_ place: Int32, _ number: Int64) { sqlite3_bind_int64(handle, place, number) }

    func bind(_ place: Int32, _ number: Double) { sqlite3_bind_double(handle, place, number) }

    func bind(_ place: Int32, _ text: String) {
        sqlite3_bind_text(handle, place, text, -1, Self.copies)
    }

    /// An empty blob stays one; a null pointer would bind no value at all.
    func bind(_ place: Int32, bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.baseAddress, !bytes.isEmpty else {
            sqlite3_bind_zeroblob(handle, place, 0)
            return
        }
        sqlite3_bind_blob(handle, place, start, Int32(clamping: bytes.count), Self.copies)
    }

    /// SQLite's `SQLITE_TRANSIENT`, which a header cannot say to Swift: it copies what it is given.
    private static var copies: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }
}

// MARK: - Columns of the row that was stepped to

extension SQLiteStatement {
    func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

    func real(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }

    /// The text; nil where there is none.
    func text(_ column: Int32) -> String? {
        sqlite3_column_text(handle, column).map { String(cString: $0) }
    }

    /// The bytes; nil where there is no value.
    func blob(_ column: Int32) -> [UInt8]? {
        isNull(column) ? nil : withBytes(column) { Array($0) }
    }

    /// Looks at the bytes of a column in place; they are gone at the next step.
    func withBytes<Value>(_ column: Int32, _ body: (UnsafeRawBufferPointer) -> Value) -> Value {
        let start = sqlite3_column_blob(handle, column)
        return body(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
    }
}

/// A value for a place in a statement.
enum SQLiteValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])
}

extension SQLiteError {
    /// What a database says of its last failure.
    init(of database: OpaquePointer?, code: Int32, sql: String?) {
        let extended = database.map { sqlite3_extended_errcode($0) } ?? code
        // A call that SQLite refused leaves the database's own code as it was.
        let isOwn = extended & 0xFF == code & 0xFF
        let message = isOwn ? database.flatMap { sqlite3_errmsg($0) } : sqlite3_errstr(code)
        self.init(
            code: isOwn ? extended : code, message: message.map { String(cString: $0) } ?? "error", sql: sql)
    }
}
#endif
