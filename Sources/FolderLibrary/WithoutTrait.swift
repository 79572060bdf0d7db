#if !FolderLibrary && !canImport(Darwin)
public import CameraRoll
public import Foundation

// What who forgot the trait reads, in place of 'cannot find PhotoFolder in scope'.

/// A folder of photos; on Linux with the package trait `FolderLibrary` only.
@available(
    *, unavailable, message: "On Linux name the trait: .package(…, traits: [\"FolderLibrary\"]); see the README."
)
public enum PhotoFolder {}

extension LibraryFactory {
    /// The library of a folder of photos; on Linux with the package trait `FolderLibrary` only.
    @available(
        *, unavailable, message: "On Linux name the trait: .package(…, traits: [\"FolderLibrary\"]); see the README."
    )
    public static func folder(at url: URL) -> LibraryFactory {
        LibraryFactory { _ throws(LibraryError) in throw .cannotOpen(reason: "the trait is missing") }
    }
}
#endif
