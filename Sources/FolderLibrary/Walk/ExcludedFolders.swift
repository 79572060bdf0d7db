#if FolderLibrary || canImport(Darwin)
import Foundation

/// The folders that are the library's own, wherever they lie: that of the index, and the trash.
///
/// Within the folder of photos they are passed over: an index would be looked at for each change of its own, and what
/// was deleted would be found again. They are told by what they are, and not by their names.
struct ExcludedFolders {
    private let identities: Set<FileIdentity>

    /// - Parameter root: the folder of photos itself, which is never passed over.
    init(of store: FolderStore, within root: OpenFolder) {
        let index = URL(filePath: store.index.path).deletingLastPathComponent()
        let folders = [index, store.configuration.trash].compactMap { $0 }.compactMap { try? OpenFolder(root: $0.path) }
        identities = Set(folders.map(\.status.identity)).subtracting([root.status.identity])
    }

    func contains(_ status: FileStatus) -> Bool {
        identities.contains(status.identity)
    }
}
#endif
