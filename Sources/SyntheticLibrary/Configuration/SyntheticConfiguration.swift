public import CameraRoll

/// What a synthetic library holds, what it costs, and what goes wrong in it.
///
/// The same configuration makes the same library, on every machine. A value that makes no sense is refused when the
/// library is opened: `LibraryError.cannotOpen` with a reason that names it.
public struct SyntheticConfiguration: Hashable, Sendable {
    /// How many assets there are at first, 0 to 4,000,000,000.
    public var assets: Int
    /// Where all that looks like chance comes from.
    public var seed: UInt64
    /// What operations cost while the lock is held.
    public var costs: CostModel
    /// What decoding a picture costs, in processor time of a thread of the decode pool; nothing by default, and at most
    /// a day.
    public var decodeCost: Duration = .zero
    /// Where the image source works; on the threads of the decode pool by default.
    ///
    /// In the other lanes it only starts something: pictures are painted on at most two threads of the store's own.
    public var imageLane = ImageLane.decodePool
    /// How many requests the image source takes at once, at least 1; 10 by default.
    public var imageRequestLimit = 10
    /// Whether the originals of some assets, ``SyntheticContents/isCloudOnly(_:)``, must be downloaded; by default not.
    ///
    /// Where they must, images and resources follow ``SyntheticFaults/download``, and need requests that allow the
    /// network; small degraded images are there all the same. Nothing is ever really sent.
    public var cloudOriginals = false
    /// What goes wrong.
    public var faults: SyntheticFaults
    /// How many changes the library's history goes back, at most 4,000,000,000; 100,000 by default.
    ///
    /// Older change tokens are expired.
    public var historyLimit = 100_000
    /// Whether the user is asked before edits are carried out; by default not.
    public var consent = SyntheticConsent.never
    /// How the library behaves while the user allows some assets only; as Photos does by default.
    public var limitedAccess = SyntheticLimitedAccess()
    /// How many albums the user made, at most 1,000,000 as of the other kinds; every seventh is empty, and the second
    /// has no title.
    public var userAlbums: Int
    /// How many assets a user album holds at most.
    public var userAlbumSize: Int
    /// How many albums are shared through the cloud.
    public var sharedAlbums: Int
    /// How many folders there are, some within others; user albums stand in them by turns.
    public var folders: Int
    /// Which smart albums exist, in this order; without `.screenshots` a picker's list has a gap.
    public var smartAlbums: [AlbumKind]
    /// Whether there is a smart album of kind 1000000219, which no header names.
    public var hasAlbumOfUnknownKind: Bool
    /// Whether some albums are listed twice, as Photos has done.
    public var listsAlbumsTwice: Bool

    /// A library of so many assets, with a dozen albums.
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

    /// The smart albums that a phone has.
    public static let allSmartAlbums: [AlbumKind] = [
        .userLibrary, .favorites, .videos, .screenshots, .livePhotos, .panoramas, .bursts, .timelapses, .slomoVideos,
        .depthEffect, .cinematic, .recentlyAdded, .selfPortraits, .allHidden,
    ]

    /// What makes no sense, if anything does.
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

    /// How many assets a library can hold; rows are 32 bits wide, and some are kept for assets inserted later.
    static let greatestCount = 4_000_000_000

    /// How many albums of a kind, or folders, a library can hold: each takes some 100 bytes from the beginning.
    static let mostAlbums = 1_000_000

    /// How many pixels a picture has at most, 200 MB: what the largest pictures of a synthetic library do not reach.
    static let mostPixels = 50_000_000
}

/// Whether the user is asked before edits are carried out; ``SyntheticStore/answerConsent(_:)`` is their answer.
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
        case .deleteAssets, .deleteAlbums: true
        default: false
        }
    }
}

/// How a synthetic library behaves while the user allows some assets only, where reports of Photos differ.
public struct SyntheticLimitedAccess: Hashable, Sendable {
    /// Whether the user's albums, shared albums and folders are listed; by default not, as measured in Photos.
    public var showsUserAlbums: Bool
    /// Whether the history tells of the selected assets; by default everything has to be read again.
    public var tellsHistory: Bool
    /// Whether updates of fetch results come with details; by default they do not where anything changed.
    public var tellsDifferences: Bool
    /// Whether assets that the app creates join the selection; they do by default.
    public var createdAssetsJoin: Bool

    /// Behaviour as in Photos, unless told otherwise.
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
