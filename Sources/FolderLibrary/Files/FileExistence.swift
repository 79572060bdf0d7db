#if FolderLibrary || canImport(Darwin)
import Foundation

/// The phases of a scan, ordered by what is certain about moved files: a name is given to another file only if no later
/// phase can tell more.
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
    private let excluded: Exclusions?
    private let lookUp: LookUp
    let phase: ScanPhase
    /// The names in each listed folder, by its path.
    private var names: [[[UInt8]]: Set<[UInt8]>] = [:]

    /// - Parameters:
    ///   - root: the folder of photos.
    ///   - excluded: what is skipped; nothing in it counts as existing.
    ///   - phase: the phase of the scan.
    ///   - lookUp: returns the status of a name in a folder.
    init(
        beneath root: OpenFolder, except excluded: Exclusions? = nil, phase: ScanPhase = .names,
        lookUp: @escaping LookUp = { (folder, name) throws(SystemError) in try folder.status(name) }
    ) {
        (self.root, self.excluded, self.lookUp) = (root, excluded, lookUp)
        self.phase = phase
    }

    /// Whether a folder (or a file) is at a path, or may be.
    ///
    /// An edit may have restored it, and an item whose existence cannot be checked does not count as gone.
    func isThere(_ path: [[UInt8]], isFolder: Bool) -> Bool {
        if excluded?.excludes(path) == true || isFolder && excluded?.isMarked(path, beneath: root) == true {
            return false
        }
        return isThere(path) { _, _, status in
            (status.kind == .folder) == isFolder && excluded?.contains(status) != true
        }
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
            let isMarked = excluded?.isMarked(name, in: folder) == true
            folder = try folder.folder(at: [name])
            if isMarked || excluded?.contains(folder.status) == true { throw SystemError(code: ENOENT) }
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
#endif
