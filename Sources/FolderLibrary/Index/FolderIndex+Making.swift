#if FolderLibrary || canImport(Darwin)
import Foundation

extension FolderIndex {
    /// Whether the index lies in the photos' own hidden folder, and disappears with them.
    var isBesidePhotos: Bool { path == root + "/" + IndexLocation.hiddenFolder + "/index.sqlite" }

    /// Opens the folder of photos.
    func openRoot() throws(FolderError) -> OpenFolder {
        // A URL that is not a file URL has no path, and a path must be absolute.
        guard root.hasPrefix("/") else { throw .cannotOpenRoot(path: root, code: EINVAL) }
        do throws(SystemError) {
            return try OpenFolder(root: root)
        } catch {
            throw .cannotOpenRoot(path: root, code: error.code)
        }
    }

    /// The reason why the folder of photos cannot be opened; nil if it can.
    var rootProblem: FolderError? {
        do throws(FolderError) {
            _ = try openRoot()
            return nil
        } catch {
            return error
        }
    }

    /// The reason why the index could not be written; nil if it could.
    ///
    /// This writes nothing. The database is written, and its log is created next to it: both it and its folder, or the
    /// nearest existing folder above it, must be writable.
    var writingProblem: FolderError? {
        var above = folder
        while above != "/", access(above, F_OK) != 0, errno == ENOENT {
            above = (above as NSString).deletingLastPathComponent
        }
        for item in access(path, F_OK) == 0 ? [path, above] : [above] where access(item, W_OK) != 0 {
            return .refusal(at: path, code: errno)
        }
        return nil
    }

    /// Creates the folder of the index, but never that of the photos, whose path may be wrong.
    ///
    /// An existing index elsewhere can be read while the photos are away.
    func makeFolder() throws(FolderError) {
        if isBesidePhotos { return try makeHiddenFolder() }
        guard !FileManager.default.fileExists(atPath: path) else { return }
        _ = try openRoot()
        try makeOwnFolder()
    }

    /// Creates the folder of an index that lies elsewhere, even if the photos are away.
    func makeOwnFolder() throws(FolderError) {
        let folder = URL(filePath: path).deletingLastPathComponent()
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch let error as CocoaError {
            throw .refusal(at: folder.path, code: SystemError(error).code)
        } catch {
            throw FolderError(error)
        }
    }

    /// Locks the folder of the index against other processes that create, repair or replace an index there.
    ///
    /// - Returns: the folder, which is locked until it is released; nil if it cannot be opened. On a volume without
    ///   locks it locks nothing.
    func locked() -> OpenFolder? {
        guard let folder = try? OpenFolder(root: folder) else { return nil }
        do throws(SystemError) {
            try folder.lock(waiting: false)
        } catch {
            guard error.code == EWOULDBLOCK else { return folder }
            hooks.onWait?()
            try? folder.lock(waiting: true)
        }
        return folder
    }

    /// The reason why an existing folder has no index: SQLite reports only that it cannot read the file.
    func refusal() -> FolderError {
        let folder = URL(filePath: path).deletingLastPathComponent().path
        return .cannotWriteIndex(path: path, code: access(folder, W_OK) == 0 ? ENOENT : errno)
    }

    private func makeHiddenFolder() throws(FolderError) {
        let folder = try openRoot()
        do throws(SystemError) {
            _ = try folder.folder(making: [Array(IndexLocation.hiddenFolder.utf8)])
        } catch {
            throw .refusal(at: root + "/" + IndexLocation.hiddenFolder, code: error.code)
        }
    }
}

/// A read connection to the index, and the database that it has open.
struct IndexConnection {
    let connection: SQLiteConnection
    /// The database, which may be replaced by another one.
    let file: FileIdentity?
    /// The state of the index's files at opening, if the connection is valid only while they do not change.
    let stamp: IndexStamp?

    /// Whether the connection still has the current database open; false if there is no index.
    func isCurrent(in index: FolderIndex) -> Bool {
        guard let now = index.file else { return true }
        return now == file && (stamp == nil || stamp == IndexStamp(of: index.path))
    }
}

/// The status of an index's files: it differs once a process has written to them.
struct IndexStamp: Equatable {
    private let files: [FileStatus?]

    init(of path: String) {
        files = [path, path + "-wal", path + "-journal"].map { FileStatus(ofItemAt: $0) }
    }

    /// Whether the log has content, or the journal of a process that was killed while it created the index.
    var hasLog: Bool { files.dropFirst().contains { $0.map { $0.size > 0 } ?? false } }
}

/// Reading an index needs some space on its disk: SQLite keeps a shared memory file next to a database with a log. If
/// that cannot be created, on a full disk or a read-only volume, an index without a log is opened as immutable: without
/// locks and without that file. The result is valid until the next write, so each use compares the files with their
/// former status. An index with a log, which a killed process leaves behind, is not read there: SQLite reads a log
/// without that file only in exclusive mode, and closing such a connection would release the locks of all others in
/// this process.
extension FolderIndex {
    /// Opens the index to read, even if nothing can be written next to it; the index must exist.
    ///
    /// - Throws: the error that SQLite reports normally, even if it is a log that cannot be read without writing.
    func connect() throws(SQLiteError) -> IndexConnection {
        let file = self.file
        do throws(SQLiteError) {
            let connection = try reader()
            // Opening succeeds lazily: the first statement opens the log.
            _ = try connection.number("SELECT count(*) FROM sqlite_schema")
            return IndexConnection(connection: connection, file: file, stamp: nil)
        } catch {
            guard isCausedBySpaceOrPermission(error), file != nil, let frozen = try? frozen() else { throw error }
            return frozen
        }
    }

    /// Whether nothing can be written next to the index, for lack of space or permission.
    private func isCausedBySpaceOrPermission(_ error: SQLiteError) -> Bool {
        if error.isFull { return true }
        guard var code = error.refusalCode else { return false }
        // SQLite reports only that it cannot read the file, not that it may not create it.
        if code == ENOENT, access(folder, W_OK) != 0 { code = errno }
        return [EROFS, EACCES, EPERM].contains(code)
    }

    /// Opens an index that has no log as immutable; nil if it has one.
    private func frozen() throws(SQLiteError) -> IndexConnection? {
        let (file, stamp) = (self.file, IndexStamp(of: path))
        guard !stamp.hasLog else { return nil }
        let connection = try SQLiteConnection(path: path, .frozen, cacheBytes: 8 << 20, patience: hooks.patience)
        _ = try connection.number("SELECT count(*) FROM sqlite_schema")
        return IndexConnection(connection: connection, file: file, stamp: stamp)
    }

    /// Whether an index that cannot be opened for writing can be read: it belongs to these photos, and its version has
    /// all tables that are read.
    func isReadable(by connection: SQLiteConnection) throws(SQLiteError) -> Bool {
        guard try connection.number("PRAGMA application_id") == IndexSchema.applicationID,
            IndexSchema.versions.contains(try connection.number("PRAGMA user_version")),
            let root = try connection.first("SELECT root FROM library", read: { $0.blob(0) ?? [] })
        else { return false }
        // An index next to the photos may have been moved with them.
        return root == Array(self.root.utf8) || path.hasPrefix(self.root + "/")
    }
}

extension SQLiteConnection {
    /// The identity of the library, which distinguishes its index from those of other photos.
    func libraryName() throws(SQLiteError) -> String {
        try first("SELECT identity FROM library", read: { $0.text(0) ?? "" }) ?? ""
    }
}
#endif
