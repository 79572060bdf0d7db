#if FolderLibrary || canImport(Darwin)
import CameraRoll

/// Files that are about to be moved, written down so that a process that ends in the middle can be made good for.
extension IndexWriter {
    /// Writes down what is about to be moved, in the place of what was.
    func intend(_ moves: [FileMove]) throws(SQLiteError) {
        try connection.run("DELETE FROM intent")
        for (index, move) in moves.enumerated() {
            try connection.run(
                "INSERT INTO intent VALUES (?, ?, ?, ?)", .integer(Int64(index)), .blob(move.origin), .blob(move.goal),
                .integer(move.inode))
        }
    }

    /// Whether just these moves are written down.
    func intends(_ moves: [FileMove]) throws(SQLiteError) -> Bool {
        try intents() == moves
    }

    /// Moves back what was moved of what is written down, and writes down other moves instead.
    ///
    /// - Throws: `EditError.interrupted` if other moves are to be written down, and some cannot be moved back now.
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

    /// Has files that were moved and moved back read again, and not be taken for new versions: that was a change, and
    /// none of theirs.
    private func forgetTimes(of moves: [FileMove]) throws(SQLiteError) {
        for move in moves {
            var names = move.origin.split(separator: 47).map(Array.init)
            guard let name = names.popLast(), let folder = try connection.folder(at: names) else { continue }
            try connection.run(
                "UPDATE file SET ctime = ? WHERE folder = ? AND name = ? AND inode = ?", .integer(FileAge.unsure),
                .integer(folder.row), .blob(name), .integer(move.inode))
        }
    }

    /// Makes good for a process that ended while it carried out an edit, and removes what it left.
    func recover(by mover: FileMover) throws {
        if try !intends([]) { try takeBackMoves(by: mover) }
        guard let waiting = try? mover.root.folder(at: StagingFolder.names), waiting.hasEntries else { return }
        // Whoever writes down moves waits; and what is written down may still be moved back to where it waited.
        try transaction { if try intends([]), try !wasRepaired() { StagingFolder.sweep(waiting) } }
    }

    /// Whether it has taken the place of a damaged index: of what waits, that one may have known the only copy.
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
#endif
