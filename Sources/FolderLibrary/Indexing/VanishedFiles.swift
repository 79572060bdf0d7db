#if FolderLibrary || canImport(Darwin)
import Foundation

/// What a scan has not found again: gone, or moved.
struct VanishedFiles {
    /// Files taken away in one transaction.
    private static let batchLength = 1_000

    var files: [StoredFile] = []
    private var folders: [FolderID] = []

    /// Adds a folder with all that is in it.
    mutating func add(_ folder: FolderID, in connection: SQLiteConnection, depth: Int = 0) throws(SQLiteError) {
        folders.append(folder)
        files += try connection.rows(
            "SELECT \(StoredFile.columns) FROM file WHERE folder = ?", [.integer(folder.row)], read: StoredFile.init)
        let children = try connection.rows(
            "SELECT id FROM folder WHERE parent = ?", [.integer(folder.row)], read: { FolderID(row: $0.integer(0)) })
        // A damaged index may lead in a circle.
        guard depth < TreeDepth.limit else { return }
        for child in children { try add(child, in: connection, depth: depth + 1) }
    }

    /// Writes down what is gone, and where it is instead.
    ///
    /// - Parameter firstNew: the first row of the assets that may be some that are gone.
    func settle(
        in store: FolderStore, root: OpenFolder, firstNew: Int64, _ connection: SQLiteConnection
    ) throws {
        let goals = try goals(from: firstNew, in: connection)
        var rest = try files.filter { try !isThere($0, root, connection) }[...]
        while !rest.isEmpty {
            let batch = rest.prefix(Self.batchLength)
            rest = rest.dropFirst(batch.count)
            try store.write { writer in
                for file in batch {
                    if let goal = goals[Track(file)], goal.asset ?? 0 > file.asset ?? 0 {
                        try writer.move(file, to: goal)
                    } else {
                        try writer.remove(file)
                    }
                }
                store.seams.reach(.vanishedTaken)
            }
        }
        store.seams.reach(.vanishedWritten)
        guard !folders.isEmpty else { return }
        try store.write { writer in
            for folder in folders where try !isThere(folder, root, connection) { try writer.removeFolder(folder) }
        }
    }

    /// The files that were found since and are the same as some that are gone.
    private func goals(from firstNew: Int64, in connection: SQLiteConnection) throws -> [Track: StoredFile] {
        guard !files.isEmpty, try connection.number("SELECT next_asset FROM library") > firstNew else { return [:] }
        let tracks = Set(files.map(Track.init))
        let found = try connection.rows(
            "SELECT \(StoredFile.columns) FROM file WHERE asset >= ?", [.integer(firstNew)], read: StoredFile.init)
        return Dictionary(
            found.lazy.filter { tracks.contains(Track($0)) }.map { (Track($0), $0) },
            uniquingKeysWith: { first, _ in first })
    }

    /// Whether a file is there after all.
    ///
    /// An edit may have put it back. What cannot be told is not taken away.
    private func isThere(_ file: StoredFile, _ root: OpenFolder, _ connection: SQLiteConnection) throws -> Bool {
        guard let path = try connection.path(of: file.folder) else { return false }
        return root.isThere(path, file.name, isFolder: false)
    }

    private func isThere(_ folder: FolderID, _ root: OpenFolder, _ connection: SQLiteConnection) throws -> Bool {
        guard let path = try connection.path(of: folder), let name = path.last else { return false }
        return root.isThere(path.dropLast(), name, isFolder: true)
    }
}

/// By what a file is known again under another name.
private struct Track: Hashable {
    let inode: Int64
    let size: Int64
    let modified: Int64

    init(_ file: StoredFile) {
        (inode, size, modified) = (file.inode, file.size, file.modified)
    }
}

extension OpenFolder {
    /// Whether a folder, or anything else, of a name is beneath it, or may be.
    fileprivate func isThere(_ path: some Sequence<[UInt8]>, _ name: [UInt8], isFolder: Bool) -> Bool {
        do throws(SystemError) {
            let status = try folder(at: path).named(name) { (folder, name) throws(SystemError) in
                try folder.status(name)
            }
            return (status.kind == .folder) == isFolder
        } catch {
            // The last one is a name that nothing in a folder can have.
            return ![ENOENT, ENOTDIR, ELOOP, EINVAL].contains(error.code)
        }
    }
}
#endif
