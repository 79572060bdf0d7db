#if FolderLibrary || canImport(Darwin)
import Foundation

/// A second database next to the index, with everything in it that cannot be read from the files: identifiers,
/// favorites, hidden assets, edited dates and places, albums, the trash, and the assets whose files are missing.
///
/// How it works:
/// - Each connection that writes the index attaches the backup, and has temporary triggers on the tables of the index
///   that repeat each change in the backup. So the backup changes in the same transaction, and no other code has to
///   take care of it. During a first indexing, the files are copied at the end of each transaction instead, which takes
///   a third of the time.
/// - SQLite commits the index first, and then the backup. A process that ends in between, or a disk that is full by
///   then, leaves a backup that lacks the last transaction. Each transaction leaves a random number in both, as
///   `library.revision`. A backup whose number differs from the index's is written again from the index, by the next
///   transaction or when the index is opened for writing; so is one that was removed or is damaged.
/// - A commit of the backup does not wait for the disk. If the power fails, the index has all finished edits, and the
///   backup may lack the last ones, which the revision shows too.
/// - It knows the files of the index and of itself (`IndexFiles`), and the stamp of the last entry of the history: so
///   an older or another index in the place of the right one is recognized, also beside a log that does not belong to
///   it. What only the backup has is never replaced without a copy.
/// - A damaged index is set aside and a new one is made from the backup; no page of the damaged one is read. The files
///   are read again by the next scan. An index that was removed, or has no tables, is made from the backup too.
///
/// The tables are named like those of the index, with the prefix `kept_`, since a trigger cannot qualify its tables.
struct IndexBackup {
    /// Distinguishes the backup from other applications' databases: "CRFB".
    private static let applicationID: Int64 = 0x4352_4642
    /// A backup has the version of its index.
    private static let version = IndexSchema.version
    /// The numbers of rows and positions in the history to skip, since the backup may be older than what was shown.
    private static let leap: (rows: Int64, places: Int64) = (65_536, 1 << 32)

    let path: String
    let hooks: FolderTestHooks

    /// The identity of the file; nil if the file does not exist.
    var file: FileIdentity? { FileStatus(ofItemAt: path)?.identity }
}

// MARK: - Tables

/// A table of the index that the backup mirrors.
private struct BackupTable {
    let name: String
    let key: [String]
    let columns: [String]

    init(_ name: String, key: String = "id", _ columns: String) {
        func list(_ text: String) -> [String] {
            text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
        }
        (self.name, self.key, self.columns) = (name, list(key), list(columns))
    }

    static let asset = BackupTable("asset", AssetColumns.all)
    static let stray = BackupTable("stray", key: "name", "name, waited")

    static let all = [
        asset,
        BackupTable("folder", "id, parent, name, is_listed, volume"),
        BackupTable("album", "id, is_folder, title, parent"),
        BackupTable("member", key: "album, place", "album, place, asset"),
        BackupTable("lost", key: "asset", "asset, path, name, size, mtime, inode, since, waited, birth, head"),
        BackupTable("lost_member", key: "asset, album", "asset, album, place"),
        BackupTable("departed", AssetColumns.all),
        BackupTable(
            "trashed", AssetColumns.all + ", deleted, path, goal, inode, paired_goal, content, members, waited, home"),
        stray,
        BackupTable("intent", "id, origin, goal, inode"),
        BackupTable("repair", "id, " + IndexRepairReport.columns),
    ]

    static let library = """
        identity, root, next_asset, journal_end, root_inode, first_asset, boot, waited, looked, revision,
        root_volume, root_birth
        """

    private var isAsset: Bool { name == Self.asset.name }
    private var list: String { columns.joined(separator: ", ") }
    /// The columns that identify the main file of an asset independently of its name.
    private var traces: [String] { isAsset ? ["inode", "birth", "head"] : [] }

    var schema: String {
        if key == ["id"] || key == ["asset"] {
            let others = (columns.dropFirst() + traces).joined(separator: ", ")
            return "CREATE TABLE backup.kept_\(name)(\(key[0]) INTEGER PRIMARY KEY, \(others));"
        }
        let key = key.joined(separator: ", ")
        return "CREATE TABLE IF NOT EXISTS backup.kept_\(name)(\(list), PRIMARY KEY(\(key))) WITHOUT ROWID;"
    }

    /// Replaces all rows with those of the index.
    var filling: String { "DELETE FROM backup.kept_\(name); \(copying);" }

    /// Copies all rows of the index.
    var copying: String {
        let values = (columns.map { "own." + $0 } + traces.map { "file." + $0 }).joined(separator: ", ")
        let join = isAsset ? " LEFT JOIN main.file ON file.folder = own.folder AND file.name = own.name" : ""
        return "INSERT OR REPLACE INTO backup.kept_\(name) SELECT \(values) FROM main.\(name) AS own\(join)"
    }

    /// Inserts all rows into an index that has none.
    var restoring: String {
        // Departed assets are kept only for readers of an older history, unless they may come back.
        let condition = name == "departed" ? " WHERE id IN (SELECT asset FROM backup.kept_lost)" : ""
        return "INSERT OR IGNORE INTO main.\(name)(\(list)) SELECT \(list) FROM backup.kept_\(name)\(condition);"
    }

    /// Mirrors each change in the backup.
    var triggers: String {
        """
        \(insertTrigger)
        CREATE TEMP TRIGGER keep_changed_\(name) AFTER UPDATE ON main.\(name) BEGIN \(deletion) \(insertion) END;
        CREATE TEMP TRIGGER keep_deleted_\(name) AFTER DELETE ON main.\(name) BEGIN \(deletion) END;
        """
    }

    /// Copies each new row.
    var insertTrigger: String {
        "CREATE TEMP TRIGGER keep_new_\(name) AFTER INSERT ON main.\(name) BEGIN \(insertion) END;"
    }

    private var insertion: String {
        let values = (columns.map { "new." + $0 } + traces.map { "file." + $0 }).joined(separator: ", ")
        let join =
            isAsset
            ? " FROM (SELECT 1) LEFT JOIN main.file AS file ON file.folder = new.folder AND file.name = new.name" : ""
        return "INSERT OR REPLACE INTO kept_\(name) SELECT \(values)\(join);"
    }

    private var deletion: String {
        "DELETE FROM kept_\(name) WHERE \(key.map { "\($0) = old.\($0)" }.joined(separator: " AND "));"
    }

    /// Mirrors what is known about the main files of assets and, at the end of each transaction, the counters of the
    /// index.
    static let otherTriggers = """
        CREATE TEMP TRIGGER keep_trace AFTER UPDATE OF asset, inode, birth, head ON main.file
        WHEN new.asset IS NOT NULL BEGIN
            UPDATE kept_asset SET inode = new.inode, birth = new.birth, head = new.head
            WHERE id = new.asset AND folder = new.folder AND name = new.name;
        END;
        CREATE TEMP TRIGGER keep_library AFTER UPDATE ON main.library BEGIN
            DELETE FROM kept_library;
            INSERT INTO kept_library SELECT \(library) FROM main.library;
            DELETE FROM kept_sequence;
            INSERT INTO kept_sequence SELECT name, seq FROM main.sqlite_sequence;
            UPDATE kept_files SET stamp = (SELECT stamp FROM main.journal WHERE number = new.journal_end - 1);
        END;
        """
}

// MARK: - While the index is written

extension IndexBackup {
    /// Attaches the backup to a connection that writes the index; a damaged one is removed first.
    ///
    /// - Throws: `FolderError.indexOfAnotherApplication`, or SQLite's error.
    func attach(to connection: SQLiteConnection) throws {
        do {
            try open(in: connection)
        } catch let error as SQLiteError where error.isDamage {
            try? connection.execute("DETACH backup")
            remove()
            try open(in: connection)
        }
    }

    private func open(in connection: SQLiteConnection) throws {
        try connection.run("ATTACH ? AS backup", .text(path))
        let tables = try connection.number("SELECT count(*) FROM backup.sqlite_schema")
        let application = try connection.number("PRAGMA backup.application_id")
        guard tables == 0 || application == Self.applicationID else {
            throw FolderError.indexOfAnotherApplication(path: path, applicationID: Int(application))
        }
        try connection.keepLog(of: "backup", hooks)
        // The index is on disk when an edit has ended; the backup does not have to be.
        try connection.execute("PRAGMA backup.synchronous = NORMAL")
    }

    /// Makes the backup a copy of the index if it is not one.
    func copy(_ connection: SQLiteConnection) throws {
        let isKnown = try version(in: connection) == Self.version
        // Usually there is nothing to write, and no other process is waited for.
        guard try !isKnown || !isCurrent(connection) || !hasCounts(of: connection) else { return }
        try connection.execute("BEGIN IMMEDIATE")
        do {
            try makeTables(in: connection)
            try bringUpToDate(connection)
            try copyCounts(in: connection)
            try connection.execute("COMMIT")
        } catch {
            try? connection.execute("ROLLBACK")
            throw error
        }
    }

    /// Mirrors each change of the index in the backup from now on.
    func repeatChanges(of connection: SQLiteConnection) throws(SQLiteError) {
        let triggers = BackupTable.all.map(\.triggers).joined() + BackupTable.otherTriggers
        do throws(SQLiteError) {
            try connection.execute("BEGIN; \(triggers) COMMIT")
        } catch {
            try? connection.execute("ROLLBACK")
            throw error
        }
    }

    /// Stops copying new assets: `copyAssets` copies them within the same transaction; if that is rolled back, the
    /// trigger is back too.
    ///
    /// A trigger makes each row take three times as long, even if a condition keeps it from doing anything.
    func deferAssets(in connection: SQLiteConnection) throws(SQLiteError) {
        try connection.execute("DROP TRIGGER temp.keep_new_asset")
    }

    /// Copies the assets from a row on, and from then on each new one as it is inserted.
    func copyAssets(from row: Int64, in connection: SQLiteConnection) throws(SQLiteError) {
        try connection.execute(
            """
            \(BackupTable.asset.copying) WHERE own.id >= \(row);
            \(BackupTable.asset.insertTrigger)
            """)
    }

    /// Writes the backup again, within a transaction, if it lacks a transaction.
    func bringUpToDate(_ connection: SQLiteConnection) throws(SQLiteError) {
        guard try !isCurrent(connection) else { return }
        try connection.execute(BackupTable.all.map(\.filling).joined())
    }

    private func isCurrent(_ connection: SQLiteConnection) throws(SQLiteError) -> Bool {
        try connection.number(
            """
            SELECT count(*) FROM main.library AS own JOIN backup.kept_library AS kept
            ON own.identity = kept.identity AND own.revision = kept.revision
            """) == 1
    }

    /// Whether the counters of the index are those of its last transaction; opening the index may skip numbers.
    private func hasCounts(of connection: SQLiteConnection) throws(SQLiteError) -> Bool {
        try connection.number(
            """
            SELECT count(*) FROM (
                SELECT \(BackupTable.library) FROM main.library EXCEPT SELECT * FROM backup.kept_library)
            """) == 0
    }

    private func copyCounts(in connection: SQLiteConnection) throws(SQLiteError) {
        try connection.execute(
            """
            DELETE FROM backup.kept_library;
            INSERT INTO backup.kept_library SELECT \(BackupTable.library) FROM main.library;
            DELETE FROM backup.kept_sequence;
            INSERT INTO backup.kept_sequence SELECT name, seq FROM main.sqlite_sequence;
            UPDATE backup.kept_files SET stamp = (
                SELECT stamp FROM main.journal WHERE number = (SELECT journal_end - 1 FROM main.library))
            """)
    }

    private func makeTables(in connection: SQLiteConnection) throws(SQLiteError) {
        guard try version(in: connection) != Self.version else { return }
        let old = try connection.rows("SELECT name FROM backup.sqlite_schema WHERE type = 'table'") { $0.text(0) }
        for name in old.compactMap(\.self) { try connection.execute("DROP TABLE backup.\"\(name)\"") }
        try connection.execute(
            BackupTable.all.map(\.schema).joined()
                + """
                CREATE TABLE backup.kept_library(\(BackupTable.library));
                CREATE TABLE backup.kept_sequence(name TEXT PRIMARY KEY, seq);
                CREATE TABLE backup.kept_files(index_inode, index_birth, inode, birth, stamp);
                INSERT INTO backup.kept_files DEFAULT VALUES;
                PRAGMA backup.user_version = \(Self.version);
                PRAGMA backup.application_id = \(Self.applicationID)
                """)
    }
}

// MARK: - When the index is lost

extension IndexBackup {
    /// The reason why the index is made from its backup.
    struct Loss {
        /// What was wrong with the index.
        let reason: String
        /// The name that the damaged index gets in its folder; empty if it was removed.
        let asideName: String
    }

    /// Whether an attached backup has an index, and is not damaged.
    func isUsable(in connection: SQLiteConnection) throws(SQLiteError) -> Bool {
        do throws(SQLiteError) {
            return try isWhole(in: connection)
        } catch {
            guard error.isDamage else { throw error }
            return false
        }
    }

    /// The version of an attached backup; 0 if it has no tables.
    func version(in connection: SQLiteConnection) throws(SQLiteError) -> Int64 {
        try connection.number("PRAGMA backup.user_version")
    }

    private func isWhole(in connection: SQLiteConnection) throws(SQLiteError) -> Bool {
        guard IndexSchema.versions.contains(try version(in: connection)),
            try connection.integrityProblem(of: "backup") == nil
        else { return false }
        let counts = try connection.rows("SELECT next_asset, journal_end FROM backup.kept_library") { row in
            AssetRow.all.contains(row.integer(0)) && JournalPlace.all.contains(row.integer(1))
        }
        return counts == [true]
    }

    /// Fills the tables of a new index from its backup, within a transaction.
    ///
    /// It is the same library, whose history begins at the end of the old one. Files get an impossible size, so that
    /// the next scan reads them all.
    func restore(to connection: SQLiteConnection, after loss: Loss) throws(SQLiteError) {
        if try version(in: connection) < Self.version {
            try connection.addColumns(to: "backup", prefix: "kept_")
            try connection.execute(BackupTable.stray.schema)
        }
        try connection.execute(
            """
            INSERT INTO main.library(journal_start, \(BackupTable.library))
            SELECT journal_end, \(BackupTable.library) FROM backup.kept_library;
            UPDATE main.library SET revision = random(), next_asset = next_asset + \(Self.leap.rows),
                journal_end = journal_end + \(Self.leap.places), journal_start = journal_end + \(Self.leap.places);
            \(BackupTable.all.map(\.restoring).joined(separator: "\n"))
            INSERT OR IGNORE INTO main.file(folder, name, size, mtime, inode, asset, birth, head)
            SELECT folder, name, -1, 0, coalesce(inode, 0), id, birth, head FROM backup.kept_asset;
            INSERT OR IGNORE INTO main.file(folder, name, size, mtime, inode, asset)
            SELECT folder, pair, -1, 0, 0, id FROM backup.kept_asset WHERE pair IS NOT NULL;
            DELETE FROM main.sqlite_sequence WHERE name IN ('album', 'folder');
            INSERT INTO main.sqlite_sequence(name, seq)
            SELECT name, seq + \(Self.leap.rows) FROM backup.kept_sequence WHERE name IN ('album', 'folder');
            INSERT INTO main.tally SELECT type, count(*) FROM main.asset WHERE shown = 1 GROUP BY type
            """)
        let repair = try IndexRepairReport(of: connection, reason: loss.reason, setAside: loss.asideName, isWhole: true)
        try repair.write(to: connection)
    }

    /// Removes the backup; a new one is written from the index when the index is opened for writing.
    func remove() {
        // The log comes first: SQLite would mistake it for the log of a new backup.
        for suffix in ["-wal", "-journal", "-shm", ""] { unlink(path + suffix) }
    }

    /// Removes a damaged backup; one that cannot be read now stays.
    func removeIfDamaged() throws(SQLiteError) {
        guard FolderIndex.isThere(path) else { return }
        do throws(SQLiteError) {
            let connection = try SQLiteConnection(path: path, .readOnly, patience: hooks.patience)
            guard try connection.number("PRAGMA application_id") == Self.applicationID else { return }
            if try connection.integrityProblem(of: "main") != nil { remove() }
        } catch {
            guard error.isDamage else { throw error }
            remove()
        }
    }
}

extension SQLiteConnection {
    /// What SQLite reports as wrong with a database; nil if it reports nothing.
    func integrityProblem(of database: String) throws(SQLiteError) -> String? {
        let found = try rows("PRAGMA \(database).integrity_check(1)") { $0.text(0) ?? "" }
        return found == ["ok"] ? nil : found.first ?? "no answer"
    }
}
#endif
