public import CameraRoll

/// The change of an album or a folder itself, as stored in journals.
@usableFromInline package enum CollectionChange: Int64, Sendable {
    case inserted
    /// Its title, place or key asset has changed.
    case updated
    /// All its members may have moved.
    case reordered
    case deleted
}

/// What an entry of a library's journal says about one row, or about one album or folder.
@usableFromInline package enum JournalEvent<Row, Collection> {
    case inserted(Row)
    /// The data of an asset has changed.
    case updated(Row)
    case deleted(Row)
    /// An asset was added to an album, removed from it, or moved in it; the others kept their order.
    case member(Row, of: Collection)
    case collection(Collection, CollectionChange)
}

/// The net changes of a series of events: an insertion followed by a deletion cancels out.
package struct NetChanges<Row: Hashable, Collection: Hashable> {
    package private(set) var rows: [Row: NetChange] = [:]
    package private(set) var collections: [Collection: NetChange] = [:]

    package init() {}

    package mutating func note(_ event: JournalEvent<Row, Collection>) {
        switch event {
        case .inserted(let row): rows[row, default: NetChange()].note(isThere: true)
        case .updated(let row): rows[row, default: NetChange()].isUpdated = true
        case .deleted(let row): rows[row, default: NetChange()].note(isThere: false)
        case .member(_, let id), .collection(let id, .updated), .collection(let id, .reordered):
            collections[id, default: NetChange()].isUpdated = true
        case .collection(let id, .inserted): collections[id, default: NetChange()].note(isThere: true)
        case .collection(let id, .deleted): collections[id, default: NetChange()].note(isThere: false)
        }
    }
}

/// Determines which assets may differ between two results of the same query, from the events between them.
///
/// It is inlinable, so that the compiler specializes it for each library's rows: otherwise the runtime looks up their
/// types with every event, which takes longer than all the rest.
@usableFromInline package struct ListDifference<Row: Comparable, Collection: Equatable> {
    @usableFromInline let query: AssetQuery
    /// The album of the query; nil if the query has another scope, or the album's members are not listed.
    @usableFromInline let album: Collection?
    /// The rows that may have moved, appeared or disappeared, in the order of the events; whether their data changed.
    @usableFromInline var touched: [(row: Row, isChanged: Bool)] = []
    @usableFromInline var isRearranged = false

    package init(of query: AssetQuery, in album: Collection?) {
        (self.query, self.album) = (query, album)
    }

    /// Whether nothing differs.
    @inlinable package var isEmpty: Bool { touched.isEmpty && !isRearranged }

    @inlinable package mutating func note(_ event: JournalEvent<Row, Collection>) {
        switch event {
        case .inserted(let row), .updated(let row), .deleted(let row): touched.append((row, true))
        case .member(let row, let album): if album == self.album { touch(row) }
        case .collection(let album, .reordered): if album == self.album { isRearranged = true }
        case .collection: break
        }
    }

    /// Records that a row may have moved; keeps what is known about its data.
    @inlinable package mutating func touch(_ row: Row) {
        touched.append((row, false))
    }

    /// The difference between the older result and the new one, in the order of the rows, in which their positions are
    /// found faster.
    ///
    /// - Complexity: O(k log k) in the events.
    @inlinable package func difference(_ id: (Row) -> AssetID) -> FetchUpdate.Difference {
        var assets: [TouchedAsset] = []
        var last: Row?
        // Of the events of one row, those come first that change its data.
        let sorted = touched.sorted { left, right in
            left.row == right.row ? left.isChanged && !right.isChanged : left.row < right.row
        }
        for (row, isChanged) in sorted where row != last {
            assets.append(TouchedAsset(id(row), isChanged: isChanged))
            last = row
        }
        if isRearranged, query.order.isEmpty {
            return .rearranged(changed: Set(assets.lazy.filter(\.isChanged).map(\.id)))
        }
        return .touched(assets)
    }
}
