import CameraRoll

/// The net changes of a series: an insertion followed by a deletion cancels out.
struct MergedChanges {
    /// The net change of one asset.
    struct Fate {
        var object = NetChange()
        /// The asset's former facts for smart albums; nil if they are the current ones.
        var before: RowTraits?
        /// Whether it was visible at first under limited access; nil if that is the same as now.
        var wasSelected: Bool?
    }

    private(set) var rows: [UInt32: Fate] = [:]
    private(set) var collections: [AlbumID: NetChange] = [:]

    /// Merges the entries of a journal between two places, which it must keep.
    init(of journal: ChangeJournal, in places: Range<Int>) {
        journal.forEach(in: places) { note($0) }
    }

    private mutating func note(_ entry: JournalEntry) {
        switch entry {
        case .inserted(let row): rows[row, default: Fate()].object.note(isThere: true)
        case .updated(let row, let before): rows[row, default: Fate()].update(from: before)
        case .deleted(let row): rows[row, default: Fate()].object.note(isThere: false)
        case .member(_, let album): collections[album, default: NetChange()].isUpdated = true
        case .collection(let id, .inserted): collections[id, default: NetChange()].note(isThere: true)
        case .collection(let id, .deleted): collections[id, default: NetChange()].note(isThere: false)
        case .collection(let id, .updated), .collection(let id, .reordered):
            collections[id, default: NetChange()].isUpdated = true
        case .selected(let row): rows[row, default: Fate()].noteSelection(from: false)
        case .deselected(let row): rows[row, default: Fate()].noteSelection(from: true)
        }
    }
}

extension MergedChanges.Fate {
    fileprivate mutating func update(from traits: RowTraits) {
        if !object.isUpdated, !object.isInserted { before = traits }
        object.isUpdated = true
    }

    fileprivate mutating func noteSelection(from wasSelected: Bool) {
        self.wasSelected = self.wasSelected ?? wasSelected
    }

    /// The same for an app that sees only the selected assets: an asset that leaves the selection counts as
    /// deleted.
    fileprivate func seen(selectedNow: Bool) -> Self {
        var fate = self
        if !(wasSelected ?? selectedNow) { fate.object.isInserted = true }
        if !selectedNow { fate.object.isDeleted = true }
        return fate
    }
}

// MARK: - Public form

extension MergedChanges {
    /// The changes of assets, albums and folders as seen through these contents.
    func libraryChanges(of contents: SyntheticContents, upTo token: ChangeToken) -> LibraryChanges {
        let news = news(for: contents)
        var changes = LibraryChanges(affectedAlbums: affectedAlbums(of: contents, by: news), upTo: token)
        for (row, fate) in news { changes.assets.add(RowName.asset(row), fate.object) }
        guard contents.showsUserAlbums else { return changes }
        for (id, fate) in collections where fate.isNews { changes.albums.add(id, fate) }
        return changes
    }

    private func news(for contents: SyntheticContents) -> [UInt32: Fate] {
        guard contents.limits != nil else { return rows.filter(\.value.object.isNews) }
        var news: [UInt32: Fate] = [:]
        for (row, fate) in rows {
            let fate = fate.seen(selectedNow: contents.isVisible(row))
            if fate.object.isNews { news[row] = fate }
        }
        return news
    }

    /// The albums whose count, cover or order may have changed.
    ///
    /// - Complexity: O(m) in the members of all albums with a list, and O(k) in the changes for each other album.
    private func affectedAlbums(of contents: SyntheticContents, by news: [UInt32: Fate]) -> Set<AlbumID> {
        var affected: Set<AlbumID> = []
        for album in contents.visibleAlbums
        where collections[album.id] != nil || album.members.contain(news, in: contents.table) {
            affected.insert(album.id)
        }
        return affected
    }
}

extension AlbumRecord.Members {
    /// Whether any of the changed rows is or was a member.
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
