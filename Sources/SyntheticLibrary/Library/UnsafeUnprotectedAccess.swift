public import CameraRoll

/// Reads a library on the calling thread, blocking at its lock, as apps do without CameraRoll; only for comparison.
///
/// Everything here breaks *One Door* and *Never Blocked*. Calls have the same costs as a library's, while the same
/// lock is held, and count as reads.
public struct UnsafeUnprotectedAccess: Sendable {
    private let store: SyntheticStore

    init(_ store: SyntheticStore) {
        self.store = store
    }

    /// Counts the assets of a query.
    ///
    /// - Throws: `LibraryError.albumNotFound`, or the error of a fault.
    public func count(of query: AssetQuery = .all) throws(LibraryError) -> Int {
        try store.fetch(query).rows.count
    }

    /// Fetches, and materializes everything at once, as apps do that take seconds to open.
    ///
    /// - Parameters:
    ///   - query: the assets to read.
    ///   - batch: the number of assets to read at a time, at least 1; the lock is free between two batches, and other
    ///     threads may take it.
    /// - Throws: `LibraryError.albumNotFound`, or the error of a fault.
    public func allAssets(_ query: AssetQuery = .all, batch: Int = 500) throws(LibraryError) -> [MediaAsset] {
        let rows = try store.fetch(query).rows
        var assets: [MediaAsset] = []
        assets.reserveCapacity(rows.count)
        while assets.count < rows.count {
            let range = assets.count..<min(assets.count + max(batch, 1), rows.count)
            assets += try store.read(.readAssets) { state in state.materialise(rows.rows(in: range)) }
        }
        return assets
    }

    /// Fetches and reads a range, such as one screen, holding the lock from the first asset to the last.
    ///
    /// At the costs of `.photoKit`, 500 assets hold it for 50 ms.
    ///
    /// - Parameters:
    ///   - range: the positions to read; those out of range are ignored.
    ///   - query: the assets to read, such as those of an album.
    /// - Throws: `LibraryError.albumNotFound`, or the error of a fault.
    public func assets(in range: Range<Int>, of query: AssetQuery = .all) throws(LibraryError) -> [MediaAsset] {
        try store.read(.readAssets) { state throws(LibraryError) in
            state.pay(state.costs.fetch)
            let rows = try state.contents.rows(of: query)
            return state.materialise(rows.rows(in: range.clamped(to: 0..<rows.count)))
        }
    }
}

extension SyntheticStore {
    /// Access without `LibraryAccess`, which blocks the calling thread: for baselines in benchmarks.
    public var unsafeUnprotectedAccess: UnsafeUnprotectedAccess {
        UnsafeUnprotectedAccess(self)
    }
}
