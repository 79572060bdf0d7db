#if FolderLibrary || canImport(Darwin)

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
    func takeBackMoves(by mover: FileMover, andIntend moves: [FileMove] = []) throws {
        try transaction {
            let back = try intents()
            mover.moveBack(back)
            try mover.synchronize(back)
            try intend(moves)
        }
    }

    /// Makes good for a process that ended while it moved files, in this root.
    func recover(root: String) throws {
        guard try connection.number("SELECT count(*) FROM intent") > 0 else { return }
        guard let folder = try? OpenFolder(root: root) else { return }
        try takeBackMoves(by: FileMover(root: folder))
    }

    private func intents() throws(SQLiteError) -> [FileMove] {
        try connection.rows("SELECT origin, goal, inode FROM intent ORDER BY id") { row in
            FileMove(origin: row.blob(0) ?? [], goal: row.blob(1) ?? [], inode: row.integer(2))
        }
    }
}
#endif
