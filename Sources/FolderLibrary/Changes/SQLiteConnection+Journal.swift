#if FolderLibrary || canImport(Darwin)
import CameraRoll

extension SQLiteConnection {
    /// The entries of the history between two places; nil if it does not include both.
    func entries(from start: Int64, to end: Int64) throws(SQLiteError) -> [JournalEntry]? {
        let kept = try first("SELECT journal_start, journal_end FROM library") { ($0.integer(0), $0.integer(1)) }
        guard let kept, start >= kept.0, end <= kept.1, start <= end else { return nil }
        return try rows(
            "SELECT kind, first, last FROM journal WHERE number >= ? AND number < ? ORDER BY number",
            [.integer(start), .integer(end)]
        ) { row in
            JournalEntry(kind: row.integer(0), first: row.integer(1), last: row.integer(2))
        }.compactMap(\.self)
    }

    /// The net changes since a place; nil if the history does not include it.
    func changes(since place: JournalPlace) throws(SQLiteError) -> MergedChanges? {
        guard try knows(place), let entries = try entries(from: place.number, to: try journalEnd()) else { return nil }
        var changes = MergedChanges()
        for entry in entries { changes.note(entry) }
        return changes
    }

    /// The albums whose count, cover or order may have changed; nil if any may have.
    ///
    /// - Complexity: O(k log n) in the assets that changed.
    func affectedAlbums(of changes: MergedChanges) throws(SQLiteError) -> Set<AlbumID>? {
        guard !changes.assets.isEmpty || !changes.albums.isEmpty else { return [] }
        var affected = changes.rearranged.union(changes.albums.keys)
        guard !changes.assets.isEmpty else { return affected }
        // For so many it is cheaper to check each shown album.
        guard changes.assets.count <= 1_000 else { return nil }
        affected.formUnion(SmartAlbums.all.map(\.id))
        affected.formUnion(changes.left.map { AlbumName.directory($0).id })
        for row in changes.assets.keys {
            let values = [SQLiteValue.integer(row)]
            let albums = try rows("SELECT album FROM member WHERE asset = ?", values) { $0.integer(0) }
            affected.formUnion(albums.map { AlbumName.album($0).id })
            let folder = try first("SELECT folder FROM asset WHERE id = ?", values) { FolderID(row: $0.integer(0)) }
            if let folder { affected.insert(AlbumName.directory(folder).id) }
        }
        return affected
    }
}

extension SQLiteConnection {
    /// The current end of the history.
    func journalEnd() throws(SQLiteError) -> Int64 {
        try number("SELECT journal_end FROM library")
    }
}
#endif
