import CameraRoll
import SyntheticLibrary
import TestSupport
import Testing

struct ChangeBurstTests {
    @Test(arguments: Effort.seeds(1...3 as ClosedRange<UInt64>))
    func `The same seed does the same to the same library`(seed: UInt64) {
        let (one, other) = (SyntheticStore(assets: 40), SyntheticStore(assets: 40))
        let changes = one.applyBurst(seed: seed, steps: 300)
        #expect(changes == other.applyBurst(seed: seed, steps: 300) && changes.count > 250)
        #expect(one.contents.assets == other.contents.assets)
        #expect(one.contents.albums() == other.contents.albums())
        #expect(one.applyBurst(seed: seed + 1, steps: 50) != other.applyBurst(seed: seed + 2, steps: 50))
    }

    @Test func `A burst does all that it can, and no more than it may`() {
        let store = SyntheticStore(assets: 40)
        let changes = store.applyBurst(seed: 5, steps: 400, kinds: [.favorite, .insert])
        #expect(changes.count == 400)
        for change in changes {
            switch change {
            case .insert, .setFavorite: break
            default: Issue.record("\(change)")
            }
        }
        #expect(store.applyBurst(seed: 5, steps: 10, kinds: []).isEmpty)
        #expect(SyntheticStore(assets: 0).applyBurst(seed: 5, steps: -1).isEmpty)
    }

    @Test func `An empty library weathers a burst`() {
        let store = SyntheticStore(assets: 0)
        store.applyBurst(seed: 1, steps: 200)
        #expect(store.contents.assets.allSatisfy { store.contents.asset($0.id) == $0 })
    }

    @Test func `A script is done line by line, and is over`() {
        let store = SyntheticStore(assets: 10)
        let script: [SyntheticChange] = [
            .delete([.row(1)]), .makeAlbum("New", [.row(2), .row(3)]), .editPicture(.row(2)),
        ]
        var burst = ChangeBurst(script: script)
        let done = store.change { contents in (0..<5).map { _ in burst.next(&contents) } }
        #expect(done == script + [nil, nil])
        #expect(store.contents.asset(.row(1)) == nil && store.contents.asset(.row(2))?.contentVersion == 1)
    }

    @Test(arguments: Effort.seeds(0..<12))
    func `During a burst every query is answered and updated as by a scan of every asset`(
        seed: Int
    ) async throws {
        var chance = SeededGenerator(seed: seed)
        let store = SyntheticStore(assets: 50, seed: UInt64(seed))
        let access = makeAccess(to: store)
        let album = try #require(store.contents.albums(.user).first).id
        let queries = RandomQueries(assets: store.contents.assets, albums: [])
        let albumQueries = [AssetQuery.album(album).sorted(), .album(album), .album(album).sorted().prefix(5)]
        for step in 0..<10 {
            let query = step % 3 == 0 ? albumQueries[step / 3 % 3] : queries.next(using: &chance)
            let kinds = Set(ChangeBurst.Kind.allCases).subtracting([.albums])
            let update = try await access.update(query) {
                store.applyBurst(seed: UInt64(seed * 100 + step), steps: step, kinds: kinds)
            }
            #expect(update.isTrue, "\(query)")
            if query.scope.album != album {
                #expect(update.after == NaiveLibrary(assets: store.contents.assets).answer(query), "\(query)")
            }
        }
    }
}
