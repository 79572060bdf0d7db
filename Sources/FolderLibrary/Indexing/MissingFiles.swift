#if FolderLibrary || canImport(Darwin)

/// The files and folders that a scan has not found again.
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

    /// Removes the missing files from the index; moved files were already found under their new names.
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
