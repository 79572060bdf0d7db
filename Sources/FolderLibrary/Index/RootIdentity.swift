#if FolderLibrary || canImport(Darwin)
import CameraRoll
import Foundation

/// The identity of the folder of photos when its index was opened, or when a scan ended.
///
/// If a volume is unmounted, its path may lead to nothing, to the empty folder of its mount point, or to another
/// volume. Files that are missing there were not deleted.
final class RootIdentity: Sendable {
    private struct Contents {
        /// Nil until a folder was found at the path.
        var known: FileIdentity?
        /// The folder that was last indexed; nil if no folder was.
        var indexed: VolumeIdentity?
    }

    private let index: FolderIndex
    private let contents = Lock(Contents())

    init(_ index: FolderIndex) {
        self.index = index
    }

    /// Records the folder at the path, if any, as the known one, unless it is not the indexed one.
    func learn(from connection: SQLiteConnection) throws {
        let indexed = try connection.rootIdentity()
        contents.withLock { $0.indexed = indexed }
        guard let folder = try? OpenFolder(root: index.root) else { return }
        do {
            try connection.checkRoot(folder, folder.volumeIdentity(index.hooks), of: index)
            accept(folder)
        } catch let error as FolderError where error.isAbsence {
            contents.withLock { $0.known = .away }
        }
    }

    /// Records a folder as the known one.
    func accept(_ folder: OpenFolder) {
        contents.withLock { $0.known = folder.status.identity }
    }

    /// Opens the folder.
    ///
    /// - Throws: `EditError.volumeOffline` if it is gone or is not the known one, or if none is known and the folder is
    ///   not the indexed one.
    func open() throws -> OpenFolder {
        let folder: OpenFolder
        do throws(SystemError) {
            folder = try OpenFolder(root: index.root)
        } catch {
            guard [ENOENT, ENOTDIR, ENXIO, ENODEV].contains(error.code) else { throw error }
            throw EditError.volumeOffline
        }
        let (known, indexed) = contents.withLock { ($0.known, $0.indexed) }
        let isRight = known.map { $0 == folder.status.identity } ?? isIndexed(folder, indexed)
        guard isRight else { throw EditError.volumeOffline }
        return folder
    }

    private func isIndexed(_ folder: OpenFolder, _ indexed: VolumeIdentity?) -> Bool {
        guard let indexed else { return true }
        let isSame = indexed.isSame(as: folder.volumeIdentity(index.hooks))
        return isSame ?? folder.hasEntries || isSame != true && index.isBesidePhotos && folder.hasEntries
    }
}

extension FileIdentity {
    /// An identity that no folder has.
    fileprivate static let away = FileIdentity(device: -1, inode: 0)
}
#endif
