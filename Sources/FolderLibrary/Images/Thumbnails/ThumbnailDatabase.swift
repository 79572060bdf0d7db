#if FolderLibrary || canImport(Darwin)
import CameraRoll

/// The database of kept thumbnails: which there are, how large, and when each was used last.
final class ThumbnailDatabase {
    private let connection: SQLiteConnection
    /// Bytes of all thumbnails, as far as this process knows.
    private(set) var byteCount: Int
    /// The number of the last use.
    private var lastUse: Int64

    /// So many uses later a thumbnail is noted as used again: not every read is to be a write.
    private static let useStep: Int64 = 64
    /// What a row takes beside its picture.
    private static let rowBytes = 128
    private static let version = 1

    /// Opens the database, and makes it where there is none.
    init(path: String) throws(SQLiteError) {
        connection = try SQLiteConnection(path: path, .readWrite)
        // What is lost when the power goes can be made again, and a damaged store is set aside.
        try connection.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA busy_timeout = 200")
        if try connection.number("PRAGMA user_version") != Self.version {
            try connection.execute(
                """
                DROP TABLE IF EXISTS thumbnail;
                CREATE TABLE thumbnail(
                    id INTEGER PRIMARY KEY, asset TEXT NOT NULL, shape TEXT NOT NULL, version INTEGER NOT NULL,
                    used INTEGER NOT NULL, bytes INTEGER NOT NULL, width INTEGER NOT NULL, height INTEGER NOT NULL,
                    degraded INTEGER NOT NULL, failure TEXT, profile BLOB, pixels BLOB, UNIQUE(asset, shape));
                CREATE INDEX thumbnail_by_use ON thumbnail(used, bytes);
                PRAGMA user_version = \(Self.version)
                """)
        }
        byteCount = Int(try connection.number("SELECT TOTAL(bytes) FROM thumbnail"))
        lastUse = try connection.number("SELECT MAX(used) FROM thumbnail")
    }

    /// What is kept for a key; nil where there is nothing, or it is of another content.
    func answer(for key: ThumbnailKey) throws(SQLiteError) -> ThumbnailAnswer? {
        let found = try connection.first(
            """
            SELECT id, used, width, height, degraded, failure, profile, pixels FROM thumbnail
            WHERE asset = ? AND shape IN (?, '') AND version = ?
            """,
            [.text(key.asset.rawValue), .text(key.shape), .integer(Int64(bitPattern: key.contentVersion))]
        ) { row in (id: row.integer(0), used: row.integer(1), answer: Self.answer(row)) }
        guard let found else { return nil }
        if lastUse - found.used >= Self.useStep {
            try connection.run(
                "UPDATE thumbnail SET used = ? WHERE id = ?", .integer(nextUse()), .integer(found.id))
        }
        return found.answer
    }

    private static func answer(_ row: SQLiteStatement) -> ThumbnailAnswer? {
        if let failure = row.text(5) { return .failure(reason: failure) }
        let size = PixelSize(width: Int(row.integer(2)), height: Int(row.integer(3)))
        guard (1...ImageRequest.longestSide).contains(size.width), (1...ImageRequest.longestSide).contains(size.height),
            let pixels = row.withBytes(7, { StoredPixels.unpacked($0, count: size.width * size.height * 4) }),
            let image = try? DecodedImage(
                size: size, bytesPerRow: size.width * 4, pixels: pixels, colorProfile: row.blob(6))
        else { return nil }
        return .image(row.integer(4) == 0 ? image : image.degraded)
    }

    /// Keeps an image, in the place of one of another content.
    func keep(_ image: DecodedImage, for key: ThumbnailKey) throws(SQLiteError) {
        let pixels = StoredPixels.packed(image.pixels)
        try insert(
            key, shape: key.shape, bytes: pixels.count + (image.colorProfile?.count ?? 0),
            [
                .integer(Int64(image.size.width)), .integer(Int64(image.size.height)),
                .integer(image.isDegraded ? 1 : 0), .null, image.colorProfile.map { .blob($0) } ?? .null, .blob(pixels),
            ])
    }

    /// Keeps why a content gives no picture, whatever size is asked for.
    func keep(failure reason: String, for key: ThumbnailKey) throws(SQLiteError) {
        try insert(
            key, shape: "", bytes: reason.utf8.count,
            [.integer(0), .integer(0), .integer(0), .text(reason), .null, .null])
    }

    private func insert(
        _ key: ThumbnailKey, shape: String, bytes: Int, _ values: [SQLiteValue]
    ) throws(SQLiteError) {
        let (asset, size) = (SQLiteValue.text(key.asset.rawValue), bytes + Self.rowBytes)
        let version = SQLiteValue.integer(Int64(bitPattern: key.contentVersion))
        // Those of another content are of no use any more, in whatever shape.
        let stale = [asset, version, .text(shape)]
        let freed = try connection.number(
            "SELECT TOTAL(bytes) FROM thumbnail WHERE asset = ? AND (version <> ? OR shape = ?)", stale)
        try connection.run(
            "DELETE FROM thumbnail WHERE asset = ? AND (version <> ? OR shape = ?)", asset, version, .text(shape))
        let statement = try connection.statement("INSERT INTO thumbnail VALUES (NULL,?,?,?,?,?,?,?,?,?,?,?)")
        statement.bind([asset, .text(shape), version, .integer(nextUse()), .integer(Int64(size))] + values)
        try statement.run()
        byteCount += size - Int(freed)
    }

    private func nextUse() -> Int64 {
        lastUse += 1
        return lastUse
    }

    /// Removes what was used least recently until no more than so many bytes are left.
    ///
    /// - Complexity: O(removed).
    func shrink(to limit: Int) throws(SQLiteError) {
        guard byteCount > limit else { return }
        // Others may have removed and added some.
        byteCount = Int(try connection.number("SELECT TOTAL(bytes) FROM thumbnail"))
        while byteCount > limit {
            let oldest = try connection.rows("SELECT id, bytes FROM thumbnail ORDER BY used LIMIT 64") { row in
                (id: row.integer(0), bytes: Int(row.integer(1)))
            }
            if oldest.isEmpty { return }
            for row in oldest where byteCount > limit {
                try connection.run("DELETE FROM thumbnail WHERE id = ?", .integer(row.id))
                byteCount -= row.bytes
            }
        }
    }
}
#endif
