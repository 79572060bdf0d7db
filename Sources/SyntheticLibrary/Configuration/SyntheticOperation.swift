public import CameraRoll

/// The operations of a synthetic library, at which faults can be aimed.
public enum SyntheticOperation: String, Hashable, Sendable, CaseIterable {
    /// Fetch the assets of a query.
    case fetch
    /// Read assets of a fetch result.
    case readAssets
    /// Find an asset in a fetch result.
    case findIndex
    /// Count the assets of a fetch result that are older than some dates.
    case countByDate
    /// Read the assets that follow a position.
    case readAfterPosition
    /// Read assets by identifier.
    case readIdentifiers
    /// Search for assets.
    case search
    /// List albums.
    case listAlbums
    /// Read the tree of folders.
    case readAlbumTree
    /// Count an album.
    case countAlbum
    /// Read an album's cover.
    case readCover
    /// Start observing changes.
    case startObserving
    /// Read the current place in the history.
    case readChangeToken
    /// Read the changes since a place in the history.
    case readHistory
    /// Fetch again, and compute the difference.
    case updateResult

    /// The operation's name in `LibraryError.failed`.
    public var libraryOperation: LibraryOperation {
        switch self {
        case .fetch: "fetch"
        case .readAssets: "readAssets"
        case .findIndex: "findIndex"
        case .countByDate: "countByDate"
        case .readAfterPosition: "readAfterPosition"
        case .readIdentifiers: "readIdentifiers"
        case .search: "search"
        case .listAlbums: "listAlbums"
        case .readAlbumTree: "readAlbumTree"
        case .countAlbum: "countAlbum"
        case .readCover: "readCover"
        case .startObserving: "startObserving"
        case .readChangeToken: "readChangeToken"
        case .readHistory: "readHistory"
        case .updateResult: "updateResult"
        }
    }
}
