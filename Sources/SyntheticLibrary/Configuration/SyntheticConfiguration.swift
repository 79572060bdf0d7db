public import CameraRoll

/// The contents, costs and faults of a synthetic library.
///
/// The same configuration creates the same library on every machine. An invalid value is refused when the library
/// is opened: `LibraryError.cannotOpen` with a reason that names it.
public struct SyntheticConfiguration: Hashable, Sendable {
    /// The initial number of assets, 0 to 4,000,000,000, including hidden ones and all members of bursts.
    ///
    /// Queries exclude these unless they ask for them: of 70,000 assets of the default seed, "Recents" shows 66,571.
    public var assets: Int
    /// The seed of all pseudorandom values.
    public var seed: UInt64
    /// The costs of operations while the lock is held.
    public var costs: CostModel
    /// The cost of decoding a picture, in processor time of a decode pool's thread; zero by default, and at most a
    /// day.
    public var decodeCost: Duration = .zero
    /// The lane of the image source; the threads of the decode pool by default.
    ///
    /// In the other lanes a call only starts the work: pictures are painted on at most two threads of the store.
    public var imageLane = ImageLane.decodePool
    /// The number of requests that the image source accepts at once, at least 1; 10 by default.
    public var imageRequestLimit = 10
    /// Whether the originals of some assets, ``SyntheticContents/isCloudOnly(_:)``, must be downloaded; false by
    /// default.
    ///
    /// If so, images and resources follow ``SyntheticFaults/download``, and need requests that allow the network; small
    /// degraded images are available without it. Nothing is actually transferred.
    public var cloudOriginals = false
    /// The library's faults.
    public var faults: SyntheticFaults
    /// The number of changes that the history keeps, at most 4,000,000,000; 100,000 by default.
    ///
    /// Older change tokens are expired.
    public var historyLimit = 100_000
    /// When the user is asked before edits are performed; never by default.
    public var consent = SyntheticConsent.never
    /// The library's behavior under limited access; by default that of Photos.
    public var limitedAccess = SyntheticLimitedAccess()
    /// The number of the user's albums, at most 1,000,000, like those of the other kinds; every seventh is empty, and
    /// the second has no title.
    public var userAlbums: Int
    /// The maximum number of assets in a user's album.
    public var userAlbumSize: Int
    /// The number of albums shared through the cloud.
    public var sharedAlbums: Int
    /// The number of folders, some within others; the user's albums are distributed among them.
    public var folders: Int
    /// The smart albums, in this order; without `.screenshots` a picker's list has a gap.
    public var smartAlbums: [AlbumSubtype]
    /// Whether there is a smart album of kind 1000000219, which no header declares.
    public var hasAlbumOfUnknownKind: Bool
    /// Whether some albums are listed twice, as Photos has done.
    public var listsAlbumsTwice: Bool

    /// Creates the configuration of a library of `assets` assets, with a dozen albums.
    public init(assets: Int, seed: UInt64 = 1, costs: CostModel = .free, faults: SyntheticFaults = .none) {
        self.assets = assets
        self.seed = seed
        self.costs = costs
        self.faults = faults
        userAlbums = 12
        userAlbumSize = 300
        sharedAlbums = 2
        folders = 3
        smartAlbums = Self.allSmartAlbums
        hasAlbumOfUnknownKind = true
        listsAlbumsTwice = false
    }

    /// No assets, no albums.
    static var empty: SyntheticConfiguration {
        var configuration = SyntheticConfiguration(assets: 0)
        configuration.smartAlbums = []
        configuration.hasAlbumOfUnknownKind = false
        (configuration.userAlbums, configuration.sharedAlbums, configuration.folders) = (0, 0, 0)
        return configuration
    }

    /// The smart albums of a phone.
    public static let allSmartAlbums: [AlbumSubtype] = [
        .userLibrary, .favorites, .videos, .screenshots, .livePhotos, .panoramas, .bursts, .timelapses, .slomoVideos,
        .depthEffect, .cinematic, .recentlyAdded, .selfPortraits, .allHidden,
    ]

    /// The reason why the configuration is invalid; nil if it is valid.
    var problem: String? {
        let counts = [
            ("assets", assets), ("userAlbums", userAlbums), ("userAlbumSize", userAlbumSize),
            ("sharedAlbums", sharedAlbums), ("folders", folders), ("historyLimit", historyLimit),
        ]
        if let negative = counts.first(where: { $0.1 < 0 }) { return "\(negative.0) is negative: \(negative.1)" }
        let rows = [("assets", assets), ("historyLimit", historyLimit)]
        if let large = rows.first(where: { $0.1 > Self.greatestCount }) {
            return "\(large.0) is more than \(Self.greatestCount): \(large.1)"
        }
        let lists = [("userAlbums", userAlbums), ("sharedAlbums", sharedAlbums), ("folders", folders)]
        if let large = lists.first(where: { $0.1 > Self.mostAlbums }) {
            return "\(large.0) is more than \(Self.mostAlbums): \(large.1)"
        }
        guard CostModel.allowed.contains(decodeCost) else { return "decodeCost is not within a day: \(decodeCost)" }
        if imageRequestLimit < 1 { return "imageRequestLimit is less than 1: \(imageRequestLimit)" }
        return costs.problem ?? faults.problem
    }

    /// The maximum number of assets; rows are 32 bits wide, and some are reserved for assets inserted later.
    static let greatestCount = 4_000_000_000

    /// The maximum number of albums of a kind, or folders: each takes some 100 bytes from the beginning,
    /// and an album 4 more for each of its assets.
    static let mostAlbums = 1_000_000

    /// The maximum number of pixels of a picture, 200 MB: more than the largest pictures of a synthetic library.
    static let mostPixels = 50_000_000
}

/// When the user is asked before edits are performed; ``SyntheticStore/answerConsent(_:)`` gives the answer.
public enum SyntheticConsent: Hashable, Sendable, CaseIterable {
    /// Never.
    case never
    /// Before something is deleted, as in Photos.
    case forDeletions
    /// Before every transaction.
    case forEverything

    /// Whether the user is asked about some edits.
    func isNeeded(for edits: [LibraryEdit]) -> Bool {
        switch self {
        case .never: false
        case .forDeletions: edits.contains(where: \.deletes)
        case .forEverything: true
        }
    }
}

extension LibraryEdit {
    fileprivate var deletes: Bool {
        switch self {
        case .deleteAssets, .deleteCollections: true
        default: false
        }
    }
}

/// A synthetic library's behavior under limited access, where reports about Photos differ.
public struct SyntheticLimitedAccess: Hashable, Sendable {
    /// Whether the user's albums, shared albums and folders are listed; false by default, as measured in Photos.
    public var showsUserAlbums: Bool
    /// Whether the history includes the selected assets; by default everything must be read again.
    public var tellsHistory: Bool
    /// Whether updates of fetch results have details; by default they do not if anything has changed.
    public var tellsDifferences: Bool
    /// Whether assets that the app creates join the selection; true by default.
    public var createdAssetsJoin: Bool

    /// Creates a behavior, by default that of Photos.
    public init(
        showsUserAlbums: Bool = false, tellsHistory: Bool = false, tellsDifferences: Bool = false,
        createdAssetsJoin: Bool = true
    ) {
        self.showsUserAlbums = showsUserAlbums
        self.tellsHistory = tellsHistory
        self.tellsDifferences = tellsDifferences
        self.createdAssetsJoin = createdAssetsJoin
    }
}
