#if FolderLibrary || canImport(Darwin)
import Foundation

/// The phases of a scan, by the certainty about moved files: a name is given to another file only if no later phase
/// can tell more.
enum ScanPhase: Int, Comparable {
    /// Files under new names come first, since known files may have moved there.
    case newNames
    /// Files under known names that are recognized by their inodes: names were permuted.
    case knownFiles
    /// Files that are recognized by their contents, or not at all.
    case contents
    /// The remaining files are identified by their names.
    case names

    static func < (first: ScanPhase, second: ScanPhase) -> Bool { first.rawValue < second.rawValue }
}

/// Checks whether files and folders are where the index has them; used for one transaction, or for the end of a scan,
/// since it keeps the listings that it has read.
///
/// A file exists only if the listing of its folder contains exactly this name. A lookup alone is not enough: on a
/// volume that ignores case or Unicode form it finds a file by its former name.
final class FileExistence {
    typealias LookUp = (OpenFolder, UnsafePointer<CChar>) throws(SystemError) -> FileStatus

    private let root: OpenFolder
    private let own: ExcludedFolders?
    private let lookUp: LookUp
    let phase: ScanPhase
    /// The names in each listed folder, by its path.
    private var names: [[[UInt8]]: Set<[UInt8]>] = [:]

    /// - Parameters:
    ///   - root: the folder of photos.
    ///   - own: the library's own folders, in which nothing counts as existing.
    ///   - phase: the phase of the scan.
    ///   - lookUp: returns the status of a name in a folder.
    init(
        beneath root: OpenFolder, except own: ExcludedFolders? = nil, phase: ScanPhase = .names,
        lookUp: @escaping LookUp = { (folder, name) throws(SystemError) in try folder.status(name) }
    ) {
        (self.root, self.own, self.lookUp) = (root, own, lookUp)
        self.phase = phase
    }

    /// Whether a folder (or a file) is at a path, or may be.
    ///
    /// An edit may have put it back, and an item whose existence cannot be checked does not count as gone.
    func isThere(_ path: [[UInt8]], isFolder: Bool) -> Bool {
        isThere(path) { _, _, status in (status.kind == .folder) == isFolder && own?.contains(status) != true }
    }

    /// Whether the item at a path matches a condition, or may match it.
    ///
    /// - Parameter isRight: the condition on a name in a folder and its status.
    func isThere(
        _ path: [[UInt8]], where isRight: (OpenFolder, UnsafePointer<CChar>, FileStatus) -> Bool
    ) -> Bool {
        guard let name = path.last else { return true }
        do throws(SystemError) {
            let folder = try folder(at: path.dropLast())
            let isFound = try folder.named(name) { (folder, name) throws(SystemError) in
                isRight(folder, name, try lookUp(folder, name))
            }
            guard isFound else { return false }
            for index in path.indices where try !names(in: Array(path[..<index])).contains(path[index]) {
                return false
            }
            return true
        } catch {
            // The last one, EINVAL, is the error for a name that no folder can contain.
            return ![ENOENT, ENOTDIR, ELOOP, EINVAL].contains(error.code)
        }
    }

    private func folder(at path: ArraySlice<[UInt8]>) throws(SystemError) -> OpenFolder {
        var folder = root
        for name in path {
            folder = try folder.folder(at: [name])
            if own?.contains(folder.status) == true { throw SystemError(code: ENOENT) }
        }
        return folder
    }

    private func names(in path: [[UInt8]]) throws(SystemError) -> Set<[UInt8]> {
        if let known = names[path] { return known }
        let found = try FolderListing.names(in: root.folder(at: path))
        names[path] = found
        return found
    }
}

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
