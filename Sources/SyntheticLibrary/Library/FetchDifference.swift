import CameraRoll

/// Works out which assets may differ between two results of the same query.
struct FetchDifference {
    private let query: AssetQuery
    private let contents: SyntheticContents
    /// Each row that may stand elsewhere or be new or gone, and whether something else is said of it.
    private var touched: [UInt32: Bool] = [:]
    private var isRearranged = false

    /// - Parameters:
    ///   - query: what was fetched.
    ///   - contents: what can be seen now.
    ///   - journal: what happened.
    ///   - place: where in the journal the older result was fetched; the journal reaches back so far.
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

    /// A place may be another; whether something else is said of the asset stays what is known.
    private mutating func touch(_ row: UInt32) {
        touched[row] = touched[row] ?? false
    }

    /// What to tell of an older result and the new one.
    ///
    /// Whom a limit pushed out or let in at the end of the list, without anybody having touched them, is not told: that
    /// follows from the rest.
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
