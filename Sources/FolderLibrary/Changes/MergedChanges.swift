#if FolderLibrary || canImport(Darwin)
import CameraRoll

/// The net changes of a series of entries: an insertion followed by a deletion cancels out.
struct MergedChanges {
    /// A larger number of changed assets is not reported individually.
    static let mostAssets = 200_000

    private(set) var assets: [Int64: NetChange] = [:]
    private(set) var albums: [AlbumID: NetChange] = [:]
    /// The user's albums whose members or order have changed.
    private(set) var rearranged: Set<AlbumID> = []
    /// The folders that assets left.
    private(set) var left: Set<FolderID> = []
    /// Whether there were too many changed assets.
    private(set) var isOverLimit = false

    mutating func note(_ entry: JournalEntry) {
        switch entry {
        case .inserted(let rows): note(rows) { $0.note(isThere: true) }
        case .updated(let rows): note(rows) { $0.isUpdated = true }
        case .deleted(let row): assets[row, default: NetChange()].note(isThere: false)
        case .member(_, let album): rearrange(.album(album))
        case .album(let album, .reordered): rearrange(.album(album))
        case .album(let album, let fate): note(.album(album), fate)
        case .directory(let folder, let fate): note(.directory(folder), fate)
        case .left(let folder): left.insert(folder)
        }
    }

    private mutating func note(_ rows: ClosedRange<Int64>, _ change: (inout NetChange) -> Void) {
        guard rows.count + assets.count <= Self.mostAssets else { return isOverLimit = true }
        for row in rows { change(&assets[row, default: NetChange()]) }
    }

    private mutating func rearrange(_ name: AlbumName) {
        albums[name.id, default: NetChange()].isUpdated = true
        rearranged.insert(name.id)
    }

    private mutating func note(_ name: AlbumName, _ fate: JournalEntry.Fate) {
        switch fate {
        case .inserted: albums[name.id, default: NetChange()].note(isThere: true)
        case .deleted: albums[name.id, default: NetChange()].note(isThere: false)
        case .updated, .reordered: albums[name.id, default: NetChange()].isUpdated = true
        }
    }
}

// MARK: - Public form

extension MergedChanges {
    /// The changes of assets and albums; affected albums are added from the index.
    func libraryChanges(upTo token: ChangeToken) -> LibraryChanges {
        var changes = LibraryChanges(affectedAlbums: [], upTo: token)
        for (row, fate) in assets where fate.isNews { changes.assets.add(AssetRow.id(row), fate) }
        for (id, fate) in albums where fate.isNews { changes.albums.add(id, fate) }
        return changes
    }
}
#endif
