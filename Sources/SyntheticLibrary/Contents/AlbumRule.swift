import CameraRoll

/// Which assets a smart album holds; the rules for hidden assets and bursts are the query's, not the album's.
enum AlbumRule: Sendable {
    case everything
    case videos
    case favorites
    case hidden
    case bursts
    case subtypes(MediaSubtypes)
    /// Kinds that the synthetic library has no assets of.
    case nothing

    init(_ kind: AlbumKind) {
        switch kind {
        case .userLibrary, .recentlyAdded: self = .everything
        case .videos: self = .videos
        case .favorites: self = .favorites
        case .allHidden: self = .hidden
        case .bursts: self = .bursts
        default: self = Self.subtypes[kind].map { .subtypes($0) } ?? .nothing
        }
    }

    private static let subtypes: [AlbumKind: MediaSubtypes] = [
        .screenshots: .screenshot, .livePhotos: .livePhoto, .panoramas: .panorama, .timelapses: .timelapse,
        .slomoVideos: .highFrameRate, .depthEffect: .depthEffect, .cinematic: .cinematic,
    ]

    func contains(_ row: UInt32, of table: AssetTable) -> Bool {
        switch self {
        // The subtypes cost more than all the rest.
        case .subtypes: contains(table.traitsForRules(of: row))
        default: contains(RowTraits(flags: table.flags(of: row), subtypes: []))
        }
    }

    func contains(_ traits: RowTraits) -> Bool {
        switch self {
        case .everything: true
        case .videos: traits.flags.contains(.video)
        case .favorites: traits.flags.contains(.favorite)
        case .hidden: traits.flags.contains(.hidden)
        case .bursts: traits.flags.contains(.inBurst)
        case .subtypes(let subtypes): !traits.subtypes.isDisjoint(with: subtypes)
        case .nothing: false
        }
    }
}
