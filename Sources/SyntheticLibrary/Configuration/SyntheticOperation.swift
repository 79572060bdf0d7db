public import CameraRoll

/// The operations of a synthetic library, at which faults can be aimed; each has its name in `LibraryError.failed`.
public enum SyntheticOperation: LibraryOperation, Hashable, Sendable, CaseIterable {
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
}
