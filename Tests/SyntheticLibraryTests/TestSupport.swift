import CameraRoll
import CameraRollTesting
import SyntheticLibrary

/// Access to a store's library, on its own executor.
func makeAccess(to store: SyntheticStore) -> LibraryAccess {
    LibraryAccess(.synthetic(store), executor: LibraryExecutor(), limits: .untimed)
}

extension LibraryAccess {
    /// All assets of a query.
    func assets(of query: AssetQuery) async throws(LibraryError) -> [MediaAsset] {
        try await read("assets") { library in
            let result = try library.fetchAssets(query)
            return try result.assets(in: 0..<result.count)
        }
    }

    func ids(of query: AssetQuery) async throws(LibraryError) -> [AssetID] {
        try await assets(of: query).map(\.id)
    }

    /// The assets after a position, or the first ones, and whether more follow.
    func page(
        after position: SortPosition?, of query: AssetQuery, count: Int
    ) async throws(LibraryError) -> (ids: [AssetID], hasMore: Bool) {
        try await read("page") { library in
            let (assets, hasMore) = try library.assets(after: position, of: query, count: count)
            return (assets.map(\.id), hasMore)
        }
    }
}

extension AssetID {
    /// The asset that the store generates for a row.
    static func row(_ row: Int) -> AssetID {
        let digits = String(row)
        return AssetID("A" + String(repeating: "0", count: 10 - digits.count) + digits)
    }
}
