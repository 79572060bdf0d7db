#if FolderLibrary || canImport(Darwin)
import CameraRoll

/// The write-ahead record of file moves, so that the moves of a process that ends half-way can be undone.
extension IndexWriter {
    /// Whether exactly these moves are recorded.
    func intends(_ moves: [FileMove]) throws(SQLiteError) -> Bool {
        try intents() == moves
    }

    /// Undoes the recorded moves as far as they were made, and records other moves instead.
    ///
    /// - Throws: `EditError.interrupted` if other moves are to be recorded and some cannot be undone now.
    func takeBackMoves(by mover: FileMover, andIntend moves: [FileMove] = []) throws {
        try transaction {
            let back = try intents()
            let left = mover.moveBack(back)
            guard left.isEmpty || moves.isEmpty else {
                throw EditError.interrupted(reason: "files of an earlier edit cannot be moved back")
            }
            try forgetTimes(of: back)
            try mover.synchronize(back)
            try intend(left + moves)
            mover.hooks.reach(.movedBack)
        }
    }

    /// Has files that were moved back read again without counting as new versions: moving changed their status
    /// time, but not their content.
    private func forgetTimes(of moves: [FileMove]) throws(SQLiteError) {
        for move in moves {
            var names = move.origin.split(separator: 47).map(Array.init)
            guard let name = names.popLast(), let folder = try connection.folder(at: names) else { continue }
            try connection.run(
                "UPDATE file SET ctime = ? WHERE folder = ? AND name = ? AND inode = ?", .integer(FileAge.unsure),
                .integer(folder.row), .blob(name), .integer(move.inode))
        }
    }

    /// Undoes the moves of a process that ended during an edit, and removes its staged files.
    func recover(by mover: FileMover) throws {
        if try !intends([]) { try takeBackMoves(by: mover) }
        guard let waiting = try? mover.root.folder(at: IndexLocation.stagingNames), waiting.hasEntries else { return }
        // A process that records moves holds the lock; recorded moves may still be undone into the staging folder.
        try transaction { if try intends([]), try !wasRepaired() { Self.sweepStaged(waiting) } }
    }

    /// Whether the index replaces a damaged one, which may have known of staged files that are the only copy.
    private func wasRepaired() throws(SQLiteError) -> Bool {
        let hasRepairs = try connection.number("SELECT count(*) FROM sqlite_schema WHERE name = 'repair'") != 0
        guard hasRepairs else { return false }
        return try connection.number("SELECT count(*) FROM repair WHERE aside <> ''") != 0
    }

    private func intents() throws(SQLiteError) -> [FileMove] {
        try connection.rows("SELECT origin, goal, inode FROM intent ORDER BY id") { row in
            FileMove(origin: row.blob(0) ?? [], goal: row.blob(1) ?? [], inode: row.integer(2))
        }
    }
}

extension IndexWriter {
    /// Removes the folders of processes that have ended.
    static func sweepStaged(_ all: OpenFolder) {
        guard let listing = try? FolderListing(all) else { return }
        for entry in listing.entries where entry.status?.kind == .folder {
            let name = listing.name(entry)
            guard let folder = try? all.folder(at: [name]), (try? folder.lock(waiting: false)) != nil else { continue }
            try? all.remove(name)
        }
    }
}
#endif
