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
final class RootIdentity: Sendable {
    private let path: String
    private let identity = Lock<FileIdentity?>(nil)

    init(path: String) {
        self.path = path
    }

    /// Takes the folder that the path leads to now, if any, for the one that is known.
    ///
    /// An empty folder that is another than was indexed is where a volume hung that is away: it is not opened.
    ///
    /// - Parameter inode: that of the folder that was indexed last; nil if none was.
    func learn(indexed inode: Int64?) {
        guard let folder = try? OpenFolder(root: path) else { return }
        let isOther = inode.map { $0 != folder.status.inode } ?? false
        if isOther, !folder.hasEntries { return identity.withLock { $0 = .away } }
        accept(folder)
    }

    /// Takes a folder for the one that is known from now on.
    func accept(_ folder: OpenFolder) {
        identity.withLock { $0 = folder.status.identity }
    }

    /// Opens the folder.
    ///
    /// - Throws: `EditError.volumeOffline` where it is gone, or if there is another one than is known.
    func open() throws -> OpenFolder {
        let folder: OpenFolder
        do throws(SystemError) {
            folder = try OpenFolder(root: path)
        } catch {
            guard [ENOENT, ENOTDIR, ENXIO, ENODEV].contains(error.code) else { throw error }
            throw EditError.volumeOffline
        }
        let known = identity.withLock(\.self)
        guard known == nil || known == folder.status.identity else { throw EditError.volumeOffline }
        return folder
    }
}

extension FileIdentity {
    /// None of any folder.
    fileprivate static let away = FileIdentity(device: -1, inode: 0)
}

extension SQLiteConnection {
    /// The inode of the folder of photos that was indexed last; nil if none was.
    func rootInode() throws(SQLiteError) -> Int64? {
        try first("SELECT root_inode FROM library", read: { $0.isNull(0) ? nil : $0.integer(0) }) ?? nil
    }
}
#endif
