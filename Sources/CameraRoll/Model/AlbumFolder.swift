/// A folder of albums and of further folders (R38); everything has one parent (K17).
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
