public import Foundation

/// An album as it was when it was read: the articles' `MediaCollectionProtocol` (R5).
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

    /// The title, or `fallback` where there is none (R30: "Untitled", "未命名").
    public func title(or fallback: String) -> String {
        title ?? fallback
    }
}
