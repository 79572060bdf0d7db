public import CameraRoll

#if PhotosDouble || canImport(Photos)
extension PhotoLibrarySource {
    /// The user's library in Apple's Photos.
    ///
    /// Photos is not used at all before the user permits it.
    ///
    /// ```swift
    /// let manager = MediaManager(.photos)
    /// ```
    public static var photos: PhotoLibrarySource { .photos(PhotosConfiguration()) }

    /// The user's library in Apple's Photos, with a configuration.
    ///
    /// - Parameter configuration: the configuration of access to the library.
    public static func photos(_ configuration: PhotosConfiguration) -> PhotoLibrarySource {
        .photos(configuration, identity: .stored)
    }

    /// The user's photo library, as tests open it.
    ///
    /// - Parameters:
    ///   - configuration: the configuration of access to the library.
    ///   - identity: the identity of the library.
    ///   - sortsByIdentifier: whether to make Photos sort by identifier; false until tests on a device have shown that
    ///     it can.
    static func photos(
        _ configuration: PhotosConfiguration, identity: PhotosIdentity, sortsByIdentifier: Bool = false
    ) -> PhotoLibrarySource {
        let permission = PhotosPermission()
        let authorization = PhotosAuthorization(permission, limitedPicker: configuration.limitedPicker)
        return PhotoLibrarySource(authorization: authorization) { context in
            try PhotosBackend(
                context, permission, identity: identity.value(), thread: configuration.imageManagerThread,
                sortsByIdentifier: sortsByIdentifier)
        }
    }
}
#else
extension PhotoLibrarySource {
    /// The user's photo library; on Apple platforms only.
    @available(*, unavailable, message: "Photos is a framework of Apple systems; on Linux use .synthetic or .folder.")
    public static var photos: PhotoLibrarySource {
        PhotoLibrarySource { _ throws(LibraryError) in throw .cannotOpen(reason: "there is no Photos on this system") }
    }
}
#endif
