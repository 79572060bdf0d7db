import Foundation

/// Which albums an album screen shows, and in which order.
public struct AlbumListOptions: Sendable, Hashable {
    /// The order of a list of albums.
    public enum Order: String, Sendable, Hashable, CaseIterable {
        /// As the library lists them; free together with `includesEmpty`, since telling an empty album means counting
        /// it.
        case library
        /// By title, as the user's language sorts, those without one last; free together with `includesEmpty`.
        case title
        /// The fullest first, then by title. Every album must be counted: 25 to 75 ms each on a phone.
        case count
    }

    /// Which albums to look at; all by default.
    public var query: AlbumQuery
    /// In which order; the fullest first by default.
    public var order: Order
    /// What is counted; everything where empty, which is the default, as it is for `AlbumRepository.summaries`.
    public var mediaTypes: Set<MediaType>
    /// Whether albums without any such asset are listed; not by default.
    ///
    /// Leaving them out means counting.
    public var includesEmpty: Bool
    /// Whether albums without a title are listed; not by default.
    ///
    /// Show them by `Album.title(or:)`.
    public var includesUntitled: Bool

    /// Options, each with its default.
    public init(
        query: AlbumQuery = .all,
        order: Order = .count,
        mediaTypes: Set<MediaType> = [],
        includesEmpty: Bool = false,
        includesUntitled: Bool = false
    ) {
        self.query = query
        self.order = order
        self.mediaTypes = mediaTypes
        self.includesEmpty = includesEmpty
        self.includesUntitled = includesUntitled
    }
}

extension AlbumListOptions {
    /// The album list of the articles: albums with pictures, by how many.
    public static let pictures = AlbumListOptions(mediaTypes: [.image])

    /// Whether albums have to be counted.
    var needsCounts: Bool { order == .count || !includesEmpty }

    /// The albums to look at, each once.
    func eligible(_ albums: [Album]) -> [Album] {
        albums.uniqueByID().filter { includesUntitled || $0.title != nil }
    }

    /// The albums in the order asked for, sorted on the global pool: comparing 3,000 titles takes some 100 ms.
    func sorted(_ albums: [Album]) async -> [Album] {
        guard order != .library, albums.count > 1 else { return albums }
        return await onGlobalPool(albums) { sorted($0) }
    }

    /// The albums in the order asked for.
    ///
    /// - Complexity: O(n log n) comparisons of titles, of some microseconds each.
    func sorted(_ albums: [Album]) -> [Album] {
        switch order {
        case .library: albums
        case .title: albums.sorted { Self.isByTitle($0, $1) }
        case .count: albums.sorted { Self.isByCount($0, $1) }
        }
    }

    private static func isByCount(_ left: Album, _ right: Album) -> Bool {
        let counts = (left.count.number ?? -1, right.count.number ?? -1)
        return counts.0 == counts.1 ? isByTitle(left, right) : counts.0 > counts.1
    }

    private static func isByTitle(_ left: Album, _ right: Album) -> Bool {
        switch (left.title, right.title) {
        case (let leftTitle?, let rightTitle?) where leftTitle != rightTitle:
            leftTitle.localizedStandardCompare(rightTitle) == .orderedAscending
        case (.some, nil): true
        case (nil, .some): false
        default: left.id < right.id
        }
    }
}

extension [Album] {
    /// The albums without those whose identifier came before.
    func uniqueByID() -> [Album] {
        var seen: Set<AlbumID> = []
        return filter { seen.insert($0.id).inserted }
    }
}

/// Which albums to list; the default is all of them.
public struct AlbumQuery: Hashable, Sendable, Codable {
    /// Only albums kept by these; all where nil.
    public var types: Set<AlbumType>?
    /// Only albums of these kinds; all where nil.
    public var kinds: Set<AlbumKind>?

    /// Albums of any of the types and any of the kinds given; nil means all.
    public init(types: Set<AlbumType>? = nil, kinds: Set<AlbumKind>? = nil) {
        self.types = types
        self.kinds = kinds
    }

    /// Every album.
    public static let all = AlbumQuery()
    /// The albums that users made.
    public static let user = AlbumQuery(types: [.user])
    /// The albums that the library keeps.
    public static let smart = AlbumQuery(types: [.smart])

    /// The albums of these kinds.
    public static func kinds(_ kinds: AlbumKind...) -> AlbumQuery {
        AlbumQuery(kinds: Set(kinds))
    }

    /// Whether an album is asked for.
    public func contains(_ album: Album) -> Bool {
        (types?.contains(album.type) ?? true) && (kinds?.contains(album.kind) ?? true)
    }
}

/// What a preload reads ahead of its readers.
public struct PreloadOptions: Hashable, Sendable {
    /// How many assets from the front of what is shown, at least 0; 500 by default, some screens.
    ///
    /// Each costs 0.1 ms of library time on a phone, and some 200 bytes until it is let go.
    public var assets: Int
    /// Which album list is read, none where nil; by default the one that `albumList()` gives by default.
    ///
    /// Counting takes 25 to 75 ms an album on a phone, in the background.
    public var albums: AlbumListOptions?

    /// Options, each with its default.
    public init(
        assets: Int = 500, albums: AlbumListOptions? = AlbumListOptions()
    ) {
        self.assets = assets
        self.albums = albums
    }
}

/// What a preload has read, or found read already.
public struct PreloadReport: Hashable, Sendable {
    /// How many assets are kept.
    public let assets: Int
    /// How many albums are in the list that is kept; nil where none was asked for, or it was let go meanwhile.
    public let albums: Int?
    /// Whether all is there that was asked for; not where the library was changed or memory got short meanwhile.
    public let isComplete: Bool
}
