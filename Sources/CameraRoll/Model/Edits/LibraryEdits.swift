public import Foundation

/// The edits of one transaction, written down in the closure of `MediaManager.performChanges(_:)`.
///
/// Writing an edit down does nothing and cannot fail; all of them are carried out together, or none.
///
/// ```swift
/// let outcome = try await manager.performChanges { changes in
///     let trip = changes.createAlbum("Trip")
///     changes.append([first, second], to: trip)
///     changes.setFavorite(true, for: [first])
///     return trip
/// }
/// let album = try outcome.id(of: outcome.value)
/// ```
public struct LibraryEdits: Sendable {
    /// What was written down so far, in its order.
    public private(set) var edits: [LibraryEdit] = []
    let transaction = TransactionID()
    private var createdAssets = 0
    private var createdAlbums = 0

    init() {}

    private mutating func newAsset() -> AssetPlaceholder {
        createdAssets += 1
        return AssetPlaceholder(transaction: transaction, number: createdAssets)
    }

    private mutating func newAlbum() -> AlbumPlaceholder {
        createdAlbums += 1
        return AlbumPlaceholder(transaction: transaction, number: createdAlbums)
    }

    private mutating func createAlbum(_ title: String, at folder: AlbumReference?) -> AlbumPlaceholder {
        let placeholder = newAlbum()
        edits.append(.createAlbum(placeholder, title: title, folder: folder))
        return placeholder
    }

    private mutating func createFolder(_ title: String, at folder: AlbumReference?) -> AlbumPlaceholder {
        let placeholder = newAlbum()
        edits.append(.createFolder(placeholder, title: title, folder: folder))
        return placeholder
    }
}

// MARK: - Assets

extension LibraryEdits {
    /// Creates an asset.
    @discardableResult
    public mutating func createAsset(_ asset: NewAsset) -> AssetPlaceholder {
        let placeholder = newAsset()
        edits.append(.createAsset(placeholder, asset))
        return placeholder
    }

    /// Deletes assets, from the library and from all albums; the system may ask the user.
    public mutating func delete(_ assets: some Sequence<some AssetReferring>) {
        edits.append(.deleteAssets(assets.map(\.assetReference)))
    }

    /// Marks assets as favourites, or as none.
    public mutating func setFavorite(_ isFavorite: Bool, for assets: some Sequence<some AssetReferring>) {
        edits.append(.setFavorite(isFavorite, assets.map(\.assetReference)))
    }

    /// Hides assets, or shows them again.
    public mutating func setHidden(_ isHidden: Bool, for assets: some Sequence<some AssetReferring>) {
        edits.append(.setHidden(isHidden, assets.map(\.assetReference)))
    }

    /// Says when assets were taken; nil: nobody knows.
    public mutating func setCreationDate(_ date: Date?, for assets: some Sequence<some AssetReferring>) {
        edits.append(.setCreationDate(date, assets.map(\.assetReference)))
    }

    /// Says where assets were taken; nil: nobody knows.
    public mutating func setPlace(_ place: Place?, for assets: some Sequence<some AssetReferring>) {
        edits.append(.setPlace(place, assets.map(\.assetReference)))
    }
}

// MARK: - Albums and folders

extension LibraryEdits {
    /// Creates an album at the top of the tree of folders.
    @discardableResult
    public mutating func createAlbum(_ title: String) -> AlbumPlaceholder {
        createAlbum(title, at: nil)
    }

    /// Creates an album in a folder.
    @discardableResult
    public mutating func createAlbum(_ title: String, in folder: some AlbumReferring) -> AlbumPlaceholder {
        createAlbum(title, at: folder.albumReference)
    }

    /// Creates a folder at the top of the tree of folders.
    @discardableResult
    public mutating func createFolder(_ title: String) -> AlbumPlaceholder {
        createFolder(title, at: nil)
    }

    /// Creates a folder in a folder.
    @discardableResult
    public mutating func createFolder(_ title: String, in folder: some AlbumReferring) -> AlbumPlaceholder {
        createFolder(title, at: folder.albumReference)
    }

    /// Gives an album or a folder of the user's another title.
    public mutating func rename(_ album: some AlbumReferring, to title: String) {
        edits.append(.rename(album.albumReference, title: title))
    }

    /// Deletes albums and folders of the user's, these with all albums and folders in them; their assets stay.
    public mutating func deleteAlbums(_ albums: some Sequence<some AlbumReferring>) {
        edits.append(.deleteAlbums(albums.map(\.albumReference)))
    }

    /// Puts an album or a folder of the user's into a folder.
    public mutating func move(_ album: some AlbumReferring, into folder: some AlbumReferring) {
        edits.append(.moveAlbum(album.albumReference, folder: folder.albumReference))
    }

    /// Puts an album or a folder of the user's at the top of the tree of folders.
    public mutating func moveToTop(_ album: some AlbumReferring) {
        edits.append(.moveAlbum(album.albumReference, folder: nil))
    }
}

// MARK: - An album's assets

extension LibraryEdits {
    /// Puts assets at the end of an album of the user's; those that it has already stay where they are.
    public mutating func append(_ assets: some Sequence<some AssetReferring>, to album: some AlbumReferring) {
        edits.append(.append(assets.map(\.assetReference), album.albumReference))
    }

    /// Puts assets into an album of the user's, which has none of them yet.
    ///
    /// - Parameters:
    ///   - assets: what is inserted, in this order.
    ///   - position: where the first of them will stand, 0 to the number of assets in the album.
    ///   - album: where to.
    public mutating func insert(
        _ assets: some Sequence<some AssetReferring>, at position: Int, into album: some AlbumReferring
    ) {
        edits.append(.insert(assets.map(\.assetReference), at: position, album.albumReference))
    }

    /// Takes assets out of an album of the user's; they stay in the library.
    public mutating func remove(_ assets: some Sequence<some AssetReferring>, from album: some AlbumReferring) {
        edits.append(.remove(assets.map(\.assetReference), album.albumReference))
    }

    /// Moves assets of an album of the user's: takes them out first, and then puts them in together.
    ///
    /// - Parameters:
    ///   - assets: what is moved; it will stand in this order.
    ///   - position: where the first of them will stand, 0 to the number of assets that are left.
    ///   - album: in which album.
    public mutating func move(
        _ assets: some Sequence<some AssetReferring>, to position: Int, in album: some AlbumReferring
    ) {
        edits.append(.move(assets.map(\.assetReference), to: position, album.albumReference))
    }

    /// Puts an asset in the place of another in an album of the user's, which must not have it already.
    public mutating func replace(
        _ asset: some AssetReferring, with other: some AssetReferring, in album: some AlbumReferring
    ) {
        edits.append(.replace(asset.assetReference, with: other.assetReference, album.albumReference))
    }

    /// Puts the assets of an album of the user's into an order; all of them must be named, each once.
    public mutating func reorder(_ album: some AlbumReferring, as assets: some Sequence<some AssetReferring>) {
        edits.append(.reorder(assets.map(\.assetReference), album.albumReference))
    }
}

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

    /// Puts an asset at the end of an album of the user's, unless it is there already.
    public mutating func append(_ asset: some AssetReferring, to album: some AlbumReferring) {
        append(CollectionOfOne(asset.assetReference), to: album)
    }

    /// Takes an asset out of an album of the user's; it stays in the library.
    public mutating func remove(_ asset: some AssetReferring, from album: some AlbumReferring) {
        remove(CollectionOfOne(asset.assetReference), from: album)
    }

    /// Deletes an album or a folder of the user's, this with all that is in it; its assets stay.
    public mutating func deleteAlbum(_ album: some AlbumReferring) {
        deleteAlbums(CollectionOfOne(album.albumReference))
    }
}
