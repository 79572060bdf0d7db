/// Edits that were carried out, and what their closure returned.
public struct EditOutcome<Value> {
    /// What the closure returned.
    public let value: Value
    /// The assets that were created, in the order in which they were written down.
    public let createdAssets: [AssetID]
    /// The albums and folders that were created, in the order in which they were written down.
    public let createdAlbums: [AlbumID]
    /// The place in the library's history right behind the edits; nil where it keeps none.
    public let token: ChangeToken?
    private let receipt: EditReceipt
    private let transaction: TransactionID

    init(_ value: Value, _ receipt: EditReceipt, of transaction: TransactionID) {
        self.value = value
        self.receipt = receipt
        self.transaction = transaction
        token = receipt.token
        createdAssets = receipt.assets.sorted { $0.key.number < $1.key.number }.map(\.value)
        createdAlbums = receipt.albums.sorted { $0.key.number < $1.key.number }.map(\.value)
    }

    /// The asset that a placeholder of the transaction stands for.
    ///
    /// - Throws: `.foreignAssetPlaceholder` where it is another transaction's, `.assetNotCreated` where the asset was
    ///   deleted again in the same transaction.
    public func id(of placeholder: AssetPlaceholder) throws(EditError) -> AssetID {
        if let id = receipt.assets[placeholder] { return id }
        throw placeholder.transaction == transaction
            ? .assetNotCreated(placeholder) : .foreignAssetPlaceholder(placeholder)
    }

    /// The album or folder that a placeholder of the transaction stands for.
    ///
    /// - Throws: `.foreignAlbumPlaceholder` where it is another transaction's, `.albumNotCreated` where the album was
    ///   deleted again in the same transaction.
    public func id(of placeholder: AlbumPlaceholder) throws(EditError) -> AlbumID {
        if let id = receipt.albums[placeholder] { return id }
        throw placeholder.transaction == transaction
            ? .albumNotCreated(placeholder) : .foreignAlbumPlaceholder(placeholder)
    }
}

extension EditOutcome: Sendable where Value: Sendable {}

/// What a library says of edits that it has carried out.
public struct EditReceipt: Hashable, Sendable {
    /// The assets that were created.
    public var assets: [AssetPlaceholder: AssetID]
    /// The albums and folders that were created.
    public var albums: [AlbumPlaceholder: AlbumID]
    /// The place in the library's history right behind the edits; nil where it keeps none.
    public var token: ChangeToken?

    /// A receipt from its parts.
    public init(
        assets: [AssetPlaceholder: AssetID] = [:], albums: [AlbumPlaceholder: AlbumID] = [:],
        token: ChangeToken? = nil
    ) {
        self.assets = assets
        self.albums = albums
        self.token = token
    }
}
