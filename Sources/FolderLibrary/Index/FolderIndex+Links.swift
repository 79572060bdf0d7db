#if FolderLibrary || canImport(Darwin)
import CameraRoll

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

extension FolderIndex {
    /// The library's files beside the photos, and those that SQLite creates for them.
    private static let files = ["index.sqlite", "thumbnails.sqlite"].flatMap { name in
        ["", "-wal", "-shm", "-journal", "-damaged", "-rebuilding", "-rebuilt"].map { name + $0 }
    }

    /// Refuses symbolic links in place of the index: the creator of the folder could make the library write
    /// elsewhere.
    ///
    /// The folder that a configuration names may be anywhere, and be a link; the library's files in it may not.
    ///
    /// - Throws: `FolderError.indexIsLink`.
    func checkLinks() throws(FolderError) {
        if path.hasPrefix(root + "/" + IndexLocation.hiddenFolder + "/") { try check(folder, is: .folder) }
        for name in Self.files { try check(folder + "/" + name, is: .file) }
    }

    private func check(_ path: String, is kind: FileStatus.Kind) throws(FolderError) {
        var status = stat()
        guard lstat(path, &status) == 0, FileStatus(status).kind != kind else { return }
        throw .indexIsLink(path: path)
    }
}
#endif
