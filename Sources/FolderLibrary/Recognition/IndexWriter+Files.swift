#if FolderLibrary || canImport(Darwin)
import CameraRoll

/// A scanned file: its location, its status on disk, and the finding.
struct ScannedFile: Sendable {
    /// The result of reading a file.
    enum Finding: Sendable {
        /// A picture or movie; the problem is nil if it is intact.
        case asset(AssetFacts, problem: FolderProblem.Reason?)
        /// A file that cannot be shown.
        case nothing(FolderProblem.Reason)
        /// A file that describes a picture next to it; the problem is nil if it can be read.
        case companion(problem: FolderProblem.Reason?)
        /// The same as before; the file was not read.
        case renumbered
    }

    let folder: FolderID
    let name: [UInt8]
    let status: FileStatus
    /// The time of the last change that the index stores; nil if it is not known yet.
    var changed: Int64?
    /// The hash of its first bytes; nil if they were not read.
    var head: Int64?
    let finding: Finding
    /// Whether the file is known, and was read again only because its companions have changed.
    var isReread = false
}

extension FolderProblem.Reason {
    /// Whether the problem may be temporary: a file that is being saved is empty for a moment, or has its length before
    /// its bytes, and a disk may be reconnected.
    fileprivate var mayPass: Bool {
        switch self {
        case .empty, .unreadable: true
        case .notAPicture(let firstBytes): firstBytes.allSatisfy { $0 == 0 }
        default: false
        }
    }
}

extension ScannedFile {
    fileprivate var problem: FolderProblem.Reason? {
        switch finding {
        case .asset(_, let problem): problem
        case .nothing(let reason): reason
        case .companion(let problem): problem
        case .renumbered: nil
        }
    }

    var facts: AssetFacts? {
        if case .asset(let facts, _) = finding { facts } else { nil }
    }

    /// Binds it to the columns of `file`.
    ///
    /// - Parameters:
    ///   - asset: the row of its asset.
    ///   - first: the index of the first column.
    func bind(asset: Int64?, to statement: SQLiteStatement, from first: Int32 = 1) {
        statement.bind(first, folder.row)
        name.withUnsafeBytes { statement.bind(first + 1, bytes: $0) }
        statement.bind(first + 2, status.size)
        statement.bind(first + 3, status.modified)
        statement.bind(first + 4, status.inode)
        if let asset { statement.bind(first + 5, asset) } else { statement.bindNull(first + 5) }
        if let content = facts?.contentIdentifier {
            statement.bind(first + 6, content)
        } else {
            statement.bindNull(first + 6)
        }
        if let problem {
            statement.bind(first + 7, problem.number)
            problem.detail.withUnsafeBytes { statement.bind(first + 8, bytes: $0) }
        } else {
            statement.bindNull(first + 7)
            statement.bindNull(first + 8)
        }
        statement.bind(first + 9, number: changed)
        statement.bind(first + 10, number: status.birth)
        statement.bind(first + 11, status.attributes)
        statement.bind(first + 12, number: head)
    }

    /// The record of the file's asset, without user data.
    func record(_ facts: AssetFacts, row: Int64) -> AssetRecord {
        AssetRecord(
            row: row, folder: folder, name: name, facts: facts, modified: status.modifiedSince2001,
            version: status.contentVersion)
    }
}

extension FileStatus {
    /// The time of the file's last change, in seconds since 2001.
    var modifiedSince2001: Double { Double(modified) / 1e9 - 978_307_200 }
}

// MARK: - New and changed files

extension IndexWriter {
    /// Records a file as it was found; does nothing if the index has the same record.
    ///
    /// - Parameters:
    ///   - existence: checks whether a known file is gone, and may be this one; nil if no file was known.
    ///   - pairing: whether it may form a Live Photo with another unpaired file of the same content identifier.
    func put(
        _ file: ScannedFile, _ existence: FileExistence? = nil, pairing: Bool = true
    ) throws(SQLiteError) {
        tail = nil
        if case .renumbered = file.finding { return try renumber(file) }
        let claimed = nextAsset
        if try claim(file) {
            if let facts = file.facts {
                guard let asset = try asset(of: file, facts, existence, mayWait: true) else {
                    // Another file may have a better claim: this one is visited again once all files are known.
                    deferred.insert(file.folder)
                    return try forget(file.name, in: file.folder)
                }
                if asset != claimed { try setAsset(asset, of: file.name, in: file.folder) }
            }
        } else {
            try change(file, existence)
        }
        guard pairing, let facts = file.facts else { return }
        if let content = facts.contentIdentifier {
            unpaired.insert(LocalContent(identifier: content, folder: file.folder))
        }
        try noteRawPicture(facts, named: file.name, in: file.folder)
    }

    /// Inserts the row of a new file with the identifier that a new asset would get, which is corrected if the file is
    /// that of a known asset; returns false if there is a row already.
    private func claim(_ file: ScannedFile) throws(SQLiteError) -> Bool {
        let statement = try statements().claimFile
        file.bind(asset: file.facts == nil ? nil : nextAsset, to: statement)
        try statement.run()
        return connection.changedRows == 1
    }

    /// Records a known file with a changed size, time or content.
    private func change(_ file: ScannedFile, _ existence: FileExistence?) throws(SQLiteError) {
        guard let stored = try self.file(file.name, in: file.folder) else { return }
        if file.isReread, stored.hasContent(of: file.status) { return try takeCompanionFacts(of: file, stored) }
        guard !stored.isUnchanged(file.status) else { return }
        if stored.asset != nil, let problem = file.problem, problem.mayPass { return try keep(stored, problem) }
        if let existence, let facts = file.facts {
            switch try meaning(ofNameOf: stored, file, facts, existence) {
            case .same: break
            case .other:
                try takeOffName(stored)
                return try put(file, existence)
            case .open:
                deferred.insert(file.folder)
                return
            }
        }
        let former = try connection.number(
            "SELECT coalesce(problem, 0) FROM file WHERE folder = ? AND name = ?", .integer(file.folder.row),
            .blob(file.name))
        let asset = try become(file, stored, existence)
        let problem = file.problem
        try connection.run(
            """
            UPDATE file SET size = ?, mtime = ?, ctime = ?, inode = ?, asset = ?, content = ?, problem = ?, detail = ?,
            birth = ?, attributes = ?, head = ?
            WHERE folder = ? AND name = ?
            """,
            .integer(file.status.size), .integer(file.status.modified), file.changed.map { .integer($0) } ?? .null,
            .integer(file.status.inode),
            asset.map { .integer($0) } ?? .null, file.facts?.contentIdentifier.map { .text($0) } ?? .null,
            problem.map { .integer($0.number) } ?? .null, problem.map { .blob($0.detail) } ?? .null,
            file.status.birth.map { .integer($0) } ?? .null, .integer(file.status.attributes),
            file.head.map { .integer($0) } ?? .null, .integer(file.folder.row), .blob(file.name))
        // A query for damaged assets now includes it, or no longer does.
        if let asset, asset == stored.asset, former != problem?.number ?? 0 { try note(.updated(asset...asset)) }
    }

    /// Updates what the companions of an unchanged file supply; the picture stays the same.
    private func takeCompanionFacts(of file: ScannedFile, _ stored: StoredFile) throws(SQLiteError) {
        guard let asset = stored.asset, let facts = file.facts else { return }
        try edit(asset) { record in
            if record.name == file.name { record.takeCompanionFacts(facts) }
        }
    }

    /// Records a problem of a file whose asset and status stay as they are, so that it is visited again.
    private func keep(_ file: StoredFile, _ problem: FolderProblem.Reason) throws(SQLiteError) {
        // Every scan repeats this while the problem lasts.
        try connection.run(
            """
            UPDATE file SET problem = ?1, detail = ?2
            WHERE folder = ?3 AND name = ?4 AND (problem IS NOT ?1 OR detail IS NOT ?2)
            """, .integer(problem.number), .blob(problem.detail), .integer(file.folder.row), .blob(file.name))
        if connection.changedRows > 0, let asset = file.asset { try note(.updated(asset...asset)) }
    }

    /// Updates the asset of a known file, and returns its row.
    ///
    /// The same video of a Live Photo stays part of it, however they were paired; with other content it is an asset of
    /// its own.
    private func become(
        _ file: ScannedFile, _ stored: StoredFile, _ existence: FileExistence?
    ) throws(SQLiteError) -> Int64? {
        guard let asset = stored.asset else { return try become(file, of: nil, stored, existence) }
        let record = try record(asset)
        if record?.name == file.name { return try become(file, of: asset, stored, existence) }
        if record?.pair == file.name, stored.isSameSecondFile(file) { return asset }
        try unpair(asset, from: file.name, in: file.folder)
        return try become(file, of: nil, stored, existence)
    }

    /// Updates the asset of a file, and returns its row.
    private func become(
        _ file: ScannedFile, of asset: Int64?, _ stored: StoredFile, _ existence: FileExistence?
    ) throws(SQLiteError) -> Int64? {
        guard let facts = file.facts else {
            if let asset { try lose(asset, of: stored) }
            return nil
        }
        guard let asset else { return try self.asset(of: file, facts, existence, mayWait: false) }
        try edit(asset) { $0.take(facts, of: file, stored.novelty(of: file)) }
        return asset
    }

    /// Records a new inode of the same file.
    private func renumber(_ file: ScannedFile) throws(SQLiteError) {
        try connection.run(
            """
            UPDATE file SET inode = ?, ctime = ?, birth = ?, attributes = ?
            WHERE folder = ? AND name = ? AND size = ? AND mtime = ?
            """,
            .integer(file.status.inode), file.changed.map { .integer($0) } ?? .null,
            file.status.birth.map { .integer($0) } ?? .null, .integer(file.status.attributes),
            .integer(file.folder.row), .blob(file.name), .integer(file.status.size), .integer(file.status.modified))
    }

    /// The asset of a file whose name had none: a moved or missing asset, or else a new one.
    ///
    /// - Parameter mayWait: whether the file may be visited again once all files are known.
    /// - Returns: nil if the file must be visited again.
    private func asset(
        of file: ScannedFile, _ facts: AssetFacts, _ existence: FileExistence?, mayWait: Bool
    ) throws(SQLiteError) -> Int64? {
        try list(file.folder)
        if let existence {
            if let known = try adopt(file, facts, existence) { return known }
            if mayWait, try mayBeCopy(file, existence) { return nil }
            let knowsAll = existence.phase == .names || !mayWait
            switch try recover(file, facts, knowsAll: knowsAll) {
            case .asset(let known): return known
            case .waits: return nil
            case .none: break
            }
        }
        defer { nextAsset += 1 }
        try insert(file.record(facts, row: nextAsset))
        return nextAsset
    }

    /// Whether a later phase may find that a known file that is gone had the file's bytes and time.
    private func mayBeCopy(_ file: ScannedFile, _ existence: FileExistence) throws(SQLiteError) -> Bool {
        switch existence.phase {
        case .newNames: try hasLostOriginal(file, existence)
        case .knownFiles: true
        case .contents, .names: false
        }
    }

    /// Whether a file has the bytes and time of a known one that is gone; a copy of an existing file counts as new.
    private func hasLostOriginal(_ file: ScannedFile, _ existence: FileExistence) throws(SQLiteError) -> Bool {
        for other in try copies(of: file) where !other.isBackedUp(as: file) {
            if try !isThere(other, isProven: false, existence) { return true }
        }
        return false
    }
}

extension StoredFile {
    /// Whether a file that was read again is this one: the second file of an asset, with the same content as far as can
    /// be determined; a repaired index knows only its name.
    fileprivate func isSameSecondFile(_ file: ScannedFile) -> Bool {
        let isRaw = file.facts?.contentIdentifier?.hasPrefix(IndexWriter.rawPrefix) ?? false
        return (isRaw || file.facts?.type == .video) && isFile(file.status) && !hasOtherHead(than: file)
            && (hasContent(of: file.status) || hasSameBytes(as: file) || size < 0 && head == nil)
    }
}

extension AssetRecord {
    /// Updates the facts from a changed file, except those that the user has edited.
    ///
    /// - Parameter novelty: the comparison of its content with the index.
    mutating func take(_ new: AssetFacts, of file: ScannedFile, _ novelty: FileNovelty) {
        let before = facts
        facts = new
        facts.contentIdentifier = nil
        if edited.contains(.date) { (facts.created, facts.dateSource) = (before.created, before.dateSource) }
        if edited.contains(.place) { facts.place = before.place }
        if pair != nil, before.mediaSubtypes.contains(.livePhoto) { facts.mediaSubtypes.insert(.livePhoto) }
        modified = file.status.modifiedSince2001
        switch novelty {
        case .changed: version = file.status.contentVersion
        case .same where facts.agrees(with: before): break
        case .same, .disguised: version = file.status.contentVersion ^ file.status.changed
        }
    }
}

extension AssetFacts {
    /// Whether two facts agree apart from the Live Photo's video.
    fileprivate func agrees(with other: AssetFacts) -> Bool {
        var (mine, others) = (self, other)
        mine.mediaSubtypes.remove(.livePhoto)
        others.mediaSubtypes.remove(.livePhoto)
        // The date that is shown depends on the time zone of this computer.
        if mine.clock != nil, mine.clock == others.clock {
            (mine.created, mine.dateSource) = (others.created, others.dateSource)
        }
        return mine == others
    }
}

extension SQLiteStatement {
    fileprivate func bind(_ place: Int32, number: Int64?) {
        if let number { bind(place, number) } else { bindNull(place) }
    }
}
#endif
