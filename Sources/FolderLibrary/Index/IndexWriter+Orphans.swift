#if FolderLibrary || canImport(Darwin)
import CameraRoll

/// Orphaned assets, whose name is not that of a file: a damaged page has another name, which SQLite does not
/// notice.
extension IndexWriter {
    /// Gives orphaned assets the names of their files again; deletes an asset without a file.
    ///
    /// Must be called at the end of a scan of the whole tree.
    func renameStrays(_ strays: [Int64]) throws(SQLiteError) {
        for row in strays {
            guard let record = try record(row) else { continue }
            let files = try connection.rows(
                "SELECT folder, name FROM file WHERE asset = ? ORDER BY folder, name LIMIT 3", [.integer(row)]
            ) { (folder: FolderID(row: $0.integer(0)), name: $0.blob(1) ?? []) }
            let isNamed = files.contains { $0.name == record.name && $0.folder == record.folder }
            let main = isNamed ? (record.folder, record.name) : files.first { $0.name != record.pair }
            if let main {
                let pair = files.first { $0.folder == main.0 && $0.name != main.1 }?.name
                try edit(row) { $0.name(main.0, main.1, pair: pair) }
            } else if try !takeBack(record) {
                try depart(row)
            }
        }
    }

    /// Returns the file with an asset's name to that asset, from a later one that was created for it when the name
    /// in the file's row was damaged.
    private func takeBack(_ record: AssetRecord) throws(SQLiteError) -> Bool {
        guard let file = try file(record.name, in: record.folder), let other = file.asset, other > record.row,
            try self.record(other)?.name == record.name
        else { return false }
        try depart(other)
        try connection.run(
            "UPDATE file SET asset = ? WHERE folder = ? AND name = ?", .integer(record.row),
            .integer(record.folder.row), .blob(record.name))
        try edit(record.row) { $0.name($0.folder, $0.name, pair: nil) }
        return true
    }
}

extension AssetRecord {
    fileprivate mutating func name(_ folder: FolderID, _ name: [UInt8], pair: [UInt8]?) {
        (self.folder, self.name, self.pair) = (folder, name, pair)
        if pair == nil { facts.mediaSubtypes.remove(.livePhoto) } else { facts.mediaSubtypes.insert(.livePhoto) }
    }
}

extension SQLiteConnection {
    /// The assets whose names are not those of their files.
    ///
    /// - Complexity: O(n log n).
    func strays() throws(SQLiteError) -> [Int64] {
        func isStray(_ name: String) -> String {
            "(SELECT asset FROM file WHERE file.folder = asset.folder AND file.name = asset.\(name)) IS NOT asset.id"
        }
        return try rows(
            "SELECT id FROM asset WHERE \(isStray("name")) OR pair IS NOT NULL AND \(isStray("pair"))"
        ) { $0.integer(0) }
    }
}
#endif
