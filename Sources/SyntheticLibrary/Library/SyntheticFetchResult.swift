import CameraRoll

/// What a fetch found: the rows of that moment, whose assets are read when they are asked for.
final class SyntheticFetchResult: AssetFetchResult {
    /// How many assets it has.
    let count: Int
    /// What it has, and of which moment.
    let fetched: FetchedRows
    let store: SyntheticStore
    private var rows: RowSequence { fetched.rows }

    init(_ fetched: FetchedRows, store: SyntheticStore) {
        count = fetched.rows.count
        self.fetched = fetched
        self.store = store
        store.census.born()
    }

    deinit {
        store.census.died()
    }

    /// Reads the assets at some positions, as they are now; deleted ones as they were last.
    ///
    /// - Throws: `LibraryError.rangeOutOfBounds`, or what the faults say.
    /// - Complexity: O(range + log n).
    func assets(in range: Range<Int>) throws(LibraryError) -> [MediaAsset] {
        try checkBounds(of: range)
        return try store.read(.readAssets) { state in state.materialise(rows.rows(in: range)) }
    }

    /// Where an asset stands; nil where it is not among the assets.
    ///
    /// - Complexity: O(log n) by date and in the library's own order, whatever was changed since; O(n) in other orders.
    func index(of id: AssetID) throws(LibraryError) -> Int? {
        try store.read(.findIndex) { _ in RowName.row(of: id).flatMap { rows.position(of: $0) } }
    }

    /// Where some assets stand, in the order asked; takes the lock once.
    ///
    /// - Complexity: O(k log n) by date and in the library's own order; O(k + n) in other orders.
    func indexes(of ids: [AssetID]) throws(LibraryError) -> [Int?] {
        try store.read(.findIndex) { _ in rows.positions(of: ids.map(RowName.row)) }
    }

    /// The identifiers at some positions: the result has them itself, so the library is not asked.
    ///
    /// - Throws: `LibraryError.rangeOutOfBounds`.
    func identifiers(in range: Range<Int>) throws(LibraryError) -> [AssetID] {
        try checkBounds(of: range)
        return rows.rows(in: range).map(RowName.asset)
    }

    private func checkBounds(of range: Range<Int>) throws(LibraryError) {
        guard range.lowerBound >= 0, range.upperBound <= count else {
            throw .rangeOutOfBounds(range, count: count)
        }
    }
}
