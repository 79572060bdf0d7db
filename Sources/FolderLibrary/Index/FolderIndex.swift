#if FolderLibrary || canImport(Darwin)
import Foundation

/// The database of a folder's index: where it is, and how it is opened, made, brought up to date and set aside.
struct FolderIndex: Sendable {
    /// The folder of photos, without a slash at its end.
    let root: String
    /// The database.
    let path: String

    /// The index of the photos in a folder; nothing is touched yet.
    init(root: String, place: IndexPlace) {
        self.root = root
        path = place.folder(forPhotosAt: root) + "/index.sqlite"
    }

    /// What a transaction of 16,384 files changes fits in, so that SQLite writes each page once.
    private static let writerCache = 48 << 20

    /// Opens the index to read; it must have been opened to write before.
    func reader() throws(SQLiteError) -> SQLiteConnection {
        try SQLiteConnection(path: path, .readOnly, cacheBytes: 8 << 20)
    }

    /// Opens the index to write: makes it where there is none, and sets a damaged one aside.
    ///
    /// - Throws: `FolderError`.
    func writer() throws -> SQLiteConnection {
        try makeFolder()
        if FileManager.default.fileExists(atPath: damageMark) { try setAside() }
        do {
            return try openOrMake()
        } catch let error as SQLiteError where error.isDamage {
            try setAside()
            return try openOrMake()
        }
    }

    /// Has the next opening set the index aside: somebody found it damaged.
    func markDamaged() {
        _ = FileManager.default.createFile(atPath: damageMark, contents: nil)
    }

    private var damageMark: String { path + "-damaged" }

    private func makeFolder() throws(FolderError) {
        let folder = (path as NSString).deletingLastPathComponent
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw .index(reason: "'\(folder)' cannot be made: \(error.localizedDescription)")
        }
    }

    /// Renames the index, so that it can be looked at, and forgets its log, which means nothing without it.
    private func setAside() throws(FolderError) {
        let files = FileManager.default
        let aside = path + ".damaged-\(Int(Date().timeIntervalSince1970))-\(UUID().uuidString.prefix(8))"
        if files.fileExists(atPath: path), rename(path, aside) != 0 {
            throw .index(reason: "the damaged index cannot be set aside: \(String(cString: strerror(errno)))")
        }
        for suffix in ["-wal", "-shm", "-damaged"] { try? files.removeItem(atPath: path + suffix) }
    }
}

// MARK: - Opening

extension FolderIndex {
    private func openOrMake() throws -> SQLiteConnection {
        let connection = try SQLiteConnection(path: path, .readWrite, cacheBytes: Self.writerCache)
        // SQLite would move its log into the database after every 4 MB, and wait for the disk each time; a scan does
        // it once, at its end.
        try connection.execute(
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 16384")
        let version = try connection.number("PRAGMA user_version")
        guard version <= IndexSchema.version else { throw FolderError.indexTooNew(version: Int(version)) }
        if version < IndexSchema.version { try bringUpToDate(connection) }
        try checkRoot(connection)
        try Incarnation.renew(connection, at: path)
        return connection
    }

    /// Takes the steps that an older index has not taken, all or none; a new one takes all.
    private func bringUpToDate(_ connection: SQLiteConnection) throws {
        // Others may be at it: whoever comes second finds it done.
        try connection.execute("BEGIN IMMEDIATE")
        do {
            let version = try connection.number("PRAGMA user_version")
            for step in IndexSchema.steps.dropFirst(Int(version)) { try connection.execute(step) }
            if version == 0 { try insertLibrary(connection) }
            try connection.execute(
                "PRAGMA user_version = \(IndexSchema.version); PRAGMA application_id = \(IndexSchema.applicationID)")
            try connection.execute("COMMIT")
        } catch {
            try? connection.execute("ROLLBACK")
            throw error
        }
    }

    private func insertLibrary(_ connection: SQLiteConnection) throws(SQLiteError) {
        try connection.run(
            "INSERT INTO library VALUES (?, ?, 1, 0, 0, NULL, 0, NULL)", .text("folder-" + UUID().uuidString),
            .blob(Array(root.utf8)))
        try connection.run(
            "INSERT INTO folder(id, parent, name, is_listed) VALUES (?, NULL, x'', 1)", .integer(FolderID.root.row))
        try Incarnation.begin(connection)
    }

    /// Refuses an index of other photos; one that lies beside them may have been moved with them.
    private func checkRoot(_ connection: SQLiteConnection) throws {
        guard let bytes = try connection.first("SELECT root FROM library", read: { $0.blob(0) ?? [] }) else {
            throw SQLiteError(code: SQLiteError.damage, message: "the index has no library", sql: nil)
        }
        guard bytes != Array(root.utf8) else { return }
        guard path.hasPrefix(root + "/") else {
            throw FolderError.indexOfAnotherFolder(path: String(decoding: bytes, as: UTF8.self))
        }
        try connection.run("UPDATE library SET root = ?", .blob(Array(root.utf8)))
    }
}
#endif
