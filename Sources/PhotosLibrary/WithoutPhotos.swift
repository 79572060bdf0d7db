#if !PhotosDouble && !canImport(Photos)
public import CameraRoll

extension PhotoLibrarySource {
    /// The user's photo library; on Apple systems only.
    @available(*, unavailable, message: "Photos is a framework of Apple systems; on Linux use .synthetic or .folder.")
    public static var photos: PhotoLibrarySource {
        PhotoLibrarySource { _ throws(LibraryError) in throw .cannotOpen(reason: "there is no Photos on this system") }
    }
}
#endif
