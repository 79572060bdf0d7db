public import Foundation

/// Which assets to read, and in which order; the default is what "Recents" shows.
///
/// ```swift
/// var query = AssetQuery.photos          // pictures, newest first
/// query.isFavorite = true
/// query.dates = lastYear
/// ```
public struct AssetQuery: Hashable, Sendable, Codable {
    /// Where to look.
    public enum Scope: Hashable, Sendable, Codable {
        /// The whole library of the user.
        case library
        /// One album.
        case album(AlbumID)
        /// Just these assets; unknown ones are left out.
        case identifiers([AssetID])
    }

    /// Whether hidden assets take part.
    public enum HiddenRule: String, Hashable, Sendable, Codable {
        /// As in PhotoKit: by identifier and in the album of hidden assets yes, elsewhere no.
        case automatic
        /// Hidden and other assets alike.
        case included
        /// No hidden assets.
        case excluded
        /// Hidden assets only.
        case only
    }

    /// Which pictures of a burst take part.
    public enum BurstRule: String, Hashable, Sendable, Codable {
        /// As in PhotoKit: by identifier all, elsewhere the representative.
        case automatic
        /// All pictures of each burst.
        case all
        /// Only the picture that stands for its burst.
        case representatives
    }

    /// Where to look.
    public var scope: Scope = .library
    /// Only these media types; all where empty.
    public var mediaTypes: Set<MediaType> = []
    /// Only assets with at least one of these subtypes; all where empty.
    public var subtypes: MediaSubtypes = []
    /// Only favourites (true) or only others (false); both where nil.
    public var isFavorite: Bool?
    /// Only assets created in this range; assets without a date are outside of every range.
    public var dates: Range<Date>?
    /// Whether hidden assets take part.
    public var hidden: HiddenRule = .automatic
    /// Which pictures of a burst take part.
    public var bursts: BurstRule = .automatic
    /// The order; empty means the library's own, in which assets were added, or the album's own.
    public var order: [AssetSort] = [.newestFirst]
    /// At most this many, from the front of the order; nil means all.
    ///
    /// Must be at least 1.
    public var limit: Int?

    /// Everything in a scope, newest first.
    public init(_ scope: Scope = .library) {
        self.scope = scope
    }

    /// Photos, videos and the rest, newest first: "Recents".
    public static let recents = AssetQuery()
    /// Pictures, newest first.
    public static let photos = AssetQuery.recents.only(.image)
    /// Videos, newest first.
    public static let videos = AssetQuery.recents.only(.video)

    /// The assets of an album, newest first.
    public static func album(_ id: AlbumID) -> AssetQuery {
        AssetQuery(.album(id))
    }

    /// The assets of an album, newest first.
    public static func album(_ album: Album) -> AssetQuery {
        .album(album.id)
    }

    /// The same query for these media types only.
    public func only(_ types: MediaType...) -> AssetQuery {
        var query = self
        query.mediaTypes = Set(types)
        return query
    }

    /// The same query for favourites only.
    public func favorites() -> AssetQuery {
        var query = self
        query.isFavorite = true
        return query
    }

    /// The same query for assets created in a range of dates.
    public func created(in dates: Range<Date>) -> AssetQuery {
        var query = self
        query.dates = dates
        return query
    }

    /// The same query for assets with at least one of these subtypes.
    public func with(_ subtypes: MediaSubtypes) -> AssetQuery {
        var query = self
        query.subtypes = subtypes
        return query
    }

    /// The same query in the library's own order, in which assets were added, or in the album's own.
    public func inLibraryOrder() -> AssetQuery {
        var query = self
        query.order = []
        return query
    }

    /// The same query in another order.
    public func sorted(by order: AssetSort...) -> AssetQuery {
        var query = self
        query.order = order
        return query
    }

    /// The same query, cut off after so many assets.
    public func limited(to limit: Int) -> AssetQuery {
        var query = self
        query.limit = limit
        return query
    }
}

extension AssetQuery {
    enum CodingKeys: String, CodingKey {
        case scope, mediaTypes, subtypes, isFavorite, dates, hidden, bursts, order, limit
    }

    /// Writes the query; the same query is always written alike, so that what holds it can be compared.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(scope, forKey: .scope)
        // A set has no order of its own.
        try container.encode(mediaTypes.sorted(), forKey: .mediaTypes)
        try container.encode(subtypes, forKey: .subtypes)
        try container.encodeIfPresent(isFavorite, forKey: .isFavorite)
        try container.encodeIfPresent(dates, forKey: .dates)
        try container.encode(hidden, forKey: .hidden)
        try container.encode(bursts, forKey: .bursts)
        try container.encode(order, forKey: .order)
        try container.encodeIfPresent(limit, forKey: .limit)
    }
}

extension AssetQuery: CustomStringConvertible {
    /// What is asked for, in a few words, for errors and logs; the wording may change.
    public var description: String {
        let filters = [
            typeWords, subtypeWords, favoriteWords, dates.map { "created in \($0)" }, hiddenWords, burstWords,
        ]
        return
            (filters.compactMap(\.self) + [scopeWords, orderWords] + [limit.map { "at most \($0)" }].compactMap(\.self))
            .joined(separator: ", ")
    }

    private var typeWords: String? {
        mediaTypes.isEmpty ? "all assets" : mediaTypes.sorted().map(\.description).joined(separator: " or ")
    }

    private var subtypeWords: String? { subtypes.isEmpty ? nil : "subtypes \(subtypes.rawValue)" }
    private var favoriteWords: String? { isFavorite.map { $0 ? "favourites" : "no favourites" } }
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
