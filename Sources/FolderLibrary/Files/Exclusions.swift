#if FolderLibrary || canImport(Darwin)
import CameraRoll
import Foundation

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The items in the folder of photos that scans skip, and that count as not existing.
///
/// These are, first, the library's own folders: that of the index, since each change of the index would cause a scan,
/// and that of the trash, since deleted files would be found again. They are identified by their inodes, not by their
/// names. Second, what the configuration excludes by name, and folders with the file `.nomedia`. An excluded folder is
/// not opened, so its size does not matter. Its photos count as missing, and get their favorites and albums back once
/// they return.
struct Exclusions: Sendable {
    /// The file that Android apps put into folders whose pictures should not be shown.
    static let marker = ".nomedia"

    private let own: Set<FileIdentity>
    private let names: ExcludedNames
    private let heedsMarker: Bool

    /// - Parameters:
    ///   - names: the names and patterns.
    ///   - heedsMarker: whether folders with the file `.nomedia` are skipped.
    ///   - index: the path of the index.
    ///   - trash: the folder of deleted files, if one is configured.
    ///   - root: the folder of photos itself, which is never skipped.
    init(names: [String], heedsMarker: Bool, index: String, trash: URL?, within root: OpenFolder) {
        let index = URL(filePath: index).deletingLastPathComponent()
        let folders = [index, trash].compactMap { $0 }.compactMap { try? OpenFolder(root: $0.path) }
        own = Set(folders.map(\.status.identity)).subtracting([root.status.identity])
        self.heedsMarker = heedsMarker
        self.names = ExcludedNames(names)
    }

    /// Whether a folder is one of the library's own.
    func contains(_ status: FileStatus) -> Bool { own.contains(status.identity) }

    /// The names that are skipped in the folder at a path.
    func names(in path: [[UInt8]]) -> NamePatterns { names.patterns(in: path) }

    /// Whether an item, or a folder on its path, is skipped because of its name.
    func excludes(_ path: [[UInt8]]) -> Bool {
        path.indices.contains { names(in: Array(path[..<$0])).contains(path[$0]) }
    }

    /// Whether a subfolder contains the file `.nomedia`.
    func isMarked(_ name: [UInt8], in folder: OpenFolder) -> Bool {
        guard heedsMarker else { return false }
        var status = stat()
        return fstatat(
            folder.descriptor, name.map { CChar(bitPattern: $0) } + "/\(Self.marker)".utf8CString, &status,
            AT_SYMLINK_NOFOLLOW) == 0
    }

    /// Whether a folder on a path, or the one at its end, contains the file `.nomedia`; the root does not count.
    func isMarked(_ path: [[UInt8]], beneath root: OpenFolder) -> Bool {
        var folder = root
        for name in path where heedsMarker {
            if isMarked(name, in: folder) { return true }
            guard let next = try? folder.folder(at: [name]) else { return false }
            folder = next
        }
        return false
    }
}
#endif
