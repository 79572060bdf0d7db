#if FolderLibrary || canImport(Darwin)
import CameraRoll

/// The scope of a query, in terms of the index.
enum AlbumScope: Hashable {
    case library
    /// A smart album.
    case smart(AlbumKind)
    /// The album of a folder of the tree.
    case directory(FolderID)
    /// A user's album.
    case album(Int64)
    /// Assets by their rows.
    case assets([Int64])
}

/// The kinds of identifiers of albums and folders.
enum AlbumName {
    case smart(AlbumKind)
    /// The album of a folder of the tree.
    case directory(FolderID)
    /// A folder of the tree as a folder of albums.
    case tree(FolderID)
    /// A user's album or folder.
    case album(Int64)

    /// Parses an identifier; nil if it is not one of an index.
    init?(_ id: AlbumID) {
        let parts = id.rawValue.split(separator: "-", maxSplits: 1)
        guard parts.count == 2, let number = Int64(parts[1]), number >= 0 else { return nil }
        switch parts[0] {
        case "smart": self = .smart(AlbumKind(rawValue: Int(number)))
        case "directory": self = .directory(FolderID(row: number))
        case "tree": self = .tree(FolderID(row: number))
        case "album": self = .album(number)
        default: return nil
        }
        // Each has only one form: "album-07" is invalid.
        guard self.id == id else { return nil }
    }

    var id: AlbumID {
        switch self {
        case .smart(let kind): AlbumID("smart-\(kind.rawValue)")
        case .directory(let folder): AlbumID("directory-\(folder.row)")
        case .tree(let folder): AlbumID("tree-\(folder.row)")
        case .album(let row): AlbumID("album-\(row)")
        }
    }
}

/// The library's smart albums.
enum SmartAlbums {
    /// All smart albums, in the order in which they are listed.
    static let all: [Album] = [
        album(.userLibrary, "Recents"), album(.favorites, "Favorites"), album(.videos, "Videos"),
        album(.livePhotos, "Live Photos"), album(.panoramas, "Panoramas"), album(.screenshots, "Screenshots"),
        album(.depthEffect, "Portrait"), album(.bursts, "Bursts"), album(.allHidden, "Hidden"),
    ]

    private static func album(_ kind: AlbumKind, _ title: String) -> Album {
        Album(id: AlbumName.smart(kind).id, title: title, type: .smart, kind: kind)
    }

    /// The condition for assets of the album; nil if it contains all.
    static func condition(of kind: AlbumKind) -> String? {
        switch kind {
        case .favorites: "favorite = 1"
        case .videos: "type = 2 AND type <> 1"
        case .livePhotos: special(.livePhoto)
        case .panoramas: special(.panorama)
        case .screenshots: special(.screenshot)
        case .depthEffect: special(.depthEffect)
        case .bursts: "burst IS NOT NULL"
        case .allHidden: "hidden = 1"
        default: nil
        }
    }

    private static func special(_ subtype: MediaSubtypes) -> String {
        "subtypes <> 0 AND subtypes & \(subtype.rawValue) <> 0"
    }
}
#endif
