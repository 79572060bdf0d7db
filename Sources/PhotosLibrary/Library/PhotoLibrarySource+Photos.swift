public import CameraRoll

#if PhotosDouble || canImport(Photos)
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

    /// The user's photo library, as tests open it.
    ///
    /// - Parameters:
    ///   - configuration: how the library is accessed.
    ///   - identity: the identity of the library.
    ///   - sortsByIdentifier: whether Photos is asked to sort by identifier: no, until the tests on a device have shown
    ///     that it does.
    static func photos(
        _ configuration: PhotosConfiguration, identity: PhotosIdentity, sortsByIdentifier: Bool = false
    ) -> PhotoLibrarySource {
        PhotoLibrarySource(authorization: PhotosAuthorization(limitedPicker: configuration.limitedPicker)) { context in
            try PhotosBackend(
                context, identity: identity.value(), thread: configuration.imageManagerThread,
                sortsByIdentifier: sortsByIdentifier)
        }
    }
}
#else
extension PhotoLibrarySource {
    /// The user's photo library; on Apple systems only.
    @available(*, unavailable, message: "Photos is a framework of Apple systems; on Linux use .synthetic or .folder.")
    public static var photos: PhotoLibrarySource {
        PhotoLibrarySource { _ throws(LibraryError) in throw .cannotOpen(reason: "there is no Photos on this system") }
    }
}
#endif
