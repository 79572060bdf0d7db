#if FolderLibrary || canImport(Darwin)
import CameraRoll

/// The database of kept thumbnails: which there are, how large, and when each was used last.
///
/// Several processes may use it: each change is one transaction, which goes by what all of them keep.
final class ThumbnailDatabase {
    private let connection: SQLiteConnection
    /// The number of the last use, as far as this process knows.
    private var lastUse: Int64 = 0

    /// So many uses later a thumbnail is noted as used again: not every read is to be a write.
    private static let useStep: Int64 = 64
    private static let version = 2

    /// Opens the database, and makes it if there is none.
    ///
    /// Another process is waited for no longer than 5 ms: who asks waits for an image.
    init(path: String) throws(SQLiteError) {
        connection = try SQLiteConnection(path: path, .readWrite)
        // What is lost when the power goes can be made again, and a damaged store is set aside.
        try connection.execute(
            """
            PRAGMA busy_timeout = 5; PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA recursive_triggers = ON
            """)
        if try !isOfThisVersion {
            try transaction { () throws(SQLiteError) in
                // Another process may have made it meanwhile.
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

    /// Does all or nothing, while no other process writes.
    private func transaction(_ body: () throws(SQLiteError) -> Void) throws(SQLiteError) {
        try connection.execute("BEGIN IMMEDIATE")
        do throws(SQLiteError) {
            try body()
            try connection.execute("COMMIT")
        } catch {
            // After some failures it is over already.
            try? connection.execute("ROLLBACK")
            throw error
        }
    }

    /// What is kept for a key; nil if there is nothing, or it is of another content.
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
            // What was found is good, even where another process keeps this one from writing.
            try? connection.run(
                "UPDATE thumbnail SET used = ? WHERE id = ?", .integer(nextUse()), .integer(found.id))
        }
        return found.thumbnail
    }

    /// Keeps a thumbnail, in the place of those of another content, and makes room where there are too many bytes.
    ///
    /// A failure is kept for all shapes. One that takes more than a fourth of all is not kept: the others would go.
    func keep(_ thumbnail: StoredThumbnail, for key: ThumbnailKey, limit: Int) throws(SQLiteError) {
        guard thumbnail.byteCount <= limit / 4 else { return }
        let shape = thumbnail.failure == nil ? key.shape : ""
        try transaction { () throws(SQLiteError) in
            lastUse = max(lastUse, try newestUse)
            // Those of another content are of no use any more, in whatever shape.
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

    /// Removes what was used least recently; some more at once, so that not every thumbnail has to make its own room,
    /// but no more than a batch of what could stay: others wait meanwhile.
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
    /// From the columns behind the number and the use.
    fileprivate init(_ row: SQLiteStatement) {
        self.init(
            size: PixelSize(width: Int(row.integer(2)), height: Int(row.integer(3))), isDegraded: row.integer(4) != 0,
            failure: row.text(5), profile: row.blob(6), pixels: row.blob(7) ?? [])
    }

    /// From the number of bytes on.
    fileprivate var columns: [SQLiteValue] {
        [
            .integer(Int64(byteCount)), .integer(Int64(size.width)), .integer(Int64(size.height)),
            .integer(isDegraded ? 1 : 0), failure.map { .text($0) } ?? .null, profile.map { .blob($0) } ?? .null,
            .blob(pixels),
        ]
    }
}
#endif
