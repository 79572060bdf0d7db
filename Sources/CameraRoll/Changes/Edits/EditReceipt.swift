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
