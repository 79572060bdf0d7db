import CameraRoll
import SyntheticLibrary
import TestSupport
import Testing

@Suite(.timeLimit(.hang)) struct LockTests {
    @Test func `A reader waits while the lock is held`() async throws {
        let store = SyntheticStore(assets: 100)
        let expected = store.contents.assets.count
        let hold = await store.hold()
        async let read = makeAccess(to: store).read("test") { library in
            var query = AssetQuery.all
            (query.hidden, query.bursts) = (.included, .all)
            return try library.fetchAssets(query).count
        }
        await store.waitUntilThreadsBlock()
        #expect(store.blockedThreads == 1)
        hold.release()
        #expect(try await read == expected)
        #expect(store.blockedThreads == 0)
    }

    @Test func `A hold without references ends`() async throws {
        let store = SyntheticStore(assets: 10)
        _ = await store.hold()
        #expect(store.contents.assets.count == 10)
    }

    @Test func `A hung read continues when it is released`() async throws {
        let faults = SyntheticFaults(hangingRead: 2)
        let store = SyntheticStore(SyntheticConfiguration(assets: 100, faults: faults))
        let access = makeAccess(to: store)
        async let ids = access.ids(of: .all)
        await store.waitUntilReadHangs()
        store.endHang()
        #expect(try await !ids.isEmpty)
    }

    @Test func `A second read hangs like the first, and who waits for it may be cancelled`() async throws {
        let store = SyntheticStore(SyntheticConfiguration(assets: 100, faults: SyntheticFaults(hangingRead: 1)))
        let access = makeAccess(to: store)
        async let first = access.ids(of: .all)
        await store.waitUntilReadHangs()
        store.endHang()
        let ids = try await first
        let waiter = Task { await store.waitUntilReadHangs() }
        waiter.cancel()
        await waiter.value
        // One too many.
        store.endHang()
        store.faults.hangingRead = store.statistics.reads + 1
        async let second = access.ids(of: .all)
        await store.waitUntilReadHangs()
        #expect(access.executor.currentActivity?.operation == "assets")
        store.endHang()
        #expect(try await second == ids)
        // A read that is called off does not hang.
        store.faults.hangingRead = store.statistics.reads + 1
        store.endHang()
        #expect(try await access.ids(of: .all) == ids)
    }

    @Test func `A change happens right before the read that it is scheduled for`() async throws {
        let store = SyntheticStore(assets: 100)
        store.schedule(beforeRead: 3) { $0.edit(.row(5)) { $0.pixelWidth = 1 } }
        store.schedule(beforeRead: 2) { $0.edit(.row(5)) { $0.pixelWidth = 2 } }
        let widths = try await makeAccess(to: store).read("test") { library in
            try (0..<4).map { _ in
                try library.assets(withIdentifiers: [.row(5)]).first?.pixelWidth ?? 0
            }
        }
        #expect(Array(widths.dropFirst()) == [2, 1, 1])
        #expect(widths[0] > 2)
    }

    @Test func `A group of changes is seen as a whole`() async throws {
        let store = SyntheticStore(assets: 10)
        let added = store.change { contents in
            contents.delete([.row(0)])
            return contents.insert(2) { $0.isFavorite = true }
        }
        #expect(added == [.row(10), .row(11)])
        #expect(store.contents.assets.count == 11)
        #expect(store.contents.asset(.row(0)) == nil)
        #expect(store.contents.asset(.row(11))?.isFavorite == true)
    }

    @Test func `Readers and writers on many threads leave the library whole`() async throws {
        let store = SyntheticStore(assets: 2000)
        let access = makeAccess(to: store)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask {
                    for step in 0..<20 {
                        store.edit(.row(number * 100 + step)) { $0.creationDate = nil }
                        store.delete(store.insert(1))
                        _ = try await access.ids(of: .all.prefix(5))
                        _ = try store.unsafeUnprotectedAccess.assets(in: 0..<5)
                    }
                }
            }
            try await group.waitForAll()
        }
        let naive = NaiveLibrary(assets: store.contents.assets)
        #expect(try await access.ids(of: .all) == naive.answer(.all).map(\.id))
    }
}

struct UnsafeUnprotectedAccessTests {
    @Test func `It reads what the library reads, on the caller's thread`() async throws {
        let store = SyntheticStore(assets: 1200, costs: CostModel(assetMaterialised: .nanoseconds(10)))
        let expected = try await makeAccess(to: store).assets(of: .all)
        let access = store.unsafeUnprotectedAccess
        #expect(try access.count() == expected.count)
        #expect(try access.allAssets() == expected)
        #expect(try access.assets(in: 40..<90) == Array(expected[40..<90]))
        #expect(try access.assets(in: expected.count..<expected.count + 9).isEmpty)
        #expect(store.statistics.modelledTime == .nanoseconds(10) * store.statistics.assetsMaterialised)
    }
}
