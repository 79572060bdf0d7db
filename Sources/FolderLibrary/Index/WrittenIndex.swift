#if FolderLibrary || canImport(Darwin)
import Foundation

/// The location of a database that is open for writing, to detect that others have moved, replaced or removed it.
///
/// A database that is removed while it is open can still be read: nothing of it is lost as long as the process lives.
struct WrittenIndex {
    /// The database.
    let file: FileIdentity?
    /// The log that the database had when it was opened; it stays the same if another file replaces the database.
    let log: FileIdentity?
    private let path: String
    /// The backup of the database.
    private let backup: FileIdentity?
    /// The folder that contains it, even if it was renamed meanwhile; nil if it could not be opened.
    private let folder: OpenFolder?
    /// The folder of photos, if the database is in it; open, so that no other folder gets its inode.
    private let root: OpenFolder?

    init(_ index: FolderIndex) {
        (file, log, backup, path) = (index.file, index.log, index.backup.file, index.path)
        folder = try? OpenFolder(root: index.folder)
        root = index.isBesidePhotos ? try? OpenFolder(root: index.root) : nil
    }

    /// Whether another file is in the place of the database; one that was removed is written again from the open one.
    var isDisplaced: Bool { FileStatus(ofItemAt: path).map { $0.identity != file } ?? false }

    /// Whether the backup is still in its place.
    func keepsBackup(of index: FolderIndex) -> Bool { backup == index.backup.file }

    /// Whether a folder of photos is the one that contains the database.
    func lies(in folder: OpenFolder) -> Bool { root?.status.identity == folder.status.identity }

    /// Whether the database still has its name in its folder, which may have moved, or is on a volume that is away.
    var isKept: Bool {
        guard let status = try? folder?.status("index.sqlite") else { return false }
        return status.identity == file
    }
}

/// A file in the place of an index that is not an index, or is damaged.
struct BrokenIndex {
    let file: FileIdentity
    /// What is wrong with it.
    let reason: String
    /// The name to give it in its folder.
    let asideName: String
}

extension FolderIndex {
    /// The file in the place of the index if it is broken; nil if the index is intact or missing.
    ///
    /// - Throws: `FolderError` if it belongs to another application or a later version, or SQLite's error.
    func brokenFile() throws -> BrokenIndex? {
        guard let file = self.file, let reason = try damage() ?? missingLibrary() else { return nil }
        return BrokenIndex(file: file, reason: reason, asideName: newAsideName)
    }

    /// The reason why an undamaged database is not an index; nil if it is one.
    private func missingLibrary() throws(SQLiteError) -> String? {
        let connection = try connect().connection
        let tables = try connection.number("SELECT count(*) FROM sqlite_schema WHERE name = 'library'")
        return tables == 0 ? "it is empty" : nil
    }

    /// Writes a copy of an open index that another file has displaced beside that file.
    ///
    /// - Returns: its name.
    func keep(_ connection: SQLiteConnection) throws(SQLiteError) -> String {
        let name = newAsideName(of: "index.sqlite", "displaced")
        try connection.run("VACUUM INTO ?", .text(folder + "/" + name))
        return name
    }

    /// Removes the log beside the index, which belongs to a file that the index has replaced.
    func removeLog() {
        for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
    }

    /// Accepts the file in the place of an open index, and keeps what is open beside it if the file lacks any of it.
    ///
    /// - Parameter kept: the name of a copy that was kept already.
    func adopt(displacing open: SQLiteConnection, keptAs kept: String?) throws {
        let connection = try SQLiteConnection(path: path, .update, patience: hooks.patience)
        if try connection.contains(open.journalPlace()) {
            if let kept { unlink(folder + "/" + kept) }
            return
        }
        let name = try kept ?? keep(open)
        // The copy has all of it; another backup is written from the index.
        backup.remove()
        try connection.report("another file, which lacks edits, was put in its place", setAside: name)
    }

    /// Restores an index that was removed or replaced, from a connection that was open meanwhile.
    ///
    /// - Parameters:
    ///   - broken: the file in its place, which is set aside; nil if there is none.
    ///   - ownLog: the log of the connection, which belongs to no other database.
    /// - Returns: whether the index was restored; false if another process has put an index there meanwhile.
    /// - Throws: `FolderError`, or SQLite's error; the file in its place is unchanged then.
    func restore(
        from connection: SQLiteConnection, replacing broken: BrokenIndex?, ownLog: FileIdentity?
    ) throws -> Bool {
        if isBesidePhotos { try makeFolder() } else { try makeOwnFolder() }
        let copy = path + "-restoring-" + UUID().uuidString
        defer { for suffix in ["", "-wal", "-shm", "-journal"] { unlink(copy + suffix) } }
        try connection.run("VACUUM INTO ?", .text(copy))
        // Committing puts the whole file on disk.
        let new = try SQLiteConnection(path: copy, .readWrite, patience: hooks.patience)
        try new.flushFully()
        try new.execute("PRAGMA synchronous = FULL; BEGIN")
        let reason = broken?.reason ?? "it was removed while it was open"
        try IndexRepairReport(of: new, reason: reason, setAside: broken?.asideName ?? "", isWhole: true).write(to: new)
        // The backup does not contain this repair, and is written again.
        try new.execute("UPDATE library SET revision = random()")
        try new.execute("COMMIT")
        return try putInPlace(restored: copy, replacing: broken, ownLog: ownLog)
    }

    /// Gives a restored index its name, unless another process was first.
    private func putInPlace(
        restored copy: String, replacing broken: BrokenIndex?, ownLog: FileIdentity?
    ) throws -> Bool {
        // Where a volume has no locks, two simultaneous restorations each put a complete index there.
        let lock = locked()
        defer { withExtendedLifetime(lock) {} }
        // Checked again behind the lock: a process that was creating its index has finished by now.
        guard file == broken?.file, try broken == nil || brokenFile() != nil else { return false }
        if let broken { try setAside(as: folder + "/" + broken.asideName, ownLog: ownLog) }
        // A log that was left behind would be mistaken for that of the new index.
        for suffix in ["-wal", "-shm", "-journal"] { unlink(path + suffix) }
        guard rename(copy, path) == 0 else { throw FolderError.refusal(at: path, code: errno) }
        return true
    }

    /// Gives the file in the place of the index a second name, with its log, so that there is an index at any moment.
    ///
    /// - Parameter ownLog: the log of the former index, which does not belong to the file that is set aside.
    private func setAside(as aside: String, ownLog: FileIdentity?) throws(FolderError) {
        // Some volumes have no hard links.
        if link(path, aside) != 0, rename(path, aside) != 0 { throw .refusal(at: aside, code: errno) }
        if log != ownLog { _ = rename(path + "-wal", aside + "-wal") }
    }
}
#endif
