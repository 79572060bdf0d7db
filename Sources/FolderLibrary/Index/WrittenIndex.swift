#if FolderLibrary || canImport(Darwin)
import Foundation

/// The place of a database that is open to be written, to be recognized when others have moved, replaced or removed it.
///
/// A database that is removed while it is open can still be read: as long as the process lives, nothing of it is lost.
struct WrittenIndex {
    /// The database.
    let file: FileIdentity?
    /// The folder that it is in, whatever that is called by now; nil where it could not be opened.
    private let folder: OpenFolder?
    /// The folder of photos, where the database lies in it; open, so that no other folder gets its inode.
    private let root: OpenFolder?

    init(_ index: FolderIndex) {
        (file, folder) = (index.file, try? OpenFolder(root: index.folder))
        root = index.isBesidePhotos ? try? OpenFolder(root: index.root) : nil
    }

    /// Whether a folder of photos is the one that the database lies in.
    func lies(in folder: OpenFolder) -> Bool { root?.status.identity == folder.status.identity }

    /// Whether the database still has its name in its folder, as when that was moved, or is on a volume that is away.
    var isKept: Bool {
        guard let status = try? folder?.status("index.sqlite") else { return false }
        return status.identity == file
    }
}

extension FolderStore {
    /// What is to be done about an index that is not in its place any more, before anything is written.
    ///
    /// One that was removed is written again, from what is still open. One that others have put there is opened, if it
    /// is of the same library. Where the photos are away, nothing is written anywhere: an empty folder in their place
    /// is where a volume hung, and other photos are another library's.
    ///
    /// - Throws: `FolderError` where the photos are away, or what SQLite says.
    func settleReplacement(of writer: IndexWriter) throws {
        guard index.file == nil else {
            let (old, new) = (try writer.connection.libraryName(), try index.connect().connection.libraryName())
            if old != new { throw FolderError.rootReplaced(path: index.root) }
            return
        }
        if index.isBesidePhotos {
            let folder = try index.openRoot()
            if writer.place?.lies(in: folder) != true {
                if !folder.hasEntries { throw FolderError.rootVanished(path: index.root) }
                if writer.place?.isKept == true { throw FolderError.rootReplaced(path: index.root) }
            }
        }
        try index.restore(from: writer.connection)
    }
}

extension FolderIndex {
    /// Puts an index in the place of one that was removed, from a connection that was open meanwhile.
    ///
    /// - Throws: `FolderError`, or SQLite; nothing is in its place then.
    func restore(from connection: SQLiteConnection) throws {
        if isBesidePhotos { try makeFolder() } else { try makeOwnFolder() }
        let copy = path + "-restoring-" + UUID().uuidString
        defer { for suffix in ["", "-wal", "-shm", "-journal"] { unlink(copy + suffix) } }
        try connection.run("VACUUM INTO ?", .text(copy))
        // Its commit has all of the file on disk.
        let new = try SQLiteConnection(path: copy, .readWrite, patience: seams.patience)
        try new.flushFully()
        try new.execute("PRAGMA synchronous = FULL; BEGIN")
        try IndexWriter(new, historyLimit: .max).write([IndexRepair(ofRemoved: new)])
        try new.execute("COMMIT")
        try putInPlace(restored: copy)
    }

    /// Gives an index that was restored its name, unless another process was first with the same.
    private func putInPlace(restored copy: String) throws(FolderError) {
        // Where a volume has no locks, two who restore at once each put a whole index there.
        let lock = try? OpenFolder(root: folder)
        try? lock?.lock(waiting: true)
        defer { withExtendedLifetime(lock) {} }
        guard file == nil else { return }
        // A log that was left behind would be taken for the new one's.
        for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
        guard rename(copy, path) == 0 else { throw .refusal(at: path, code: errno) }
    }
}

extension IndexRepair {
    /// What is said of an index that was removed and written again.
    fileprivate init(ofRemoved index: SQLiteConnection) throws(SQLiteError) {
        try self.init(
            date: .now, reason: "it was removed while it was open", setAside: "",
            assets: Int(index.number("SELECT count(*) FROM asset")),
            favorites: Int(index.number("SELECT count(*) FROM asset WHERE favorite = 1")),
            albums: Int(index.number("SELECT count(*) FROM album")), isWhole: true)
    }
}
#endif
