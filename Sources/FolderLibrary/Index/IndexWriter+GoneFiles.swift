#if FolderLibrary || canImport(Darwin)

/// Removes files that are gone.
extension IndexWriter {
    /// Removes a file that is gone, unless the index has another file under its name by now.
    func remove(_ file: StoredFile) throws(SQLiteError) {
        guard let now = try self.file(file.name, in: file.folder), now.inode == file.inode else { return }
        try forget(file.name, in: file.folder)
        guard let asset = now.asset else { return }
        if let record = try record(asset), record.name == file.name, record.folder == file.folder {
            try lose(asset, of: now)
        } else {
            try unpair(asset, from: file.name, in: file.folder)
        }
    }

    /// Deletes the row of a file, and nothing else.
    func forget(_ name: [UInt8], in folder: FolderID) throws(SQLiteError) {
        try connection.run(
            "DELETE FROM file WHERE folder = ? AND name = ?", .integer(folder.row), .blob(name))
    }
}
#endif
