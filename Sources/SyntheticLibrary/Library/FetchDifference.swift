import CameraRoll

/// Computes which assets may differ between two results of the same query.
struct FetchDifference {
    private let query: AssetQuery
    private let contents: SyntheticContents
    /// The rows that may have moved, come or gone; the value says whether their facts changed too.
    private var touched: [UInt32: Bool] = [:]
    private var isRearranged = false

    /// - Parameters:
    ///   - query: the query of both results.
    ///   - contents: the current visible contents.
    ///   - journal: the history.
    ///   - place: the place of the older result in the journal, which must reach back so far.
    init(of query: AssetQuery, _ contents: SyntheticContents, _ journal: ChangeJournal, since place: Int) {
        self.query = query
        self.contents = contents
        journal.forEach(since: place) { note($0) }
    }

    private mutating func note(_ entry: JournalEntry) {
        switch entry {
        case .inserted(let row), .updated(let row, _), .deleted(let row):
            if contents.isVisible(row) { touched[row] = true }
        case .member(let row, let album): if album == query.scope.album, contents.isVisible(row) { touch(row) }
        case .collection(let album, .reordered): if album == query.scope.album { isRearranged = true }
        case .collection: break
        case .selected(let row), .deselected(let row): if contents.limits != nil { touch(row) }
        }
    }

    /// Records that a row may have moved; keeps what is known of its facts.
    private mutating func touch(_ row: UInt32) {
        touched[row] = touched[row] ?? false
    }

    /// The difference between the older result and the new one.
    ///
    /// Untouched assets that a limit pushed out or let in at the end of the list are not included: they follow from
    /// the rest.
    ///
    /// - Complexity: O(k) in the changes.
    var difference: FetchUpdate.Difference {
        if contents.limits?.tellsDifferences == false {
            return touched.isEmpty && !isRearranged ? .touched([]) : .unknown(.limitedAccess)
        }
        if isRearranged, query.order.isEmpty {
            return .rearranged(changed: Set(touched.lazy.filter(\.value).map { RowName.asset($0.key) }))
        }
        return .touched(touched.map { TouchedAsset(RowName.asset($0.key), isChanged: $0.value) })
    }
}
