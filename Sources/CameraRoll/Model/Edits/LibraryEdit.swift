public import Foundation
import Synchronization

/// One edit of a library, as a value, for the library's editor; apps use ``ChangeRequest``.
///
/// Each edit applies to the result of the edits before it in the transaction.
public enum LibraryEdit: Hashable, Sendable {
    // MARK: Assets

    /// Create an asset.
    case createAsset(AssetPlaceholder, NewAsset)
    /// Delete assets, from the library and all albums.
    case deleteAssets([AssetReference])
    /// Mark assets as favorites, or remove the mark.
    case setFavorite(Bool, [AssetReference])
    /// Hide assets, or show them.
    case setHidden(Bool, [AssetReference])
    /// Set the creation date of assets.
    case setCreationDate(Date?, [AssetReference])
    /// Set the location of assets.
    case setLocation(Coordinate?, [AssetReference])

    // MARK: Albums and folders

    /// Create an album in a folder, or at the top level if nil.
    case createAlbum(AlbumPlaceholder, title: String, folder: AlbumReference?)
    /// Create a folder in a folder, or at the top level if nil.
    case createFolder(AlbumPlaceholder, title: String, folder: AlbumReference?)
    /// Give an album or a folder another title.
    case rename(AlbumReference, title: String)
    /// Delete albums, and folders with all their contents; assets stay in the library.
    case deleteCollections([AlbumReference])
    /// Move an album or a folder into a folder, or to the top level if nil.
    case moveAlbum(AlbumReference, folder: AlbumReference?)

    // MARK: An album's assets

    /// Append assets to an album; assets that it already contains keep their positions.
    case append([AssetReference], AlbumReference)
    /// Insert assets into an album, the first of them at the given position.
    case insert([AssetReference], at: Int, AlbumReference)
    /// Remove assets from an album.
    case remove([AssetReference], AlbumReference)
    /// Move assets within an album: remove them, and insert them again, the first at a position among the remaining
    /// ones.
    case move([AssetReference], to: Int, AlbumReference)
    /// Replace an asset with another one.
    case replace(AssetReference, with: AssetReference, AlbumReference)
    /// Reorder all assets of an album.
    case reorder([AssetReference], AlbumReference)
}

extension LibraryEdit {
    /// Whether the edit only adds to the library, which needs less permission.
    package var onlyAdds: Bool {
        if case .createAsset = self { true } else { false }
    }

    /// The assets to which the edit refers, except the one it creates.
    package var assetReferences: [AssetReference] {
        switch self {
        case .deleteAssets(let assets), .setFavorite(_, let assets), .setHidden(_, let assets),
            .setCreationDate(_, let assets), .setLocation(_, let assets), .append(let assets, _),
            .insert(let assets, _, _), .remove(let assets, _), .move(let assets, _, _), .reorder(let assets, _):
            assets
        case .replace(let old, let new, _): [old, new]
        case .createAsset, .createAlbum, .createFolder, .rename, .deleteCollections, .moveAlbum: []
        }
    }

    /// The albums and folders to which the edit refers, except the one it creates.
    package var albumReferences: [AlbumReference] {
        switch self {
        case .createAlbum(_, _, let folder), .createFolder(_, _, let folder): [folder].compactMap(\.self)
        case .rename(let album, _): [album]
        case .deleteCollections(let albums): albums
        case .moveAlbum(let album, let folder): [album] + [folder].compactMap(\.self)
        default: [listedAlbum].compactMap(\.self)
        }
    }

    /// The album whose assets the edit changes; nil for an edit of another kind.
    package var listedAlbum: AlbumReference? {
        switch self {
        case .append(_, let album), .insert(_, _, let album), .remove(_, let album), .move(_, _, let album),
            .replace(_, _, let album), .reorder(_, let album):
            album
        default: nil
        }
    }
}

/// A type that refers to an asset: the asset, its identifier, or the placeholder of one that the transaction creates.
public protocol AssetReferring: Sendable {
    /// The reference to the asset.
    var assetReference: AssetReference { get }
}

/// A reference to an asset in an edit.
public enum AssetReference: Hashable, Sendable, AssetReferring {
    /// An asset of the library.
    case existing(AssetID)
    /// An asset that the same transaction creates.
    case created(AssetPlaceholder)

    /// The reference itself.
    public var assetReference: AssetReference { self }
}

/// A type that refers to an album or folder: the object, its identifier, or the placeholder of a new one.
public protocol AlbumReferring: Sendable {
    /// The reference to the album or folder.
    var albumReference: AlbumReference { get }
}

/// A reference to an album or a folder in an edit.
public enum AlbumReference: Hashable, Sendable, AlbumReferring {
    /// An album or a folder of the library.
    case existing(AlbumID)
    /// An album or a folder that the same transaction creates.
    case created(AlbumPlaceholder)

    /// The reference itself.
    public var albumReference: AlbumReference { self }
}

extension AssetID: AssetReferring {
    /// The asset with this identifier.
    public var assetReference: AssetReference { .existing(self) }
}

extension MediaAsset: AssetReferring {
    /// This asset, by its identifier.
    public var assetReference: AssetReference { .existing(id) }
}

extension AssetPlaceholder: AssetReferring {
    /// The asset to be created.
    public var assetReference: AssetReference { .created(self) }
}

extension AlbumID: AlbumReferring {
    /// The album or folder with this identifier.
    public var albumReference: AlbumReference { .existing(self) }
}

extension Album: AlbumReferring {
    /// This album, by its identifier.
    public var albumReference: AlbumReference { .existing(id) }
}

extension AlbumFolder: AlbumReferring {
    /// This folder, by its identifier.
    public var albumReference: AlbumReference { .existing(id) }
}

extension AlbumPlaceholder: AlbumReferring {
    /// The album or folder to be created.
    public var albumReference: AlbumReference { .created(self) }
}

extension AssetReference: CustomStringConvertible {
    /// The identifier, or the number of the new asset.
    public var description: String {
        switch self {
        case .existing(let id): "asset '\(id)'"
        case .created(let placeholder): "\(placeholder)"
        }
    }
}

extension AlbumReference: CustomStringConvertible {
    /// The identifier, or the number of the new album.
    public var description: String {
        switch self {
        case .existing(let id): "album '\(id)'"
        case .created(let placeholder): "\(placeholder)"
        }
    }
}

/// Identifies a transaction among all transactions of the process.
struct TransactionID: Hashable, Sendable {
    private static let last = Atomic<UInt64>(0)

    private let number: UInt64

    /// Creates a new identifier, unique in the process.
    init() {
        number = Self.last.add(1, ordering: .relaxed).newValue
    }
}

/// A placeholder for an asset that a transaction creates; afterward its ``EditOutcome`` returns the asset.
public struct AssetPlaceholder: Hashable, Sendable {
    let transaction: TransactionID
    let number: Int
}

/// A placeholder for an album or a folder that a transaction creates; its ``EditOutcome`` returns the album.
public struct AlbumPlaceholder: Hashable, Sendable {
    let transaction: TransactionID
    let number: Int
}

extension AssetPlaceholder: CustomStringConvertible {
    /// The number of the asset among the transaction's new assets, from 1.
    public var description: String { "new asset \(number)" }
}

extension AlbumPlaceholder: CustomStringConvertible {
    /// The number of the album among the transaction's new albums and folders, from 1.
    public var description: String { "new album \(number)" }
}
