/// What changed in a library between two places in its history, by identifier.
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

/// What became of one object in a series of changes; who came and went within it is no news.
package struct NetChange: Hashable, Sendable {
    package var isInserted = false
    package var isUpdated = false
    package var isDeleted = false

    /// Nothing yet.
    package init() {}

    /// It comes, perhaps back, or goes.
    package mutating func note(isThere: Bool) {
        guard isThere else { return isDeleted = true }
        // What was there at first, went and has come again may be different.
        if isDeleted, !isInserted { isUpdated = true } else { isInserted = true }
        isDeleted = false
    }

    /// Whether it was there at first or is there now, and something happened to it.
    package var isNews: Bool { !(isInserted && isDeleted) && (isInserted || isUpdated || isDeleted) }
}

extension LibraryChanges.Objects {
    /// Adds an object of which there is news.
    package mutating func add(_ id: ID, _ fate: NetChange) {
        if fate.isInserted {
            inserted.insert(id)
        } else if fate.isDeleted {
            deleted.insert(id)
        } else {
            updated.insert(id)
        }
    }
}

/// A library's answer to what changed since a place in its history.
public enum ChangeHistory: Hashable, Sendable {
    /// This did.
    case changes(LibraryChanges)
    /// It cannot say: read everything again, and begin at `from`; nil where the library keeps no history.
    case resyncRequired(ResyncReason, from: ChangeToken?)
}

/// Why a library cannot say what changed.
public enum ResyncReason: String, Hashable, Sendable, Codable, CaseIterable {
    /// The history no longer goes back so far (PhotoKit's 3105).
    case tokenExpired
    /// What changed cannot be told from the history (PhotoKit's 3210).
    case detailsUnavailable
    /// The user allows some assets only, or allowed others then.
    case limitedAccess
    /// The library keeps no history.
    case noHistory
}

/// Why a list is to be shown anew, rather than changed in places.
public enum ReloadReason: Hashable, Sendable {
    /// It is the first list of a stream.
    case first
    /// The app came to the foreground: much may have happened, and nobody watched.
    case foreground
    /// The user allows some assets only, or allowed others before: the library tells no details.
    case limitedAccess
    /// The library's history no longer goes back to what was seen last, or tells no details.
    case history(ResyncReason)
    /// More changed than is worth working out or showing: so many assets, of which 10,000 at most may move.
    case tooManyChanges(Int)
    /// What the library told does not lead from the old list to the new one.
    case inconsistentDetails
}
