/// What changed in a library between two places in its history, by identifier (K30).
///
/// It is what remains: an asset that was inserted and deleted in between appears nowhere, one that was inserted and
/// then updated is inserted.
public struct LibraryChanges: Hashable, Sendable {
    /// What became of objects of one kind; no identifier is in two of the sets.
    public struct Objects<ID: Hashable & Sendable>: Hashable, Sendable {
        /// What exists now and did not then.
        public var inserted: Set<ID>
        /// What existed then and says something else of itself now.
        public var updated: Set<ID>
        /// What existed then and does not now.
        public var deleted: Set<ID>

        /// Changes, none by default.
        public init(inserted: Set<ID> = [], updated: Set<ID> = [], deleted: Set<ID> = []) {
            self.inserted = inserted
            self.updated = updated
            self.deleted = deleted
        }

        /// Whether nothing changed.
        public var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }
        /// How many objects changed.
        public var count: Int { inserted.count + updated.count + deleted.count }
    }

    /// The assets.
    public var assets: Objects<AssetID>
    /// The albums and folders themselves: their titles, their places, their own lists of assets.
    public var albums: Objects<AlbumID>
    /// The albums whose count, cover or order may be another now, their assets' changes included; any where nil.
    public var affectedAlbums: Set<AlbumID>?
    /// The place in the history that this leads up to: ask from there next time.
    public var token: ChangeToken

    /// Changes that lead up to a place, none by default; libraries use this, and tests.
    public init(
        assets: Objects<AssetID> = Objects(), albums: Objects<AlbumID> = Objects(),
        affectedAlbums: Set<AlbumID>? = nil, upTo token: ChangeToken
    ) {
        self.assets = assets
        self.albums = albums
        self.affectedAlbums = affectedAlbums
        self.token = token
    }

    /// Whether nothing changed.
    public var isEmpty: Bool { assets.isEmpty && albums.isEmpty }
}
