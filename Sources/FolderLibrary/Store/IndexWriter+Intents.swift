#if FolderLibrary || canImport(Darwin)
import CameraRoll
import Foundation

/// The write-ahead record of file moves, so that the moves of a process that ends halfway can be undone.
extension IndexWriter {
    /// Whether exactly these moves are recorded.
    func intends(_ moves: [FileMove]) throws(SQLiteError) -> Bool {
        try intents() == moves
    }

    /// Undoes the recorded moves as far as they were carried out, and records other moves instead.
    ///
    /// - Throws: `EditError.interrupted` if other moves should be recorded and some cannot be undone now.
    func takeBackMoves(by mover: FileMover, andIntend moves: [FileMove] = []) throws {
        try transaction {
            let back = try intents()
            let (left, stuck) = mover.moveBack(back)
            guard left.isEmpty || moves.isEmpty else {
                throw EditError.interrupted(reason: "files of an earlier edit cannot be moved back")
            }
            try finishDeletions(stuck, TrashRecord.Deletion(at: mover.hooks, from: { mover.root }))
            try forgetTimes(of: back)
            try mover.synchronize(back)
            try intend(left + moves)
            mover.hooks.reach(.movedBack)
        }
    }

    /// Moves the files of a failed transaction back.
    func takeBack(_ moves: [FileMove], by mover: FileMover) throws {
        guard place?.isDisplaced == true else { return try takeBackMoves(by: mover) }
        // Their record was in the index that another one has displaced.
        mover.moveBack(moves)
        try mover.synchronize(moves)
    }

    /// Completes deletions whose files are in the trash and cannot be moved back; the others of these moves have put
    /// files into the folder of photos, where scans find them.
    private func finishDeletions(_ moves: [FileMove], _ deletion: TrashRecord.Deletion) throws(SQLiteError) {
        for move in moves where TrashPlace.named(by: move.goal) != nil {
            guard let file = try file(movedBy: move), let row = file.asset, let record = try record(row),
                record.name == file.name
            else { continue }
            let folder = move.origin.dropLast(move.origin.split(separator: 47).last?.count ?? 0)
            let paired = record.pair.flatMap { name in moves.first { $0.origin == folder + name } }
            try rememberTrash(record, move, paired, deletion)
            try forget(record.name, in: record.folder)
            if let pair = record.pair {
                try forget(pair, in: record.folder)
                released.insert(record.folder)
            }
            try depart(row)
        }
    }

    /// The file that the index has at the origin of a move, or with its inode.
    private func file(movedBy move: FileMove) throws(SQLiteError) -> StoredFile? {
        var names = move.origin.split(separator: 47).map(Array.init)
        if let name = names.popLast(), let folder = try connection.folder(at: names),
            let file = try file(name, in: folder), file.inode == move.inode
        {
            return file
        }
        return try connection.first(
            "SELECT \(StoredFile.columns) FROM file WHERE inode = ?", [.integer(move.inode)], read: StoredFile.init)
    }

    /// Makes scans read files again that were moved back, without counting them as new versions: moving changed their
    /// status time, but not their content.
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
    ///
    /// This must be called only while no other process moves files, since its moves would be undone.
    func recover(by mover: FileMover) throws {
        if try !intends([]) { try takeBackMoves(by: mover) }
        try sweepStaged(beneath: mover.root)
    }

    /// Removes the staged files of ended processes, unless they may still be needed.
    func sweepStaged(beneath root: OpenFolder) throws {
        guard let waiting = try? root.folder(at: IndexLocation.stagingNames), waiting.hasEntries else { return }
        // A process that records moves holds the lock; recorded moves may still be undone into the staging folder.
        try transaction { if try intends([]), try !wasRepaired() { Self.sweepStaged(waiting) } }
    }

    /// Whether the index replaces a damaged one, which may have known about staged files that are the only copy.
    private func wasRepaired() throws(SQLiteError) -> Bool {
        try connection.number("SELECT count(*) FROM repair WHERE aside <> ''") != 0
    }

    /// The recorded moves.
    func intents() throws(SQLiteError) -> [FileMove] {
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

/// Finishes committed edits whose files are still staged.
///
/// After a power failure, a disk that does not keep the order of writes may have the index but not the move, and
/// the staged file is the only copy.
extension IndexWriter {
    /// Moves staged files that the index has in the root folder to their names.
    ///
    /// This must be called before missing files are removed. If another file has the name, the file gets a new one next
    /// to it.
    func settleArrivals(by mover: FileMover) throws {
        let waiting = WaitingFiles(in: mover.root).files
        guard !waiting.isEmpty else { return }
        let inodes = waiting.map { "\($0.status.inode)" }.joined(separator: ",")
        let known = try connection.rows(
            """
            SELECT name, size, mtime, inode FROM file
            WHERE folder = ? AND inode IN (SELECT value FROM json_each(?))
            """, [.integer(FolderID.root.row), .text("[\(inodes)]")]
        ) { (name: $0.blob(0) ?? [], size: $0.integer(1), modified: $0.integer(2), inode: $0.integer(3)) }
        for file in waiting {
            let status = file.status
            guard let goal = known.first(where: { ($0.size, $0.modified, $0.inode) == status.content })?.name else {
                continue
            }
            try settle(FileMove(origin: file.path, goal: goal, inode: status.inode), by: mover)
        }
    }

    private func settle(_ move: FileMove, by mover: FileMover) throws {
        do throws(SystemError) {
            try mover.move([move])
        } catch {
            // Another process may have moved it already.
            guard error.code == EEXIST else { return }
            let goal = Array((UUID().uuidString.prefix(8) + "-").utf8) + move.goal.suffix(240)
            try mover.move([FileMove(origin: move.origin, goal: goal, inode: move.inode)])
        }
        try mover.synchronize([move])
    }
}

extension FileStatus {
    fileprivate var content: (Int64, Int64, Int64) { (size, modified, inode) }
}

/// The staged files, in the staging folder or in its subfolders.
private struct WaitingFiles {
    private(set) var files: [(path: [UInt8], status: FileStatus)] = []
    /// Open, and therefore locked, during the lifetime of this value.
    private var folders: [OpenFolder] = []

    init(in root: OpenFolder) {
        guard let folder = try? root.folder(at: IndexLocation.stagingNames) else { return }
        add(folder, at: Array(IndexLocation.stagingNames.joined(separator: [47])), isInner: false)
    }

    private mutating func add(_ folder: OpenFolder, at path: [UInt8], isInner: Bool) {
        guard let listing = try? FolderListing(folder) else { return }
        for entry in listing.entries {
            guard let status = entry.status else { continue }
            let name = listing.name(entry)
            if status.kind == .file { files.append((path + [47] + name, status)) }
            // A locked folder belongs to a running process.
            guard status.kind == .folder, !isInner, let inner = try? folder.folder(at: [name]),
                (try? inner.lock(waiting: false)) != nil
            else { continue }
            folders.append(inner)
            add(inner, at: path + [47] + name, isInner: true)
        }
    }
}
#endif
