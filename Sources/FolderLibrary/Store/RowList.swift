#if FolderLibrary || canImport(Darwin)
import CameraRoll
import Synchronization

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The rows of a query, all of one snapshot of the index, read on demand (*Stable Pages*).
///
/// A short list is read at once. A long one has its own connection in a read transaction: the first page takes as long
/// as a page, and a thread immediately reads the rest, since an open transaction keeps SQLite's log from being
/// truncated. Access to a later page first reads up to it. Then the connection is closed, and four bytes per asset
/// remain: the offset of its row from the first row of the index. A list by creation date keeps four more, its dates.
final class RowList: Sendable {
    /// The number of rows that the thread reads before it lets other threads access the list.
    private static let sliceLength = 4_096

    /// The number of rows.
    let count: Int
    /// The first row of the index's assets.
    private let firstRow: Int64
    /// The snapshot's position in the history.
    let place: Int64
    private let contents: Lock<Contents>
    /// The number of waiting readers; the thread that reads the rest yields to them, which a lock alone would not
    /// ensure.
    private let readers = Atomic(0)

    fileprivate struct Contents {
        var rows: [UInt32] = []
        /// The dates of the rows; nil in another order.
        var dates: ListedDates?
        /// The source of further rows; nil if all rows have been read.
        var source: RowSource?
        /// The error after which no further rows can be read, since the snapshot is gone.
        var failure: SQLiteError?
    }

    /// Runs a query.
    ///
    /// - Throws: `LibraryError.albumNotFound`, or SQLite's error.
    init(
        _ query: AssetQuery, in scope: AlbumScope, firstAsset: Int64, _ reader: IndexReader, _ store: FolderStore
    ) throws {
        let sql = AssetSQL(query, in: scope)
        firstRow = firstAsset
        // An index that no other connection can open is read at once, however long that takes.
        let limit = reader.isShared ? store.hooks.shortList : .max
        var short = Contents(dates: sql.isByDate ? ListedDates() : nil)
        if let end = try short.read(sql, upTo: limit, reader.connection, firstRow) {
            (count, place) = (short.rows.count, end)
            contents = Lock(Contents(rows: short.rows, dates: short.dates))
            return
        }
        let source = try RowSource(sql, query, scope, store.index, firstRow)
        (count, place) = (source.count, source.place)
        contents = Lock(Contents(dates: sql.isByDate ? ListedDates() : nil, source: source))
        store.worker.finish(self)
    }
}

extension RowList {
    /// The elements at some positions, all less than the count; see ``row(of:)``.
    ///
    /// - Complexity: O(range), and once O(n) up to its end.
    func rows(in range: Range<Int>) throws(SQLiteError) -> ArraySlice<UInt32> {
        readers.add(1, ordering: .relaxed)
        defer { readers.subtract(1, ordering: .relaxed) }
        return try contents.withLock { contents throws(SQLiteError) in
            try contents.read(upTo: range.upperBound)
            guard contents.rows.count >= range.upperBound else {
                throw SQLiteError(code: SQLiteError.miscount, message: "the index has counted wrongly", sql: nil)
            }
            return contents.rows[range]
        }
    }

    /// The dates of all rows; nil if they are not ordered by date.
    ///
    /// - Complexity: once O(n).
    func dates() throws(SQLiteError) -> ListedDates? {
        _ = try rows(in: 0..<count)
        return contents.withLock { $0.dates }
    }

    /// The row of an element.
    func row(of element: UInt32) -> Int64 { firstRow &+ Int64(element) }

    /// The element of a row in lists; nil if it is out of range.
    func element(of row: Int64) -> UInt32? { UInt32(exactly: row &- firstRow) }

    /// All rows.
    func all() throws(SQLiteError) -> [UInt32] {
        Array(try rows(in: 0..<count))
    }

    /// Reads the rest, in slices between which other threads may access the list.
    func finish() throws(SQLiteError) {
        while try contents.withLock({ contents throws(SQLiteError) in try contents.readSlice(Self.sliceLength) }) {
            while readers.load(ordering: .relaxed) > 0 { usleep(100) }
        }
    }
}

extension RowList.Contents {
    /// Reads a short list.
    ///
    /// - Returns: the position in the history; nil if the list is longer.
    fileprivate mutating func read(
        _ sql: AssetSQL, upTo limit: Int, _ connection: SQLiteConnection, _ firstRow: Int64
    ) throws -> Int64? {
        try connection.reading {
            let statement = try connection.statement(sql.rows.sql)
            statement.bind(sql.rows.values)
            defer { statement.reset() }
            while try statement.step() {
                take(statement, firstRow)
                if rows.count > limit { return nil }
            }
            return try connection.journalEnd()
        }
    }

    /// Appends the current row of a statement.
    private mutating func take(_ statement: SQLiteStatement, _ firstRow: Int64) {
        rows.append(UInt32(truncatingIfNeeded: statement.integer(0) &- firstRow))
        dates?.append(statement, 1)
    }

    fileprivate mutating func read(upTo end: Int) throws(SQLiteError) {
        guard rows.count < end else { return }
        if let failure { throw failure }
        guard let source else { return }
        // A damaged index may contain any count.
        rows.reserveCapacity(min(source.count, 1 << 24))
        dates?.reserveCapacity(min(source.count, 1 << 24))
        while rows.count < end, try step(source) { take(source.rows, source.firstRow) }
        if rows.count == source.count || rows.count < end { self.source = nil }
    }

    /// Moves to the next row; after an error the statement would restart, so it is not used again.
    private mutating func step(_ source: RowSource) throws(SQLiteError) -> Bool {
        do throws(SQLiteError) {
            return try source.rows.step()
        } catch {
            (failure, self.source) = (error, nil)
            throw error
        }
    }

    /// Reads a slice; returns whether there are more rows.
    fileprivate mutating func readSlice(_ length: Int) throws(SQLiteError) -> Bool {
        guard let source else { return false }
        try read(upTo: min(rows.count + length, source.count))
        return self.source != nil
    }
}

/// A read transaction with the unread rows of a query.
private final class RowSource {
    let count: Int
    let place: Int64
    private let connection: SQLiteConnection
    let rows: SQLiteStatement
    let firstRow: Int64

    init(
        _ sql: AssetSQL, _ query: AssetQuery, _ scope: AlbumScope, _ index: FolderIndex, _ firstRow: Int64
    ) throws {
        self.firstRow = firstRow
        connection = try index.reader()
        try connection.execute("BEGIN")
        place = try connection.journalEnd()
        count = try connection.count(of: query, in: scope, sql)
        rows = try connection.statement(sql.rows.sql)
        rows.bind(sql.rows.values)
    }
}

extension SQLiteConnection {
    /// The number of assets of a query, stored for common queries and counted for others.
    func count(of query: AssetQuery, in scope: AlbumScope, _ sql: AssetSQL) throws(SQLiteError) -> Int {
        guard query.isTallied, scope == .library || scope == .smart(.userLibrary) else {
            return Int(try number(sql.count.sql, sql.count.values))
        }
        let types = query.mediaTypes.map { "\($0.rawValue)" }.joined(separator: ", ")
        let condition = types.isEmpty ? "" : " WHERE type IN (\(types))"
        let number = try number("SELECT total(shown) FROM tally\(condition)", [])
        guard let count = UInt32(exactly: number).map(Int.init) else {
            throw SQLiteError(code: SQLiteError.miscount, message: "the index has counted \(number)", sql: nil)
        }
        return min(count, query.limit ?? count)
    }
}

extension AssetQuery {
    /// Whether the count of the query is stored, since it restricts nothing but media types.
    fileprivate var isTallied: Bool {
        mediaSubtypes.isEmpty && isFavorite == nil && creationDates == nil && isDamaged == nil && hasCaptureDate == nil
            && !matchesHidden(true) && matchesHidden(false)
            && !matchesBurst(true, isRepresentative: false)
    }
}
#endif
