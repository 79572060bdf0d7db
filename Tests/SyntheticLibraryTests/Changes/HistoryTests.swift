import CameraRoll
import Foundation
import SyntheticLibrary
import TestSupport
import Testing

struct HistoryTests {
    @Test(arguments: Effort.seeds(0..<5))
    func `The history tells what is different between two moments`(seed: Int) async throws {
        var chance = SeededGenerator(seed: seed)
        let store = SyntheticStore(assets: 70, seed: UInt64(seed))
        let album = store.change { $0.makeAlbum("Mine", [.row(5), .row(3)]) }
        let access = makeAccess(to: store)
        for _ in 0..<6 {
            let before = try await Moment(of: store)
            let token = try #require(try await access.token())
            store.shuffle(Int.random(in: 0..<8, using: &chance), using: &chance)
            store.shuffleAlbum(album, Int.random(in: 0..<3, using: &chance), using: &chance)
            let changes = try #require(try await access.changes(since: token))
            let after = try await Moment(of: store)
            #expect(changes.assets.inserted == Set(after.assets.keys).subtracting(before.assets.keys))
            #expect(changes.assets.deleted == Set(before.assets.keys).subtracting(after.assets.keys))
            #expect(changes.assets.updated.isSuperset(of: after.changed(since: before)))
            #expect(changes.assets.updated.isSubset(of: Set(before.assets.keys).intersection(after.assets.keys)))
            let affected = try #require(changes.affectedAlbums)
            #expect(affected.isSuperset(of: after.albumsChanged(since: before)))
            #expect(changes.token == (try await access.token()))
        }
    }

    @Test func `Assets inserted and removed since are not reported, and those inserted and changed are inserted`()
        async throws
    {
        let store = SyntheticStore(assets: 20)
        let access = makeAccess(to: store)
        let token = try #require(try await access.token())
        let (album, kept) = store.change { contents in
            contents.delete(contents.insert(2))
            let gone = contents.makeAlbum("Gone")
            contents.deleteAlbum(gone)
            let kept = contents.insert(1)[0]
            contents.edit(kept) { $0.isFavorite = true }
            let album = contents.makeAlbum("New", [kept])
            contents.rename(album, to: "Newer")
            return (album, kept)
        }
        let changes = try #require(try await access.changes(since: token))
        #expect(changes.assets == LibraryChanges.Objects(inserted: [kept]))
        #expect(changes.albums == LibraryChanges.Objects(inserted: [album]))
    }

    @Test func `A favorite concerns the albums it was in, is in, and comes into`() async throws {
        var configuration = SyntheticConfiguration(assets: 40)
        configuration.userAlbums = 0
        configuration.sharedAlbums = 0
        let store = SyntheticStore(configuration)
        let id = try #require(store.contents.assets.first { $0.mediaType == .image && $0.mediaSubtypes.isEmpty }).id
        store.edit(id) { $0.isFavorite = false }
        let (mine, other) = store.change { contents in
            (contents.makeAlbum("Mine", [id]), contents.makeAlbum("Other", contents.insert(1)))
        }
        let access = makeAccess(to: store)
        for isFavorite in [true, false] {
            let token = try #require(try await access.token())
            store.edit(id) { $0.isFavorite = isFavorite }
            let affected = try #require(try await access.changes(since: token)?.affectedAlbums)
            #expect(affected.isSuperset(of: [mine, "S209", "S203"]))
            #expect(affected.isDisjoint(with: [other, "S202", "S205", "S211"]))
        }
    }

    @Test func `An album whose key asset, title or members changed is reported`() async throws {
        let store = SyntheticStore(assets: 40)
        let access = makeAccess(to: store)
        let album = store.change { $0.makeAlbum("Mine", [.row(1)]) }
        let edits: [@Sendable (inout SyntheticContents) -> Void] = [
            { $0.rename(album, to: "Ours") }, { $0.setKeyAsset(.row(1), of: album) }, { $0.add([.row(2)], to: album) },
            { $0.remove([.row(1)], from: album) },
        ]
        for edit in edits {
            let token = try #require(try await access.token())
            store.change(edit)
            let changes = try #require(try await access.changes(since: token))
            #expect(changes.albums.updated == [album] && changes.affectedAlbums == [album])
            #expect(changes.assets.isEmpty)
        }
    }

    @Test func `An old token is expired, and a new beginning is named`() async throws {
        var configuration = SyntheticConfiguration(assets: 100)
        configuration.historyLimit = 2
        let store = SyntheticStore(configuration)
        let access = makeAccess(to: store)
        let token = try #require(try await access.token())
        store.delete([.row(1), .row(2)])
        #expect(try await access.changes(since: token)?.assets.deleted == [.row(1), .row(2)])
        store.delete([.row(3)])
        let now = try await access.token()
        #expect(try await access.history(since: token) == .resyncRequired(.tokenExpired, from: now))
    }

    @Test func `A token that the library never made is refused`() async throws {
        let store = SyntheticStore(assets: 10)
        let access = makeAccess(to: store)
        let token = try #require(try await access.token())
        let wrong = ChangeToken(library: token.library, place: Data("?".utf8))
        await #expect(throws: LibraryError.malformedChangeToken(token: wrong.token, reason: "it names no place")) {
            try await access.history(since: wrong)
        }
    }

    @Test func `A token of an earlier process requires a resync`() async throws {
        let access = makeAccess(to: SyntheticStore(assets: 10))
        let token = try #require(try await access.token())
        var later = token.place
        later[later.count - 1] += 1
        let history = try await access.history(since: ChangeToken(library: token.library, place: later))
        #expect(history == .resyncRequired(.tokenExpired, from: token))
    }

    @Test func `Reading a token and the history costs what a token read costs`() async throws {
        let store = SyntheticStore(assets: 10, costs: CostModel(tokenRead: .microseconds(20)))
        let access = makeAccess(to: store)
        let token = try #require(try await access.token())
        _ = try await access.history(since: token)
        #expect(store.statistics.modelledTime == .microseconds(40))
        #expect(store.statistics.reads(of: .readChangeToken) == 1 && store.statistics.reads(of: .readHistory) == 1)
    }
}

/// The visible state of a library at one moment.
private struct Moment {
    let assets: [AssetID: MediaAsset]
    let albums: [AlbumID: [MediaAsset]]

    init(of store: SyntheticStore) async throws {
        assets = Dictionary(uniqueKeysWithValues: store.contents.assets.map { ($0.id, $0) })
        var albums: [AlbumID: [MediaAsset]] = [:]
        let access = makeAccess(to: store)
        for album in store.contents.albums() { albums[album.id] = try await access.assets(of: .album(album).sorted()) }
        self.albums = albums
    }

    func changed(since other: Moment) -> Set<AssetID> {
        Set(assets.filter { id, asset in other.assets[id].map { $0 != asset } ?? false }.keys)
    }

    func albumsChanged(since other: Moment) -> Set<AlbumID> {
        Set(albums.filter { id, members in other.albums[id] != members }.keys)
    }
}
