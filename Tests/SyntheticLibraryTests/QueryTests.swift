import CameraRoll
import SyntheticLibrary
import TestSupport
import Testing

struct QueryTests {
    @Test func `Recents shows the documented part of 70,000 assets`() async throws {
        // On an executor of its own: in a slow build it takes long to generate them.
        let access = makeAccess(to: SyntheticStore(assets: 70_000))
        #expect(try await MediaManager(access: access).photos.snapshot(of: .all).count == 66_571)
    }

    @Test func `None of its assets is damaged, or without the date of a capture`() async throws {
        let access = makeAccess(to: SyntheticStore(assets: 1_000))
        func count(_ query: AssetQuery) async throws -> Int {
            try await MediaManager(access: access).photos.snapshot(of: query).count
        }
        let all = try await count(.all)
        #expect(try await count(.all.withoutDamaged()) == all)
        #expect(try await count(.all.withoutCaptureDate()) == 0)
        var damaged = AssetQuery.videos
        damaged.isDamaged = true
        #expect(try await count(damaged) == 0)
    }

    @Test(arguments: Effort.seeds(0..<50))
    func `Every query is answered as by looking at every asset`(seed: Int) async throws {
        let (store, naive, queries) = library(seed: seed)
        let access = makeAccess(to: store)
        var chance = SeededGenerator(seed: seed)
        for _ in 0..<15 {
            let query = queries.next(using: &chance)
            #expect(try await access.assets(of: query) == naive.answer(query), "\(query)")
        }
    }

    @Test(arguments: Effort.seeds(0..<30))
    func `What follows a position is the rest of the query's order`(seed: Int) async throws {
        let (store, naive, queries) = library(seed: seed)
        let access = makeAccess(to: store)
        var chance = SeededGenerator(seed: seed)
        for _ in 0..<15 {
            var query = queries.next(using: &chance)
            query.limit = nil
            guard !query.order.isEmpty else { continue }
            let asset = Int.random(in: 0..<5, using: &chance) > 0 ? naive.assets.randomElement(using: &chance) : nil
            let position = asset.map { SortPosition(of: $0, in: query.order) }
            let rest = naive.answer(query).filter { found in
                position?.precedes(SortPosition(of: found, in: query.order), in: query.order) ?? true
            }
            let page = try await access.page(after: position, of: query, count: 4)
            #expect(page.ids == rest.prefix(4).map(\.id), "\(query)")
            #expect(page.hasMore == (rest.count > 4))
        }
    }

    @Test(arguments: [AssetQuery.all, .photos, .videos, .all.sorted(by: .oldestFirst), .all.sorted()])
    func `The usual queries agree with a scan in a larger library`(query: AssetQuery) async throws {
        let store = SyntheticStore(assets: 5000, seed: 9)
        var chance = SeededGenerator(seed: 9)
        store.shuffle(60, using: &chance)
        let naive = NaiveLibrary(assets: store.contents.assets)
        #expect(try await makeAccess(to: store).ids(of: query) == naive.answer(query).map(\.id))
    }

    @Test func `A position whose asset was deleted still divides the order`() async throws {
        let store = SyntheticStore(assets: 50)
        let access = makeAccess(to: store)
        let all = try await access.assets(of: .all)
        store.delete([all[10].id, all[11].id])
        let page = try await access.page(after: SortPosition(of: all[10], in: [.newestFirst]), of: .all, count: 3)
        #expect(page.ids == all[12...14].map(\.id))
    }

    @Test func `An album that does not exist is named in the error`() async {
        let access = makeAccess(to: SyntheticStore(assets: 5))
        await #expect(throws: LibraryError.albumNotFound("nowhere")) { try await access.assets(of: .album("nowhere")) }
    }

    @Test func `By identifier hidden assets and burst members are read too`() async throws {
        let store = SyntheticStore(assets: 400)
        let hidden = try #require(store.contents.assets.first { $0.isHidden })
        let member = try #require(store.contents.assets.first { $0.burstIdentifier != nil && !$0.representsBurst })
        let found = try await makeAccess(to: store).read("assets") { library in
            try library.assets(withIdentifiers: [hidden.id, "nobody", member.id])
        }
        #expect(Set(found) == [hidden, member])
    }

    private func library(seed: Int) -> (SyntheticStore, NaiveLibrary, RandomQueries) {
        var chance = SeededGenerator(seed: seed)
        let store = SyntheticStore(assets: Int.random(in: 0...60, using: &chance), seed: UInt64(seed))
        let members = store.contents.assets.shuffled(using: &chance).prefix(20).map(\.id)
        let album = store.change { $0.makeAlbum("Mine", members) }
        store.shuffle(20, using: &chance)
        let naive = NaiveLibrary(assets: store.contents.assets, albums: [album: members])
        return (store, naive, RandomQueries(assets: naive.assets, albums: [album]))
    }
}
