public import Foundation

/// One edit of a library, as a value: what a library's editor is given; apps write ``LibraryEdits``.
///
/// Each edit sees what the edits before it in the transaction have done.
public enum LibraryEdit: Hashable, Sendable {
    // MARK: Assets

    /// Create an asset.
    case createAsset(AssetPlaceholder, NewAsset)
    /// Delete assets, from the library and all albums.
    case deleteAssets([AssetReference])
    /// Mark assets as favourites, or as none.
    case setFavorite(Bool, [AssetReference])
    /// Hide assets, or show them.
    case setHidden(Bool, [AssetReference])
    /// Say when assets were taken.
    case setCreationDate(Date?, [AssetReference])
    /// Say where assets were taken.
    case setPlace(Place?, [AssetReference])

    // MARK: Albums and folders

    /// Create an album in a folder, at the top where nil.
    case createAlbum(AlbumPlaceholder, title: String, folder: AlbumReference?)
    /// Create a folder in a folder, at the top where nil.
    case createFolder(AlbumPlaceholder, title: String, folder: AlbumReference?)
    /// Give an album or a folder another title.
    case rename(AlbumReference, title: String)
    /// Delete albums and folders, these with all that is in them; assets stay in the library (K62).
    case deleteAlbums([AlbumReference])
    /// Put an album or a folder into a folder, at the top where nil.
    case moveAlbum(AlbumReference, folder: AlbumReference?)

    // MARK: An album's assets

    /// Put assets at the end of an album; those that it has already stay where they are (K62).
    case append([AssetReference], AlbumReference)
    /// Put assets into an album, the first of them at a position.
    case insert([AssetReference], at: Int, AlbumReference)
    /// Take assets out of an album.
    case remove([AssetReference], AlbumReference)
    /// Take assets of an album out, and put them back in, the first of them at a position of what is left (K62).
    case move([AssetReference], to: Int, AlbumReference)
    /// Put an asset in the place of another.
    case replace(AssetReference, with: AssetReference, AlbumReference)
    /// Put all assets of an album into an order.
    case reorder([AssetReference], AlbumReference)
}

extension LibraryEdit {
    /// Whether it only adds to the library, which needs less permission (K52).
    var onlyAdds: Bool {
        if case .createAsset = self { true } else { false }
    }
}
