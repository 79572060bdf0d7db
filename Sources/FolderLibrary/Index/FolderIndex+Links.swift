#if FolderLibrary || canImport(Darwin)
import CameraRoll

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

extension FolderIndex {
    /// What the library keeps beside the photos, and what SQLite makes of it.
    private static let files = ["index.sqlite", "thumbnails.sqlite"].flatMap { name in
        ["", "-wal", "-shm", "-journal", "-damaged", "-rebuilding", "-rebuilt"].map { name + $0 }
    }

    /// Refuses links where the index is to be: whoever made the folder of photos would say what is written elsewhere.
    ///
    /// The folder that a configuration names may be anywhere, and be a link; what the library has in it may not.
    ///
    /// - Throws: `FolderError.indexIsLink`.
    func checkLinks() throws(FolderError) {
        if path.hasPrefix(root + "/" + IndexPlace.hiddenFolder + "/") { try check(folder, is: .folder) }
        for name in Self.files { try check(folder + "/" + name, is: .file) }
    }

    private func check(_ path: String, is kind: FileStatus.Kind) throws(FolderError) {
        var status = stat()
        guard lstat(path, &status) == 0, FileStatus(status).kind != kind else { return }
        throw .indexIsLink(path: path)
    }
}
#endif
