public import CameraRoll
public import Foundation

/// One change that the user or another app makes in a synthetic library, as a value: what storms consist of.
///
/// Whatever it names that is not there is passed over.
public enum SyntheticChange: Hashable, Sendable {
    /// Add so many assets at the end of the library.
    case insert(Int)
    /// Delete assets.
    case delete([AssetID])
    /// Mark an asset as a favourite, or as none.
    case setFavorite(Bool, AssetID)
    /// Hide an asset, or show it.
    case setHidden(Bool, AssetID)
    /// Say when an asset was taken.
    case setCreationDate(Date?, AssetID)
    /// Edit the picture itself: its content version rises.
    case editPicture(AssetID)
    /// Make an album.
    case makeAlbum(String, [AssetID])
    /// Give an album or a folder another title.
    case rename(AlbumID, String)
    /// Delete an album.
    case deleteAlbum(AlbumID)
    /// Put assets at the end of an album.
    case add([AssetID], AlbumID)
    /// Take assets out of an album.
    case remove([AssetID], AlbumID)
    /// Put an asset of an album elsewhere in it, at a position of what is left.
    case move(AssetID, to: Int, AlbumID)
    /// Turn the order of an album round.
    case reverse(AlbumID)
}

extension SyntheticContents {
    /// Makes a change.
    public mutating func apply(_ change: SyntheticChange) {
        switch change {
        case .insert(let count): insert(count)
        case .delete(let ids): delete(ids)
        case .setFavorite(let isFavorite, let id): edit(id) { $0.isFavorite = isFavorite }
        case .setHidden(let isHidden, let id): edit(id) { $0.isHidden = isHidden }
        case .setCreationDate(let date, let id): edit(id) { $0.creationDate = date }
        case .editPicture(let id): edit(id) { $0.contentVersion += 1 }
        case .makeAlbum(let title, let ids): makeAlbum(title, ids)
        case .rename(let album, let title): rename(album, to: title)
        case .deleteAlbum(let album): deleteAlbum(album)
        case .add(let ids, let album): add(ids, to: album)
        case .remove(let ids, let album): remove(ids, from: album)
        case .move(let id, let position, let album): move(id, to: position, in: album)
        case .reverse(let album): setOrder(of: album, to: members(of: album).rows.reversed())
        }
    }

    private mutating func move(_ id: AssetID, to position: Int, in album: AlbumID) {
        var members = members(of: album)
        guard let row = table.row(of: id), members.contains(row) else { return }
        members.remove([row])
        members.insert([row], at: min(max(position, 0), members.visibleCount))
        setMembers(of: album, to: members.rows, changed: [row])
    }
}
