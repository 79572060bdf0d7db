/// The changes in a library between two places in its history, by identifier.
///
/// The changes are net: an asset that was inserted and then deleted does not appear, and an asset that was inserted
/// and then updated counts as inserted.
public struct LibraryChanges: Hashable, Sendable {
    /// The changes of objects of one kind; the three sets are disjoint.
    public struct Objects<ID: Hashable & Sendable>: Hashable, Sendable {
        /// Objects that exist now and did not before.
        public var inserted: Set<ID>
        /// Objects that existed before and whose data changed.
        public var updated: Set<ID>
        /// Objects that existed before and do not exist now.
        public var deleted: Set<ID>

        /// Creates changes, empty by default.
        public init(inserted: Set<ID> = [], updated: Set<ID> = [], deleted: Set<ID> = []) {
            self.inserted = inserted
            self.updated = updated
            self.deleted = deleted
        }

        /// Whether nothing changed.
        public var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }
        /// The number of changed objects.
        public var count: Int { inserted.count + updated.count + deleted.count }
    }

    /// The changes of assets.
    public var assets: Objects<AssetID>
    /// The changes of albums and folders themselves: title, position, list of assets.
    public var albums: Objects<AlbumID>
    /// The albums whose count, cover or order may have changed, including through their assets; nil means any album.
    public var affectedAlbums: Set<AlbumID>?
    /// The place in the history after these changes, from which to ask next time.
    public var token: ChangeToken
    /// Whether these changes are a page of the history, and the next page begins at their token.
    ///
    /// False in every answer of a ``MediaManager``, which reads all pages.
    public var hasMore = false

    /// Creates changes up to a place, empty by default; for libraries and tests.
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

/// The net change of one object over a series of changes; an insertion followed by a deletion cancels out.
package struct NetChange: Hashable, Sendable {
    package var isInserted = false
    package var isUpdated = false
    package var isDeleted = false

    /// Creates a net change without any event.
    package init() {}

    /// Records that the object was inserted (perhaps again) or deleted.
    package mutating func note(isThere: Bool) {
        guard isThere else { return isDeleted = true }
        // An object that existed before, was deleted and inserted again may have other data.
        if isDeleted, !isInserted { isUpdated = true } else { isInserted = true }
        isDeleted = false
    }

    /// Whether the object existed before or exists now, and was changed.
    package var isNews: Bool { !(isInserted && isDeleted) && (isInserted || isUpdated || isDeleted) }
}

extension LibraryChanges.Objects {
    /// Adds the net change of an object.
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

extension LibraryChanges {
    /// Merges the next page of the same history into these changes.
    ///
    /// - Complexity: O(k) in the changes of the page.
    package mutating func append(_ page: LibraryChanges) {
        assets.append(page.assets)
        albums.append(page.albums)
        if let affected = page.affectedAlbums {
            affectedAlbums?.formUnion(affected)
        } else {
            affectedAlbums = nil
        }
        token = page.token
        hasMore = page.hasMore
    }
}

extension LibraryChanges.Objects {
    /// Merges later changes; the same as if each object had one ``NetChange``.
    fileprivate mutating func append(_ later: Self) {
        for id in later.inserted {
            if deleted.remove(id) != nil {
                // It existed before, and may have other data.
                updated.insert(id)
            } else {
                updated.remove(id)
                inserted.insert(id)
            }
        }
        for id in later.updated where !inserted.contains(id) && !deleted.contains(id) { updated.insert(id) }
        for id in later.deleted where inserted.remove(id) == nil {
            updated.remove(id)
            deleted.insert(id)
        }
    }
}

/// A library's answer to the question of what changed since a place in its history.
public enum ChangeHistory: Hashable, Sendable {
    /// The changes are known.
    case changes(LibraryChanges)
    /// The changes are unknown: read everything again, and start from `from`; nil if the library keeps no history.
    case resyncRequired(ResyncReason, from: ChangeToken?)
}

/// Why a library cannot report the changes.
public enum ResyncReason: String, Hashable, Sendable, Codable, CaseIterable {
    /// The history does not go back that far (PhotoKit's 3105).
    case tokenExpired
    /// The history lacks the details of the changes (PhotoKit's 3210).
    case detailsUnavailable
    /// The access is limited, or the selection of assets has changed.
    case limitedAccess
    /// The library keeps no history.
    case noHistory
}

/// Why a list is reloaded instead of changed in places.
public enum ReloadReason: Hashable, Sendable {
    /// It is the first list of a stream.
    case first
    /// The app entered the foreground: many changes may have happened unobserved.
    case foreground
    /// The access is limited, or the selection of assets has changed: the library reports no details.
    case limitedAccess
    /// The library's history does not go back to the last list, or lacks details.
    case history(ResyncReason)
    /// Too many changes to compute or show: the number of assets, of which at most 10,000 may move.
    case tooManyChanges(Int)
    /// The library's details do not lead from the old list to the new one.
    case inconsistentDetails
}
