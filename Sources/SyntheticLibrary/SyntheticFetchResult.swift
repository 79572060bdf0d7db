import CameraRoll

/// What a fetch found: the rows of that moment, whose assets are read when they are asked for (K2, K3).
final class SyntheticFetchResult: AssetFetchResult {
    /// How many assets it has.
    let count: Int
    private let rows: RowSequence
    private let store: SyntheticStore

    init(_ rows: RowSequence, store: SyntheticStore) {
        count = rows.count
        self.rows = rows
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
        guard range.lowerBound >= 0, range.upperBound <= count else {
            throw .rangeOutOfBounds(range, count: count)
        }
        return try store.read(.readAssets) { state in state.materialise(rows.rows(in: range)) }
    }

    /// Where an asset stands; nil where it is not among the assets.
    ///
    /// - Complexity: O(log n) for the usual queries, and O(n) for others and for assets whose date was changed since.
    func index(of id: AssetID) throws(LibraryError) -> Int? {
        try store.read(.findIndex) { state in state.contents.position(of: id, in: rows) }
    }
}
