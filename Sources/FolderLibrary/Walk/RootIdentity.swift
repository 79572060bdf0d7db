#if FolderLibrary || canImport(Darwin)
import CameraRoll

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The identity of the folder of photos when its index was opened, or when a scan ended.
///
/// If a volume is unmounted, its path may lead to nothing, or to the empty folder of its mount point: the files
/// missing there were not deleted.
final class RootIdentity: Sendable {
    private let path: String
    private let identity = Lock<FileIdentity?>(nil)

    init(path: String) {
        self.path = path
    }

    /// Records the folder at the path, if any, as the known one.
    ///
    /// An empty root whose inode differs from the indexed one is refused: it is probably the mount point of an
    /// unmounted volume.
    ///
    /// - Parameter inode: the inode of the folder that was last indexed; nil if no folder was.
    func learn(indexed inode: Int64?) {
        guard let folder = try? OpenFolder(root: path) else { return }
        let isOther = inode.map { $0 != folder.status.inode } ?? false
        if isOther, !folder.hasEntries { return identity.withLock { $0 = .away } }
        accept(folder)
    }

    /// Records a folder as the known one.
    func accept(_ folder: OpenFolder) {
        identity.withLock { $0 = folder.status.identity }
    }

    /// Opens the folder.
    ///
    /// - Throws: `EditError.volumeOffline` if it is gone or is not the known one.
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
    /// An identity that no folder has.
    fileprivate static let away = FileIdentity(device: -1, inode: 0)
}

extension SQLiteConnection {
    /// The inode of the folder of photos that was last indexed; nil if no folder was.
    func rootInode() throws(SQLiteError) -> Int64? {
        try first("SELECT root_inode FROM library", read: { $0.isNull(0) ? nil : $0.integer(0) }) ?? nil
    }
}
#endif
