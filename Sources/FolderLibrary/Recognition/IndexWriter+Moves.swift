#if FolderLibrary || canImport(Darwin)
import CameraRoll

/// Files that are found under another name keep their assets with all user data.
extension IndexWriter {
    /// The maximum number of hard links that are checked: backups may give a file a hundred.
    private static let mostNames: Int64 = 64

    /// Returns the asset that a file had elsewhere, or before it went missing; nil if the file is new.
    func adopt(_ file: ScannedFile, _ facts: AssetFacts, _ existence: FileExistence) throws(SQLiteError) -> Int64? {
        let former = try formerSelf(of: file, facts, existence, byContent: existence.phase >= .contents)
        guard let (other, record) = former else { return nil }
        try forget(other.name, in: other.folder)
        if record.hasMainFile(other) {
            try move(record, to: file, facts, other.novelty(of: file, isMoved: true), existence)
        } else {
            try edit(record.row) { $0.pair(with: file.name) }
        }
        return record.row
    }

    /// Whether a name that now has another file still identifies the same asset, by the table in
    /// `FileRecognition.swift`.
    func meaning(
        ofNameOf stored: StoredFile, _ file: ScannedFile, _ facts: AssetFacts, _ existence: FileExistence
    ) throws(SQLiteError) -> NameMeaning {
        guard let asset = stored.asset, !stored.isFile(file.status) else { return .same }
        let byContent = existence.phase >= .contents && !stored.hasContent(of: file, byInode: false)
        if let former = try formerSelf(of: file, facts, existence, byContent: byContent) {
            return former.file.isBackup(of: file) ? .same : .other
        }
        guard existence.phase >= .contents else { return .open }
        if try isLost(file, facts) { return .other }
        guard let record = try record(asset) else { return .same }
        if stored.hasSameBytes(as: file) { return .same }
        return try meaning(ofNameOf: stored, record, file, facts, existence.phase)
    }

    /// Makes the same decision for a file with other bytes that matches no known file.
    private func meaning(
        ofNameOf stored: StoredFile, _ record: AssetRecord, _ file: ScannedFile, _ facts: AssetFacts, _ phase: ScanPhase
    ) throws(SQLiteError) -> NameMeaning {
        if try isKnownElsewhere(file) { return .other }
        // The video of a Live Photo has a date of its own.
        if record.hasMainFile(stored), record.wasTakenAtAnotherTime(than: facts) {
            return try hasBackup(of: stored) ? .same : .other
        }
        if stored.hasContent(of: file.status), stored.hasOtherHead(than: file), !record.mayBe(facts) { return .other }
        // Only the name matches: the former file may be found by its content under another name.
        return phase < .names && !record.wasTakenAtSameTime(as: facts) ? .open : .same
    }

    /// Whether a file is a hard link or a copy of a known file that still exists.
    private func isKnownElsewhere(_ file: ScannedFile) throws(SQLiteError) -> Bool {
        if try namesakes(of: file).contains(where: { $0.isProvenFile(file.status) }) { return true }
        return try !copies(of: file).isEmpty
    }

    /// Whether a program that saved a file has kept the former version as a backup next to it.
    private func hasBackup(of file: StoredFile) throws(SQLiteError) -> Bool {
        try indexMoves()
        let known = try connection.rows(
            "SELECT \(StoredFile.columns) FROM file WHERE inode = ? AND folder = ? ORDER BY name LIMIT ?",
            [.integer(file.inode), .integer(file.folder.row), .integer(Self.mostNames)], read: StoredFile.init)
        return known.contains { $0.isBackup(of: file) && $0.birth == file.birth }
    }

    /// Keeps the row of a file whose name now belongs to another one, until the file is found or the scan ends.
    func takeOffName(_ file: StoredFile) throws(SQLiteError) {
        guard let asset = file.asset, let record = try record(asset) else {
            return try forget(file.name, in: file.folder)
        }
        let isMain = record.hasMainFile(file)
        let name = DisplacedName.make(file.name, of: asset)
        try connection.run(
            "UPDATE OR REPLACE file SET name = ? WHERE folder = ? AND name = ?", .blob(name),
            .integer(file.folder.row), .blob(file.name))
        if isMain { try edit(asset) { $0.name = name } } else { try unpair(asset, from: file.name, in: file.folder) }
        released.insert(file.folder)
    }

    /// The known file that a file was before it moved, and that no longer exists in its old place.
    ///
    /// - Parameter byContent: whether a file with another inode may match, by size, time and first bytes.
    private func formerSelf(
        of file: ScannedFile, _ facts: AssetFacts, _ existence: FileExistence, byContent: Bool
    ) throws(SQLiteError) -> (file: StoredFile, asset: AssetRecord)? {
        for other in try namesakes(of: file) {
            let isProven = other.isProvenFile(file.status)
            guard isProven || other.hasContent(of: file, byInode: true) else { continue }
            guard let record = try claimant(by: other, of: file, facts, isProven: isProven) else { continue }
            guard try !isThere(other, isProven: isProven, existence) else { continue }
            // A program that replaces a file keeps the former version as a backup.
            if try isBackedUp(other, as: file, existence) { continue }
            return (other, record)
        }
        return byContent ? try formerCopy(of: file, facts, existence) : nil
    }

    /// The only known file with this content that no longer exists in its old place, if no known file has its
    /// inode.
    private func formerCopy(
        of file: ScannedFile, _ facts: AssetFacts, _ existence: FileExistence
    ) throws(SQLiteError) -> (file: StoredFile, asset: AssetRecord)? {
        var found: (file: StoredFile, asset: AssetRecord)?
        for other in try copies(of: file) {
            guard let record = try claimant(by: other, of: file, facts, isProven: false),
                try !isThere(other, isProven: false, existence), try !isBackedUp(other, as: file, existence)
            else { continue }
            // Two candidates with the same content are ambiguous.
            if found != nil { return nil }
            found = (other, record)
        }
        return found
    }

    /// The asset of a known file that another file may have become.
    ///
    /// - Parameter isProven: whether the match is certain, regardless of the facts.
    private func claimant(
        by other: StoredFile, of file: ScannedFile, _ facts: AssetFacts, isProven: Bool
    ) throws(SQLiteError) -> AssetRecord? {
        guard let asset = other.asset, let record = try record(asset) else { return nil }
        if record.hasMainFile(other) { return isProven || record.mayBe(facts) ? record : nil }
        return facts.type == .video && record.awaitsVideo(in: file.folder) ? record : nil
    }

    /// The known files with a file's inode, those of the same name first.
    private func namesakes(of file: ScannedFile) throws(SQLiteError) -> [StoredFile] {
        try indexMoves()
        return try connection.rows(
            """
            SELECT \(StoredFile.columns) FROM file WHERE inode = ? AND asset IS NOT NULL
            AND NOT (folder = ?2 AND name = ?3) ORDER BY name <> ?3, folder, name LIMIT ?
            """,
            [
                .integer(file.status.inode), .integer(file.folder.row), .blob(file.name), .integer(Self.mostNames),
            ], read: StoredFile.init)
    }

    /// The known files with a file's size, time and first bytes.
    func copies(of file: ScannedFile) throws(SQLiteError) -> [StoredFile] {
        guard let head = file.head else { return [] }
        try indexContents()
        return try connection.rows(
            """
            SELECT \(StoredFile.columns) FROM file WHERE size = ? AND mtime = ? AND head = ? AND asset IS NOT NULL
            AND NOT (folder = ?4 AND name = ?5) ORDER BY folder, name LIMIT ?
            """,
            [
                .integer(file.status.size), .integer(file.status.modified), .integer(head),
                .integer(file.folder.row), .blob(file.name), .integer(Self.mostNames),
            ], read: StoredFile.init)
    }

    /// Whether a file is the backup of a known one next to it, whose name belongs to another file.
    private func isBackedUp(
        _ known: StoredFile, as file: ScannedFile, _ existence: FileExistence
    ) throws(SQLiteError) -> Bool {
        guard known.isBackedUp(as: file), let path = try connection.path(of: known.folder) else { return false }
        return existence.isThere(path + [known.name], isFolder: false)
    }

    /// Whether a known file still exists in its place, or may exist there.
    ///
    /// - Parameter isProven: whether it was certainly found elsewhere.
    func isThere(
        _ file: StoredFile, isProven: Bool, _ existence: FileExistence
    ) throws(SQLiteError) -> Bool {
        guard let path = try connection.path(of: file.folder) else { return false }
        return existence.isThere(path + [file.name]) { folder, name, status in
            file.isThere(status, isProven: isProven) { folder.head(of: name, byteCount: Int(status.size)) }
        }
    }

    /// Moves an asset to a file; its video follows when it is found, or becomes an asset of its own where it is.
    private func move(
        _ record: AssetRecord, to file: ScannedFile, _ facts: AssetFacts, _ novelty: FileNovelty,
        _ existence: FileExistence
    ) throws(SQLiteError) {
        if let video = record.pair, let stored = try self.file(video, in: record.folder),
            try isThere(stored, isProven: false, existence)
        {
            try forget(video, in: record.folder)
            released.insert(record.folder)
        }
        try edit(record.row) { record in
            (record.folder, record.name, record.pair) = (file.folder, file.name, nil)
            record.take(facts, of: file, novelty)
        }
    }
}

/// The meaning of a name whose file was replaced by another one.
enum NameMeaning {
    /// The same asset.
    case same
    /// Another photo.
    case other
    /// Unknown until all files are known that can be recognized by more than their names.
    case open
}

extension AssetRecord {
    /// Whether a file with these facts may be the asset's: inodes are reused.
    func mayBe(_ new: AssetFacts) -> Bool {
        facts.type == new.type && facts.format == new.format && facts.size == new.size && hasDate(of: new)
    }

    /// Whether a file has the capture date of its own file or, if both have none, the date of the last change.
    private func hasDate(of new: AssetFacts) -> Bool {
        guard facts.clock == nil, new.clock == nil else { return wasTakenAtSameTime(as: new) }
        // The date from a companion may have stayed behind, or have come with the file: then the file's own date
        // counts.
        return edited.contains(.date) || facts.created == new.created || modified == new.created
            || new.dateSource == .sidecar
    }

    /// Whether a file certainly holds another photo: both have a capture date, and the dates differ.
    func wasTakenAtAnotherTime(than new: AssetFacts) -> Bool {
        guard let clock = facts.clock, let other = new.clock else { return false }
        return !clock.isSameTime(as: other)
    }

    /// Whether its file and another one have the same capture date.
    func wasTakenAtSameTime(as new: AssetFacts) -> Bool {
        guard let clock = facts.clock, let other = new.clock else { return false }
        return clock.isSameTime(as: other)
    }

    /// Whether a file is its main one.
    fileprivate func hasMainFile(_ file: StoredFile) -> Bool { name == file.name && folder == file.folder }

    /// Whether it is the still of a Live Photo that has moved to a folder, and its video has not been found yet.
    fileprivate func awaitsVideo(in folder: FolderID) -> Bool {
        self.folder == folder && pair == nil && facts.type == .image
    }

}
#endif
