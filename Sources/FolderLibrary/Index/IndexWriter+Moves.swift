#if FolderLibrary || canImport(Darwin)
import CameraRoll

/// Files that were found under another name: they stay the assets that they were, with all that was said of them.
extension IndexWriter {
    /// As many names of one file are looked at: a backup may give each file a hundred.
    private static let mostNames: Int64 = 64

    /// Has a file be the asset that it was elsewhere, or before it was lost; nil if it is new.
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

    /// Whether a name whose file is another one by now still stands for what it stood for: the table in
    /// `FileRecognition` says when.
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

    /// The same for a file of other bytes, which is none that is known.
    private func meaning(
        ofNameOf stored: StoredFile, _ record: AssetRecord, _ file: ScannedFile, _ facts: AssetFacts, _ phase: ScanPhase
    ) throws(SQLiteError) -> NameMeaning {
        if try isKnownElsewhere(file) { return .other }
        // The video of a Live Photo has a date of its own.
        if record.hasMainFile(stored), record.wasTakenAtAnotherTime(than: facts) {
            return try hasBackup(of: stored) ? .same : .other
        }
        if stored.hasContent(of: file.status), stored.hasOtherHead(than: file), !record.mayBe(facts) { return .other }
        // The name alone: the file that had it may be found by its content under another one.
        return phase < .names && !record.wasTakenAtSameTime(as: facts) ? .open : .same
    }

    /// Whether a file is one more name, or a copy, of a known one, which is where it was.
    private func isKnownElsewhere(_ file: ScannedFile) throws(SQLiteError) -> Bool {
        if try namesakes(of: file).contains(where: { $0.isProvenFile(file.status) }) { return true }
        return try !copies(of: file).isEmpty
    }

    /// Whether a file lives on beside its name as the backup of a program that has saved it.
    private func hasBackup(of file: StoredFile) throws(SQLiteError) -> Bool {
        try indexMoves()
        let known = try connection.rows(
            "SELECT \(StoredFile.columns) FROM file WHERE inode = ? AND folder = ? ORDER BY name LIMIT ?",
            [.integer(file.inode), .integer(file.folder.row), .integer(Self.mostNames)], read: StoredFile.init)
        return known.contains { $0.isBackup(of: file) && $0.birth == file.birth }
    }

    /// Keeps the row of a file whose name another one has, until its own file is found or the scan is at its end.
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

    /// The known file that a file is, which is not where it was any more.
    ///
    /// - Parameter byContent: whether it may also be one of another inode, by size, time and first bytes.
    private func formerSelf(
        of file: ScannedFile, _ facts: AssetFacts, _ existence: FileExistence, byContent: Bool
    ) throws(SQLiteError) -> (file: StoredFile, asset: AssetRecord)? {
        for other in try namesakes(of: file) {
            let isProven = other.isProvenFile(file.status)
            guard isProven || other.hasContent(of: file, byInode: true) else { continue }
            guard let record = try claimant(by: other, of: file, facts, isProven: isProven) else { continue }
            guard try !isThere(other, isProven: isProven, existence) else { continue }
            // A program that replaces a file keeps the one before.
            if try isBackedUp(other, as: file, existence) { continue }
            return (other, record)
        }
        return byContent ? try formerCopy(of: file, facts, existence) : nil
    }

    /// The only known file of this content, where none of its inode is known and it is not where it was any more.
    private func formerCopy(
        of file: ScannedFile, _ facts: AssetFacts, _ existence: FileExistence
    ) throws(SQLiteError) -> (file: StoredFile, asset: AssetRecord)? {
        var found: (file: StoredFile, asset: AssetRecord)?
        for other in try copies(of: file) {
            guard let record = try claimant(by: other, of: file, facts, isProven: false),
                try !isThere(other, isProven: false, existence), try !isBackedUp(other, as: file, existence)
            else { continue }
            // Of two that are alike, neither is known to be the one.
            if found != nil { return nil }
            found = (other, record)
        }
        return found
    }

    /// The asset of a known file, where another file may be that one.
    ///
    /// - Parameter isProven: whether it is known to be, whatever it says.
    private func claimant(
        by other: StoredFile, of file: ScannedFile, _ facts: AssetFacts, isProven: Bool
    ) throws(SQLiteError) -> AssetRecord? {
        guard let asset = other.asset, let record = try record(asset) else { return nil }
        if record.hasMainFile(other) { return isProven || record.mayBe(facts) ? record : nil }
        return facts.type == .video && record.awaitsVideo(in: file.folder) ? record : nil
    }

    /// The known files that may be a file's former selves, those of its name first.
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

    /// The known files of the size, the time and the first bytes of a file.
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

    /// Whether a file is the backup of a known one beside it, whose name another file has.
    private func isBackedUp(
        _ known: StoredFile, as file: ScannedFile, _ existence: FileExistence
    ) throws(SQLiteError) -> Bool {
        guard known.isBackedUp(as: file), let path = try connection.path(of: known.folder) else { return false }
        return existence.isThere(path + [known.name], isFolder: false)
    }

    private func isThere(
        _ file: StoredFile, isProven: Bool, _ existence: FileExistence
    ) throws(SQLiteError) -> Bool {
        guard let path = try connection.path(of: file.folder) else { return false }
        return existence.isThere(path + [file.name]) { folder, name, status in
            file.isThere(status, isProven: isProven) { folder.head(of: name, byteCount: Int(status.size)) }
        }
    }

    /// Its video moves with it, as soon as it is found, or is on its own where it stayed.
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

/// What a name stands for whose file is another one by now.
enum NameMeaning {
    /// What it stood for.
    case same
    /// Another photo.
    case other
    /// That is known when all files are that are known by more than their names.
    case open
}

extension AssetRecord {
    /// Whether a file that says this may be the asset's: inodes are used again.
    func mayBe(_ new: AssetFacts) -> Bool {
        facts.type == new.type && facts.format == new.format && facts.size == new.size
            && (edited.contains(.date) || facts.created == new.created)
    }

    /// Whether a file plainly holds another photo: both files say when theirs was taken, and not the same.
    func wasTakenAtAnotherTime(than new: AssetFacts) -> Bool {
        facts.saysWhenTaken && new.saysWhenTaken && !edited.contains(.date) && facts.created != new.created
    }

    /// Whether its file and another one both say when their photos were taken, and the same.
    func wasTakenAtSameTime(as new: AssetFacts) -> Bool {
        facts.saysWhenTaken && new.saysWhenTaken && facts.created == new.created
    }

    /// Whether a file is its main one.
    fileprivate func hasMainFile(_ file: StoredFile) -> Bool { name == file.name && folder == file.folder }

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

extension AssetFacts {
    /// Whether the file itself says when its photo was taken.
    fileprivate var saysWhenTaken: Bool {
        switch dateSource {
        case .metadata, .container: created != Self.noDate
        case .none, .file, .user: false
        }
    }
}
#endif
