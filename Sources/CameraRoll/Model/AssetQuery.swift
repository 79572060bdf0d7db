public import Foundation

/// Which assets to read, and in which order; the default matches what "Recents" shows.
///
/// ```swift
/// var query = AssetQuery.photos          // pictures, newest first
/// query.isFavorite = true
/// query.creationDates = lastYear
/// ```
public struct AssetQuery: Hashable, Sendable, Codable {
    /// The set of assets to search.
    public enum Scope: Hashable, Sendable, Codable {
        /// The user's whole library.
        case library
        /// One album.
        case album(AlbumID)
        /// The listed assets; unknown identifiers are skipped.
        case identifiers([AssetID])
    }

    /// How hidden assets are treated.
    public enum HiddenRule: String, Hashable, Sendable, Codable {
        /// As in PhotoKit: included when fetched by identifier and in the album of hidden assets, excluded elsewhere.
        ///
        /// A hidden asset remains in its other albums, and is found there by ``included``.
        case automatic
        /// Includes hidden and other assets.
        case included
        /// Excludes hidden assets.
        case excluded
        /// Includes hidden assets only.
        case only
    }

    /// Which pictures of a burst are included.
    public enum BurstRule: String, Hashable, Sendable, Codable {
        /// As in PhotoKit: all pictures when fetched by identifier, elsewhere the representative.
        case automatic
        /// All pictures of each burst.
        case all
        /// Only the picture that represents its burst.
        case representatives
    }

    /// The set of assets to search.
    public var scope: Scope = .library
    /// The media types to include; all if empty.
    public var mediaTypes: Set<MediaType> = []
    /// Includes only assets with at least one of these subtypes; all if empty.
    public var mediaSubtypes: MediaSubtypes = []
    /// Only favorites (true), only others (false), or both (nil).
    public var isFavorite: Bool?
    /// Only assets created in this range; an asset without a date is outside of every range.
    public var creationDates: Range<Date>?
    /// Only assets whose original is known to be damaged or unreadable (true), only others (false), or both (nil).
    ///
    /// Whether a picture can be decoded is known for certain only when its image is requested. A library of files knows
    /// what it found when it read them; others have no damaged assets.
    public var isDamaged: Bool?
    /// Only assets with a capture date, or one set by the user (true), only those with just their file's modification
    /// date, which sorts them wrongly (false), or both (nil).
    ///
    /// Libraries that do not distinguish these have no assets without a capture date.
    public var hasCaptureDate: Bool?
    /// How hidden assets are treated.
    public var hidden: HiddenRule = .automatic
    /// Which pictures of a burst are included.
    public var bursts: BurstRule = .automatic
    /// The order; if empty, the order in which the library's assets were added, or the album's own order.
    public var order: [AssetSort] = [.newestFirst]
    /// The maximum number of assets, from the start of the order; nil means all.
    ///
    /// Must be at least 1.
    public var limit: Int?

    /// Creates a query for all assets of a scope, newest first.
    public init(_ scope: Scope = .library) {
        self.scope = scope
    }

    /// Photos, videos and the rest, newest first: "Recents".
    public static let all = AssetQuery()
    /// Pictures, newest first.
    public static let photos = AssetQuery.all.ofType(.image)
    /// Videos, newest first.
    public static let videos = AssetQuery.all.ofType(.video)

    /// The assets of an album, newest first.
    public static func album(_ id: AlbumID) -> AssetQuery {
        AssetQuery(.album(id))
    }

    /// The assets of an album, newest first.
    public static func album(_ album: Album) -> AssetQuery {
        .album(album.id)
    }

    /// Returns the query restricted to the given media types.
    public func ofType(_ types: MediaType...) -> AssetQuery {
        changed { $0.mediaTypes = Set(types) }
    }

    /// Returns the query restricted to favorites.
    public func onlyFavorites() -> AssetQuery {
        changed { $0.isFavorite = true }
    }

    /// Returns the query restricted to assets created in a range of dates.
    public func created(in creationDates: Range<Date>) -> AssetQuery {
        changed { $0.creationDates = creationDates }
    }

    /// Returns the query restricted to assets with at least one of the given subtypes.
    public func withSubtypes(_ mediaSubtypes: MediaSubtypes) -> AssetQuery {
        changed { $0.mediaSubtypes = mediaSubtypes }
    }

    /// Returns the query restricted to assets that are not known to be damaged.
    public func withoutDamaged() -> AssetQuery {
        changed { $0.isDamaged = false }
    }

    /// Returns the query restricted to assets that have only their file's modification date.
    public func withoutCaptureDate() -> AssetQuery {
        changed { $0.hasCaptureDate = false }
    }

    /// Returns the query in the order in which the library's assets were added, or in the album's own order.
    public func inLibraryOrder() -> AssetQuery {
        changed { $0.order = [] }
    }

    /// Returns the query in another order.
    public func sorted(by order: AssetSort...) -> AssetQuery {
        changed { $0.order = order }
    }

    /// Returns the query limited to a number of assets.
    public func prefix(_ limit: Int) -> AssetQuery {
        changed { $0.limit = limit }
    }

    private func changed(_ change: (inout AssetQuery) -> Void) -> AssetQuery {
        var query = self
        change(&query)
        return query
    }
}

extension AssetQuery {
    enum CodingKeys: String, CodingKey {
        case scope, mediaTypes, mediaSubtypes, isFavorite, creationDates, isDamaged, hasCaptureDate
        case hidden, bursts, order, limit
    }

    /// Encodes the query; equal queries are always encoded identically, so that encoded queries can be compared.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(scope, forKey: .scope)
        // A set has no fixed order.
        try container.encode(mediaTypes.sorted(), forKey: .mediaTypes)
        try container.encode(mediaSubtypes, forKey: .mediaSubtypes)
        try container.encodeIfPresent(isFavorite, forKey: .isFavorite)
        try container.encodeIfPresent(creationDates, forKey: .creationDates)
        try container.encodeIfPresent(isDamaged, forKey: .isDamaged)
        try container.encodeIfPresent(hasCaptureDate, forKey: .hasCaptureDate)
        try container.encode(hidden, forKey: .hidden)
        try container.encode(bursts, forKey: .bursts)
        try container.encode(order, forKey: .order)
        try container.encodeIfPresent(limit, forKey: .limit)
    }
}

extension AssetQuery: CustomStringConvertible {
    /// A short description of the query, for errors and logs; the wording may change.
    public var description: String {
        let filters = [
            typeWords, subtypeWords, favoriteWords, creationDates.map { "created in \($0)" }, fileWords, hiddenWords,
            burstWords,
        ]
        return
            (filters.compactMap(\.self) + [scopeWords, orderWords] + [limit.map { "at most \($0)" }].compactMap(\.self))
            .joined(separator: ", ")
    }

    private var typeWords: String? {
        mediaTypes.isEmpty ? "all assets" : mediaTypes.sorted().map(\.description).joined(separator: " or ")
    }

    private var subtypeWords: String? { mediaSubtypes.isEmpty ? nil : "subtypes \(mediaSubtypes.rawValue)" }
    private var favoriteWords: String? { isFavorite.map { $0 ? "favorites" : "no favorites" } }
    private var fileWords: String? {
        let words = [
            isDamaged.map { $0 ? "damaged" : "not damaged" },
            hasCaptureDate.map { $0 ? "with a date of capture" : "without a date of capture" },
        ]
        return words.allSatisfy { $0 == nil } ? nil : words.compactMap(\.self).joined(separator: ", ")
    }

    private var hiddenWords: String? { hidden == .automatic ? nil : "hidden \(hidden.rawValue)" }
    private var burstWords: String? { bursts == .automatic ? nil : "bursts \(bursts.rawValue)" }

    private var scopeWords: String {
        switch scope {
        case .library: "of the library"
        case .album(let id): "of album '\(id)'"
        case .identifiers(let ids): "of \(ids.count) identifiers"
        }
    }

    private var orderWords: String {
        if order.isEmpty { return "in the library's order" }
        return "by " + order.map { "\($0.key.rawValue) \($0.isAscending ? "up" : "down")" }.joined(separator: ", ")
    }
}
