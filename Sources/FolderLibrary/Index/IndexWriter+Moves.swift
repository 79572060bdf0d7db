#if FolderLibrary || canImport(Darwin)
import CameraRoll

/// Files that were found under another name: they stay the assets that they were, with all that was said of them.
extension IndexWriter {
    /// As many names of one file are looked at: a backup may give each file a hundred.
    private static let mostNames: Int64 = 64

    /// Has a file be the asset that it was elsewhere, or before it was lost; nil where it is new.
    func adopt(_ file: ScannedFile, _ facts: AssetFacts, _ whereabouts: Whereabouts) throws(SQLiteError) -> Int64? {
        for other in try namesakes(of: file) {
            guard let asset = other.asset, let record = try record(asset) else { continue }
            let isMain = record.name == other.name && record.folder == other.folder
            guard isMain ? record.mayBe(facts) : record.awaitsVideo(in: file.folder),
                try !isThere(other, whereabouts)
            else { continue }
            try forget(other.name, in: other.folder)
            if isMain {
                try move(record, to: file, facts, whereabouts)
            } else {
                try edit(asset) { $0.pair(with: file.name) }
            }
            return asset
        }
        return try recover(file, facts)
    }

    /// The known files that may be a file's former selves, those of its name first.
    private func namesakes(of file: ScannedFile) throws(SQLiteError) -> [StoredFile] {
        try indexMoves()
        return try connection.rows(
            """
            SELECT \(StoredFile.columns) FROM file WHERE inode = ? AND size = ? AND mtime = ? AND asset IS NOT NULL
            AND NOT (folder = ?4 AND name = ?5) ORDER BY name <> ?5, folder, name LIMIT ?
            """,
            [
                .integer(file.status.inode), .integer(file.status.size), .integer(file.status.modified),
                .integer(file.folder.row), .blob(file.name), .integer(Self.mostNames),
            ], read: StoredFile.init)
    }

    private func isThere(_ file: StoredFile, _ whereabouts: Whereabouts) throws(SQLiteError) -> Bool {
        guard let path = try connection.path(of: file.folder) else { return false }
        return whereabouts.isThere(path + [file.name], isFolder: false)
    }

    /// Its video moves with it, as soon as it is found, or is on its own where it stayed.
    private func move(
        _ record: AssetRecord, to file: ScannedFile, _ facts: AssetFacts, _ whereabouts: Whereabouts
    ) throws(SQLiteError) {
        if let video = record.pair, let stored = try self.file(video, in: record.folder),
            try isThere(stored, whereabouts)
        {
            try forget(video, in: record.folder)
            released.insert(record.folder)
        }
        try edit(record.row) { record in
            (record.folder, record.name, record.pair) = (file.folder, file.name, nil)
            record.take(facts, of: file)
        }
    }
}

extension AssetRecord {
    /// Whether a file that says this may be the asset's: inodes are used again.
    func mayBe(_ new: AssetFacts) -> Bool {
        facts.type == new.type && facts.format == new.format && facts.size == new.size
            && (edited.contains(.date) || facts.created == new.created)
    }

    /// Whether it is the still of a Live Photo that has just moved to a folder, without its video so far.
    fileprivate func awaitsVideo(in folder: FolderID) -> Bool {
        self.folder == folder && pair == nil && facts.type == .image
    }

    /// Makes it a Live Photo.
    mutating func pair(with video: [UInt8]) {
        pair = video
        facts.subtypes.insert(.livePhoto)
    }
}
#endif
