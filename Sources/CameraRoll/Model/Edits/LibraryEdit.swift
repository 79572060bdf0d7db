public import Foundation
import Synchronization

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
    /// Delete albums and folders, these with all that is in them; assets stay in the library.
    case deleteAlbums([AlbumReference])
    /// Put an album or a folder into a folder, at the top where nil.
    case moveAlbum(AlbumReference, folder: AlbumReference?)

    // MARK: An album's assets

    /// Put assets at the end of an album; those that it has already stay where they are.
    case append([AssetReference], AlbumReference)
    /// Put assets into an album, the first of them at a position.
    case insert([AssetReference], at: Int, AlbumReference)
    /// Take assets out of an album.
    case remove([AssetReference], AlbumReference)
    /// Take assets of an album out, and put them back in, the first of them at a position of what is left.
    case move([AssetReference], to: Int, AlbumReference)
    /// Put an asset in the place of another.
    case replace(AssetReference, with: AssetReference, AlbumReference)
    /// Put all assets of an album into an order.
    case reorder([AssetReference], AlbumReference)
}

extension LibraryEdit {
    /// Whether it only adds to the library, which needs less permission.
    var onlyAdds: Bool {
        if case .createAsset = self { true } else { false }
    }
}

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

/// Tells one transaction from all others of the process.
struct TransactionID: Hashable, Sendable {
    private static let last = Atomic<UInt64>(0)

    private let number: UInt64

    /// One that was never given before.
    init() {
        number = Self.last.add(1, ordering: .relaxed).newValue
    }
}

/// Stands for an asset that a transaction creates, inside of it; afterwards its ``EditOutcome`` names the asset.
public struct AssetPlaceholder: Hashable, Sendable {
    let transaction: TransactionID
    let number: Int
}

/// Stands for an album or a folder that a transaction creates, inside of it; its ``EditOutcome`` names the album.
public struct AlbumPlaceholder: Hashable, Sendable {
    let transaction: TransactionID
    let number: Int
}

extension AssetPlaceholder: CustomStringConvertible {
    /// Which of the transaction's new assets it is, from 1.
    public var description: String { "new asset \(number)" }
}

extension AlbumPlaceholder: CustomStringConvertible {
    /// Which of the transaction's new albums and folders it is, from 1.
    public var description: String { "new album \(number)" }
}
