package import CameraRoll

/// The change of an album or a folder itself, as stored in journals.
package enum CollectionChange: Int64, Sendable {
    case inserted
    /// Its title, place or key asset has changed.
    case updated
    /// All its members may have moved.
    case reordered
    case deleted
}

/// What an entry of a library's journal says about one row, or about one album or folder.
package enum JournalEvent<Row, Collection> {
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
package struct ListDifference<Row: Hashable, Collection: Equatable> {
    private let query: AssetQuery
    /// The album of the query; nil if the query has another scope, or the album's members are not listed.
    private let album: Collection?
    /// The rows that may have moved, appeared or disappeared; the value says whether their data changed too.
    private var touched: [Row: Bool] = [:]
    private var isRearranged = false

    package init(of query: AssetQuery, in album: Collection?) {
        (self.query, self.album) = (query, album)
    }

    /// Whether nothing differs.
    package var isEmpty: Bool { touched.isEmpty && !isRearranged }

    package mutating func note(_ event: JournalEvent<Row, Collection>) {
        switch event {
        case .inserted(let row), .updated(let row), .deleted(let row): touched[row] = true
        case .member(let row, let album): if album == self.album { touch(row) }
        case .collection(let album, .reordered): if album == self.album { isRearranged = true }
        case .collection: break
        }
    }

    /// Records that a row may have moved; keeps what is known about its data.
    package mutating func touch(_ row: Row) {
        touched[row] = touched[row] ?? false
    }

    /// The difference between the older result and the new one.
    ///
    /// - Complexity: O(k) in the touched rows.
    package func difference(_ id: (Row) -> AssetID) -> FetchUpdate.Difference {
        if isRearranged, query.order.isEmpty {
            return .rearranged(changed: Set(touched.filter(\.value).map { id($0.key) }))
        }
        return .touched(touched.map { TouchedAsset(id($0.key), isChanged: $0.value) })
    }
}
