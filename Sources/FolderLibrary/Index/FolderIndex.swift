#if FolderLibrary || canImport(Darwin)
import CameraRoll
import Foundation

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The database of a folder's index: its location, and how it is opened and created.
struct FolderIndex: Sendable {
    /// The folder of photos, without a trailing slash.
    let root: String
    /// The database.
    let path: String
    let hooks: FolderTestHooks

    /// Creates the index of the photos in a folder; no file is touched yet.
    init(root: String, place: IndexLocation, hooks: FolderTestHooks = FolderTestHooks()) {
        let volume = hooks.volume ?? VolumeKind(ofFolderAt: root)
        self.init(root: root, at: place.folder(forPhotosAt: root, on: volume) + "/index.sqlite", hooks: hooks)
    }

    init(root: String, at path: String, hooks: FolderTestHooks) {
        (self.root, self.path, self.hooks) = (root, path, hooks)
    }

    /// Holds the changes of the largest transaction of a scan, of 2,048 files, so that SQLite writes each page once.
    private static let writerCache = 48 << 20

    /// Opens the index for reading; it must have been opened for writing before.
    ///
    /// - Throws: damage for a file beside a log that is not its own, before SQLite reads both.
    func reader() throws(SQLiteError) -> SQLiteConnection {
        if hasForeignLog {
            throw SQLiteError(code: SQLiteError.damage, message: "the log belongs to another file", sql: nil)
        }
        return try SQLiteConnection(path: path, .readOnly, cacheBytes: 8 << 20, patience: hooks.patience)
    }

    /// Moves the log into the index and empties it, on a separate connection.
    ///
    /// Most of it is moved while other connections read and write. Then it waits for readers of an older snapshot, for
    /// at most a quarter of a second, during which writers wait. A part that a reader holds for longer stays in the
    /// log.
    ///
    /// - Returns: whether the log is empty.
    @discardableResult
    func moveLog() throws(SQLiteError) -> Bool {
        let isEmpty = try moveLog(of: path)
        return try moveLog(of: backup.path) && isEmpty
    }

    private func moveLog(of path: String) throws(SQLiteError) -> Bool {
        guard IndexStamp(of: path).hasLog else { return true }
        let connection = try SQLiteConnection(path: path, .update, patience: hooks.logPatience)
        try connection.flushFully()
        try connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
        // The first column says whether another connection was in the way.
        return try connection.number("PRAGMA wal_checkpoint(TRUNCATE)") == 0
    }

    /// The backup next to the index.
    var backup: IndexBackup { IndexBackup(path: folder + "/backup.sqlite", hooks: hooks) }

    /// Opens the index for writing: creates a missing one, and repairs a damaged one.
    ///
    /// - Throws: `FolderError`.
    func writer() throws -> SQLiteConnection {
        try checkLinks()
        try makeFolder()
        if isMarkedDamaged || hasForeignLog { try repair() }
        do {
            return try openOrMake()
        } catch let error as SQLiteError where error.refusalCode == ENOENT {
            throw refusal()
        } catch let error as SQLiteError where error.isDamage {
            markDamaged()
            try repair()
            return try openOrMake()
        }
    }

    /// The identity of the database, which changes if it is replaced; nil if the file is missing.
    var file: FileIdentity? { FileStatus(ofItemAt: path)?.identity }

    /// The identity of the database's log; nil if the file is missing.
    var log: FileIdentity? { FileStatus(ofItemAt: path + "-wal")?.identity }

    /// The folder of the index.
    var folder: String { (path as NSString).deletingLastPathComponent }
}

// MARK: - Opening

extension FolderIndex {
    /// Opens the database for writing, and creates its tables if it has none, from the backup if there is one.
    func openOrMake() throws -> SQLiteConnection {
        try checkOwner()
        var connection = try connectToWrite()
        try backup.noteFiles(connection)
        // Bounded, since a volume may report another inode for a file each time.
        for _ in 0..<8 where try !makeTables(of: connection) { connection = try connectToWrite() }
        try checkRoot(connection)
        try migrate(connection)
        try IdentifierEpoch.renew(connection, at: path)
        try backup.keepLead(of: connection, as: newAsideName(of: "backup.sqlite", "displaced"))
        try backup.copy(connection)
        try backup.noteFiles(connection)
        return connection
    }

    /// Brings an index of an earlier version to this one; another process may do so at the same time.
    private func migrate(_ connection: SQLiteConnection) throws {
        let isOld = { try connection.number("PRAGMA main.user_version") < IndexSchema.version }
        guard try isOld() else { return }
        try connection.execute("BEGIN IMMEDIATE")
        do {
            if try isOld() { try connection.migrate() }
            try connection.execute("COMMIT")
        } catch {
            try? connection.execute("ROLLBACK")
            throw error
        }
    }

    private func connectToWrite() throws -> SQLiteConnection {
        let connection = try SQLiteConnection(
            path: path, .readWrite, cacheBytes: Self.writerCache, patience: hooks.patience)
        // By default SQLite would move its log into the database after every 4 MB, and wait for the disk each time;
        // a scan does it once, at its end.
        try connection.keepLog(of: "main", hooks)
        try connection.execute("PRAGMA main.synchronous = NORMAL; PRAGMA wal_autocheckpoint = 16384")
        try connection.flushFully()
        try backup.attach(to: connection)
        return connection
    }

    /// Creates the tables of a new index.
    ///
    /// A process that still has a removed or replaced index open could mistake a database without tables for a broken
    /// file. Therefore the folder is locked meanwhile, as it is by a process that puts an index in place.
    ///
    /// - Returns: false if another database has replaced this one before the folder was locked.
    private func makeTables(of connection: SQLiteConnection) throws -> Bool {
        guard try connection.number("PRAGMA main.user_version") == 0 else { return true }
        let lock = locked()
        defer { withExtendedLifetime(lock) {} }
        guard !connection.hasMoved else { return false }
        try makeTables(of: connection, after: IndexBackup.Loss(reason: "it was removed", asideName: ""))
        return true
    }

    /// Creates the tables in one transaction, with the contents of the backup.
    ///
    /// - Parameter loss: the reason why there is a backup but no index.
    private func makeTables(of connection: SQLiteConnection, after loss: IndexBackup.Loss) throws {
        let hasBackup = try backup.isUsable(in: connection)
        try connection.execute("BEGIN IMMEDIATE")
        do {
            // Another process may have created them meanwhile.
            if try connection.number("PRAGMA main.user_version") == 0 {
                try connection.execute(IndexSchema.tables)
                // What an older backup has is of its version.
                let version = hasBackup ? try backup.version(in: connection) : IndexSchema.version
                if hasBackup { try backup.restore(to: connection, after: loss) } else { try insertLibrary(connection) }
                if !hasBackup, !loss.asideName.isEmpty {
                    try IndexRepairReport(of: connection, reason: loss.reason, setAside: loss.asideName, isWhole: false)
                        .write(to: connection)
                }
                try connection.execute(
                    """
                    PRAGMA main.user_version = \(version);
                    PRAGMA main.application_id = \(IndexSchema.applicationID)
                    """)
                hooks.reach(.tablesMade)
            }
            try connection.execute("COMMIT")
        } catch {
            try? connection.execute("ROLLBACK")
            throw error
        }
    }

    /// Creates a new database from the backup, in one file that is on disk when this returns.
    ///
    /// - Parameter loss: the reason why the index has to be replaced.
    func makeFromBackup(after loss: IndexBackup.Loss) throws {
        let connection = try connectToWrite()
        try makeTables(of: connection, after: loss)
        try connection.execute(
            """
            PRAGMA main.synchronous = FULL; PRAGMA main.wal_checkpoint(TRUNCATE);
            DETACH backup; PRAGMA main.journal_mode = DELETE
            """)
    }

    private func insertLibrary(_ connection: SQLiteConnection) throws(SQLiteError) {
        try connection.run(
            "INSERT INTO library(identity, root, next_asset, journal_end, journal_start) VALUES (?, ?, 1, 0, 0)",
            .text("folder-" + UUID().uuidString), .blob(Array(root.utf8)))
        try connection.run(
            "INSERT INTO folder(id, parent, name, is_listed) VALUES (?, NULL, x'', 1)", .integer(FolderID.root.row))
        try IdentifierEpoch.begin(connection)
    }

    /// Refuses an index of other photos; one that is next to its photos may have been moved with them.
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

extension SQLiteConnection {
    /// Brings the tables of an earlier version to this one, within a transaction.
    fileprivate func migrate() throws(SQLiteError) {
        if try number("PRAGMA main.user_version") < 2 { try execute(IndexSchema.forgettingHashes) }
        try addColumns(to: "main", prefix: "")
        try execute(IndexSchema.newTables)
        try nameTrashedFiles()
        try execute("PRAGMA main.user_version = \(IndexSchema.version)")
    }

    /// Adds the columns that tables of an earlier version lack.
    func addColumns(to database: String, prefix: String) throws(SQLiteError) {
        for (table, column, type) in IndexSchema.additions {
            let known = try number(
                "SELECT count(*) FROM pragma_table_info(?, ?) WHERE name = ?", .text(prefix + table), .text(database),
                .text(column))
            if known == 0 { try execute("ALTER TABLE \(database).\(prefix)\(table) ADD COLUMN \(column) \(type)") }
        }
    }

    /// Replaces the absolute paths of files in a configured trash by their names.
    private func nameTrashedFiles() throws(SQLiteError) {
        let columns = [("trashed", "goal"), ("trashed", "paired_goal"), ("intent", "goal"), ("intent", "origin")]
        for (table, column) in columns {
            let paths = try rows(
                "SELECT rowid, \(column) FROM main.\(table) WHERE substr(\(column), 1, 1) = x'2f'"
            ) { ($0.integer(0), $0.blob(1) ?? []) }
            for (row, path) in paths {
                let name = TrashPlace.configured.prefix + (path.split(separator: 47).last ?? [])
                try run("UPDATE OR IGNORE main.\(table) SET \(column) = ? WHERE rowid = ?", .blob(name), .integer(row))
            }
        }
        // What was deleted before ages from now on.
        try execute("UPDATE main.trashed SET (waited, home) = (SELECT waited, root_inode FROM main.library)")
    }

    /// Switches a database to a write-ahead log: this is the only step where SQLite does not wait for other
    /// connections.
    func keepLog(of database: String, _ hooks: FolderTestHooks) throws(SQLiteError) {
        let end = ContinuousClock.now + .milliseconds(Int(hooks.patience))
        while true {
            do throws(SQLiteError) {
                return try execute("PRAGMA \(database).journal_mode = WAL")
            } catch {
                guard error.isBusy, ContinuousClock.now < end else { throw error }
            }
            hooks.onWait?()
            usleep(2_000)
        }
    }
}

extension FolderIndex {
    /// The library's files next to the photos, and those that SQLite creates for them.
    private static let files = ["index.sqlite", "backup.sqlite", "thumbnails.sqlite"].flatMap { name in
        ["", "-wal", "-shm", "-journal", "-damaged", "-rebuilding", "-rebuilt"].map { name + $0 }
    }

    /// Refuses symbolic links in place of the index: the creator of the folder could make the library write
    /// elsewhere.
    ///
    /// The folder that a configuration names may be anywhere, and may be a link; the library's files in it may not.
    ///
    /// - Throws: `FolderError.indexNotUsable`.
    func checkLinks() throws(FolderError) {
        if path.hasPrefix(root + "/" + IndexLocation.hiddenFolder + "/") { try check(folder, is: .folder) }
        for name in Self.files { try check(folder + "/" + name, is: .file) }
    }

    private func check(_ path: String, is kind: FileStatus.Kind) throws(FolderError) {
        guard let status = FileStatus(ofItemAt: path), status.kind != kind else { return }
        throw .indexIsLink(path: path)
    }
}

/// The fields in the first bytes of a database, readable even if SQLite cannot open it.
struct DatabaseHeader: Hashable {
    /// The identifier of the application that owns the database; 0 if no application does.
    let applicationID: Int64
    /// The version of its tables.
    let version: Int64

    private static let magic = Array("SQLite format 3\0".utf8)

    /// Reads the header; nil if there is no file, or it is not an SQLite database.
    init?(path: String) {
        guard let file = try? FileBytes(path: path), file.byteCount >= 100 else { return nil }
        var bytes = [UInt8](repeating: 0, count: 100)
        let count = try? bytes.withUnsafeMutableBytes { buffer throws(MetadataError) in
            try file.read(at: 0, into: buffer)
        }
        guard count == 100, bytes.starts(with: Self.magic) else { return nil }
        func number(at position: Int) -> Int64 {
            bytes[position..<position + 4].reduce(0) { $0 << 8 | Int64($1) }
        }
        (version, applicationID) = (number(at: 60), number(at: 68))
    }
}

extension FolderIndex {
    /// Refuses a database of another application, or of a later version, before anything in it is changed.
    ///
    /// - Throws: `FolderError.indexNotUsable`, or SQLite's error.
    func checkOwner() throws {
        guard Self.isThere(path) else { return }
        do {
            let connection = try settledReader()
            let isNew = try connection.number("SELECT count(*) FROM sqlite_schema") == 0
            try check(
                try connection.number("PRAGMA application_id"), try connection.number("PRAGMA user_version"),
                isNew: isNew)
        } catch let error as SQLiteError where error.isDamage {
            // Not earlier: closing a file releases all of SQLite's locks on it in the process.
            if let header = DatabaseHeader(path: path) {
                try check(header.applicationID, header.version, isNew: header.applicationID == 0)
            }
            throw error
        }
    }

    /// Opens the index for reading, after the work of a killed process was rolled back.
    ///
    /// A new index is created, and switched to a log, with SQLite's rollback journal. A process that is killed then
    /// leaves a journal, which a read-only connection refuses to roll back, with the same error as for a file
    /// without write permission.
    private func settledReader() throws(SQLiteError) -> SQLiteConnection {
        do throws(SQLiteError) {
            let connection = try reader()
            _ = try connection.number("PRAGMA user_version")
            return connection
        } catch {
            guard error.wantsRollback else { throw error }
        }
        let writer = try SQLiteConnection(path: path, .update, patience: hooks.patience)
        _ = try writer.number("PRAGMA user_version")
        return try reader()
    }

    private func check(_ application: Int64, _ version: Int64, isNew: Bool) throws(FolderError) {
        guard application == IndexSchema.applicationID || application == 0 && isNew else {
            throw .indexOfAnotherApplication(path: path, applicationID: Int(application))
        }
        guard version <= IndexSchema.version else { throw .indexTooNew(version: Int(version)) }
    }
}
#endif
