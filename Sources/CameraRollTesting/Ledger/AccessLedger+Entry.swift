public import CameraRoll

extension AccessLedger {
    /// A kind of access to a library.
    public enum Touch: String, Hashable, Sendable, CaseIterable {
        /// The factory was asked to open the library.
        case open
        /// `PhotoLibrary.identity`.
        case identity
        /// `PhotoLibrary.fetchAssets`.
        case fetchAssets
        /// `PhotoLibrary.assets(after:of:count:)`.
        case readAfterPosition
        /// `PhotoLibrary.assets(withIdentifiers:)`.
        case readIdentifiers
        /// `PhotoLibrary.albums`.
        case listAlbums
        /// `PhotoLibrary.albumTree`.
        case readAlbumTree
        /// `PhotoLibrary.assetCount`.
        case countAlbum
        /// `PhotoLibrary.cover`.
        case readCover
        /// `PhotoLibrary.startObserving`.
        case startObserving
        /// `PhotoLibrary.stopObserving`.
        case stopObserving
        /// `PhotoLibrary.changeToken`.
        case readChangeToken
        /// `PhotoLibrary.changes(since:)`.
        case readHistory
        /// `PhotoLibrary.update(_:of:)`.
        case updateResult
        /// `PhotoLibrary.editor`.
        case findEditor
        /// `PhotoLibrary.imageSource`.
        case findImageSource
        /// `PhotoLibrary.resourceSource`.
        case findResourceSource
        /// `AssetFetchResult.count`.
        case countResult
        /// `AssetFetchResult.assets(in:)` and `identifiers(in:)`.
        case readResult
        /// `AssetFetchResult.index(of:)` and `indexes(of:)`.
        case findInResult
        /// The last reference to a fetch result was released.
        case releaseResult
        /// The last reference to the library was released.
        case releaseLibrary

        /// Whether it is a release, which needs the executor, but no permission.
        public var isRelease: Bool {
            self == .releaseResult || self == .releaseLibrary || self == .stopObserving
        }
    }

    /// One access.
    public struct Entry: Hashable, Sendable {
        /// The kind of access.
        public let touch: Touch
        /// The system's number of the thread: constant during its lifetime, and then reused.
        public let thread: UInt64
        /// Whether the library's executor was running the code.
        public let isOnExecutor: Bool
        /// The user's permission at that moment.
        public let status: AuthorizationStatus
    }
}
