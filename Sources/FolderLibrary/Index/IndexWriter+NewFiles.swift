#if FolderLibrary || canImport(Darwin)
import CameraRoll

/// Inserts the files of a first indexing in groups: nearly all are new pictures.
extension IndexWriter {
    /// Records files as they were found, in their order.
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
        guard let first = group.first, let last = group.last, areAlike(group), try isBehindAllKnown(first) else {
            return false
        }
        try list(first.folder)
        let statements = try statements()
        for (index, file) in group.enumerated() {
            // All have facts, as was checked before.
            guard let facts = file.facts else { continue }
            let (number, row) = (Int32(index), nextAsset + Int64(index))
            file.bind(asset: row, to: statements.insertFiles, from: 1 + number * Int32(IndexStatements.fileColumns))
            let record = file.record(facts, row: row)
            AssetColumns.bind(record, to: statements.insertAssets, from: 1 + number * Int32(AssetColumns.count))
            count(record, by: 1)
            if let content = facts.contentIdentifier {
                unpaired.insert(LocalContent(identifier: content, folder: file.folder))
            }
        }
        try statements.insertFiles.run()
        try statements.insertAssets.run()
        try note(.inserted(nextAsset...nextAsset + Int64(group.count) - 1))
        nextAsset += Int64(group.count)
        tail = FileTail(folder: first.folder, name: last.name)
        return true
    }

    /// Whether these are distinct pictures of one folder in the order of their names, and none belongs to a burst,
    /// whose representative may be another one.
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

    /// Whether the index has no file in the folder from the name of this one on.
    private func isBehindAllKnown(_ file: ScannedFile) throws(SQLiteError) -> Bool {
        if let tail, tail.folder == file.folder, tail.name.lexicographicallyPrecedes(file.name) { return true }
        return try connection.number(
            "SELECT EXISTS(SELECT 1 FROM file WHERE folder = ? AND name >= ?)", .integer(file.folder.row),
            .blob(file.name)) == 0
    }
}
#endif
