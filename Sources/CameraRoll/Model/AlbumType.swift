/// Who maintains an album.
public enum AlbumType: String, Hashable, Sendable, Codable, CaseIterable {
    /// Maintained by the library according to a rule: Favorites, Videos, Screenshots.
    case smartAlbum
    /// Created by the user, or synced from the user's computer.
    case album
    /// Shared through the cloud.
    case sharedAlbum
}

/// The subtype of an album, with PhotoKit's `PHAssetCollectionSubtype` values; unknown values are preserved.
public struct AlbumSubtype: RawRepresentable, Hashable, Sendable, Codable {
    /// PhotoKit's subtype value.
    public let rawValue: Int

    /// Preserves any value, known or not: Photos has returned 1000000219.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// An album that the user made.
    public static let regular = AlbumSubtype(rawValue: 2)
    /// An event synced from a computer.
    public static let syncedEvent = AlbumSubtype(rawValue: 3)
    /// A person synced from a computer.
    public static let syncedFaces = AlbumSubtype(rawValue: 4)
    /// An album synced from a computer.
    public static let syncedAlbum = AlbumSubtype(rawValue: 5)
    /// Pictures imported from a camera.
    public static let imported = AlbumSubtype(rawValue: 6)
    /// The user's photo stream.
    public static let myPhotoStream = AlbumSubtype(rawValue: 100)
    /// An album shared through the cloud.
    public static let cloudShared = AlbumSubtype(rawValue: 101)
    /// A folder on disk; not one of PhotoKit's values.
    public static let folder = AlbumSubtype(rawValue: -1)
    /// A smart album without a specific subtype.
    public static let smartGeneric = AlbumSubtype(rawValue: 200)
    /// All panoramas.
    public static let panoramas = AlbumSubtype(rawValue: 201)
    /// All videos.
    public static let videos = AlbumSubtype(rawValue: 202)
    /// All favorites.
    public static let favorites = AlbumSubtype(rawValue: 203)
    /// All time lapses.
    public static let timelapses = AlbumSubtype(rawValue: 204)
    /// All hidden assets.
    public static let allHidden = AlbumSubtype(rawValue: 205)
    /// Recently added assets.
    public static let recentlyAdded = AlbumSubtype(rawValue: 206)
    /// All bursts.
    public static let bursts = AlbumSubtype(rawValue: 207)
    /// All videos with a high frame rate.
    public static let slomoVideos = AlbumSubtype(rawValue: 208)
    /// All of the user's own assets: "Recents", the camera roll.
    public static let userLibrary = AlbumSubtype(rawValue: 209)
    /// Pictures taken with the front camera.
    public static let selfPortraits = AlbumSubtype(rawValue: 210)
    /// All screenshots.
    public static let screenshots = AlbumSubtype(rawValue: 211)
    /// Pictures with depth.
    public static let depthEffect = AlbumSubtype(rawValue: 212)
    /// All Live Photos.
    public static let livePhotos = AlbumSubtype(rawValue: 213)
    /// All animated pictures.
    public static let animated = AlbumSubtype(rawValue: 214)
    /// All long exposures.
    public static let longExposures = AlbumSubtype(rawValue: 215)
    /// Assets that could not be uploaded.
    public static let unableToUpload = AlbumSubtype(rawValue: 216)
    /// All RAW pictures.
    public static let raw = AlbumSubtype(rawValue: 217)
    /// All cinematic videos.
    public static let cinematic = AlbumSubtype(rawValue: 218)
    /// All pictures and videos with depth for two eyes.
    public static let spatial = AlbumSubtype(rawValue: 219)
    /// All videos of the device's own screen.
    public static let screenRecordings = AlbumSubtype(rawValue: 220)

    /// The smart albums that pickers show, in their order.
    public static let pickerSmartAlbums: [AlbumSubtype] = [.userLibrary, .favorites, .videos, .screenshots]
}

extension AlbumSubtype: CustomStringConvertible {
    /// The name of the subtype; its number if this version does not know it.
    public var description: String {
        switch self {
        case .regular: "album"
        case .syncedEvent: "synced event"
        case .syncedFaces: "synced faces"
        case .syncedAlbum: "synced album"
        case .imported: "imported"
        case .folder: "folder"
        case .myPhotoStream: "photo stream"
        case .smartGeneric: "smart album"
        case .cloudShared: "cloud shared"
        case .userLibrary: "user library"
        case .favorites: "favorites"
        case .videos: "videos"
        case .screenshots: "screenshots"
        case .livePhotos: "live photos"
        case .panoramas: "panoramas"
        case .bursts: "bursts"
        case .timelapses: "time lapses"
        case .slomoVideos: "slow motion"
        case .allHidden: "hidden"
        case .recentlyAdded: "recently added"
        case .selfPortraits: "self-portraits"
        case .depthEffect: "portraits"
        case .animated: "animated"
        case .longExposures: "long exposures"
        case .unableToUpload: "unable to upload"
        case .raw: "raw"
        case .cinematic: "cinematic"
        case .spatial: "spatial"
        case .screenRecordings: "screen recordings"
        default: "album subtype \(rawValue)"
        }
    }
}
