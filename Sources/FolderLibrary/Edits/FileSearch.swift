#if FolderLibrary || canImport(Darwin)
import CameraRoll

/// Where the files of a folder of photos are now, by their inodes: for a photo that another program has renamed since
/// the last scan, and that an edit is about.
///
/// Made when a file is missed, for one transaction: the whole tree is looked at, and for each file one number is kept.
struct FileSearch {
    private let root: OpenFolder
    private let own: OwnFolders
    private var folders: [[[UInt8]]] = []
    /// The folder of each inode; of several names of one file any.
    private var files: [Int64: Int32] = [:]

    /// Looks at all names beneath a root; what cannot be read is left out.
    ///
    /// - Complexity: O(n) in the files.
    init(beneath root: OpenFolder, except own: OwnFolders) {
        (self.root, self.own) = (root, own)
        add(root, at: [])
    }

    private mutating func add(_ folder: OpenFolder, at path: [[UInt8]]) {
        guard path.count <= TreeDepth.limit, !own.contains(folder.status),
            let listing = try? FolderListing(folder)
        else { return }
        let number = Int32(folders.count)
        folders.append(path)
        for entry in listing.entries {
            guard let status = entry.status else { continue }
            if status.kind == .file { files[status.inode] = number }
            guard status.kind == .folder else { continue }
            let name = listing.name(entry)
            if let inner = try? folder.folder(at: [name]) { add(inner, at: path + [name]) }
        }
    }

    /// The names that lead to a known file; nil where it is nowhere, or where all its names are those of known files.
    func path(of file: StoredFile, _ connection: SQLiteConnection) throws -> [[UInt8]]? {
        guard let number = files[file.inode] else { return nil }
        let path = folders[Int(number)]
        guard let folder = try? root.folder(at: path), let listing = try? FolderListing(folder) else { return nil }
        let row = try connection.folder(at: path)
        for entry in listing.entries {
            guard let status = entry.status, status.kind == .file, status.inode == file.inode,
                file.isProvenFile(status) || file.isFile(status) && file.hasContent(of: status)
            else { continue }
            let name = listing.name(entry)
            if let row, try connection.knows(name, in: row, inode: file.inode) { continue }
            return path + [name]
        }
        return nil
    }
}

extension SQLiteConnection {
    /// The folder that names lead to from the root; nil where the index has none.
    func folder(at path: [[UInt8]]) throws(SQLiteError) -> FolderID? {
        var folder = FolderID.root
        for name in path {
            guard let inner = try self.folder(name, in: folder) else { return nil }
            folder = inner
        }
        return folder
    }

    fileprivate func knows(_ name: [UInt8], in folder: FolderID, inode: Int64) throws(SQLiteError) -> Bool {
        try number(
            "SELECT EXISTS(SELECT 1 FROM file WHERE folder = ? AND name = ? AND inode = ?)", .integer(folder.row),
            .blob(name), .integer(inode)) != 0
    }
}
#endif
