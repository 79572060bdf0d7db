public import Foundation

/// The edits of one transaction, listed in the closure of `MediaManager.performChanges(_:)`.
///
/// Listing an edit has no effect on the library and cannot fail; all edits are carried out together, or none.
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
public struct ChangeRequest: Sendable {
    /// The edits listed so far, in order.
    public private(set) var edits: [LibraryEdit] = []
    let transaction = TransactionID()
    private var createdAssets = 0
    private var createdAlbums = 0

    package init() {}

    private mutating func newAsset() -> AssetPlaceholder {
        createdAssets += 1
        return AssetPlaceholder(transaction: transaction, number: createdAssets)
    }

    private mutating func newAlbum() -> AlbumPlaceholder {
        createdAlbums += 1
        return AlbumPlaceholder(transaction: transaction, number: createdAlbums)
    }
}

// MARK: - Assets

extension ChangeRequest {
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

    /// Marks assets as favorites, or removes the mark.
    public mutating func setFavorite(_ isFavorite: Bool, for assets: some Sequence<some AssetReferring>) {
        edits.append(.setFavorite(isFavorite, assets.map(\.assetReference)))
    }

    /// Hides assets, or shows them again.
    public mutating func setHidden(_ isHidden: Bool, for assets: some Sequence<some AssetReferring>) {
        edits.append(.setHidden(isHidden, assets.map(\.assetReference)))
    }

    /// Sets the creation date of assets; nil if it is unknown.
    public mutating func setCreationDate(_ date: Date?, for assets: some Sequence<some AssetReferring>) {
        edits.append(.setCreationDate(date, assets.map(\.assetReference)))
    }

    /// Sets the location of assets; nil if it is unknown.
    public mutating func setLocation(_ place: Coordinate?, for assets: some Sequence<some AssetReferring>) {
        edits.append(.setLocation(place, assets.map(\.assetReference)))
    }
}

// MARK: - Albums and folders

extension ChangeRequest {
    /// Creates an album in a folder; at the top level by default.
    @discardableResult
    public mutating func createAlbum(_ title: String, in folder: (any AlbumReferring)? = nil) -> AlbumPlaceholder {
        let placeholder = newAlbum()
        edits.append(.createAlbum(placeholder, title: title, folder: folder?.albumReference))
        return placeholder
    }

    /// Creates a folder in a folder; at the top level by default.
    @discardableResult
    public mutating func createFolder(_ title: String, in folder: (any AlbumReferring)? = nil) -> AlbumPlaceholder {
        let placeholder = newAlbum()
        edits.append(.createFolder(placeholder, title: title, folder: folder?.albumReference))
        return placeholder
    }

    /// Renames a user's album or folder.
    public mutating func rename(_ album: some AlbumReferring, to title: String) {
        edits.append(.rename(album.albumReference, title: title))
    }

    /// Deletes albums, and folders with all albums and folders in them; their assets stay in the library.
    public mutating func deleteCollections(_ albums: some Sequence<some AlbumReferring>) {
        edits.append(.deleteCollections(albums.map(\.albumReference)))
    }

    /// Moves a user's album or folder into a folder; to the top level if that is nil.
    public mutating func move(_ album: some AlbumReferring, into folder: (any AlbumReferring)?) {
        edits.append(.moveAlbum(album.albumReference, folder: folder?.albumReference))
    }
}

// MARK: - An album's assets

extension ChangeRequest {
    /// Appends assets to a user's album; assets that it already contains keep their positions.
    public mutating func append(_ assets: some Sequence<some AssetReferring>, to album: some AlbumReferring) {
        edits.append(.append(assets.map(\.assetReference), album.albumReference))
    }

    /// Inserts assets into a user's album, which must not contain any of them.
    ///
    /// - Parameters:
    ///   - assets: the assets to insert, in this order.
    ///   - position: the position of the first of them, from 0 to the number of assets in the album.
    ///   - album: the album.
    public mutating func insert(
        _ assets: some Sequence<some AssetReferring>, at position: Int, into album: some AlbumReferring
    ) {
        edits.append(.insert(assets.map(\.assetReference), at: position, album.albumReference))
    }

    /// Removes assets from a user's album; they stay in the library.
    public mutating func remove(_ assets: some Sequence<some AssetReferring>, from album: some AlbumReferring) {
        edits.append(.remove(assets.map(\.assetReference), album.albumReference))
    }

    /// Moves assets within a user's album: removes them first, and then inserts them together.
    ///
    /// - Parameters:
    ///   - assets: the assets to move, in their new order.
    ///   - position: the position of the first of them, from 0 to the number of remaining assets.
    ///   - album: the album.
    public mutating func move(
        _ assets: some Sequence<some AssetReferring>, to position: Int, in album: some AlbumReferring
    ) {
        edits.append(.move(assets.map(\.assetReference), to: position, album.albumReference))
    }

    /// Replaces an asset of a user's album with another one, which the album must not contain.
    public mutating func replace(
        _ asset: some AssetReferring, with other: some AssetReferring, in album: some AlbumReferring
    ) {
        edits.append(.replace(asset.assetReference, with: other.assetReference, album.albumReference))
    }

    /// Reorders the assets of a user's album; each of them must be listed exactly once.
    public mutating func reorder(_ album: some AlbumReferring, as assets: some Sequence<some AssetReferring>) {
        edits.append(.reorder(assets.map(\.assetReference), album.albumReference))
    }
}

/// The edits of a single asset or album.
extension ChangeRequest {
    /// Deletes an asset, from the library and from all albums; the system may ask the user.
    public mutating func delete(_ asset: some AssetReferring) {
        delete(CollectionOfOne(asset.assetReference))
    }

    /// Marks an asset as a favorite, or removes the mark.
    public mutating func setFavorite(_ isFavorite: Bool, for asset: some AssetReferring) {
        setFavorite(isFavorite, for: CollectionOfOne(asset.assetReference))
    }

    /// Hides an asset, or shows it again.
    public mutating func setHidden(_ isHidden: Bool, for asset: some AssetReferring) {
        setHidden(isHidden, for: CollectionOfOne(asset.assetReference))
    }

    /// Appends an asset to a user's album, unless the album already contains it.
    public mutating func append(_ asset: some AssetReferring, to album: some AlbumReferring) {
        append(CollectionOfOne(asset.assetReference), to: album)
    }

    /// Removes an asset from a user's album; it stays in the library.
    public mutating func remove(_ asset: some AssetReferring, from album: some AlbumReferring) {
        remove(CollectionOfOne(asset.assetReference), from: album)
    }

    /// Deletes an album, or a folder with all its contents; the assets stay in the library.
    public mutating func deleteAlbum(_ album: some AlbumReferring) {
        deleteCollections(CollectionOfOne(album.albumReference))
    }
}

extension ChangeRequest {
    /// Throws if no library could carry out the edits, before the library is called.
    ///
    /// Only the library knows whether assets and albums exist, and which positions are valid.
    func validate() throws(EditError) {
        for edit in edits {
            try edit.validateValues()
            try edit.validateNames(in: transaction)
        }
    }
}

extension LibraryEdit {
    /// Validates the values that the edit sets.
    package func validateValues() throws(EditError) {
        switch self {
        case .createAsset(let placeholder, let asset):
            if asset.resources.isEmpty { throw .missingResource(placeholder, reason: "it has no file") }
            try Self.validate(asset.place)
            try Self.validate(asset.creationDate)
        case .setLocation(let place, _): try Self.validate(place)
        case .setCreationDate(let date, _): try Self.validate(date)
        case .createAlbum(_, let title, _), .createFolder(_, let title, _), .rename(_, let title):
            if title.allSatisfy(\.isWhitespace) { throw .emptyTitle }
        default: break
        }
    }

    private static func validate(_ place: Coordinate?) throws(EditError) {
        guard let place else { return }
        let isOnEarth = -90...90 ~= place.latitude && -180...180 ~= place.longitude
        guard isOnEarth else { throw .invalidPlace(place) }
    }

    private static func validate(_ date: Date?) throws(EditError) {
        if let date, !date.timeIntervalSinceReferenceDate.isFinite { throw .invalidDate }
    }

    /// Validates the references to assets and albums.
    fileprivate func validateNames(in transaction: TransactionID) throws(EditError) {
        for case .created(let placeholder) in assetReferences where placeholder.transaction != transaction {
            throw .foreignAssetPlaceholder(placeholder)
        }
        for case .created(let placeholder) in albumReferences where placeholder.transaction != transaction {
            throw .foreignAlbumPlaceholder(placeholder)
        }
        guard orderMatters else { return }
        var seen: Set<AssetReference> = []
        for asset in assetReferences where !seen.insert(asset).inserted { throw .duplicateAsset(asset) }
    }

    /// Whether a duplicate asset would have two positions.
    private var orderMatters: Bool {
        switch self {
        case .append, .insert, .move, .reorder: true
        default: false
        }
    }
}
