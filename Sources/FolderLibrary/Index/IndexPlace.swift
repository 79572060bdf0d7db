#if FolderLibrary || canImport(Darwin)
public import Foundation

/// Where a folder library keeps its index, which also holds the user's favourites and albums.
public enum IndexPlace: Hashable, Sendable {
    /// In the hidden folder `.cameraroll` within the folder of photos: it goes where the photos go.
    case besidePhotos
    /// In the user's cache folder, by the path of the photos: nothing is written among them, and what the system
    /// clears away is indexed again, without favourites and albums.
    case cacheFolder
    /// In a folder of one's own, which belongs to these photos alone.
    case folder(URL)
}

extension IndexPlace {
    /// The folder that holds the index of the photos at a path.
    func folder(forPhotosAt root: String) -> String {
        switch self {
        case .besidePhotos: root + "/" + Self.hiddenFolder
        case .folder(let url): url.path
        case .cacheFolder:
            Self.caches.appending(path: "cameraroll/" + Self.digest(of: root)).path
        }
    }

    /// The folder within the photos that is the library's own.
    static let hiddenFolder = ".cameraroll"

    private static var caches: URL {
        FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first
            ?? FileManager.default.temporaryDirectory
    }

    /// A name for a path: two 64-bit FNV hashes, from its start and from its end.
    private static func digest(of path: String) -> String {
        let hashes = [Array(path.utf8), path.utf8.reversed()].map { bytes in
            bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        }
        return hashes.map { String($0, radix: 16) }.joined(separator: "-")
    }
}
#endif
