#if FolderLibrary || canImport(Darwin)
@testable import FolderLibrary
import Foundation
import Testing

extension ScratchFolder {
    private func status(of path: String) throws -> FileStatus {
        let names = path.split(separator: "/").map { Array($0.utf8) }
        let folder = try OpenFolder(root: url.path).folder(at: names.dropLast())
        return try folder.status(String(path.split(separator: "/").last ?? ""))
    }

    /// When a file's content was last changed, in nanoseconds since 1970.
    func modificationTime(of path: String) throws -> Int64 { try status(of: path).modified }

    /// Sets when a file's content was last changed, in nanoseconds since 1970.
    func setModificationTime(_ time: Int64, of path: String) {
        let when = timespec(tv_sec: Int(time / 1_000_000_000), tv_nsec: Int(time % 1_000_000_000))
        #expect(utimensat(AT_FDCWD, url.path + "/" + path, [when, when], 0) == 0)
    }

    func inode(of path: String) throws -> Int64 { try status(of: path).inode }

    /// Whether the volume records when a file was created.
    func recordsBirth(of path: String) throws -> Bool { try status(of: path).birth != nil }
}
#endif
