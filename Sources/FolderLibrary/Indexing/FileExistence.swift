#if FolderLibrary || canImport(Darwin)
import Foundation

/// How much a scan knows already of where files have gone: a name is given to another file only when nothing that is
/// surer can come after it.
enum ScanPhase: Int, Comparable {
    /// Files under new names come first, since known files may have moved there.
    case newNames
    /// Files under known names that are known by their inodes: names were permuted.
    case knownFiles
    /// Files that are known by their contents, or by nothing.
    case contents
    /// What is left is what its name says.
    case names

    static func < (first: ScanPhase, second: ScanPhase) -> Bool { first.rawValue < second.rawValue }
}

/// Tells whether files and folders are where the index has them, for as long as one transaction takes.
///
/// There is what stands in the listing of its folder by just this name. A look-up alone does not tell: where case or
/// the form of letters does not matter, it finds a file by the name that it had before.
final class FileExistence {
    typealias LookUp = (OpenFolder, UnsafePointer<CChar>) throws(SystemError) -> FileStatus

    private let root: OpenFolder
    private let own: ExcludedFolders?
    private let lookUp: LookUp
    let phase: ScanPhase
    /// The names in each folder that was listed, by its path.
    private var names: [[[UInt8]]: Set<[UInt8]>] = [:]

    /// - Parameters:
    ///   - root: the folder of photos.
    ///   - own: folders in which nothing is.
    ///   - phase: how much the scan knows.
    ///   - lookUp: finds what a name in a folder stands for.
    init(
        beneath root: OpenFolder, except own: ExcludedFolders? = nil, phase: ScanPhase = .names,
        lookUp: @escaping LookUp = { (folder, name) throws(SystemError) in try folder.status(name) }
    ) {
        (self.root, self.own, self.lookUp) = (root, own, lookUp)
        self.phase = phase
    }

    /// Whether a folder, or anything else, is at a path, or may be: an edit may have put it back, and what cannot be
    /// told is not taken for gone.
    func isThere(_ path: [[UInt8]], isFolder: Bool) -> Bool {
        isThere(path) { _, _, status in (status.kind == .folder) == isFolder && own?.contains(status) != true }
    }

    /// Whether what is at a path is what is looked for, or may be.
    ///
    /// - Parameter isRight: whether a name in a folder, and what the system says of it, are what is looked for.
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
            // The last one is a name that nothing in a folder can have.
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
#endif
