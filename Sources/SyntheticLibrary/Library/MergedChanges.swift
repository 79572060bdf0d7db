import CameraRoll
import LibraryEditing

/// The net changes of a series of entries of the journal.
struct MergedChanges {
    /// The net change of one asset.
    struct Fate {
        var object = NetChange()
        /// The asset's former properties for smart albums; nil if they are the current ones.
        var before: RowTraits?
    }

    private var net = NetChanges<UInt32, AlbumID>()
    private var before: [UInt32: RowTraits] = [:]
    /// Whether assets whose selection has changed were visible at first under limited access.
    private var wasSelected: [UInt32: Bool] = [:]

    /// Merges the entries of a journal between two places, which it must keep.
    init(of journal: ChangeJournal, in places: Range<Int>) {
        journal.forEach(in: places) { note($0) }
    }

    private mutating func note(_ entry: JournalEntry) {
        switch entry {
        case .updated(let row, let traits):
            if net.rows[row].map({ !$0.isUpdated && !$0.isInserted }) ?? true { before[row] = traits }
        case .selected(let row): wasSelected[row] = wasSelected[row] ?? false
        case .deselected(let row): wasSelected[row] = wasSelected[row] ?? true
        default: break
        }
        if let event = entry.event { net.note(event) }
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
        for (id, fate) in net.collections where fate.isNews { changes.albums.add(id, fate) }
        return changes
    }

    private func news(for contents: SyntheticContents) -> [UInt32: Fate] {
        var news: [UInt32: Fate] = [:]
        for row in Set(net.rows.keys).union(wasSelected.keys) {
            var change = net.rows[row] ?? NetChange()
            if contents.limits != nil {
                // To an app that sees only the selected assets, one that leaves the selection is deleted.
                let isSelected = contents.isVisible(row)
                if !(wasSelected[row] ?? isSelected) { change.isInserted = true }
                if !isSelected { change.isDeleted = true }
            }
            if change.isNews { news[row] = Fate(object: change, before: before[row]) }
        }
        return news
    }

    /// The albums whose count, cover or order may have changed.
    ///
    /// - Complexity: O(m) in the members of all albums with a list, and O(k) in the changes for each other album.
    private func affectedAlbums(of contents: SyntheticContents, by news: [UInt32: Fate]) -> Set<AlbumID> {
        var affected: Set<AlbumID> = []
        for album in contents.visibleAlbums
        where net.collections[album.id] != nil || album.members.contain(news, in: contents.table) {
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
