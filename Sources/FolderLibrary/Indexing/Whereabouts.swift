#if FolderLibrary || canImport(Darwin)
import Foundation

/// Tells whether files and folders are where the index has them, for as long as one transaction takes.
///
/// There is what stands in the listing of its folder by just this name. A look-up alone does not tell: where case or
/// the form of letters does not matter, it finds a file by the name that it had before.
final class Whereabouts {
    typealias LookUp = (OpenFolder, UnsafePointer<CChar>) throws(SystemError) -> FileStatus

    private let root: OpenFolder
    private let lookUp: LookUp
    /// The names in each folder that was listed, by its path.
    private var names: [[[UInt8]]: Set<[UInt8]>] = [:]

    /// - Parameter lookUp: finds what a name in a folder stands for.
    init(beneath root: OpenFolder, lookUp: @escaping LookUp = { (folder, name) throws(SystemError) in
        try folder.status(name)
    }) {
        (self.root, self.lookUp) = (root, lookUp)
    }

    /// Whether a folder, or anything else, is at a path, or may be: an edit may have put it back, and what cannot be
    /// told is not taken for gone.
    func isThere(_ path: [[UInt8]], isFolder: Bool) -> Bool {
        guard let name = path.last else { return true }
        do throws(SystemError) {
            let status = try root.folder(at: path.dropLast()).named(name, lookUp)
            guard (status.kind == .folder) == isFolder else { return false }
            for index in path.indices where try !names(in: Array(path[..<index])).contains(path[index]) {
                return false
            }
            return true
        } catch {
            return error.code != ENOENT && error.code != ENOTDIR && error.code != ELOOP
        }
    }

    private func names(in path: [[UInt8]]) throws(SystemError) -> Set<[UInt8]> {
        if let known = names[path] { return known }
        let found = try FolderListing.names(in: root.folder(at: path))
        names[path] = found
        return found
    }
}
#endif
