public import Foundation

/// An album as of the time it was read.
public struct Album: Identifiable, Hashable, Sendable, Codable {
    /// The identifier of the album in its library.
    public var id: AlbumID
    /// The title in the user's language; nil if the library has none.
    public var title: String?
    /// Who maintains the album.
    public var type: AlbumType
    /// The subtype of the album.
    public var subtype: AlbumSubtype
    /// The number of assets, as far as it is known without cost.
    public var count: AlbumCount
    /// The date of the oldest asset; nil if unknown.
    public var startDate: Date?
    /// The date of the newest asset; nil if unknown.
    public var endDate: Date?

    /// Creates an album from its parts, for libraries and tests.
    public init(
        id: AlbumID,
        title: String?,
        type: AlbumType = .album,
        subtype: AlbumSubtype = .regular,
        count: AlbumCount = .unknown,
        startDate: Date? = nil,
        endDate: Date? = nil
    ) {
        self.id = id
        self.title = title
        self.type = type
        self.subtype = subtype
        self.count = count
        self.startDate = startDate
        self.endDate = endDate
    }

    /// The title, or `fallback` if the album has no title ("Untitled", "未命名").
    public func title(or fallback: String) -> String {
        title ?? fallback
    }
}

/// The identifier of an album in one library, like the `localIdentifier` of a PhotoKit collection.
public struct AlbumID: TextIdentifier {
    /// The library's own text for the album.
    public let rawValue: String

    /// Wraps the library's own text.
    public init(rawValue: String) { self.rawValue = rawValue }
}

/// The number of assets in an album, as far as it is known.
///
/// An exact count costs 25 to 75 ms of library time per album, and the library's estimate can be missing (PhotoKit's
/// NSNotFound). A list of albums is therefore delivered at once, and exact counts follow later.
public enum AlbumCount: Hashable, Sendable, Codable {
    /// Not counted, and the library has no estimate.
    case unknown
    /// The library's own estimate, which may be too low or too high.
    case estimated(Int)
    /// Counted.
    case exact(Int)

    /// The number, exact or estimated; nil if unknown.
    public var number: Int? {
        switch self {
        case .unknown: nil
        case .estimated(let count), .exact(let count): count
        }
    }
}

extension AlbumCount: CustomStringConvertible {
    /// The number, such as `31`; `about 31` for an estimate, and `unknown` without one.
    public var description: String {
        switch self {
        case .unknown: "unknown"
        case .estimated(let count): "about \(count)"
        case .exact(let count): "\(count)"
        }
    }
}

/// The asset that represents an album.
public enum CoverPolicy: String, Hashable, Sendable, Codable, CaseIterable {
    /// The newest by creation date.
    case newest
    /// The first in the album's own order.
    case first
    /// The asset that Photos itself shows for the album; the newest if it shows none.
    case keyAsset
}

/// An album with its exact count and its cover, each of which can fail without losing the album.
public struct AlbumSummary: Identifiable, Hashable, Sendable {
    /// The cover of an album.
    public enum Cover: Hashable, Sendable {
        /// The album is empty.
        case none
        /// The asset that represents the album.
        case asset(MediaAsset)
        /// The cover could not be read; the value is the reason.
        case failed(LibraryError)
    }

    /// The album; its count is exact if it could be counted.
    public var album: Album
    /// The reason why the album could not be counted; nil if its count is exact.
    public var countFailure: LibraryError?
    /// The cover of the album.
    public var cover: Cover

    /// The album's identifier.
    public var id: AlbumID { album.id }

    /// Creates a summary from its parts.
    public init(album: Album, countFailure: LibraryError? = nil, cover: Cover) {
        self.album = album
        self.countFailure = countFailure
        self.cover = cover
    }
}

/// A folder of albums and further folders; each of them has one parent.
public struct AlbumFolder: Identifiable, Hashable, Sendable {
    /// An item of a folder.
    public enum Item: Hashable, Sendable {
        /// An album.
        case album(Album)
        /// A folder within the folder.
        case folder(AlbumFolder)
    }

    /// The identifier of the folder in its library.
    public var id: AlbumID
    /// The title; nil if the library has none.
    public var title: String?
    /// The items, in the user's order.
    public var items: [Item]

    /// Creates a folder from its parts, for libraries and tests.
    public init(id: AlbumID, title: String?, items: [Item]) {
        self.id = id
        self.title = title
        self.items = items
    }

    /// All albums in the folder and its subfolders, from the top down.
    ///
    /// - Complexity: O(n) in the number of items.
    public var albums: [Album] {
        items.flatMap { item in
            switch item {
            case .album(let album): [album]
            case .folder(let folder): folder.albums
            }
        }
    }
}
