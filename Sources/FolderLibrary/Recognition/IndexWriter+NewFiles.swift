#if FolderLibrary || canImport(Darwin)
import CameraRoll

/// Inserts the files of a first indexing in groups, since nearly all are new pictures.
extension IndexWriter {
    /// Records files as they were found, in order.
    func put(_ files: [ScannedFile], _ existence: FileExistence?) throws(SQLiteError) {
        var next = 0
        while next < files.count {
            let end = next + IndexStatements.groupLength
            if existence == nil, end <= files.count, try putNew(files[next..<end]) {
                next = end
            } else {
                try put(files[next], existence)
                next += 1
            }
        }
    }

    /// Inserts new files and their assets; returns false if some may be known, or are not simple pictures.
    private func putNew(_ group: ArraySlice<ScannedFile>) throws(SQLiteError) -> Bool {
        guard let first = group.first, let last = group.last, areAlike(group), try isAfterAllKnown(first) else {
            return false
        }
        try list(first.folder)
        try deferCopies()
        let statements = try statements()
        for (index, file) in group.enumerated() {
            // All of them have facts, as was checked before.
            guard let facts = file.facts else { continue }
            let (number, row) = (Int32(index), nextAsset + Int64(index))
            file.bind(asset: row, to: statements.insertFiles, from: 1 + number * Int32(IndexStatements.fileColumns))
            let record = file.record(facts, row: row)
            AssetColumns.bind(record, to: statements.insertAssets, from: 1 + number * Int32(AssetColumns.count))
            count(record, by: 1)
            if let content = facts.contentIdentifier {
                unpaired.insert(LocalContent(identifier: content, folder: file.folder))
            }
            try noteRawPicture(facts, named: file.name, in: file.folder)
        }
        try statements.insertFiles.run()
        try statements.insertAssets.run()
        try note(.inserted(nextAsset...nextAsset + Int64(group.count) - 1))
        nextAsset += Int64(group.count)
        tail = FileTail(folder: first.folder, name: last.name)
        return true
    }

    /// Whether these are distinct pictures of one folder, in the order of their names, none of which belongs to a
    /// burst, whose representative might change.
    private func areAlike(_ group: ArraySlice<ScannedFile>) -> Bool {
        var before: ScannedFile?
        for file in group {
            guard let facts = file.facts, facts.burst == nil else { return false }
            if let before {
                guard file.folder == before.folder, before.name.lexicographicallyPrecedes(file.name) else {
                    return false
                }
            }
            before = file
        }
        return true
    }

    /// Whether the index has no file in the folder with this name or a later one.
    private func isAfterAllKnown(_ file: ScannedFile) throws(SQLiteError) -> Bool {
        if let tail, tail.folder == file.folder, tail.name.lexicographicallyPrecedes(file.name) { return true }
        return try connection.number(
            "SELECT EXISTS(SELECT 1 FROM file WHERE folder = ? AND name >= ?)", .integer(file.folder.row),
            .blob(file.name)) == 0
    }
}

/// Removes files that are gone.
extension IndexWriter {
    /// Removes a file that is gone, unless the index has another file under its name by now.
    func remove(_ file: StoredFile) throws(SQLiteError) {
        guard let now = try self.file(file.name, in: file.folder), now.inode == file.inode else { return }
        try forget(file.name, in: file.folder)
        guard let asset = now.asset else { return }
        if let record = try record(asset), record.name == file.name, record.folder == file.folder {
            try lose(asset, of: now)
        } else {
            try unpair(asset, from: file.name, in: file.folder)
        }
    }
}

/// Orphaned assets, whose name is not that of a file: a damaged page may contain another name, which SQLite does not
/// notice.
extension IndexWriter {
    /// Restores the names of orphaned assets from their files, and deletes assets without a file.
    ///
    /// This must be called at the end of a scan of the whole tree.
    func renameStrays(_ strays: [Int64]) throws(SQLiteError) {
        for row in strays {
            guard let record = try record(row) else { continue }
            let files = try connection.rows(
                "SELECT folder, name FROM file WHERE asset = ? ORDER BY folder, name LIMIT 3", [.integer(row)]
            ) { (folder: FolderID(row: $0.integer(0)), name: $0.blob(1) ?? []) }
            let isNamed = files.contains { $0.name == record.name && $0.folder == record.folder }
            let main = isNamed ? (record.folder, record.name) : files.first { $0.name != record.pair }
            if let main {
                let pair = files.first { $0.folder == main.0 && $0.name != main.1 }?.name
                try edit(row) { $0.name(main.0, main.1, pair: pair) }
            } else if try !takeBack(record) {
                try depart(row)
            }
        }
    }

    /// Returns the file with an asset's name to that asset, from a later asset that was created for the file when the
    /// name in the file's row was damaged.
    private func takeBack(_ record: AssetRecord) throws(SQLiteError) -> Bool {
        guard let file = try file(record.name, in: record.folder), let other = file.asset, other > record.row,
            try self.record(other)?.name == record.name
        else { return false }
        try depart(other)
        try setAsset(record.row, of: record.name, in: record.folder)
        try edit(record.row) { $0.name($0.folder, $0.name, pair: nil) }
        return true
    }
}

/// The search for orphaned assets and crowded content identifiers, on a thread beside that of the scan, which takes a
/// tenth of a rescan's time.
///
/// It may begin before the scan has written anything: what it finds is checked again when it is repaired.
final class StrayNames: PoolWork {
    struct Found {
        /// Assets whose names are not those of their files.
        let assets: [Int64]
        /// Content identifiers of more than two files, whose pairs may be those of an earlier version.
        let contents: [LocalContent]
    }

    private let index: FolderIndex
    private let found = AheadValue<Result<Found, SQLiteError>>()

    init(_ index: FolderIndex) {
        self.index = index
    }

    func run() {
        found.computeAhead(search)
    }

    /// Does nothing: the scan's thread searches then.
    func cancel() {}

    /// What was found; must be called once, unless it is discarded.
    func take() throws(SQLiteError) -> Found { try found.take(search).get() }

    /// Waits until no thread searches.
    func discard() {
        found.discard()
    }

    private func search() -> Result<Found, SQLiteError> {
        Result { () throws(SQLiteError) in
            let connection = try index.reader()
            return Found(assets: try connection.strays(), contents: try connection.crowdedContents())
        }
    }
}

extension AssetRecord {
    fileprivate mutating func name(_ folder: FolderID, _ name: [UInt8], pair: [UInt8]?) {
        let isRaw = rawFile != nil
        (self.folder, self.name, self.pair) = (folder, name, pair)
        if pair == nil { facts.mediaSubtypes.remove(.livePhoto) }
        if pair != nil, !isRaw { facts.mediaSubtypes.insert(.livePhoto) }
    }
}

extension SQLiteConnection {
    /// The assets whose names are not those of their files.
    ///
    /// - Complexity: O(n log n).
    func strays() throws(SQLiteError) -> [Int64] {
        func isStray(_ name: String) -> String {
            "(SELECT asset FROM file WHERE file.folder = asset.folder AND file.name = asset.\(name)) IS NOT asset.id"
        }
        return try rows(
            "SELECT id FROM asset WHERE \(isStray("name")) OR pair IS NOT NULL AND \(isStray("pair"))"
        ) { $0.integer(0) }
    }
}
#endif
