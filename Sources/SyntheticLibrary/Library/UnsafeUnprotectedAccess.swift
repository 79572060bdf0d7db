public import CameraRoll

/// Reads a library from whatever thread calls, blocking at its lock: what apps do without a door, for comparison only.
///
/// Everything here breaks *One Door* and *Never Blocked*. Calls pay the same costs as a library's, while the same lock
/// is held, and count as reads.
public struct UnsafeUnprotectedAccess: Sendable {
    private let store: SyntheticStore

    init(_ store: SyntheticStore) {
        self.store = store
    }

    /// Counts what a query asks for.
    ///
    /// - Throws: `LibraryError.albumNotFound`, or what the store's faults say.
    public func count(of query: AssetQuery = .recents) throws(LibraryError) -> Int {
        try store.fetch(query).rows.count
    }

    /// Fetches, and materialises everything at once: what opened an app in seconds.
    ///
    /// - Parameters:
    ///   - query: what to read.
    ///   - batch: how many assets to read at a time, at least 1; the lock is free between two batches, and may be taken
    ///     by others.
    /// - Throws: `LibraryError.albumNotFound`, or what the store's faults say.
    public func allAssets(_ query: AssetQuery = .recents, batch: Int = 500) throws(LibraryError) -> [MediaAsset] {
        let rows = try store.fetch(query).rows
        var assets: [MediaAsset] = []
        assets.reserveCapacity(rows.count)
        while assets.count < rows.count {
            let range = assets.count..<min(assets.count + max(batch, 1), rows.count)
            assets += try store.read(.readAssets) { state in state.materialise(rows.rows(in: range)) }
        }
        return assets
    }

    /// Fetches and reads a part, such as one screen, holding the lock from the first asset to the last.
    ///
    /// At the costs of `.photoKit`, 500 assets hold it for 50 ms.
    ///
    /// - Parameters:
    ///   - range: the positions to read; those that the result does not have are passed over.
    ///   - query: what to read, such as an album.
    /// - Throws: `LibraryError.albumNotFound`, or what the store's faults say.
    public func assets(in range: Range<Int>, of query: AssetQuery = .recents) throws(LibraryError) -> [MediaAsset] {
        try store.read(.readAssets) { state throws(LibraryError) in
            state.pay(state.costs.fetch)
            let rows = try state.contents.rows(of: query)
            return state.materialise(rows.rows(in: range.clamped(to: 0..<rows.count)))
        }
    }
}

extension SyntheticStore {
    /// Access without a door, which blocks the caller's thread, whichever it is: for baselines in benchmarks.
    public var unsafeUnprotectedAccess: UnsafeUnprotectedAccess {
        UnsafeUnprotectedAccess(self)
    }
}
