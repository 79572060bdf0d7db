import CameraRoll
import Testing

/// What a library that keeps its assets in a list finds by a query.
@Suite struct AssetSelectingTests {
    @Test func `A scope of identifiers selects its assets, each once, in the order of the list`() {
        let assets = (0..<10).map { MediaAsset(id: AssetID("\($0)")) }
        var query = AssetQuery.all
        query.order = []
        query.scope = .identifiers(["7", "2", "no such asset", "2"])
        #expect(query.select(from: assets).map(\.id) == ["2", "7"])
        query.scope = .identifiers([])
        #expect(query.select(from: assets).isEmpty)
    }

    // Each look through the whole scope for each asset would be ten billion comparisons.
    @Test func `A scope as large as the library is answered`() {
        let ids = (0..<100_000).map { AssetID("asset \($0)") }
        var query = AssetQuery.all
        query.order = []
        query.scope = .identifiers(ids.reversed())
        let found = query.select(from: ids.map { MediaAsset(id: $0) })
        #expect(found.count == ids.count)
    }
}
