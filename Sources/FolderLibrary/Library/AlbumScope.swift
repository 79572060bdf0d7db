#if FolderLibrary || canImport(Darwin)
import CameraRoll

/// Where a query looks, in the index's own terms.
enum AlbumScope: Hashable {
    case library
    /// An album by a rule.
    case smart(AlbumKind)
    /// The album of a folder of the tree.
    case directory(FolderID)
    /// An album of the user's.
    case album(Int64)
    /// Assets by their rows.
    case assets([Int64])
}

/// The identifiers of albums and folders: what they are, and which.
enum AlbumName {
    case smart(AlbumKind)
    /// The album of a folder of the tree.
    case directory(FolderID)
    /// A folder of the tree as a folder of albums.
    case tree(FolderID)
    /// An album or a folder of the user's.
    case album(Int64)

    /// What an identifier names; nil for one that no index makes.
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
        // One name for each: "album-07" is none.
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

/// The albums that the library keeps by rules.
enum SmartAlbums {
    /// All of them, as they are listed.
    static let all: [Album] = [
        album(.userLibrary, "Recents"), album(.favorites, "Favorites"), album(.videos, "Videos"),
        album(.livePhotos, "Live Photos"), album(.panoramas, "Panoramas"), album(.screenshots, "Screenshots"),
        album(.depthEffect, "Portrait"), album(.bursts, "Bursts"), album(.allHidden, "Hidden"),
    ]

    private static func album(_ kind: AlbumKind, _ title: String) -> Album {
        Album(id: AlbumName.smart(kind).id, title: title, type: .smart, kind: kind)
    }

    /// What an asset of the album fulfils; nil if all do.
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
