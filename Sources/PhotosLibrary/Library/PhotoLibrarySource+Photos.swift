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

    /// - Parameter identity: the identity of the library, for tests.
    static func photos(_ configuration: PhotosConfiguration, identity: PhotosIdentity) -> PhotoLibrarySource {
        PhotoLibrarySource(authorization: PhotosAuthorization(limitedPicker: configuration.limitedPicker)) { context in
            try PhotosBackend(context, identity: identity.value(), thread: configuration.imageManagerThread)
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
