#if FolderLibrary || canImport(Darwin)
import CameraRoll

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Searches for files that an edit needs and that another program has renamed since the last scan.
///
/// It reads each folder of the tree once for all files, and ends as soon as all are found or the edit is canceled. It
/// must run while the index is not locked, so that neither scans nor other edits wait for it. It keeps the paths of
/// pending folders in memory, and one number for each visited one.
struct FileSearch {
    private let root: OpenFolder
    private let excluded: Exclusions
    private let connection: SQLiteConnection
    private let hooks: FolderTestHooks
    /// The files that have not been found, by their inodes.
    private var wanted: [Int64: [StoredFile]]
    private var located: LocatedFiles

    /// - Throws: `EditError.volumeOffline` if the photos are away, or the error of opening the index.
    init(_ store: FolderStore, for files: [StoredFile]) throws {
        root = try store.root.open()
        excluded = Exclusions(store.configuration, index: store.index.path, within: root)
        connection = try store.openReader().connection
        hooks = store.hooks
        wanted = Dictionary(grouping: files, by: \.inode)
        located = LocatedFiles(looking: files)
    }

    /// Searches for the files; skips unreadable folders.
    ///
    /// - Parameter isCanceled: returns whether the edit is canceled; called before each folder is read.
    /// - Returns: the locations of the files that were found.
    /// - Throws: `EditError.cancelled`, or SQLite's error.
    /// - Complexity: O(n) in the files of the tree.
    mutating func run(unless isCanceled: () -> Bool) throws -> LocatedFiles {
        var seen: Set<FileIdentity> = []
        // Files are usually renamed within their folder.
        var pending = try [[]] + homes()
        while !wanted.isEmpty, let path = pending.popLast() {
            if isCanceled() { throw EditError.cancelled }
            guard let folder = try? root.folder(at: path), !excluded.contains(folder.status),
                seen.insert(folder.status.identity).inserted
            else { continue }
            hooks.reach(.folderRead)
            guard let listing = try? FolderListing(folder, except: excluded.names(in: path)) else { continue }
            try look(at: listing, at: path)
            guard path.count < TreeDepth.limit else { continue }
            pending += listing.folders.filter { !excluded.isMarked($0, in: folder) }.map { path + [$0] }
        }
        return located
    }

    /// The folders in which the index has the files.
    private func homes() throws(SQLiteError) -> [[[UInt8]]] {
        let folders = Set(wanted.values.joined().map(\.folder)).sorted { $0.row > $1.row }
        var paths: [[[UInt8]]] = []
        for folder in folders { if let path = try connection.path(of: folder) { paths.append(path) } }
        return paths
    }

    private mutating func look(at listing: FolderListing, at path: [[UInt8]]) throws(SQLiteError) {
        let found = listing.entries.filter { $0.status?.kind == .file && wanted[$0.status?.inode ?? 0] != nil }
        guard !found.isEmpty else { return }
        let folder = try connection.folder(at: path)
        for entry in found {
            guard let status = entry.status, let files = wanted[status.inode],
                let index = files.firstIndex(where: { $0.isSame(as: status) })
            else { continue }
            let name = listing.name(entry)
            // A name that the index also has is another hard link of the file, and stays.
            if let folder, try connection.knows(name, in: folder, inode: status.inode) { continue }
            located.note(files[index], at: path + [name])
            wanted[status.inode]?.remove(at: index)
            if wanted[status.inode]?.isEmpty == true { wanted[status.inode] = nil }
        }
    }
}

/// The current locations of files that are not where the index has them.
struct LocatedFiles: Sendable {
    /// The location of a file in the index.
    private struct Key: Hashable {
        let folder: FolderID
        let name: [UInt8]

        init(_ file: StoredFile) { (folder, name) = (file.folder, file.name) }
    }

    private var keys: Set<Key> = []
    private var paths: [Key: [[UInt8]]] = [:]

    /// Creates locations of files, none of which has been found.
    init(looking files: [StoredFile] = []) {
        keys = Set(files.map(Key.init))
    }

    mutating func note(_ file: StoredFile, at path: [[UInt8]]) {
        paths[Key(file)] = path
    }

    /// Whether a file was searched for.
    func covers(_ file: StoredFile) -> Bool { keys.contains(Key(file)) }

    /// The path of a file; nil if it was not found.
    func path(of file: StoredFile) -> [[UInt8]]? { paths[Key(file)] }
}

extension StoredFile {
    /// Whether a file in another location is this one, as far as its status shows.
    fileprivate func isSame(as status: FileStatus) -> Bool {
        isProvenFile(status) || isFile(status) && hasContent(of: status)
    }
}

extension FolderListing {
    /// The names of its subfolders.
    fileprivate var folders: [[UInt8]] { entries.filter { $0.status?.kind == .folder }.map(name) }
}

extension SQLiteConnection {
    fileprivate func knows(_ name: [UInt8], in folder: FolderID, inode: Int64) throws(SQLiteError) -> Bool {
        try number(
            "SELECT EXISTS(SELECT 1 FROM file WHERE folder = ? AND name = ? AND inode = ?)", .integer(folder.row),
            .blob(name), .integer(inode)) != 0
    }
}

/// The time of a file's last change: the only date of a picture whose metadata have none.
struct FileTimes {
    private let modified: timespec

    /// Reads the time of the file at a path.
    init(path: String) throws(SystemError) {
        var status = stat()
        guard stat(path, &status) == 0 else { throw SystemError(code: errno) }
        #if canImport(Darwin)
        modified = status.st_mtimespec
        #else
        modified = status.st_mtim
        #endif
    }

    /// Sets this time on another file, to the nanosecond.
    func set(on path: String) throws(SystemError) {
        // The access time gets the same value, since it is not needed.
        guard utimensat(AT_FDCWD, path, [modified, modified], 0) == 0 else { throw SystemError(code: errno) }
    }
}
#endif
