#if FolderLibrary || canImport(Darwin)
import CameraRoll

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The folder of photos as it was when its index was opened, or when a scan came to its end.
///
/// Where a volume is taken away, its path may lead to nothing, or to an empty folder that it hung over: what is missing
/// there was not deleted by anybody.
final class KnownRoot: Sendable {
    private let path: String
    private let identity = Lock<FolderIdentity?>(nil)

    init(path: String) {
        self.path = path
    }

    /// Takes the folder that the path leads to now, if any, for the one that is known.
    ///
    /// - Parameter inode: that of the folder that was indexed last; nil where none was. An empty folder of another is
    ///   what a volume hung over that is away: nothing is known of it, and it is not opened.
    func learn(indexed inode: Int64?) {
        guard let folder = try? OpenFolder(root: path) else { return }
        let isOther = inode.map { $0 != folder.status.inode } ?? false
        if isOther, !folder.hasEntries { return identity.withLock { $0 = .away } }
        accept(folder)
    }

    /// Takes a folder for the one that is known from now on.
    func accept(_ folder: OpenFolder) {
        guard let new = folder.identity else { return }
        identity.withLock { $0 = new }
    }

    /// Opens the folder.
    ///
    /// - Throws: `EditError.volumeOffline` where it is gone, or where there is another one than is known.
    func open() throws -> OpenFolder {
        let folder: OpenFolder
        do throws(SystemError) {
            folder = try OpenFolder(root: path)
        } catch {
            guard [ENOENT, ENOTDIR, ENXIO, ENODEV].contains(error.code) else { throw error }
            throw EditError.volumeOffline
        }
        let known = identity.withLock(\.self)
        guard known == nil || known == folder.identity else { throw EditError.volumeOffline }
        return folder
    }
}

/// What tells an open folder from any other of the system.
private struct FolderIdentity: Hashable, Sendable {
    let device: Int64
    let inode: UInt64

    /// None of any folder.
    static let away = FolderIdentity(device: -1, inode: 0)
}

extension SQLiteConnection {
    /// The inode of the folder of photos that was indexed last; nil where none was.
    func rootInode() throws(SQLiteError) -> Int64? {
        try first("SELECT root_inode FROM library", read: { $0.isNull(0) ? nil : $0.integer(0) }) ?? nil
    }
}

extension OpenFolder {
    fileprivate var identity: FolderIdentity? {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        return FolderIdentity(
            device: Int64(truncatingIfNeeded: status.st_dev), inode: UInt64(truncatingIfNeeded: status.st_ino))
    }
}
#endif
