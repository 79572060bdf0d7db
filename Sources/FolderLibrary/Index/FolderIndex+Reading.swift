#if FolderLibrary || canImport(Darwin)
import Foundation

/// A connection that reads the index, and the database that it is to.
struct IndexConnection {
    let connection: SQLiteConnection
    /// The database, which another one may replace.
    let file: FileIdentity?
    /// What the files of the index were like when it was opened, if it is right only as long as they stay so.
    let stamp: IndexStamp?

    /// Whether it still shows the index that is in its place; an index that is away is in none.
    func isCurrent(in index: FolderIndex) -> Bool {
        guard let now = index.file else { return true }
        return now == file && (stamp == nil || stamp == IndexStamp(of: index.path))
    }
}

/// What the system says of the files of an index: it differs once somebody has written to them.
struct IndexStamp: Equatable {
    private let files: [FileStatus?]

    init(of path: String) {
        files = [path, path + "-wal", path + "-journal"].map { path in
            var status = stat()
            return lstat(path, &status) == 0 ? FileStatus(status) : nil
        }
    }

    /// Whether the log holds anything, or the journal of a process that ended while it made the index.
    var hasLog: Bool { files.dropFirst().contains { $0.map { $0.size > 0 } ?? false } }
}

/// Reading an index needs a little room on its disk: SQLite keeps a file of shared memory beside a database with a log.
/// Where that cannot be made, on a full disk or a read-only volume, an index without a log is read as if it were
/// frozen: without locks and without that file. That is right until the next write, so each use compares the files with
/// what they were. One with a log, as a killed process leaves it, is not read there: SQLite reads a log without that
/// file only where nobody locks, and closing such a connection would take the locks of all others in this process away.
extension FolderIndex {
    /// Opens the index to read, also where nothing can be written beside it; it must be there.
    ///
    /// - Throws: what SQLite says of the ordinary way, also if a log is there that cannot be read without writing.
    func connect() throws(SQLiteError) -> IndexConnection {
        let file = self.file
        do throws(SQLiteError) {
            let connection = try reader()
            // Only the first statement opens the log.
            _ = try connection.number("SELECT count(*) FROM sqlite_schema")
            return IndexConnection(connection: connection, file: file, stamp: nil)
        } catch {
            guard isForWantOfRoomOrRights(error), file != nil, let frozen = try? frozen() else { throw error }
            return frozen
        }
    }

    /// Whether nothing can be written beside the index, for want of room or rights.
    private func isForWantOfRoomOrRights(_ error: SQLiteError) -> Bool {
        if error.isFull { return true }
        guard var code = error.refusalCode else { return false }
        // SQLite would read what it may not make, and tells of that only.
        if code == ENOENT, access(folder, W_OK) != 0 { code = errno }
        return [EROFS, EACCES, EPERM].contains(code)
    }

    /// Opens an index that has no log; nil if it has one.
    private func frozen() throws(SQLiteError) -> IndexConnection? {
        let (file, stamp) = (self.file, IndexStamp(of: path))
        guard !stamp.hasLog else { return nil }
        let connection = try SQLiteConnection(path: path, .frozen, cacheBytes: 8 << 20, patience: hooks.patience)
        _ = try connection.number("SELECT count(*) FROM sqlite_schema")
        return IndexConnection(connection: connection, file: file, stamp: stamp)
    }

    /// Whether an index that could not be opened to write can be read: it is of these photos, and of this version or
    /// one that has all that is read.
    func isReadable(by connection: SQLiteConnection) throws(SQLiteError) -> Bool {
        guard try connection.number("PRAGMA application_id") == IndexSchema.applicationID,
            try IndexSchema.readable.contains(connection.number("PRAGMA user_version")),
            let root = try connection.first("SELECT root FROM library", read: { $0.blob(0) ?? [] })
        else { return false }
        // One that lies beside the photos may have been moved with them.
        return root == Array(self.root.utf8) || path.hasPrefix(self.root + "/")
    }
}

extension SQLiteConnection {
    /// The name of the library, by which an index is told from that of other photos.
    func libraryName() throws(SQLiteError) -> String {
        try first("SELECT identity FROM library", read: { $0.text(0) ?? "" }) ?? ""
    }
}
#endif
