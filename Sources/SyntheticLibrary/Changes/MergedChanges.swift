import CameraRoll

/// What remains of a series of changes: who came and went in between appears nowhere.
struct MergedChanges {
    /// What became of one object.
    struct Fate {
        var isInserted = false
        var isUpdated = false
        var isDeleted = false
        /// What smart albums saw of an asset at first; nil where that is what they see now.
        var before: RowTraits?

        /// Whether it came and went.
        var isTrace: Bool { isInserted && isDeleted }
    }

    private(set) var rows: [UInt32: Fate] = [:]
    private(set) var collections: [AlbumID: Fate] = [:]

    /// Everything in a journal from a place on.
    init(of journal: ChangeJournal, since place: Int) {
        journal.forEach(since: place) { note($0) }
    }

    private mutating func note(_ entry: JournalEntry) {
        switch entry {
        case .inserted(let row): rows[row, default: Fate()].isInserted = true
        case .updated(let row, let before): rows[row, default: Fate()].update(from: before)
        case .deleted(let row): rows[row, default: Fate()].isDeleted = true
        case .member(_, let album): collections[album, default: Fate()].isUpdated = true
        case .collection(let id, .inserted): collections[id, default: Fate()].isInserted = true
        case .collection(let id, .deleted): collections[id, default: Fate()].isDeleted = true
        case .collection(let id, .updated), .collection(let id, .reordered):
            collections[id, default: Fate()].isUpdated = true
        }
    }
}

extension MergedChanges.Fate {
    fileprivate mutating func update(from traits: RowTraits) {
        if !isUpdated, !isInserted { before = traits }
        isUpdated = true
    }
}

// MARK: - For the outside

extension MergedChanges {
    /// The changes of assets, albums and folders as others see them.
    func libraryChanges(of contents: SyntheticContents, upTo token: ChangeToken) -> LibraryChanges {
        var changes = LibraryChanges(affectedAlbums: affectedAlbums(of: contents), upTo: token)
        for (row, fate) in rows { changes.assets.add(RowName.asset(row), fate) }
        for (id, fate) in collections { changes.albums.add(id, fate) }
        return changes
    }

    /// The albums whose count, cover or order may be another now.
    ///
    /// - Complexity: O(m) in the members of all albums that keep a list, and O(k) in the changes for each other album.
    private func affectedAlbums(of contents: SyntheticContents) -> Set<AlbumID> {
        let touched = rows.filter { !$0.value.isTrace }
        var affected: Set<AlbumID> = []
        for album in contents.albumRecords
        where collections[album.id] != nil || album.members.contain(touched, in: contents.table) {
            affected.insert(album.id)
        }
        return affected
    }
}

extension AlbumRecord.Members {
    /// Whether any of some rows is a member or was one.
    fileprivate func contain(_ touched: [UInt32: MergedChanges.Fate], in table: AssetTable) -> Bool {
        guard !touched.isEmpty else { return false }
        switch self {
        case .rows(let rows): return rows.contains { touched[$0] != nil }
        case .rule(let rule):
            return touched.contains { row, fate in
                rule.contains(row, of: table) || fate.before.map(rule.contains) ?? false
            }
        }
    }
}

extension LibraryChanges.Objects {
    fileprivate mutating func add(_ id: ID, _ fate: MergedChanges.Fate) {
        switch (fate.isInserted, fate.isDeleted) {
        case (true, true): break
        case (true, false): inserted.insert(id)
        case (false, true): deleted.insert(id)
        case (false, false): if fate.isUpdated { updated.insert(id) }
        }
    }
}
