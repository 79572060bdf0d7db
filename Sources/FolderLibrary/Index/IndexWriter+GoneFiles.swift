#if FolderLibrary || canImport(Darwin)

/// Files that are gone, or stand elsewhere.
extension IndexWriter {
    /// Takes note that a file is gone, unless the index has another file by its name meanwhile.
    func remove(_ file: StoredFile) throws(SQLiteError) {
        guard let now = try self.file(file.name, in: file.folder), now.inode == file.inode else { return }
        try forget(file.name, in: file.folder)
        guard let asset = now.asset else { return }
        if try record(asset)?.name == file.name { try removeAsset(asset) } else { try unpair(asset) }
    }

    /// Removes the row of a file, and nothing else.
    func forget(_ name: [UInt8], in folder: FolderID) throws(SQLiteError) {
        try connection.run(
            "DELETE FROM file WHERE folder = ? AND name = ?", .integer(folder.row), .blob(name))
    }

    /// Takes an asset away whose main file is gone; its video is looked at again, since it is on its own now.
    func removeAsset(_ row: Int64) throws(SQLiteError) {
        if let record = try record(row), let video = record.pair {
            try forget(video, in: record.folder)
            released.insert(record.folder)
        }
        try depart(row)
    }

    /// Has a file stand elsewhere, with all that was said of it.
    ///
    /// - Parameters:
    ///   - file: the file that is gone.
    ///   - goal: the same file under its new name, which was taken for a new one.
    func move(_ file: StoredFile, to goal: StoredFile) throws(SQLiteError) {
        guard let asset = file.asset, let new = goal.asset, asset != new, let before = try record(asset),
            let after = try record(new), before.name == file.name, after.name == goal.name
        else { return try remove(file) }
        try depart(new)
        try connection.run("DELETE FROM departed WHERE id = ?", .integer(new))
        try forget(file.name, in: file.folder)
        if let video = before.pair {
            // Where it has not moved too, it is on its own now.
            try forget(video, in: before.folder)
            released.insert(before.folder)
        }
        // A Live Photo's video belongs to the asset too.
        try connection.run(
            "UPDATE file SET asset = ? WHERE folder = ? AND asset = ?", .integer(asset), .integer(goal.folder.row),
            .integer(new))
        try edit(asset) { record in
            (record.folder, record.name, record.pair) = (goal.folder, goal.name, after.pair)
            record.facts.subtypes = after.facts.subtypes
        }
    }
}
#endif
