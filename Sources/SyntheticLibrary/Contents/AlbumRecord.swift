import CameraRoll

/// An album in the library's storage.
struct AlbumRecord: Sendable {
    enum Members: Sendable {
        /// The user's own order; rows of deleted assets may be among them, and are skipped on reading.
        case rows([UInt32])
        case rule(AlbumRule)
    }

    /// The library's estimate of the number of assets.
    enum Estimate: Sendable {
        /// NSNotFound.
        case missing
        /// Wrong by this many.
        case off(by: Int)
    }

    let id: AlbumID
    var title: String?
    let type: AlbumType
    let subtype: AlbumSubtype
    var members: Members
    var estimate: Estimate
    /// The asset that Photos would show for the album.
    var keyAsset: UInt32?
    /// The folder that contains it; nil for the top level.
    var folder: AlbumID?
}

/// A folder in the library's storage.
struct FolderRecord: Sendable {
    let id: AlbumID
    var title: String?
    var parent: AlbumID?
}

/// The assets of a smart album; the rules for hidden assets and bursts are the query's, not the album's.
enum AlbumRule: Sendable {
    case everything
    case videos
    case favorites
    case hidden
    case bursts
    case mediaSubtypes(MediaSubtypes)
    /// Kinds of which the synthetic library has no assets.
    case nothing

    init(_ kind: AlbumSubtype) {
        switch kind {
        case .userLibrary, .recentlyAdded: self = .everything
        case .videos: self = .videos
        case .favorites: self = .favorites
        case .allHidden: self = .hidden
        case .bursts: self = .bursts
        default: self = Self.mediaSubtypes[kind].map { .mediaSubtypes($0) } ?? .nothing
        }
    }

    private static let mediaSubtypes: [AlbumSubtype: MediaSubtypes] = [
        .screenshots: .screenshot, .livePhotos: .livePhoto, .panoramas: .panorama, .timelapses: .timelapse,
        .slomoVideos: .highFrameRate, .depthEffect: .depthEffect, .cinematic: .cinematic,
    ]

    func contains(_ row: UInt32, of table: AssetTable) -> Bool {
        switch self {
        // Computing the subtypes costs more than all the rest.
        case .mediaSubtypes: contains(table.traitsForRules(of: row))
        default: contains(RowTraits(flags: table.flags(of: row), mediaSubtypes: []))
        }
    }

    func contains(_ traits: RowTraits) -> Bool {
        switch self {
        case .everything: true
        case .videos: traits.flags.contains(.video)
        case .favorites: traits.flags.contains(.favorite)
        case .hidden: traits.flags.contains(.hidden)
        case .bursts: traits.flags.contains(.inBurst)
        case .mediaSubtypes(let mediaSubtypes): !traits.mediaSubtypes.isDisjoint(with: mediaSubtypes)
        case .nothing: false
        }
    }
}
