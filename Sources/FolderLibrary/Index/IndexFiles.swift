#if FolderLibrary || canImport(Darwin)
import Foundation

/// The files of an index and of its backup, which copies of them do not share.
struct IndexFiles: Equatable {
    /// A file's inode and time of creation; the latter is nil if the volume does not record it.
    struct File: Equatable {
        let inode: Int64
        let birth: Int64?
    }

    let index: File
    let backup: File

    /// The files in a folder; nil if one of them is missing.
    init?(in folder: String) {
        guard let folder = try? OpenFolder(root: folder), let index = try? folder.status("index.sqlite"),
            let backup = try? folder.status("backup.sqlite")
        else { return nil }
        self.index = File(inode: index.inode, birth: index.birth)
        self.backup = File(inode: backup.inode, birth: backup.birth)
    }

    /// Reads the files that a backup has recorded; nil if it has recorded none.
    fileprivate init?(_ row: SQLiteStatement) {
        guard let inode = row.number(0), let own = row.number(2) else { return nil }
        index = File(inode: inode, birth: row.number(1))
        backup = File(inode: own, birth: row.number(3))
    }
}

extension IndexBackup {
    private static let columns = "index_inode, index_birth, inode, birth"

    /// The files that the backup has recorded; nil if it has none, or cannot be read.
    var files: IndexFiles? {
        guard FolderIndex.isThere(path),
            let connection = try? SQLiteConnection(path: path, .readOnly, patience: hooks.patience)
        else { return nil }
        return (try? connection.first("SELECT \(Self.columns) FROM kept_files", read: IndexFiles.init)) ?? nil
    }

    /// Records the present files, before the index has a log of its own.
    func noteFiles(_ connection: SQLiteConnection) throws(SQLiteError) {
        let hasTable = try connection.number("SELECT count(*) FROM backup.sqlite_schema WHERE name = 'kept_files'")
        guard hasTable != 0, let now = IndexFiles(in: (path as NSString).deletingLastPathComponent) else { return }
        let known = try connection.first("SELECT \(Self.columns) FROM backup.kept_files", read: IndexFiles.init) ?? nil
        guard known != now else { return }
        try connection.run(
            "UPDATE backup.kept_files SET (\(Self.columns)) = (?, ?, ?, ?)", .integer(now.index.inode),
            now.index.birth.map { .integer($0) } ?? .null, .integer(now.backup.inode),
            now.backup.birth.map { .integer($0) } ?? .null)
    }

    /// Keeps a copy of the backup if it has edits that are not in the history of the index, and reports it: neither an
    /// index that was replaced while it was closed nor its backup is dropped.
    func keepLead(of connection: SQLiteConnection, as name: String) throws {
        guard try version(in: connection) == IndexSchema.version else { return }
        let found = try connection.first(
            """
            SELECT kept.journal_end, stamp, kept.identity = own.identity
            FROM backup.kept_library AS kept, backup.kept_files, main.library AS own
            """
        ) { row in row.number(1).map { (JournalPlace(row.integer(0), stamp: $0), row.integer(2) != 0) } }
        guard let (place, isSame) = found ?? nil else { return }
        if isSame, try connection.contains(place) { return }
        let folder = (path as NSString).deletingLastPathComponent
        try connection.run("VACUUM backup INTO ?", .text(folder + "/" + name))
        try connection.report("another file was put in its place, which lacks edits of the backup", setAside: name)
    }
}

extension SQLiteConnection {
    /// Whether a position is in the history of an index, or may have been in the part that is no longer kept.
    func contains(_ place: JournalPlace) throws(SQLiteError) -> Bool {
        let start = try number("SELECT journal_start FROM library")
        return place.number < max(start, 1) ? true : try knows(place)
    }

    /// Adds a report of a file that was kept to the index; its backup is written again.
    func report(_ reason: String, setAside name: String) throws {
        try execute("BEGIN IMMEDIATE")
        do {
            try IndexRepairReport(of: self, reason: reason, setAside: name, isWhole: false).write(to: self)
            try execute("UPDATE main.library SET revision = random(); COMMIT")
        } catch {
            try? execute("ROLLBACK")
            throw error
        }
    }
}
#endif
