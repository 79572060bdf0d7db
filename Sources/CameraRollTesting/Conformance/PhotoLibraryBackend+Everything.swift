import CameraRoll
import Foundation

/// Different ways of reading that the checks compare.
extension PhotoLibraryBackend {
    /// Fetches a query and reads all of it at once.
    func all(_ query: AssetQuery) throws(LibraryError) -> [MediaAsset] {
        let result = try fetchAssets(query)
        return result.count == 0 ? [] : try result.assets(in: 0..<result.count)
    }

    /// All assets, including hidden ones and all pictures of bursts.
    func everything(in scope: AssetQuery.Scope = .library, order: [AssetSort] = [.newestFirst]) throws(LibraryError)
        -> [MediaAsset]
    {
        try all(.everything(in: scope, order: order))
    }

    /// Fetches a query and reads all of it at once, with ties ordered by identifier, even if the library orders them
    /// otherwise.
    func inOrder(_ query: AssetQuery) throws(LibraryError) -> [MediaAsset] {
        let found = try all(query)
        return breaksTies ? found : query.withTiesByIdentifier(found)
    }

    /// Whether fetch results order ties by identifier: a library that cannot sort by it may order them otherwise.
    var breaksTies: Bool { sortKeys.contains(.identifier) }

    /// Whether the library supports all keys of an order.
    func serves(_ order: [AssetSort]) -> Bool { order.allSatisfy { sortKeys.contains($0.key) } }

    /// Reads a query by position, page after page.
    func byPosition(
        _ query: AssetQuery, pageSize: Int, atMost limit: Int
    ) throws(LibraryError) -> (assets: [MediaAsset], hasMore: Bool) {
        var assets: [MediaAsset] = []
        var hasMore = true
        // A library that returns nothing, or the same page forever, must not hang the check.
        while hasMore, assets.count <= limit {
            let position = assets.last.map { SortPosition(of: $0, in: query.order) }
            let page = try self.assets(after: position, of: query, count: pageSize)
            guard page.assets.count <= pageSize, !page.assets.isEmpty || !page.hasMore else {
                let found = page.assets.count.counting("asset")
                throw .failed("conformance check", reason: "a page of \(pageSize) has \(found)")
            }
            assets += page.assets
            hasMore = page.hasMore
        }
        return (assets, hasMore)
    }
}

extension AssetQuery {
    static func everything(in scope: Scope = .library, order: [AssetSort] = [.newestFirst]) -> AssetQuery {
        var query = AssetQuery(scope)
        query.hidden = .included
        query.bursts = .all
        query.order = order
        return query
    }

    /// The same query with one property changed.
    func with<Value>(_ property: WritableKeyPath<AssetQuery, Value>, _ value: Value) -> AssetQuery {
        var query = self
        query[keyPath: property] = value
        return query
    }

    /// Assets in the query's order, with ties ordered by identifier.
    func withTiesByIdentifier(_ assets: [MediaAsset]) -> [MediaAsset] {
        guard !order.isEmpty else { return assets }
        var sorted: [MediaAsset] = []
        var ties: [MediaAsset] = []
        for asset in assets {
            if let last = ties.last, values(of: last) != values(of: asset) {
                sorted += ties.sorted(by: areInOrder)
                ties = []
            }
            ties.append(asset)
        }
        return sorted + ties.sorted(by: areInOrder)
    }

    /// The values of an asset that decide its place, besides its identifier.
    func values(of asset: MediaAsset) -> [SortPosition.Value] { SortPosition(of: asset, in: order).values }

    /// Queries with one filter each, and one with several; the date range is the middle half of the given dates.
    static func filters(dates: [Date]) -> [AssetQuery] {
        let sorted = dates.sorted()
        let middle =
            sorted.isEmpty
            ? Date.distantPast..<Date.distantFuture : sorted[sorted.count / 4]..<sorted[sorted.count * 3 / 4]
        return [
            .all, .photos, .videos, AssetQuery().ofType(.image, .video), AssetQuery().ofType(.audio),
            AssetQuery().with(\.mediaSubtypes, .livePhoto),
            AssetQuery().with(\.mediaSubtypes, [.screenshot, .panorama, .highFrameRate]),
            AssetQuery().with(\.isFavorite, true), AssetQuery().with(\.isFavorite, false),
            AssetQuery().with(\.creationDates, middle),
            AssetQuery.photos.with(\.isFavorite, false).with(\.creationDates, middle).with(\.hidden, .included),
        ]
    }

    /// Orders with many ties, in both directions, and with two keys.
    static let orders: [[AssetSort]] = [
        [.newestFirst], [.oldestFirst],
        [AssetSort(.mediaType, ascending: true)], [AssetSort(.isFavorite, ascending: false)],
        [AssetSort(.mediaType, ascending: false), .oldestFirst],
    ]
}
