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

    private mutating func touch(_ row: UInt32) {
        touched[row, default: false] = touched[row] ?? false
    }

    /// What to tell of an older result and the new one.
    ///
    /// - Complexity: O(k log n) in the changes where a limit cuts the list off, O(k) otherwise.
    func difference(from old: RowSequence, to new: RowSequence) -> FetchUpdate.Difference {
        if contents.limits?.tellsDifferences == false {
            return touched.isEmpty && !isRearranged ? .touched([]) : .unknown(.limitedAccess)
        }
        if isRearranged, query.order.isEmpty {
            return .rearranged(changed: Set(touched.lazy.filter(\.value).map { RowName.asset($0.key) }))
        }
        var assets = touched.map { TouchedAsset(RowName.asset($0.key), isChanged: $0.value) }
        assets += atTheLimit(old, new).map { TouchedAsset(RowName.asset($0), isChanged: false) }
        return .touched(assets)
    }

    /// The rows that nobody touched, and that the limit pushed out or let in.
    ///
    /// Without those that were touched, the one list is the beginning of the other: the rest of the longer one it is.
    private func atTheLimit(_ old: RowSequence, _ new: RowSequence) -> [UInt32] {
        guard let limit = query.limit, !touched.isEmpty, max(old.count, new.count) == limit else { return [] }
        let (oldRest, newRest) = (countOfUntouched(in: old), countOfUntouched(in: new))
        let longer = oldRest > newRest ? old : new
        return lastUntouched(abs(oldRest - newRest), of: longer)
    }

    private func countOfUntouched(in rows: RowSequence) -> Int {
        rows.count - rows.positions(of: Array(touched.keys)).count { $0 != nil }
    }

    private func lastUntouched(_ count: Int, of rows: RowSequence) -> [UInt32] {
        var found: [UInt32] = []
        var end = rows.count
        while found.count < count, end > 0 {
            let start = max(0, end - 256)
            found += rows.rows(in: start..<end).reversed().filter { touched[$0] == nil }.prefix(count - found.count)
            end = start
        }
        return found
    }
}
