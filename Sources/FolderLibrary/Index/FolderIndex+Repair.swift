#if FolderLibrary || canImport(Darwin)
import Foundation

/// A damaged index is set aside, and a new one made of its backup takes its place.
///
/// Each step can be the last one of a process: the mark stays until all is done, and a new index that is whole has a
/// name of its own, by which the next process knows to go on.
extension FolderIndex {
    /// Marks the index as damaged: the next opening checks it.
    func markDamaged() {
        let mark = open(damageMark, O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW | O_CLOEXEC, 0o644)
        if mark >= 0 { close(mark) }
    }

    var isMarkedDamaged: Bool { Self.isThere(damageMark) }

    private var damageMark: String { path + "-damaged" }
    /// The new index, as long as it is written.
    private var rebuilding: String { path + "-rebuilding" }
    /// The new index, once it is whole.
    private var rebuilt: String { path + "-rebuilt" }

    static func isThere(_ path: String) -> Bool { FileStatus(ofItemAt: path) != nil }

    /// Checks the index, and replaces it by a new one if it is damaged; waits for other processes that do so.
    ///
    /// - Throws: `FolderError`, or SQLite if that says nothing of damage: then the index stays.
    func repair() throws {
        // Where a volume has no locks, two who repair at once each put a whole index in the place of the damaged one.
        let lock = locked()
        defer { withExtendedLifetime(lock) {} }
        guard isMarkedDamaged else { return }
        if !Self.isThere(rebuilt), let damage = try damage() {
            try rebuild(reason: damage)
            hooks.reach(.rebuilt)
        }
        // The damage may be one of the backup.
        try backup.removeIfDamaged()
        if Self.isThere(rebuilt) { try putInPlace() }
        unlink(damageMark)
    }

    /// What is wrong with the index; nil if it is whole after all.
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
    var newAsideName: String {
        "index.sqlite.damaged-\(Int(Date().timeIntervalSince1970))-\(UUID().uuidString.prefix(8))"
    }

    /// Gives the damaged index and its log another name, and the new one its own.
    private func putInPlace() throws {
        let aside = folder + "/" + (try asideName())
        if Self.isThere(path), !Self.isThere(aside), link(path, aside) != 0 {
            // Some volumes know no second names: between these two there is no index, but a new one that is whole.
            try rename(path, to: aside)
        }
        // Its log would be taken for the new one's.
        if Self.isThere(path + "-wal") { try rename(path + "-wal", to: aside + "-wal") }
        for suffix in ["-shm", "-journal"] { unlink(path + suffix) }
        hooks.reach(.setAside)
        try rename(rebuilt, to: path)
    }

    /// The name that the new index knows for the damaged one.
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
