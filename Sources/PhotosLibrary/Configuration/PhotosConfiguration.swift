#if PhotosDouble || canImport(Photos)
public import CameraRoll

/// How the user's photo library is accessed.
public struct PhotosConfiguration: Sendable {
    /// Where Photos' image manager is called.
    public enum ImageManagerThread: Hashable, Sendable, CaseIterable {
        /// On the library executor, the only thread that uses Photos.
        case library
        /// On the main thread; for apps that observe crashes of Photos' image manager on other threads.
        case main
    }

    /// Where Photos' image manager is called; on the library executor by default.
    public var imageManagerThread = ImageManagerThread.library
    /// Presents the picker in which the user selects more assets, and returns the newly selected ones.
    ///
    /// If nil, `MediaManager.presentLimitedPicker()` returns an empty list. On iOS and visionOS
    /// `presentLimitedPicker(from:)` sets this to Photos' own picker.
    public var limitedPicker: (@MainActor @Sendable () async -> [AssetID])?

    /// Creates the default configuration.
    public init() {}
}

extension PhotoLibrarySource {
    /// The user's photo library, as Apple's Photos shows it.
    ///
    /// Nothing of Photos is used before the user permits it.
    ///
    /// ```swift
    /// let manager = MediaManager(.photos)
    /// ```
    public static var photos: PhotoLibrarySource { .photos(PhotosConfiguration()) }

    /// The user's photo library, as Apple's Photos shows it, with a configuration.
    ///
    /// - Parameter configuration: how the library is accessed.
    public static func photos(_ configuration: PhotosConfiguration) -> PhotoLibrarySource {
        .photos(configuration, identity: .stored)
    }

    /// - Parameter identity: the identity of the library, for tests.
    static func photos(_ configuration: PhotosConfiguration, identity: PhotosIdentity) -> PhotoLibrarySource {
        PhotoLibrarySource(authorization: PhotosAuthorization(limitedPicker: configuration.limitedPicker)) { context in
            try PhotosBackend(context, identity: identity.value(), thread: configuration.imageManagerThread)
        }
    }
}
#endif
