#if FolderLibrary || canImport(Darwin)
import Foundation

/// The library's own folders, wherever they lie: those of the index and of the trash.
///
/// Scans skip them within the folder of photos: each change of the index would cause a scan, and deleted files
/// would be found again. They are identified by their inodes, and not by their names.
struct ExcludedFolders {
    private let identities: Set<FileIdentity>

    /// - Parameters:
    ///   - index: the path of the index.
    ///   - trash: the folder of deleted files, if it has a place of its own.
    ///   - root: the folder of photos itself, which is never skipped.
    init(index: String, trash: URL?, within root: OpenFolder) {
        let index = URL(filePath: index).deletingLastPathComponent()
        let folders = [index, trash].compactMap { $0 }.compactMap { try? OpenFolder(root: $0.path) }
        identities = Set(folders.map(\.status.identity)).subtracting([root.status.identity])
    }

    func contains(_ status: FileStatus) -> Bool {
        identities.contains(status.identity)
    }
}
#endif
