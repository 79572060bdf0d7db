import Foundation

/// Which albums an album screen shows, and in which order.
public struct AlbumListOptions: Sendable, Hashable {
    /// The order of a list of albums.
    public enum Order: Sendable, Hashable, CaseIterable {
        /// The library's order; free if `includesEmpty` is true, since finding empty albums requires counting.
        case library
        /// By title, sorted for the user's language, albums without a title last; free if `includesEmpty` is true.
        case title
        /// By count, largest first, then by title.
        ///
        /// Every album must be counted: 25 to 75 ms each on a phone.
        case count
    }

    /// The albums to consider; all by default.
    public var query: AlbumQuery
    /// The order; by count, largest first, by default.
    public var order: Order
    /// The media types to count; all if empty.
    ///
    /// Empty by default, as in `AlbumRepository.summaries`.
    public var mediaTypes: Set<MediaType>
    /// Whether albums without any asset of these types are listed; false by default.
    ///
    /// Excluding them requires counting.
    public var includesEmpty: Bool
    /// Whether albums without a title are listed; false by default.
    ///
    /// Show them with `Album.title(or:)`.
    public var includesUntitled: Bool

    /// Creates options, each with its default.
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
    /// Albums with pictures, sorted by their number of pictures.
    public static let pictures = AlbumListOptions(mediaTypes: [.image])

    /// Whether albums have to be counted.
    var needsCounts: Bool { order == .count || !includesEmpty }

    /// The albums to consider, without duplicates.
    func eligible(_ albums: [Album]) -> [Album] {
        albums.uniqueByID().filter { includesUntitled || $0.title != nil }
    }

    /// Sorts the albums on the global pool: comparing 3,000 titles takes about 100 ms.
    func sorted(_ albums: [Album]) async -> [Album] {
        guard order != .library, albums.count > 1 else { return albums }
        return await onGlobalPool(albums) { sorted($0) }
    }

    /// Sorts the albums.
    ///
    /// - Complexity: O(n log n) comparisons of titles, a few microseconds each.
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
    /// The albums without later duplicates of an identifier.
    func uniqueByID() -> [Album] {
        var seen: Set<AlbumID> = []
        return filter { seen.insert($0.id).inserted }
    }
}

/// Which albums to list; the default is all of them.
public struct AlbumQuery: Hashable, Sendable, Codable {
    /// The album types to list; all if nil.
    public var types: Set<AlbumType>?
    /// The album subtypes to list; all if nil.
    public var subtypes: Set<AlbumSubtype>?

    /// Creates a query for albums of any of the types and any of the subtypes; nil means all.
    public init(types: Set<AlbumType>? = nil, subtypes: Set<AlbumSubtype>? = nil) {
        self.types = types
        self.subtypes = subtypes
    }

    /// Every album.
    public static let all = AlbumQuery()
    /// The albums created by users.
    public static let user = AlbumQuery(types: [.album])
    /// The albums maintained by the library.
    public static let smart = AlbumQuery(types: [.smartAlbum])

    /// The albums of these subtypes.
    public static func subtypes(_ subtypes: AlbumSubtype...) -> AlbumQuery {
        AlbumQuery(subtypes: Set(subtypes))
    }

    /// Whether the query includes an album.
    public func contains(_ album: Album) -> Bool {
        (types?.contains(album.type) ?? true) && (subtypes?.contains(album.subtype) ?? true)
    }
}

/// The data that a preload reads in advance.
public struct PreloadOptions: Hashable, Sendable {
    /// The number of assets to read from the start of the list shown, at least 0; 500 by default, a few screens.
    ///
    /// Each takes 0.1 ms of library time on a phone, and about 200 bytes until it is released.
    public var assetCount: Int
    /// The album list to read; nil for none.
    ///
    /// By default, the default list of `albumList()`.
    ///
    /// Counting takes 25 to 75 ms per album on a phone, in the background.
    public var albums: AlbumListOptions?

    /// Creates options, each with its default.
    public init(
        assetCount: Int = 500, albums: AlbumListOptions? = AlbumListOptions()
    ) {
        self.assetCount = assetCount
        self.albums = albums
    }
}

/// The result of a preload, including data that was already read.
public struct PreloadReport: Hashable, Sendable {
    /// The number of assets kept.
    public let assets: Int
    /// The number of albums in the list kept; nil if none was requested, or it was invalidated meanwhile.
    public let albums: Int?
    /// Whether everything requested is kept; false if the library changed, memory became short, or too many other album
    /// lists were preloaded meanwhile.
    public let isComplete: Bool
}
