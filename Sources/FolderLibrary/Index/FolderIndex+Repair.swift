#if FolderLibrary || canImport(Darwin)
import Foundation

/// A damaged index is set aside, and a new one made from its backup takes its place.
///
/// A process may end after any step: the mark stays until everything is done, and a complete new index has a name of
/// its own, from which the next process knows where to continue.
extension FolderIndex {
    /// Marks the index as damaged: the next opening checks it.
    func markDamaged() {
        let mark = open(damageMark, O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW | O_CLOEXEC, 0o644)
        if mark >= 0 { close(mark) }
    }

    var isMarkedDamaged: Bool { Self.isThere(damageMark) }

    private var damageMark: String { path + "-damaged" }
    /// The new index while it is being written.
    private var rebuilding: String { path + "-rebuilding" }
    /// The new index once it is complete.
    private var rebuilt: String { path + "-rebuilt" }

    static func isThere(_ path: String) -> Bool { FileStatus(ofItemAt: path) != nil }

    /// Checks the index, and replaces it with a new one if it is damaged; waits for other processes that do so.
    ///
    /// - Throws: `FolderError`, or SQLite's error if it does not indicate damage: then the index stays.
    func repair() throws {
        // Where a volume has no locks, two simultaneous repairs each put a complete index in the place of the damaged
        // one.
        let lock = locked()
        defer { withExtendedLifetime(lock) {} }
        if hasForeignLog {
            try backup.removeIfDamaged()
            if hasForeignLog { markDamaged() }
        }
        guard isMarkedDamaged else { return }
        let foreign = hasForeignLog ? "another file was put beside its log" : nil
        if !Self.isThere(rebuilt), let damage = try foreign ?? damage() {
            try rebuild(reason: damage)
            hooks.reach(.rebuilt)
        }
        // The backup may be what is damaged.
        try backup.removeIfDamaged()
        if Self.isThere(rebuilt) { try putInPlace() }
        unlink(damageMark)
    }

    /// Whether the log beside the index belongs to another file, after a program has put an older index in its place.
    ///
    /// SQLite would apply the log to it. The backup has recorded the right file, and its own, which is still the same.
    var hasForeignLog: Bool {
        guard IndexStamp(of: path).hasLog, let now = IndexFiles(in: folder), let known = backup.files else {
            return false
        }
        return known.backup == now.backup && known.index != now.index
    }

    /// A description of the damage; nil if the index is intact after all.
    func damage() throws -> String? {
        guard Self.isThere(path) else { return nil }
        do {
            try checkOwner()
            let connection = try reader()
            if let problem = try connection.integrityProblem(of: "main") { return problem }
            guard try connection.number("PRAGMA user_version") != 0 else { return nil }
            let totals = try connection.rows("SELECT next_asset, journal_end FROM library") { row in
                AssetRow.all.contains(row.integer(0)) && JournalPlace.all.contains(row.integer(1))
            }
            if totals.count != 1 { return "the index has no library" }
            return totals == [true] ? nil : "the index counts beyond all bounds"
        } catch let error as SQLiteError where error.isDamage {
            return error.description
        }
    }

    private func rebuild(reason: String) throws {
        removeDatabase(rebuilding)
        try FolderIndex(root: root, at: rebuilding, hooks: hooks)
            .makeFromBackup(after: IndexBackup.Loss(reason: reason, asideName: newAsideName))
        try rename(rebuilding, to: rebuilt)
    }

    /// A new name for the damaged index.
    var newAsideName: String { newAsideName(of: "index.sqlite", "damaged") }

    /// A new name for a file that is kept, with a word that says why.
    func newAsideName(of name: String, _ reason: String) -> String {
        "\(name).\(reason)-\(Int(Date().timeIntervalSince1970))-\(UUID().uuidString.prefix(8))"
    }

    /// Renames the damaged index and its log, and puts the new index in its place.
    private func putInPlace() throws {
        let aside = folder + "/" + (try asideName())
        if Self.isThere(path), !Self.isThere(aside), link(path, aside) != 0 {
            // Some volumes have no hard links: between these two steps there is no index, but there is a complete new
            // one.
            try rename(path, to: aside)
        }
        // Its log would be mistaken for the new one's, and another file's log for its own.
        let log = aside + (hasForeignLog ? "-log" : "-wal")
        if Self.isThere(path + "-wal") { try rename(path + "-wal", to: log) }
        for suffix in ["-shm", "-journal"] { unlink(path + suffix) }
        hooks.reach(.setAside)
        try rename(rebuilt, to: path)
    }

    /// The name for the damaged index that the new one records.
    private func asideName() throws -> String {
        let connection = try SQLiteConnection(path: rebuilt, .readOnly)
        let name = try connection.first("SELECT aside FROM repair ORDER BY id DESC") { $0.text(0) } ?? nil
        return name ?? newAsideName
    }

    private func rename(_ path: String, to goal: String) throws(FolderError) {
        guard Foundation.rename(path, goal) == 0 else {
            throw .index(reason: "'\(path)' cannot become '\(goal)': \(String(cString: strerror(errno)))")
        }
    }

    private func removeDatabase(_ path: String) {
        for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path + suffix) }
    }
}
#endif
