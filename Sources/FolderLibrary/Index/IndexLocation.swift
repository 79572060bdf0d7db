#if FolderLibrary || canImport(Darwin)
public import Foundation

/// The place of a folder library's index, which also holds the user's favorites and albums.
public enum IndexLocation: Hashable, Sendable {
    /// In the hidden folder `.cameraroll` within the folder of photos: it moves with the photos.
    ///
    /// SQLite's log does not work on a network volume, or on FUSE, which may be one: there this is the same as
    /// ``cacheFolder``, unless there is an index beside the photos already. If favorites and albums must last, name
    /// a folder with ``folder(_:)``.
    case besidePhotos
    /// In the user's cache folder, by the path of the photos: reading and indexing write nothing among them.
    ///
    /// If the system clears the cache, the photos are indexed again, without favorites and albums, and without the
    /// original places of deleted photos. Creating and deleting photos still create folders in `.cameraroll` among
    /// them, for files in transit and, unless ``FolderConfiguration/trash`` names another, for deleted ones.
    case cacheFolder
    /// In a folder that belongs only to these photos.
    case folder(URL)
}

extension IndexLocation {
    /// The folder that holds the index of the photos at a path.
    ///
    /// - Parameter volume: the kind of the volume that the photos are on.
    func folder(forPhotosAt root: String, on volume: VolumeKind = .local) -> String {
        switch self {
        case .besidePhotos where volume == .remote && !Self.isIndexed(root):
            Self.cacheFolder.folder(forPhotosAt: root)
        case .besidePhotos: root + "/" + Self.hiddenFolder
        case .folder(let url): url.path
        case .cacheFolder:
            Self.caches.appending(path: "cameraroll/" + Self.digest(of: root)).path
        }
    }

    /// Whether there is an index beside the photos: it may hold the user's favorites.
    private static func isIndexed(_ root: String) -> Bool {
        FileManager.default.fileExists(atPath: root + "/" + hiddenFolder + "/index.sqlite")
    }

    /// The library's own folder within the photos.
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

extension IndexLocation {
    /// The folder in which the new files of an edit wait until they are moved to their places.
    static let stagingNames = [hiddenFolder, "staged"].map { Array($0.utf8) }
}
#endif
