#if !FolderLibrary && !canImport(Darwin)
public import CameraRoll
public import Foundation

// Shown to users who forgot the trait, instead of 'cannot find PhotoFolder in scope'.

/// A folder of photos; on Linux only with the package trait `FolderLibrary`.
@available(
    *, unavailable, message: "On Linux name the trait: .package(…, traits: [\"FolderLibrary\"]); see the README."
)
public final class PhotoFolder: Sendable {
    /// Creates nothing without the trait.
    public init(at url: URL) {}
}

extension PhotoLibrarySource {
    /// The library of a folder of photos; on Linux only with the package trait `FolderLibrary`.
    @available(
        *, unavailable, message: "On Linux name the trait: .package(…, traits: [\"FolderLibrary\"]); see the README."
    )
    public static func folder(_ folder: PhotoFolder) -> PhotoLibrarySource {
        PhotoLibrarySource { _ throws(LibraryError) in throw .cannotOpen(reason: "the trait is missing") }
    }

    /// The library of a folder of photos; on Linux only with the package trait `FolderLibrary`.
    @available(
        *, unavailable, message: "On Linux name the trait: .package(…, traits: [\"FolderLibrary\"]); see the README."
    )
    public static func folder(at url: URL) -> PhotoLibrarySource {
        PhotoLibrarySource { _ throws(LibraryError) in throw .cannotOpen(reason: "the trait is missing") }
    }
}
#endif
