#if FolderLibrary || canImport(Darwin)
import CameraRoll
import Foundation

/// Missing assets, whose file was not found: a volume may be away, a rename half done, or a folder not scanned yet.
///
/// They are not shown, but are kept with all user data until a matching file appears.
extension IndexWriter {
    /// Marks an asset as missing, since its main file is gone; its video is scanned again as an asset of its own.
    func lose(_ row: Int64, of file: StoredFile) throws(SQLiteError) {
        if let record = try record(row), let video = record.pair {
            try forget(video, in: record.folder)
            released.insert(record.folder)
        }
        if let path = try connection.path(of: file.folder) {
            // Another file has its name: a file that now appears under the name does not count as a new version of this
            // one.
            let since = file.isDisplaced ? LostAssets.notRecent : LostAssets.now
            try connection.run(
                """
                INSERT OR REPLACE INTO lost(asset, path, name, size, mtime, inode, since, birth, head, waited)
                VALUES (?, ?, ?, ?, ?, ?, ?7, ?8, ?9, (SELECT \(LostAssets.time("?7")) FROM library))
                """,
                .integer(row), .blob(Array((path + [file.ownName]).joined(separator: [47]))), .blob(file.ownName),
                .integer(file.size), .integer(file.modified), .integer(file.inode), .integer(since),
                file.birth.map { .integer($0) } ?? .null, file.head.map { .integer($0) } ?? .null)
            try rejoinFound()
            try connection.run(
                "INSERT OR REPLACE INTO lost_member SELECT asset, album, place FROM member WHERE asset = ?",
                .integer(row))
        }
        try depart(row)
    }

    /// Restores the missing asset that a file matches.
    ///
    /// - Parameter knowsAll: whether all files of the scan are known. Until then a name alone is not enough, since
    ///   the former file may be found under another name.
    func recover(_ file: ScannedFile, _ facts: AssetFacts, knowsAll: Bool) throws(SQLiteError) -> Recovery {
        if let asset = try reclaimTrashed(file, facts) { return .asset(asset) }
        guard let (lost, claim, asset) = try bestMatch(of: file, facts) else { return .none }
        if claim.isByName, !knowsAll { return .waits }
        var record = asset
        (record.folder, record.name, record.pair) = (file.folder, file.name, nil)
        record.take(facts, of: file, lost.traits.hasContent(of: file.status) ? .same : .changed)
        try insert(record)
        try returnToAlbums(lost.asset)
        try endWaiting(of: lost.asset)
        return .asset(lost.asset)
    }

    /// Whether a file matches a missing or deleted asset by more than its name.
    func isLost(_ file: ScannedFile, _ facts: AssetFacts) throws(SQLiteError) -> Bool {
        if try trashRecord(of: file) != nil { return true }
        return try bestMatch(of: file, facts).map { !$0.claim.isByName } ?? false
    }

    /// The missing asset with the best claim on a file, and its last record.
    private func bestMatch(
        of file: ScannedFile, _ facts: AssetFacts
    ) throws(SQLiteError) -> (lost: MissingFile, claim: MissingFile.Claim, asset: AssetRecord)? {
        guard try hasLost() else { return nil }
        for lost in try claimants(of: file) {
            guard let claim = lost.claim(on: file), let record = try connection.record(lost.asset, in: "departed"),
                claim.allows(facts, for: record)
            else { continue }
            return (lost, claim, record)
        }
        return nil
    }

    /// The missing assets that a file may match, the best claim first.
    private func claimants(of file: ScannedFile) throws(SQLiteError) -> [MissingFile] {
        let path = (try connection.path(of: file.folder) ?? []) + [file.name]
        let columns = """
            SELECT asset, path = ?1 AND since BETWEEN ?2 AND ?7 AS sure, path = ?1 AS here, name = ?3 AS like, size,
            mtime, inode, birth, head FROM lost
            """
        let found = try connection.rows(
            """
            \(columns) WHERE path = ?1
            UNION SELECT * FROM (\(columns) WHERE inode = ?4 LIMIT 64)
            UNION SELECT * FROM (\(columns) WHERE name = ?3 AND size = ?5 AND mtime = ?6 LIMIT 64)
            UNION SELECT * FROM (\(columns) WHERE size = ?5 AND mtime = ?6 LIMIT 64)
            """,
            [
                .blob(Array(path.joined(separator: [47]))), .integer(LostAssets.now - LostAssets.moment),
                .blob(file.name), .integer(file.status.inode), .integer(file.status.size),
                .integer(file.status.modified), .integer(LostAssets.now + LostAssets.moment),
            ], read: MissingFile.init)
        let ranked = found.compactMap { lost in lost.claim(on: file).map { (lost, $0.rawValue) } }
        return ranked.sorted { ($0.1, $0.0.asset) < ($1.1, $1.0.asset) }.map(\.0)
    }

    /// Returns an asset to its former places in those of its albums that still exist, together with others.
    private func returnToAlbums(_ row: Int64) throws(SQLiteError) {
        found += try connection.rows(
            "SELECT album, place FROM lost_member WHERE asset = ? AND album IN (SELECT id FROM album)", [.integer(row)]
        ) { (album: $0.integer(0), member: (place: $0.integer(1), asset: row)) }
    }

    private func endWaiting(of row: Int64) throws(SQLiteError) {
        try connection.run("DELETE FROM departed WHERE id = ?", .integer(row))
        try connection.run("DELETE FROM lost_member WHERE asset = ?", .integer(row))
        try connection.run("DELETE FROM lost WHERE asset = ?", .integer(row))
    }

    /// Expires the assets that have been missing for too long, however many they are, after a full scan.
    ///
    /// - Parameters:
    ///   - now: seconds since 1970.
    ///   - patience: the time for which they are kept, in seconds.
    func forgetLost(
        now: Int64 = LostAssets.now, patience: Int64 = LostAssets.patience
    ) throws(SQLiteError) {
        // If the clock is set back and forth, no time counts twice.
        try connection.run(
            """
            UPDATE library SET waited = \(LostAssets.time("?1")), looked = ?1
            WHERE looked IS NULL OR ?1 - looked >= ?2
            """,
            .integer(now), .integer(LostAssets.shortestStep))
        try connection.run(
            "DELETE FROM lost WHERE waited < (SELECT waited FROM library) - ?", .integer(patience))
        guard connection.changedRows > 0 else { return }
        try connection.run("DELETE FROM lost_member WHERE asset NOT IN (SELECT asset FROM lost)")
        try connection.run(
            """
            DELETE FROM departed WHERE id NOT IN (SELECT asset FROM lost)
            AND id NOT IN (SELECT first FROM journal WHERE kind = 3)
            """)
    }
}

/// The rules for expiring missing assets.
///
/// Missing assets age only by the time between two full scans, which is capped: neither a clock that is wrong for a day
/// nor a library that is not opened for a year makes them expire. If the clock was years ahead, they do not age until
/// that time is reached.
enum LostAssets {
    /// The time for which they are kept, in seconds: a disk may stay in a drawer over the summer.
    static let patience: Int64 = 90 * 86_400
    /// The maximum time that counts between two scans, in seconds.
    static let longestStep: Int64 = 7 * 86_400
    /// The minimum time that counts, in seconds, so that a scan without changes writes nothing.
    static let shortestStep: Int64 = 3_600
    /// How long a file that appears under the name of a missing one counts as its new version, in seconds.
    static let moment: Int64 = 600

    /// A time that is no moment ago.
    static var notRecent: Int64 { now - moment - 1 }

    /// An SQL expression for the waiting time in a query of `library`; `now` is the clock's time.
    static func time(_ now: String) -> String {
        "waited + min(max(\(now) - coalesce(looked, \(now)), 0), \(longestStep))"
    }

    /// Seconds since 1970.
    static var now: Int64 { FolderTestHooks.systemTime }
}

/// The former file of a missing asset, and how its name compares with a found file's.
struct MissingFile {
    let asset: Int64
    /// Whether it had this path, and went missing only a moment ago.
    let wasHereRecently: Bool
    let isHere: Bool
    let isNamesake: Bool
    let traits: FileTraits

    /// The reason why a found file may be this one, the best first.
    enum Claim: Int {
        /// The same inode and creation time.
        case isFile
        /// The same inode, size and time.
        case hasInode
        /// The same size, time, first bytes and name.
        case hasContentAndName
        /// The same size, time and first bytes, under another name.
        case hasContent
        /// The same path, which went missing a moment ago because a program is saving the file.
        case isSaved
        /// The same path.
        case hasPath
        /// The same name, size and time, in another folder.
        case hasName

        /// Whether the facts of a file allow the claim for an asset: inodes and names are reused.
        func allows(_ facts: AssetFacts, for asset: AssetRecord) -> Bool {
            switch self {
            case .isFile: true
            case .isSaved: !asset.wasTakenAtAnotherTime(than: facts)
            case .hasInode, .hasContentAndName, .hasContent, .hasPath, .hasName: asset.mayBe(facts)
            }
        }
        /// Whether only the name matches.
        var isByName: Bool { rawValue >= Claim.isSaved.rawValue }
    }

    /// Creates the former file from a row of `lost`.
    init(_ row: SQLiteStatement) {
        asset = row.integer(0)
        (wasHereRecently, isHere, isNamesake) = (row.integer(1) != 0, row.integer(2) != 0, row.integer(3) != 0)
        traits = FileTraits(
            size: row.integer(4), modified: row.integer(5), inode: row.integer(6), birth: row.number(7),
            head: row.number(8))
    }

    /// The best claim on a found file; nil without a claim.
    func claim(on file: ScannedFile) -> Claim? {
        if traits.isProven(by: file.status) { return .isFile }
        if traits.hasContent(of: file.status) {
            let isSameHead = traits.hasHead(of: file)
            if traits.inode == file.status.inode, isSameHead ?? (traits.hasBirth(of: file.status) != false) {
                return .hasInode
            }
            if isSameHead == true { return isNamesake ? .hasContentAndName : .hasContent }
            // The same size and time, but other bytes: a program that restores times, or another photo.
            if isSameHead == false { return isHere ? .hasPath : nil }
            if isNamesake, !isHere { return .hasName }
        }
        return wasHereRecently ? .isSaved : isHere ? .hasPath : nil
    }
}

/// The result of matching a file with the missing assets.
enum Recovery {
    case asset(Int64)
    /// Only the name matches, and other files are not known yet.
    case waits
    case none
}
#endif
