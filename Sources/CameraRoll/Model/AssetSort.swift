/// One key of a sort order, with its direction: the keys that PhotoKit supports for assets (K8).
public struct AssetSort: Hashable, Sendable, Codable {
    /// What an order can look at.
    public enum Key: String, Hashable, Sendable, Codable, CaseIterable {
        /// When it was taken; unknown dates count as the oldest.
        case creationDate
        /// When it was edited; unknown dates count as the oldest.
        case modificationDate
        /// The raw value of the media type.
        case mediaType
        /// The raw bits of the subtypes.
        case mediaSubtypes
        /// Playing time in seconds.
        case duration
        /// Width in pixels.
        case pixelWidth
        /// Height in pixels.
        case pixelHeight
        /// Others before favourites.
        case isFavorite
        /// Others before hidden ones.
        case isHidden
        /// The burst's identifier; none counts as the smallest.
        case burstIdentifier
        /// The asset's own identifier.
        case identifier
    }

    /// What to look at.
    public var key: Key
    /// Whether the smallest comes first.
    public var isAscending: Bool

    /// A key and its direction.
    public init(_ key: Key, ascending: Bool) {
        self.key = key
        isAscending = ascending
    }

    /// Newest first: what the articles use throughout (R18, R19).
    public static let newestFirst = AssetSort(.creationDate, ascending: false)
    /// Oldest first.
    public static let oldestFirst = AssetSort(.creationDate, ascending: true)
}
