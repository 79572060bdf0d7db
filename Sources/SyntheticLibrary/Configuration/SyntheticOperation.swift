public import CameraRoll

/// What a synthetic library can be asked to do: what faults are aimed at.
public enum SyntheticOperation: String, Hashable, Sendable, CaseIterable {
    /// Fetch what a query asks for.
    case fetch
    /// Read assets of a fetch result.
    case readAssets
    /// Find an asset in a fetch result.
    case findIndex
    /// Read the assets that follow a position.
    case readAfterPosition
    /// Read assets by identifier.
    case readIdentifiers
    /// List albums.
    case listAlbums
    /// Read the tree of folders.
    case readAlbumTree
    /// Count an album.
    case countAlbum
    /// Read an album's cover.
    case readCover
    /// Begin to be told of changes.
    case startObserving
    /// Read where the history stands.
    case readChangeToken
    /// Read what changed since a place in the history.
    case readHistory
    /// Fetch anew, and tell the difference.
    case updateResult

    /// The operation's name in `LibraryError.failed`.
    public var libraryOperation: LibraryOperation {
        switch self {
        case .fetch: "fetch"
        case .readAssets: "readAssets"
        case .findIndex: "findIndex"
        case .readAfterPosition: "readAfterPosition"
        case .readIdentifiers: "readIdentifiers"
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
