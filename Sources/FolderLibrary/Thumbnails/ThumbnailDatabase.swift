#if FolderLibrary || canImport(Darwin)
import CameraRoll

/// The database of stored thumbnails, with their sizes and times of last use.
///
/// Several processes may share it: each change is one transaction on their common state. It is created, and stores
/// thumbnails, within an ``ExpiringActivity``; a use is recorded without one.
final class ThumbnailDatabase {
    private let connection: SQLiteConnection
    /// The number of the last use known to this process.
    private var lastUse: Int64 = 0

    /// A thumbnail's use is recorded only after this number of further uses, so that not every read is a write.
    private static let useStep: Int64 = 64
    private static let version = 2

    /// Opens the database, and creates it if it is missing.
    ///
    /// It waits at most 5 ms for another process, since an image request is waiting.
    init(path: String) throws(SQLiteError) {
        connection = try SQLiteConnection(path: path, .readWrite)
        // Thumbnails that are lost in a power failure can be made again, and a damaged store is set aside.
        try connection.execute(
            """
            PRAGMA busy_timeout = 5; PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA recursive_triggers = ON
            """)
        if try !isOfThisVersion {
            try transaction { () throws(SQLiteError) in
                // Another process may have created it meanwhile.
                if try !isOfThisVersion { try connection.execute(Self.schema) }
            }
        }
        lastUse = try newestUse
    }

    private static let schema = """
        DROP TABLE IF EXISTS thumbnail;
        DROP TABLE IF EXISTS total;
        CREATE TABLE thumbnail(
            id INTEGER PRIMARY KEY, asset TEXT NOT NULL, shape TEXT NOT NULL, content TEXT NOT NULL,
            used INTEGER NOT NULL, bytes INTEGER NOT NULL, width INTEGER NOT NULL, height INTEGER NOT NULL,
            degraded INTEGER NOT NULL, failure TEXT, profile BLOB, pixels BLOB, UNIQUE(asset, shape));
        CREATE INDEX thumbnail_by_use ON thumbnail(used, bytes);
        CREATE TABLE total(bytes INTEGER NOT NULL);
        INSERT INTO total VALUES (0);
        CREATE TRIGGER thumbnail_added AFTER INSERT ON thumbnail BEGIN
            UPDATE total SET bytes = bytes + NEW.bytes; END;
        CREATE TRIGGER thumbnail_removed AFTER DELETE ON thumbnail BEGIN
            UPDATE total SET bytes = bytes - OLD.bytes; END;
        PRAGMA user_version = \(version)
        """

    private var isOfThisVersion: Bool {
        get throws(SQLiteError) { try connection.number("PRAGMA user_version") == Self.version }
    }

    private var newestUse: Int64 {
        get throws(SQLiteError) { try connection.number("SELECT MAX(used) FROM thumbnail") }
    }

    /// Runs `body` in a transaction.
    private func transaction(_ body: () throws(SQLiteError) -> Void) throws(SQLiteError) {
        try connection.execute("BEGIN IMMEDIATE")
        do throws(SQLiteError) {
            try body()
            try connection.execute("COMMIT")
        } catch {
            // After some errors it has already ended.
            try? connection.execute("ROLLBACK")
            throw error
        }
    }

    /// The thumbnail of a key; nil if it is missing, or belongs to other content.
    func thumbnail(for key: ThumbnailKey) throws(SQLiteError) -> StoredThumbnail? {
        let found = try connection.first(
            """
            SELECT id, used, width, height, degraded, failure, profile, pixels FROM thumbnail
            WHERE asset = ? AND shape IN (?, '') AND content = ? ORDER BY shape DESC
            """,
            [.text(key.asset), .text(key.shape), .text(key.content)]
        ) { row in (id: row.integer(0), used: row.integer(1), thumbnail: StoredThumbnail(row)) }
        guard let found else { return nil }
        if lastUse - found.used >= Self.useStep {
            // The result is valid even if another process prevents recording its use.
            try? connection.run(
                "UPDATE thumbnail SET used = ? WHERE id = ?", .integer(nextUse()), .integer(found.id))
        }
        return found.thumbnail
    }

    /// Stores a thumbnail, replacing those of other content, and evicts others if the limit is exceeded.
    ///
    /// A failure is stored for all shapes. A thumbnail of more than a quarter of the limit is not stored, since it
    /// would evict the others.
    func keep(_ thumbnail: StoredThumbnail, for key: ThumbnailKey, limit: Int) throws(SQLiteError) {
        guard thumbnail.byteCount <= limit / 4 else { return }
        let shape = thumbnail.failure == nil ? key.shape : ""
        try transaction { () throws(SQLiteError) in
            lastUse = max(lastUse, try newestUse)
            // Thumbnails of other content are obsolete, in every shape.
            try connection.run(
                "DELETE FROM thumbnail WHERE asset = ? AND content <> ?", .text(key.asset), .text(key.content))
            let statement = try connection.statement(
                "INSERT OR REPLACE INTO thumbnail VALUES (NULL,?,?,?,?,?,?,?,?,?,?,?)")
            statement.bind(
                [.text(key.asset), .text(shape), .text(key.content), .integer(nextUse())] + thumbnail.columns)
            try statement.run()
            try shrink(to: limit)
        }
    }

    private func nextUse() -> Int64 {
        lastUse += 1
        return lastUse
    }

    /// Evicts the least recently used thumbnails.
    ///
    /// It evicts a few more than necessary, so that not every insertion evicts, but at most a batch, since other
    /// threads wait.
    ///
    /// - Complexity: O(removed).
    private func shrink(to limit: Int) throws(SQLiteError) {
        var total = Int(try connection.number("SELECT bytes FROM total"))
        guard total > limit else { return }
        let target = limit - limit / 16
        while total > limit {
            let oldest = try connection.rows("SELECT id, bytes FROM thumbnail ORDER BY used LIMIT 64") { row in
                (id: row.integer(0), bytes: Int(row.integer(1)))
            }
            if oldest.isEmpty { return }
            for row in oldest where total > target {
                try connection.run("DELETE FROM thumbnail WHERE id = ?", .integer(row.id))
                total -= row.bytes
            }
        }
    }
}

extension StoredThumbnail {
    /// Creates a thumbnail from the columns after the number and the use.
    fileprivate init(_ row: SQLiteStatement) {
        self.init(
            size: PixelSize(width: Int(row.integer(2)), height: Int(row.integer(3))), isDegraded: row.integer(4) != 0,
            failure: row.text(5), profile: row.blob(6), pixels: row.blob(7) ?? [])
    }

    /// The columns from the number of bytes on.
    fileprivate var columns: [SQLiteValue] {
        [
            .integer(Int64(byteCount)), .integer(Int64(size.width)), .integer(Int64(size.height)),
            .integer(isDegraded ? 1 : 0), failure.map { .text($0) } ?? .null, profile.map { .blob($0) } ?? .null,
            .blob(pixels),
        ]
    }
}
#endif
