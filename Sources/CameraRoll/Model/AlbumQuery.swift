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
    /// The albums that users made (R28).
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
