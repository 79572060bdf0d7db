import CameraRoll
import CameraRollTesting
import Foundation
import SyntheticLibrary
import Testing

struct SnapshotTests {
    @Test(arguments: [AssetQuery.all, .photos.sorted(by: .oldestFirst), .all.sorted(), .album("S203")])
    func `Identifiers and order of a fetch result never change`(query: AssetQuery) async throws {
        let store = SyntheticStore(assets: 900)
        let (before, after) = try await makeAccess(to: store).read("test") { library in
            let result = try library.fetchAssets(query)
            let before = try result.assets(in: 0..<result.count).map(\.id)
            store.change { contents in
                contents.insert(300)
                contents.delete(before.prefix(10))
                for id in before.suffix(20) { contents.edit(id) { $0.creationDate = nil } }
            }
            return (before, try result.assets(in: 0..<result.count).map(\.id))
        }
        #expect(before == after && !before.isEmpty)
    }

    @Test func `Attributes are read again, and a deleted asset keeps its last state`() async throws {
        let store = SyntheticStore(assets: 10)
        let id = store.contents.assets[3].id
        let (edited, deleted) = try await makeAccess(to: store).read("test") { library in
            let result = try library.fetchAssets(AssetQuery(.identifiers([id])))
            store.edit(id) { $0.pixelWidth = 17 }
            let edited = try result.assets(in: 0..<1)
            store.delete([id])
            return (edited, try result.assets(in: 0..<1))
        }
        #expect(edited.first?.pixelWidth == 17)
        #expect(deleted == edited)
    }

    @Test func `An asset is found where it stood, also after its date was changed or it was deleted`() async throws {
        let store = SyntheticStore(assets: 3000)
        let positions = try await makeAccess(to: store).read("test") { library in
            let result = try library.fetchAssets(.all)
            let ids = try result.assets(in: 0..<result.count).map(\.id)
            store.edit(ids[100]) { $0.creationDate = .distantFuture }
            store.delete([ids[200]])
            return try [0, 100, 200, 2500].map { position throws(LibraryError) in try result.index(of: ids[position]) }
        }
        #expect(positions == [0, 100, 200, 2500])
    }

    @Test(arguments: [
        AssetQuery.all, .photos.sorted(by: .oldestFirst), .all.sorted(), .album("S203"), .album("U0"),
        .album("U0").sorted(), .all.sorted(by: .oldestFirst).prefix(40),
        .all.sorted(by: AssetSort(.pixelWidth, ascending: true)),
    ])
    func `All positions are those of the fetch, right after deletes and changes of dates`(
        query: AssetQuery
    ) async throws {
        let store = SyntheticStore(assets: 900)
        let found = try await makeAccess(to: store).read("test") { library in
            let result = try library.fetchAssets(query)
            let ids = try result.identifiers(in: 0..<result.count)
            store.change { contents in
                for (number, id) in ids.enumerated() {
                    switch number % 4 {
                    case 0: contents.delete([id])
                    case 1: contents.edit(id) { $0.creationDate = number % 8 == 1 ? nil : .distantFuture }
                    default: break
                    }
                }
                contents.insert(30)
            }
            let others: [AssetID] = ["nobody", .row(3001), .row(9_999_999)]
            return (ids.count, try result.indexes(of: ids + others))
        }
        #expect(found.0 > 10)
        #expect(found.1 == (0..<found.0).map { $0 } + [nil, nil, nil])
    }

    @Test func `Many positions take the lock once, and identifiers not at all`() async throws {
        let store = SyntheticStore(assets: 300, costs: CostModel(assetMaterialised: .nanoseconds(10)))
        let (before, after) = try await makeAccess(to: store).read("test") { library in
            let result = try library.fetchAssets(.all)
            let before = store.statistics
            _ = try result.indexes(of: result.identifiers(in: 0..<result.count))
            return (before, store.statistics)
        }
        #expect(after.reads == before.reads + 1)
        #expect(after.modelledTime == .zero && after.assetsMaterialised == 0)
    }

    @Test func `What a fetch did not find has no position in it`() async throws {
        let store = SyntheticStore(assets: 200)
        let video = try #require(store.contents.assets.first { $0.mediaType == .video })
        let positions = try await makeAccess(to: store).read("test") { library in
            let result = try library.fetchAssets(.photos.prefix(20))
            return [try result.index(of: video.id), try result.index(of: "nobody"), try result.index(of: .row(0))]
        }
        #expect(positions == [nil, nil, nil])
    }

    @Test func `Positions outside of the result are refused`() async throws {
        let access = makeAccess(to: SyntheticStore(assets: 10))
        await #expect(throws: LibraryError.rangeOutOfBounds(5..<11, count: 10)) {
            try await access.read("test") { library in
                var query = AssetQuery.all
                (query.hidden, query.bursts) = (.included, .all)
                return try library.fetchAssets(query).assets(in: 5..<11)
            }
        }
    }

    @Test func `Fetch results die on the library's executor`() async throws {
        let store = SyntheticStore(assets: 10)
        let executor = LibraryExecutor()
        let deaths = Recorder<Bool?>()
        store.onFetchResultDeath { [weak executor] in deaths.append(executor?.isIsolatingCurrentContext()) }
        let alive = try await LibraryAccess(.synthetic(store), executor: executor, limits: .untimed).read("test") {
            library throws(LibraryError) in
            let results = try (library.fetchAssets(.all), library.fetchAssets(.photos))
            return withExtendedLifetime(results) { store.liveFetchResults }
        }
        #expect(alive == 2)
        #expect(store.liveFetchResults == 0)
        #expect(deaths.values == [true, true])
    }
}
