import CameraRoll
import CameraRollTesting
import Foundation
import SyntheticLibrary
import TestSupport
import Testing

struct UpdateTests {
    @Test(arguments: Effort.seeds(0..<60))
    func `An update has all differences, for every query and every change`(seed: Int) async throws {
        var chance = SeededGenerator(seed: seed)
        let store = SyntheticStore(assets: Int.random(in: 0...60, using: &chance), seed: UInt64(seed))
        let members = store.contents.assets.shuffled(using: &chance).prefix(20).map(\.id)
        let album = store.change { $0.makeAlbum("Mine", members) }
        let queries = RandomQueries(assets: store.contents.assets, albums: [album])
        let access = makeAccess(to: store)
        for step in 0..<12 {
            let query = queries.next(using: &chance)
            let seed = Int.random(in: 0..<1000, using: &chance)
            let update = try await access.update(query) {
                var chance = SeededGenerator(seed: seed)
                store.shuffle(step % 4, using: &chance)
                store.shuffleAlbum(album, step % 3, using: &chance)
            }
            #expect(update.isTrue, "\(query)")
        }
    }

    @Test func `Without changes nothing is reported`() async throws {
        let store = SyntheticStore(assets: 200)
        let access = makeAccess(to: store)
        let update = try await access.update(.all) {
            store.change { $0.edit(.row(3)) { $0.pixelWidth += 0 } }
            store.delete(["nobody"])
        }
        #expect(update.difference == .touched([]))
        let album = try await access.update(.all) { store.change { _ = $0.makeAlbum("One", [.row(3)]) } }
        #expect(album.difference == .touched([]))
    }

    @Test func `A change right before an update is one of its differences, and one before the fetch is not`()
        async throws
    {
        let store = SyntheticStore(assets: 200)
        let access = makeAccess(to: store)
        let ids = try await access.ids(of: .all)
        let late = try await access.update(.all) { store.schedule(beforeRead: 1) { $0.delete([ids[3]]) } }
        #expect(late.difference == .touched([TouchedAsset(ids[3])]))
        #expect(late.isTrue)
        store.schedule(beforeRead: 1) { $0.delete([ids[4]]) }
        let early = try await access.update(.all) {}
        #expect(early.difference == .touched([]))
        #expect(early.before.map(\.id) == Array(ids[..<3] + ids[5...]))
    }

    @Test func `Each touched asset is reported once`() async throws {
        let store = SyntheticStore(assets: 200)
        let update = try await makeAccess(to: store).update(.all) {
            for _ in 0..<5 { store.edit(.row(7)) { $0.isFavorite.toggle() } }
            store.delete([.row(7)])
        }
        #expect(update.difference == .touched([TouchedAsset(.row(7))]))
    }

    @Test func `An asset that was only added to an album has no other change`() async throws {
        let store = SyntheticStore(assets: 200)
        let album = store.change { $0.makeAlbum("One", [.row(3), .row(1)]) }
        for query in [AssetQuery.album(album), .album(album).sorted()] {
            let update = try await makeAccess(to: store).update(query) {
                store.change { contents in
                    contents.remove([.row(3)], from: album)
                    contents.add([.row(3)], to: album)
                }
            }
            #expect(update.difference == .touched([TouchedAsset(.row(3), isChanged: false)]))
        }
    }

    @Test func `A limit admits assets that were behind it, and removes those that are behind it now`() async throws {
        let store = SyntheticStore(assets: 400)
        let query = AssetQuery.all.prefix(5)
        let ids = try await makeAccess(to: store).ids(of: .all)
        let deleted = try await makeAccess(to: store).update(query) { store.delete(ids[1...3]) }
        #expect(deleted.isTrue && deleted.after.map(\.id) == [ids[0]] + ids[4..<8])
        let inserted = try await makeAccess(to: store).update(query) {
            store.insert(3) { ($0.creationDate, $0.isHidden) = (.distantFuture, false) }
        }
        #expect(inserted.isTrue && inserted.after.map(\.id).suffix(2) == [ids[0], ids[4]])
    }

    @Test func `Where the history does not reach back, nothing is claimed`() async throws {
        var configuration = SyntheticConfiguration(assets: 100)
        configuration.historyLimit = 3
        let store = SyntheticStore(configuration)
        let access = makeAccess(to: store)
        let kept = try await access.update(.all) { store.delete([.row(1), .row(2), .row(3)]) }
        #expect(kept.isTrue)
        let lost = try await access.update(.all) { store.delete([.row(4), .row(5), .row(6), .row(7)]) }
        #expect(lost.difference == .unknown(.history(.tokenExpired)))
    }

    @Test func `Other contents in the place of these are a new beginning`() async throws {
        let store = SyntheticStore(assets: 100)
        let saved = store.contents
        store.delete([.row(1)])
        let update = try await makeAccess(to: store).update(.all) { store.change { $0 = saved } }
        #expect(update.difference == .unknown(.history(.tokenExpired)))
        #expect(update.after.contains { $0.id == .row(1) } == true)
    }

    @Test func `A result of another store is not compared`() async throws {
        let (store, other) = (SyntheticStore(assets: 20), SyntheticStore(assets: 20))
        let executor = LibraryExecutor()
        let difference = try await LibraryAccess(.synthetic(store), executor: executor, limits: .untimed).read("test") {
            library throws(LibraryError) in
            let foreign = ForeignResult()
            return try library.update(foreign, of: .all).difference
        }
        #expect(difference == .unknown(.history(.detailsUnavailable)))
        withExtendedLifetime(other) {}
    }

    @Test func `An album that is gone has no update`() async throws {
        let store = SyntheticStore(assets: 20)
        let album = store.change { $0.makeAlbum("One") }
        await #expect(throws: LibraryError.albumNotFound(album)) {
            try await makeAccess(to: store).update(.album(album)) { store.change { $0.deleteAlbum(album) } }
        }
    }
}

/// A result that is not the library's.
private final class ForeignResult: AssetFetchResult {
    let count = 0
    func assets(in range: Range<Int>) throws(LibraryError) -> [MediaAsset] { [] }
    func index(of id: AssetID) throws(LibraryError) -> Int? { nil }
}

extension SyntheticStore {
    /// Adds assets to an album and removes them.
    func shuffleAlbum(_ album: AlbumID, _ changes: Int, using chance: inout SeededGenerator) {
        change { contents in
            for _ in 0..<changes {
                let id = AssetID.row(Int.random(in: 0..<80, using: &chance))
                if Bool.random(using: &chance) {
                    contents.add([id], to: album)
                } else {
                    contents.remove([id], from: album)
                }
            }
        }
    }
}
