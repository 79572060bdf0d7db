/// What an edit can be about: an asset, its identifier, or the placeholder of one that the same transaction creates.
public protocol AssetReferring: Sendable {
    /// The asset that is meant.
    var assetReference: AssetReference { get }
}

/// An asset as an edit names it.
public enum AssetReference: Hashable, Sendable, AssetReferring {
    /// An asset of the library.
    case existing(AssetID)
    /// An asset that the same transaction creates.
    case created(AssetPlaceholder)

    /// Itself.
    public var assetReference: AssetReference { self }
}

/// What an edit can be about: an album, a folder, their identifier, or the placeholder of a new one.
public protocol AlbumReferring: Sendable {
    /// The album or folder that is meant.
    var albumReference: AlbumReference { get }
}

/// An album or a folder as an edit names it.
public enum AlbumReference: Hashable, Sendable, AlbumReferring {
    /// An album or a folder of the library.
    case existing(AlbumID)
    /// An album or a folder that the same transaction creates.
    case created(AlbumPlaceholder)

    /// Itself.
    public var albumReference: AlbumReference { self }
}

extension AssetID: AssetReferring {
    /// The asset of this name.
    public var assetReference: AssetReference { .existing(self) }
}

extension MediaAsset: AssetReferring {
    /// This asset, whatever it says of itself now.
    public var assetReference: AssetReference { .existing(id) }
}

extension AssetPlaceholder: AssetReferring {
    /// The asset to be created.
    public var assetReference: AssetReference { .created(self) }
}

extension AlbumID: AlbumReferring {
    /// The album or folder of this name.
    public var albumReference: AlbumReference { .existing(self) }
}

extension Album: AlbumReferring {
    /// This album, whatever it says of itself now.
    public var albumReference: AlbumReference { .existing(id) }
}

extension AlbumFolder: AlbumReferring {
    /// This folder, whatever is in it now.
    public var albumReference: AlbumReference { .existing(id) }
}

extension AlbumPlaceholder: AlbumReferring {
    /// The album or folder to be created.
    public var albumReference: AlbumReference { .created(self) }
}

extension AssetReference: CustomStringConvertible {
    /// The identifier, or which new asset.
    public var description: String {
        switch self {
        case .existing(let id): "asset '\(id)'"
        case .created(let placeholder): "\(placeholder)"
        }
    }
}

extension AlbumReference: CustomStringConvertible {
    /// The identifier, or which new album.
    public var description: String {
        switch self {
        case .existing(let id): "album '\(id)'"
        case .created(let placeholder): "\(placeholder)"
        }
    }
}
