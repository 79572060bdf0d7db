/// The outcome of a committed transaction, with the value that its closure returned.
public struct EditOutcome<Value> {
    /// The value that the closure returned.
    public let value: Value
    /// The created assets, in the order of their edits.
    public let createdAssets: [AssetID]
    /// The created albums and folders, in the order of their edits.
    public let createdAlbums: [AlbumID]
    /// The place in the library's history directly after the edits; nil if the library keeps no history.
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
    /// - Throws: `.invalidArgument` if the placeholder belongs to another transaction, or the asset was
    ///   deleted in the same transaction.
    public func id(of placeholder: AssetPlaceholder) throws(EditError) -> AssetID {
        if let id = receipt.assets[placeholder] { return id }
        throw placeholder.transaction == transaction
            ? .assetNotCreated(placeholder) : .foreignAssetPlaceholder(placeholder)
    }

    /// The album or folder that a placeholder of the transaction stands for.
    ///
    /// - Throws: `.invalidArgument` if the placeholder belongs to another transaction, or the album was
    ///   deleted in the same transaction.
    public func id(of placeholder: AlbumPlaceholder) throws(EditError) -> AlbumID {
        if let id = receipt.albums[placeholder] { return id }
        throw placeholder.transaction == transaction
            ? .albumNotCreated(placeholder) : .foreignAlbumPlaceholder(placeholder)
    }
}

extension EditOutcome: Sendable where Value: Sendable {}

/// A library's report of the edits it carried out.
public struct EditReceipt: Hashable, Sendable {
    /// The created assets.
    public var assets: [AssetPlaceholder: AssetID]
    /// The created albums and folders.
    public var albums: [AlbumPlaceholder: AlbumID]
    /// The place in the library's history directly after the edits; nil if the library keeps no history.
    public var token: ChangeToken?

    /// Creates a receipt from its parts.
    public init(
        assets: [AssetPlaceholder: AssetID] = [:], albums: [AlbumPlaceholder: AlbumID] = [:],
        token: ChangeToken? = nil
    ) {
        self.assets = assets
        self.albums = albums
        self.token = token
    }
}
