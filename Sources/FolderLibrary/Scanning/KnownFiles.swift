#if FolderLibrary || canImport(Darwin)
/// The files that the index has in a folder, one at a time in the order of their names.
///
/// All rows are from one snapshot of the index; skipped rows are not copied.
final class KnownFiles {
    private let rows: SQLiteStatement
    private var hasRow: Bool

    init(of folder: FolderID, in connection: SQLiteConnection) throws(SQLiteError) {
        rows = try connection.statement("SELECT \(StoredFile.columns) FROM file WHERE folder = ? ORDER BY name")
        rows.bind(1, folder.row)
        hasRow = try rows.step()
    }

    /// Advances to a name; any known files before it are gone.
    ///
    /// - Returns: whether the index has the name; if so, call ``comparison(with:)``.
    func advance(
        to entry: FolderListing.Entry, of listing: FolderListing, onVanished: (StoredFile) -> Void
    ) throws(SQLiteError) -> Bool {
        if isBehind { hasRow = try rows.step() }
        isBehind = false
        while hasRow {
            let order = rows.withBytes(1) { listing.compare(entry, with: $0) }
            if order < 0 { return false }
            if order == 0 {
                isBehind = true
                return true
            }
            onVanished(StoredFile(in: rows))
            hasRow = try rows.step()
        }
        return false
    }

    /// Whether the current row has been compared, so that the next call moves past it.
    private var isBehind = false

    /// Compares the current file with its status on disk, without copying its row.
    func comparison(with status: FileStatus) -> FileComparison {
        let hasBirth = rows.isNull(8) || status.birth == nil ? nil : rows.integer(8) == status.birth
        let inode = rows.integer(4)
        let isFile = inode == 0 || inode == status.inode && hasBirth != false
        // A row without an asset identifies no photo, so it cannot be replaced.
        let other: FileComparison = isFile || rows.isNull(5) ? .different : .replaced
        guard rows.integer(2) == status.size, rows.integer(3) == status.modified, !StoredFile.wasUnreadable(rows) else {
            return other
        }
        if rows.integer(7) == status.changed, !rows.isNull(7) {
            // Volumes without inodes report a new one for each file every time.
            guard hasBirth != false else { return other }
            return inode == status.inode && (hasBirth != nil || status.birth == nil) ? .same : .renumbered
        }
        return rows.isNull(7) && isFile ? .renumbered : other
    }

    /// Advances to the end: all remaining files are gone.
    func finish(onVanished: (StoredFile) -> Void) throws(SQLiteError) {
        if isBehind, hasRow { hasRow = try rows.step() }
        isBehind = false
        while hasRow {
            onVanished(StoredFile(in: rows))
            hasRow = try rows.step()
        }
    }

    /// Ends the snapshot.
    func end() {
        rows.reset()
    }
}

/// The files and folders that a scan has not found.
struct MissingFiles {
    /// The number of files removed in one transaction.
    private static let batchLength = 1_000

    var files: [StoredFile] = []
    private var folders: [FolderID] = []

    /// Adds a folder with everything in it.
    mutating func add(_ folder: FolderID, in connection: SQLiteConnection, depth: Int = 0) throws(SQLiteError) {
        folders.append(folder)
        files += try connection.rows(
            "SELECT \(StoredFile.columns) FROM file WHERE folder = ?", [.integer(folder.row)], read: StoredFile.init)
        let children = try connection.rows(
            "SELECT id FROM folder WHERE parent = ?", [.integer(folder.row)], read: { FolderID(row: $0.integer(0)) })
        // A damaged index may contain a cycle.
        guard depth < TreeDepth.limit else { return }
        for child in children { try add(child, in: connection, depth: depth + 1) }
    }

    /// Removes the missing files from the index; moved files have already been found under their new names.
    func settle(
        in store: FolderStore, _ existence: FileExistence, _ connection: SQLiteConnection, _ control: ScanControl
    ) throws {
        var rest = files[...]
        while !rest.isEmpty {
            try control.check()
            let batch = rest.prefix(Self.batchLength)
            rest = rest.dropFirst(batch.count)
            let gone = try batch.filter { try !isThere($0.folder, $0.name, existence, connection) }
            guard !gone.isEmpty else { continue }
            try store.write { writer in
                for file in gone { try writer.remove(file) }
                store.hooks.reach(.vanishedTaken)
            }
        }
        store.hooks.reach(.vanishedWritten)
        guard !folders.isEmpty else { return }
        try store.write { writer in
            for folder in folders where try !isThere(folder, nil, existence, connection) {
                try writer.removeFolder(folder)
            }
        }
    }

    /// Whether a file in a folder, or the folder itself, exists after all.
    private func isThere(
        _ folder: FolderID, _ name: [UInt8]?, _ existence: FileExistence, _ connection: SQLiteConnection
    ) throws(SQLiteError) -> Bool {
        guard let path = try connection.path(of: folder) else { return false }
        return existence.isThere(path + [name].compactMap(\.self), isFolder: name == nil)
    }
}
#endif
