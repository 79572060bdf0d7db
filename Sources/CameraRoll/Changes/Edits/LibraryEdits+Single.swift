/// The edits of a single asset or album.
extension LibraryEdits {
    /// Deletes an asset, from the library and from all albums; the system may ask the user.
    public mutating func delete(_ asset: some AssetReferring) {
        delete(CollectionOfOne(asset.assetReference))
    }

    /// Marks an asset as a favourite, or as none.
    public mutating func setFavorite(_ isFavorite: Bool, for asset: some AssetReferring) {
        setFavorite(isFavorite, for: CollectionOfOne(asset.assetReference))
    }

    /// Hides an asset, or shows it again.
    public mutating func setHidden(_ isHidden: Bool, for asset: some AssetReferring) {
        setHidden(isHidden, for: CollectionOfOne(asset.assetReference))
    }

    /// Puts an asset at the end of an album of the user's, unless it is there already (K62).
    public mutating func append(_ asset: some AssetReferring, to album: some AlbumReferring) {
        append(CollectionOfOne(asset.assetReference), to: album)
    }

    /// Takes an asset out of an album of the user's; it stays in the library.
    public mutating func remove(_ asset: some AssetReferring, from album: some AlbumReferring) {
        remove(CollectionOfOne(asset.assetReference), from: album)
    }

    /// Deletes an album or a folder of the user's, this with all that is in it; its assets stay (K62).
    public mutating func deleteAlbum(_ album: some AlbumReferring) {
        deleteAlbums(CollectionOfOne(album.albumReference))
    }
}
