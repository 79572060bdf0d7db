import CameraRoll

/// An album as the library keeps it.
struct AlbumRecord: Sendable {
    enum Members: Sendable {
        /// The user's own order; rows of deleted assets may be among them, and are passed over when read.
        case rows([UInt32])
        case rule(AlbumRule)
    }

    /// What the library says of the number of assets without counting.
    enum Estimate: Sendable {
        /// NSNotFound.
        case missing
        /// So many off.
        case off(by: Int)
    }

    let id: AlbumID
    var title: String?
    let type: AlbumType
    let kind: AlbumKind
    var members: Members
    var estimate: Estimate
    /// The asset that Photos would show for the album.
    var keyAsset: UInt32?
    /// The folder that it stands in; at the top where nil.
    var folder: AlbumID?
}

/// A folder as the library keeps it.
struct FolderRecord: Sendable {
    let id: AlbumID
    var title: String?
    var parent: AlbumID?
}
