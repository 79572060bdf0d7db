#if FolderLibrary || canImport(Darwin)
import CameraRoll
import Foundation

/// The files of an asset to be created, in the folder where they wait, already read.
struct StagedAsset: Sendable {
    /// One of its files.
    struct File: Sendable {
        /// Where it waits, beneath the root.
        let stagedPath: String
        /// The name that it shall have, unless there is such a file already.
        let wishedName: String
        let status: FileStatus
        let facts: AssetFacts
        let isDamaged: Bool
        /// The number of its first bytes.
        var head: Int64?
        /// What is to be removed once the file is in the library.
        var source: MovedSource?

        /// The file in the root, under a name.
        func scanned(as name: [UInt8]) -> ScannedFile {
            ScannedFile(
                folder: .root, name: name, status: status, head: head, finding: .asset(facts, isDamaged: isDamaged))
        }
    }

    /// The main file, and behind it the video of a Live Photo.
    var files: [File] = []
}

/// A file that is moved into the library by copying it: as it was before.
struct MovedSource: Sendable {
    private let path: String
    private let status: FileStatus

    /// Nil if nothing is to be moved.
    init?(_ contents: NewAsset.Resource.Contents) {
        guard case .file(let file, isMoved: true) = contents, let status = Self.status(file.path) else { return nil }
        (path, self.status) = (file.path, status)
    }

    /// Removes it, unless it is another by now: what somebody saved meanwhile is in no copy.
    func remove(_ hooks: FolderTestHooks = FolderTestHooks()) {
        guard status.kind == .file, Self.status(path) == status, unlink(path) == 0 else { return }
        let folder = (path as NSString).deletingLastPathComponent
        // The copy is in the library, whatever the disk of this one says.
        try? hooks.took(.sourceRemoved(path))
        try? OpenFolder(root: folder).synchronize()
        try? hooks.took(.folderSynced(folder))
    }

    private static func status(_ path: String) -> FileStatus? {
        var status = stat()
        return lstat(path, &status) == 0 ? FileStatus(status) : nil
    }
}
#endif
