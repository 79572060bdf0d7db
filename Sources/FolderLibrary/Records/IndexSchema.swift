#if FolderLibrary || canImport(Darwin)
import Foundation

/// The tables of the index.
///
/// Every file has a row in `file`, by folder and name, which a rescan compares. Every shown asset has a row in
/// `asset`; once deleted, it has one in `departed`, for fetch results that still contain it. `lost` has the missing
/// assets, whose files were not found, with their places in albums, and `trashed` the deleted assets whose files
/// are in the trash. `journal` is the history.
enum IndexSchema {
    /// The version that this code writes.
    ///
    /// Version 1 has another hash of files' first bytes; version 2 lacks the columns of ``additions``, and has the
    /// absolute paths of files in a configured trash.
    static let version: Int64 = 3
    /// The versions that this code reads.
    static let versions = 1...version
    /// Distinguishes the index from other applications' databases: "CRFL".
    static let applicationID: Int64 = 0x4352_464C

    /// The columns shared by `asset`, `departed` and `trashed`.
    ///
    /// `created` is the date that is shown, `taken` the camera's clock as stated in the file, and `zone` its offset.
    /// `texts` is what a search compares: the file's name, a line break, and the texts in the file, all folded.
    static let assetColumns = """
        id INTEGER PRIMARY KEY, folder INTEGER NOT NULL, name BLOB NOT NULL, pair BLOB, type INTEGER NOT NULL,
        subtypes INTEGER NOT NULL, width INTEGER NOT NULL, height INTEGER NOT NULL, created REAL NOT NULL,
        modified REAL NOT NULL, duration REAL NOT NULL, favorite INTEGER NOT NULL, hidden INTEGER NOT NULL,
        burst TEXT, leads INTEGER NOT NULL, shown INTEGER NOT NULL, latitude REAL, longitude REAL,
        version INTEGER NOT NULL, orientation INTEGER NOT NULL, format INTEGER NOT NULL, dated INTEGER NOT NULL,
        edited INTEGER NOT NULL, taken REAL, zone INTEGER, texts TEXT NOT NULL
        """

    /// Creates all tables in an empty database.
    static let tables = """
        CREATE TABLE library(
            identity TEXT NOT NULL, root BLOB NOT NULL, next_asset INTEGER NOT NULL, journal_end INTEGER NOT NULL,
            journal_start INTEGER NOT NULL, root_inode INTEGER, first_asset INTEGER NOT NULL DEFAULT 0,
            boot TEXT, waited INTEGER NOT NULL DEFAULT 0, looked INTEGER, revision INTEGER NOT NULL DEFAULT 0,
            root_volume INTEGER, root_birth INTEGER);
        CREATE TABLE folder(
            id INTEGER PRIMARY KEY AUTOINCREMENT, parent INTEGER, name BLOB NOT NULL, is_listed INTEGER NOT NULL,
            problem INTEGER, detail BLOB, volume INTEGER, UNIQUE(parent, name));
        CREATE TABLE file(
            folder INTEGER NOT NULL, name BLOB NOT NULL, size INTEGER NOT NULL, mtime INTEGER NOT NULL,
            inode INTEGER NOT NULL, asset INTEGER, content TEXT, problem INTEGER, detail BLOB, ctime INTEGER,
            birth INTEGER, attributes INTEGER, head INTEGER, PRIMARY KEY(folder, name)) WITHOUT ROWID;
        CREATE INDEX file_by_content ON file(content, folder) WHERE content IS NOT NULL;
        CREATE INDEX file_by_problem ON file(problem) WHERE problem IS NOT NULL;
        CREATE TABLE asset(\(assetColumns));
        CREATE TABLE departed(\(assetColumns));
        CREATE INDEX asset_by_date ON asset(shown, created, id, type);
        CREATE INDEX asset_hidden ON asset(created, id) WHERE hidden = 1;
        CREATE INDEX asset_favorite ON asset(created, id) WHERE favorite = 1;
        CREATE INDEX asset_special ON asset(created, id, subtypes) WHERE subtypes <> 0;
        CREATE INDEX asset_other ON asset(type, created, id) WHERE type <> 1;
        CREATE INDEX asset_texts ON asset(id, texts);
        CREATE INDEX asset_burst ON asset(burst, id) WHERE burst IS NOT NULL;
        CREATE TABLE tally(type INTEGER PRIMARY KEY, shown INTEGER NOT NULL);
        CREATE TABLE album(
            id INTEGER PRIMARY KEY AUTOINCREMENT, is_folder INTEGER NOT NULL, title TEXT NOT NULL, parent INTEGER);
        CREATE TABLE member(
            album INTEGER NOT NULL, place INTEGER NOT NULL, asset INTEGER NOT NULL,
            PRIMARY KEY(album, place)) WITHOUT ROWID;
        CREATE INDEX member_by_asset ON member(asset, album, place);
        CREATE TABLE journal(
            number INTEGER PRIMARY KEY, kind INTEGER NOT NULL, first INTEGER, last INTEGER,
            stamp INTEGER NOT NULL DEFAULT 0);
        CREATE TABLE intent(id INTEGER PRIMARY KEY, origin BLOB NOT NULL, goal BLOB NOT NULL, inode INTEGER NOT NULL);
        CREATE TABLE lost(
            asset INTEGER PRIMARY KEY, path BLOB NOT NULL, name BLOB NOT NULL, size INTEGER NOT NULL,
            mtime INTEGER NOT NULL, inode INTEGER NOT NULL, since INTEGER NOT NULL, waited INTEGER NOT NULL DEFAULT 0,
            birth INTEGER, head INTEGER);
        CREATE INDEX lost_by_path ON lost(path);
        CREATE INDEX lost_by_inode ON lost(inode, size, mtime);
        CREATE INDEX lost_by_name ON lost(name, size, mtime);
        CREATE INDEX lost_by_content ON lost(size, mtime);
        CREATE INDEX lost_by_time ON lost(waited, since);
        CREATE TABLE lost_member(
            asset INTEGER NOT NULL, album INTEGER NOT NULL, place INTEGER NOT NULL,
            PRIMARY KEY(asset, album)) WITHOUT ROWID;
        CREATE TABLE trashed(
            \(assetColumns), deleted REAL NOT NULL, path BLOB NOT NULL, goal BLOB NOT NULL UNIQUE,
            inode INTEGER NOT NULL, paired_goal BLOB, content TEXT, members TEXT NOT NULL,
            waited INTEGER NOT NULL DEFAULT 0, home INTEGER);
        \(newTables)
        CREATE TABLE repair(
            id INTEGER PRIMARY KEY, date REAL NOT NULL, reason TEXT NOT NULL, aside TEXT NOT NULL,
            assets INTEGER NOT NULL, favorites INTEGER NOT NULL, albums INTEGER NOT NULL, whole INTEGER NOT NULL);
        """

    /// What version 3 adds: for each file in the trash without a record, the time at which it was first seen.
    static let newTables = """
        CREATE TABLE IF NOT EXISTS main.stray(name BLOB PRIMARY KEY, waited INTEGER NOT NULL) WITHOUT ROWID;
        CREATE INDEX IF NOT EXISTS main.trashed_by_inode ON trashed(inode);
        """

    /// The columns that version 3 adds; a backup of an earlier version lacks them too.
    static let additions: [(table: String, column: String, type: String)] = [
        ("library", "root_volume", "INTEGER"), ("library", "root_birth", "INTEGER"), ("folder", "volume", "INTEGER"),
        ("trashed", "waited", "INTEGER NOT NULL DEFAULT 0"), ("trashed", "home", "INTEGER"),
    ]

    /// Forgets the hashes of version 1: files without one are told apart by their other traits.
    static let forgettingHashes = "UPDATE main.file SET head = NULL; UPDATE main.lost SET head = NULL;"

    /// The index of files by inode: created when moved files are searched for, which never happens in a first indexing.
    static let moves = "CREATE INDEX IF NOT EXISTS file_by_inode ON file(inode)"
    /// The index of files by size and time: created when a name is found with another file.
    static let contents = "CREATE INDEX IF NOT EXISTS file_by_size ON file(size, mtime)"
}

/// Guarantees that rows, and therefore identifiers, are never reused, even after the index is rebuilt or restored.
///
/// A rebuilt index begins at a random row. An index that may have gone back in time, because the system was restarted
/// or it is a copy, skips more rows than can have been assigned meanwhile.
enum IdentifierEpoch {
    /// The range of the first rows of new indexes; identifiers have 40 bits.
    private static let starts: Range<Int64> = 1..<1 << 39
    /// The number of skipped rows: more than can have been assigned and lost.
    private static let gap: Int64 = 1 << 18
    /// Lists keep 32 bits of each row: no rows are skipped once half of these are used up.
    private static let span: Int64 = 1 << 31

    /// Chooses the random first rows of a new index.
    static func begin(_ connection: SQLiteConnection) throws(SQLiteError) {
        try connection.run("UPDATE library SET first_asset = ?1, next_asset = ?1", .integer(.random(in: starts)))
        try connection.run("DELETE FROM sqlite_sequence WHERE name IN ('album', 'folder')")
        for table in ["album", "folder"] {
            try connection.run(
                "INSERT INTO sqlite_sequence(name, seq) VALUES (?, ?)", .text(table), .integer(.random(in: starts)))
        }
    }

    /// Skips rows if the index may have gone back since it was last opened.
    static func renew(_ connection: SQLiteConnection, at path: String) throws(SQLiteError) {
        let name = name(of: path)
        let known = try connection.first("SELECT boot FROM library", read: { $0.text(0) })
        guard known != .some(name) else { return }
        // Another process may be doing the same; the second one then has nothing left to do.
        let isOlder = "(SELECT boot IS NOT NULL AND boot <> ?1 FROM library)"
        try connection.run(
            "UPDATE sqlite_sequence SET seq = seq + ?2 WHERE name IN ('album', 'folder') AND \(isOlder)", .text(name),
            .integer(gap))
        try connection.run(
            """
            UPDATE library SET boot = ?1, next_asset = next_asset
            + CASE WHEN \(isOlder) AND next_asset - first_asset < ?2 THEN ?3 ELSE 0 END
            """, .text(name), .integer(span), .integer(gap))
    }

    /// Identifies the boot of the system and the file: the file's content cannot go back within one boot.
    private static func name(of path: String) -> String {
        var status = stat()
        let isThere = lstat(path, &status) == 0
        return "\(startOfSystem) \(isThere ? status.st_dev : 0) \(isThere ? status.st_ino : 0)"
    }

    private static var startOfSystem: String {
        #if canImport(Darwin)
        var name = [CChar](repeating: 0, count: 64)
        var length = name.count
        sysctlbyname("kern.bootsessionuuid", &name, &length, nil, 0)
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        #else
        let text = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
        return text?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
        #endif
    }
}
#endif
