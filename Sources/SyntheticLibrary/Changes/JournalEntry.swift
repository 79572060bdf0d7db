import CameraRoll

/// One thing that happened to a library.
enum JournalEntry: Sendable {
    /// What became of an album or a folder itself.
    enum CollectionChange: Sendable {
        case inserted
        /// Its title, its place, its key asset.
        case updated
        /// All its members may stand elsewhere.
        case reordered
        case deleted
    }

    case inserted(UInt32)
    /// Something else is said of an asset.
    case updated(UInt32, before: RowTraits)
    case deleted(UInt32)
    /// An asset was put into an album, taken out of it, or moved in it; the others kept their order.
    case member(UInt32, of: AlbumID)
    case collection(AlbumID, CollectionChange)
    /// The user let apps with limited access see an asset.
    case selected(UInt32)
    case deselected(UInt32)
}

/// What smart albums look at of an asset.
struct RowTraits: Sendable {
    let flags: AssetFlags
    let subtypes: MediaSubtypes
}
