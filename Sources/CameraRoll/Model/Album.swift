public import Foundation

/// An album as it was when it was read: the articles' `MediaCollectionProtocol`.
public struct Album: Identifiable, Hashable, Sendable, Codable {
    /// Names the album in its library.
    public var id: AlbumID
    /// Its title in the user's language; nil where the library has none.
    public var title: String?
    /// Who keeps it.
    public var type: AlbumType
    /// What it is.
    public var kind: AlbumKind
    /// How many assets it holds, as far as it is known without cost.
    public var count: AlbumCount
    /// The date of its oldest asset; nil where unknown.
    public var startDate: Date?
    /// The date of its newest asset; nil where unknown.
    public var endDate: Date?

    /// An album from its parts; libraries use this, and tests.
    public init(
        id: AlbumID,
        title: String?,
        type: AlbumType = .user,
        kind: AlbumKind = .regular,
        count: AlbumCount = .unknown,
        startDate: Date? = nil,
        endDate: Date? = nil
    ) {
        self.id = id
        self.title = title
        self.type = type
        self.kind = kind
        self.count = count
        self.startDate = startDate
        self.endDate = endDate
    }

    /// The title, or `fallback` where there is none ("Untitled", "未命名").
    public func title(or fallback: String) -> String {
        title ?? fallback
    }
}

/// Names one album of one library: the `localIdentifier` of PhotoKit's collection.
public struct AlbumID: Hashable, Sendable, Codable, RawRepresentable, ExpressibleByStringLiteral {
    /// The library's own text for the album.
    public let rawValue: String

    /// Wraps the library's own text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Wraps the library's own text.
    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// Wraps a literal, for tests and previews.
    public init(stringLiteral value: String) {
        rawValue = value
    }
}

extension AlbumID {
    /// Whether two identifiers are the same, byte for byte: é in one piece and é in two name different files.
    public static func == (lhs: AlbumID, rhs: AlbumID) -> Bool {
        // Texts of the same bytes are equal texts, so most comparisons end with the first.
        lhs.rawValue == rhs.rawValue && lhs.rawValue.utf8.elementsEqual(rhs.rawValue.utf8)
    }
}

extension AlbumID: Comparable {
    /// Orders by the text's UTF-8 bytes, so that albums alike in all else have one order.
    public static func < (lhs: AlbumID, rhs: AlbumID) -> Bool {
        lhs.rawValue.utf8.lexicographicallyPrecedes(rhs.rawValue.utf8)
    }
}

extension AlbumID: CustomStringConvertible {
    /// The library's own text.
    public var description: String { rawValue }
}

/// How many assets an album holds, as far as it is known.
///
/// An exact count costs 25 to 75 ms of library time for each album, and the library's estimate can be missing
/// (PhotoKit's NSNotFound): so a list of albums comes at once, and exact counts are filled in later.
public enum AlbumCount: Hashable, Sendable, Codable {
    /// Not counted, and the library has no estimate.
    case unknown
    /// The library's own estimate, which can be wrong either way.
    case estimated(Int)
    /// Counted.
    case exact(Int)

    /// The number, exact or estimated; nil where there is none.
    public var number: Int? {
        switch self {
        case .unknown: nil
        case .estimated(let count), .exact(let count): count
        }
    }
}

/// Which asset stands for an album.
public enum CoverPolicy: String, Hashable, Sendable, Codable, CaseIterable {
    /// The newest by creation date.
    case newest
    /// The first in the album's own order.
    case first
    /// The asset that Photos itself shows for the album, and the newest where it shows none.
    case keyAsset
}

/// An album with its exact count and its cover, each of which can fail without losing the album.
public struct AlbumSummary: Identifiable, Hashable, Sendable {
    /// The cover of an album.
    public enum Cover: Hashable, Sendable {
        /// The album is empty.
        case none
        /// The asset that stands for it.
        case asset(MediaAsset)
        /// The cover could not be read, and why.
        case failed(LibraryError)
    }

    /// The album, its count exact where it could be counted.
    public var album: Album
    /// Why it could not be counted; nil where its count is exact.
    public var countFailure: LibraryError?
    /// Its cover.
    public var cover: Cover

    /// The album's identifier.
    public var id: AlbumID { album.id }

    /// A summary from its parts.
    public init(album: Album, countFailure: LibraryError? = nil, cover: Cover) {
        self.album = album
        self.countFailure = countFailure
        self.cover = cover
    }
}

/// A folder of albums and of further folders; everything has one parent.
public struct AlbumFolder: Identifiable, Hashable, Sendable {
    /// What stands in a folder.
    public enum Item: Hashable, Sendable {
        /// An album.
        case album(Album)
        /// A folder in the folder.
        case folder(AlbumFolder)
    }

    /// Names the folder in its library.
    public var id: AlbumID
    /// Its title; nil where the library has none.
    public var title: String?
    /// What stands in it, in the user's order.
    public var items: [Item]

    /// A folder from its parts; libraries use this, and tests.
    public init(id: AlbumID, title: String?, items: [Item]) {
        self.id = id
        self.title = title
        self.items = items
    }

    /// All albums in it and below it, from the top down.
    ///
    /// - Complexity: O(n) in the items below it.
    public var albums: [Album] {
        items.flatMap { item in
            switch item {
            case .album(let album): [album]
            case .folder(let folder): folder.albums
            }
        }
    }
}
