#if FolderLibrary || canImport(Darwin)
import CameraRoll

/// Writes to the index, in one transaction at a time; all writers of a process share one, behind a lock.
///
/// Its counters are read at the beginning of each transaction, since other processes may have written, and written
/// at its end.
final class IndexWriter: @unchecked Sendable {  // Created, used and kept behind the lock of one `FolderStore` only.
    let connection: SQLiteConnection
    /// The next asset's row; rows are never reused.
    var nextAsset: Int64 = 0
    private(set) var journalEnd: Int64 = 0
    /// The change in the number of shown assets of each type.
    private var tallies: [Int: Int64] = [:]
    /// The last change, which further changes of the same kind may join.
    private var pending: JournalEntry?
    /// Folders whose files must be scanned again, since a video has lost its still.
    var released: Set<FolderID> = []
    /// Folders with names that are visited again once all files are known.
    var deferred: Set<FolderID> = []
    /// The content identifiers of files recorded since the last pairing.
    var unpaired: Set<LocalContent> = []
    /// Whether there are raw files; nil until this has been determined in this transaction.
    var hasRawFiles: Bool?
    /// Missing assets that were found again, each with an album that it was in but has not rejoined.
    var found: [(album: Int64, member: MemberDifference.Member)] = []
    /// The folders that are known to be listed as albums, within one transaction.
    var listed: Set<FolderID> = []
    /// Whether any asset is missing, cached within one transaction.
    private var knownLost: Bool?
    /// Whether any photo is in the trash, cached within one transaction.
    private var knownTrashed: Bool?
    /// Whether files can be found by their inodes, within one transaction.
    private var findsMoves = false
    /// Whether files can be found by their sizes and times, within one transaction.
    private var findsContents = false
    /// The name after which a folder has no known file, within one transaction.
    var tail: FileTail?
    private var madeStatements: IndexStatements?
    /// The database that it writes to, which another one may displace; nil for one without a fixed place.
    let place: WrittenIndex?
    private let backup: IndexBackup?
    /// Whether changes are mirrored in the backup; only from the first transaction on, so that a library that is only
    /// read opens sooner.
    private var isRepeated = false
    /// The first asset that is copied to the backup at the end of the transaction; nil if all have been copied.
    private var firstDeferred: Int64?
    private var hasNews = false
    /// The number of history entries that are kept.
    private let historyLimit: Int

    /// Creates a writer on its own connection.
    ///
    /// - Parameters:
    ///   - place: the location of the database.
    ///   - backup: the attached backup; nil if the connection has none.
    init(
        _ connection: SQLiteConnection, historyLimit: Int, place: WrittenIndex? = nil, backup: IndexBackup? = nil
    ) {
        self.connection = connection
        (self.place, self.backup) = (place, backup)
        self.historyLimit = historyLimit
    }

    /// The statements that run once for each file of a large tree; prepared on first use, since edits rarely need
    /// them.
    func statements() throws(SQLiteError) -> IndexStatements {
        if let madeStatements { return madeStatements }
        let made = try IndexStatements(connection)
        madeStatements = made
        return made
    }

    /// Carries out changes in one transaction, or none of them if `body` throws.
    ///
    /// - Returns: the result of `body`.
    func transaction<Value>(_ body: () throws -> Value) throws -> Value {
        assert(ExpiringActivity.isRunning)
        if !isRepeated { try backup?.repeatChanges(of: connection) }
        isRepeated = true
        try connection.execute("BEGIN IMMEDIATE")
        do {
            let start = try begin()
            let value = try body()
            let revision = Int64.random(in: .min ... .max)
            try finish(revision)
            try commit(revision)
            // A repair that did not see the transaction may have put a new index in the place of this one meanwhile.
            if place?.isDisplaced == true { throw EditError.interrupted(reason: "the index was replaced meanwhile") }
            if journalEnd != start { hasNews = true }
            return value
        } catch {
            (pending, tallies) = (nil, [:])
            try? connection.execute("ROLLBACK")
            throw error
        }
    }

    /// Commits a transaction.
    ///
    /// SQLite commits the index before its backup. If only the backup could not be written, the revision shows that the
    /// transaction is in the index, and the next transaction writes the backup again.
    private func commit(_ revision: Int64) throws(SQLiteError) {
        do throws(SQLiteError) {
            try connection.execute("COMMIT")
        } catch {
            guard backup != nil, isCommitted(revision) else { throw error }
        }
    }

    private func isCommitted(_ revision: Int64) -> Bool {
        try? connection.execute("ROLLBACK")
        let last = try? connection.number("SELECT revision FROM library")
        return last == revision
    }

    /// Returns whether the history has grown since the last call.
    func takeNews() -> Bool {
        defer { hasNews = false }
        return hasNews
    }

    private func begin() throws(SQLiteError) -> Int64 {
        let totals = try connection.first("SELECT next_asset, journal_end FROM library") { row in
            (row.integer(0), row.integer(1))
        }
        guard let totals else {
            throw SQLiteError(code: SQLiteError.damage, message: "the index has no library", sql: nil)
        }
        guard AssetRow.all.contains(totals.0), JournalPlace.all.contains(totals.1) else {
            throw SQLiteError(code: SQLiteError.damage, message: "the index counts beyond all bounds", sql: nil)
        }
        try backup?.bringUpToDate(connection)
        (nextAsset, journalEnd) = totals
        (listed, unpaired, found, firstDeferred, hasRawFiles) = ([], [], [], nil, nil)
        (knownLost, knownTrashed, findsMoves, findsContents, tail) = (nil, nil, false, false, nil)
        return journalEnd
    }

    private func finish(_ revision: Int64) throws(SQLiteError) {
        try pairNew()
        try writePending()
        try trimHistory()
        for (type, change) in tallies where change != 0 {
            try connection.run(
                "INSERT INTO tally VALUES (?1, ?2) ON CONFLICT(type) DO UPDATE SET shown = shown + ?2",
                .integer(Int64(type)), .integer(change))
        }
        tallies = [:]
        try copyDeferred()
        try connection.run(
            "UPDATE library SET next_asset = ?, journal_end = ?, revision = ?", .integer(nextAsset),
            .integer(journalEnd), .integer(revision))
    }
}

// MARK: - Cached within a transaction

extension IndexWriter {
    /// Whether any asset is missing, so that a new file may be its file.
    func hasLost() throws(SQLiteError) -> Bool {
        if let knownLost { return knownLost }
        let hasLost = try connection.number("SELECT EXISTS(SELECT 1 FROM lost)") != 0
        if hasLost { knownLost = hasLost }
        return hasLost
    }

    /// Whether any photo is in the trash, so that a new file may have been moved back from there.
    func hasTrashed() throws(SQLiteError) -> Bool {
        if let knownTrashed { return knownTrashed }
        let hasTrashed = try connection.number("SELECT EXISTS(SELECT 1 FROM trashed)") != 0
        knownTrashed = hasTrashed
        return hasTrashed
    }

    /// Defers copying assets to the backup, from the next row on, to the end of the transaction.
    func deferCopies() throws(SQLiteError) {
        guard let backup, firstDeferred == nil else { return }
        try backup.deferAssets(in: connection)
        firstDeferred = nextAsset
    }

    /// Copies the new assets to the backup, unless they can be copied later.
    ///
    /// - Parameter row: the row that is to be inserted next; nil at the end of the transaction.
    func copyDeferred(before row: Int64? = nil) throws(SQLiteError) {
        guard let first = firstDeferred, row.map({ $0 < first }) ?? true else { return }
        try backup?.copyAssets(from: first, in: connection)
        firstDeferred = nil
    }

    /// Creates the index for finding files by their inodes.
    func indexMoves() throws(SQLiteError) {
        guard !findsMoves else { return }
        try connection.execute(IndexSchema.moves)
        findsMoves = true
    }

    /// Creates the index for finding files by their sizes and times.
    func indexContents() throws(SQLiteError) {
        guard !findsContents else { return }
        try connection.execute(IndexSchema.contents)
        findsContents = true
    }
}

// MARK: - Counts and history

extension IndexWriter {
    /// Counts an asset that becomes shown or is no longer shown.
    func count(_ record: AssetRecord, by change: Int64) {
        if record.isShown { tallies[record.facts.type.rawValue, default: 0] += change }
    }

    /// Recomputes the counts from the assets.
    func recount() throws(SQLiteError) {
        tallies = [:]
        try connection.run("DELETE FROM tally")
        try connection.run("INSERT INTO tally SELECT type, count(*) FROM asset WHERE shown = 1 GROUP BY type")
    }

    /// Adds an entry to the history.
    func note(_ entry: JournalEntry) throws(SQLiteError) {
        if let joined = pending?.joined(with: entry) {
            pending = joined
        } else {
            try writePending()
            pending = entry
        }
    }

    private func writePending() throws(SQLiteError) {
        guard let entry = pending else { return }
        pending = nil
        let columns = entry.columns
        try connection.run(
            "INSERT INTO journal VALUES (?, ?, ?, ?, ?)", .integer(journalEnd), .integer(columns.kind),
            .integer(columns.first), .integer(columns.last), .integer(JournalPlace.freshStamp()))
        journalEnd += 1
    }

    /// Deletes all but the latest entries of the history, and the deleted assets that only older ones mention.
    private func trimHistory() throws(SQLiteError) {
        let kept = journalEnd - Int64(historyLimit)
        guard kept > 0 else { return }
        let start = try connection.number("SELECT journal_start FROM library")
        guard kept > start else { return }
        try connection.run(
            """
            DELETE FROM departed WHERE id IN (SELECT first FROM journal WHERE number < ? AND kind = 3)
            AND id NOT IN (SELECT asset FROM lost)
            """, .integer(kept))
        // The entry before the first one shows whether a token belongs to this history.
        try connection.run("DELETE FROM journal WHERE number < ? - 1", .integer(kept))
        try connection.run("UPDATE library SET journal_start = ?", .integer(kept))
    }
}

/// The end of a folder's known files.
struct FileTail {
    let folder: FolderID
    /// The last name.
    let name: [UInt8]
}

extension IndexWriter {
    /// Replaces the recorded moves.
    func intend(_ moves: [FileMove]) throws(SQLiteError) {
        try connection.run("DELETE FROM intent")
        for (index, move) in moves.enumerated() {
            try connection.run(
                "INSERT INTO intent VALUES (?, ?, ?, ?)", .integer(Int64(index)), .blob(move.origin), .blob(move.goal),
                .integer(move.inode))
        }
    }
}
#endif
