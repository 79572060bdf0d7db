import CameraRoll
import SyntheticLibrary
import Testing

struct CostTests {
    /// Costs like a phone's, a hundred times faster, so that a test takes hardly any time.
    private let costs = CostModel(
        assetMaterialised: .microseconds(1),
        albumRead: .microseconds(250) ... .microseconds(750),
        identifierRequest: .microseconds(45),
        tokenRead: .microseconds(20),
        fetch: .microseconds(7)
    )

    @Test func `A page costs its assets, regardless of the library's size`() async throws {
        let store = SyntheticStore(assets: 5000, costs: costs)
        try await makeAccess(to: store).read("test") { library in
            let result = try library.fetchAssets(.all)
            _ = try result.assets(in: 100..<160)
        }
        #expect(store.statistics.modelledTime == .microseconds(7 + 60))
        #expect(store.statistics.assetsMaterialised == 60)
        #expect(store.statistics.reads == 2)
    }

    @Test func `A read after a position costs a fetch and its assets`() async throws {
        let store = SyntheticStore(assets: 500, costs: costs)
        let position = SortPosition(values: [.number(.infinity)], id: "Z")
        _ = try await makeAccess(to: store).page(after: position, of: .all, count: 10)
        #expect(store.statistics.modelledTime == .microseconds(7 + 10))
    }

    @Test func `A request by identifier costs the request and its assets`() async throws {
        let store = SyntheticStore(assets: 500, costs: costs)
        _ = try await makeAccess(to: store).read("test") { library in
            try library.assets(withIdentifiers: [.row(3), .row(4), "nobody"])
        }
        #expect(store.statistics.modelledTime == .microseconds(45 + 2))
    }

    @Test func `An album costs the same each time, within its bounds, and listing costs nothing`() async throws {
        let store = SyntheticStore(assets: 500, costs: costs)
        let access = makeAccess(to: store)
        var paid: [Duration] = []
        for album in ["U0", "U2", "U0"] as [AlbumID] {
            let before = store.statistics.modelledTime
            _ = try await access.read("test") { library in
                _ = try library.albums(.all)
                return try library.assetCount(of: album, mediaTypes: [])
            }
            paid.append(store.statistics.modelledTime - before)
        }
        #expect(paid[0] == paid[2] && paid[0] != paid[1])
        #expect(paid.allSatisfy(costs.albumRead.contains))
    }

    @Test func `Modelled time really passes`() async throws {
        let store = SyntheticStore(assets: 500, costs: costs)
        let elapsed = try await ContinuousClock().measure { _ = try await makeAccess(to: store).assets(of: .all) }
        #expect(elapsed >= store.statistics.modelledTime)
    }

    @Test func `A free library costs no modelled time`() async throws {
        let store = SyntheticStore(assets: 500)
        _ = try await makeAccess(to: store).assets(of: .all)
        #expect(store.statistics.modelledTime == .zero)
    }
}
