import CameraRoll
import Testing

@testable import SyntheticLibrary

struct AlbumTests {
    private func albums(_ store: SyntheticStore, _ query: AlbumQuery = .all) async throws -> [Album] {
        try await makeAccess(to: store).read("albums") { library in try library.albums(query) }
    }

    private func count(_ album: AlbumID, in store: SyntheticStore) async throws -> Int {
        try await makeAccess(to: store).read("count") { library in
            try library.assetCount(of: album, mediaTypes: [])
        }
    }

    private func cover(
        _ album: AlbumID, in store: SyntheticStore, _ policy: CoverPolicy, _ types: Set<MediaType> = []
    ) async throws -> MediaAsset? {
        try await makeAccess(to: store).read("cover") { library in
            try library.cover(of: album, mediaTypes: types, policy: policy)
        }
    }

    @Test func `There are albums of all kinds, empty ones, and one without a title`() async throws {
        let store = SyntheticStore(assets: 1000)
        let all = try await albums(store)
        #expect(Set(all.map(\.type)) == Set(AlbumType.allCases))
        #expect(all.contains { $0.subtype.rawValue == 1_000_000_219 })
        #expect(all.contains { $0.title == nil && $0.type == .album })
        #expect(Set(all.map(\.id)).count == all.count)
        #expect(all.contains { $0.count == .unknown })
        #expect(try await count("U6", in: store) == 0)
    }

    @Test func `Some estimates are wrong, and an exact count is right`() async throws {
        let store = SyntheticStore(assets: 1000)
        var wrong = 0
        for album in try await albums(store, .user) {
            let count = try await count(album.id, in: store)
            #expect(try await makeAccess(to: store).ids(of: .album(album.id)).count == count)
            if let estimate = album.count.number, estimate != count { wrong += 1 }
        }
        #expect(wrong > 0)
    }

    @Test func `A smart album can be missing, and albums can be listed twice`() async throws {
        var configuration = SyntheticConfiguration(assets: 10)
        configuration.smartAlbums.removeAll { $0 == .screenshots }
        configuration.listsAlbumsTwice = true
        let store = SyntheticStore(configuration)
        #expect(try await albums(store, .subtypes(.screenshots)).isEmpty)
        let all = try await albums(store)
        #expect(Set(all).count < all.count)
    }

    @Test func `User albums stand in folders within folders, each once`() async throws {
        let store = SyntheticStore(assets: 100)
        let tree = try await makeAccess(to: store).read("tree") { library in try library.albumTree() }
        let whole = AlbumFolder(id: "top", title: nil, items: tree)
        #expect(whole.albums.map(\.id).sorted() == store.contents.albums(.user).map(\.id).sorted())
        let folders = tree.compactMap { if case .folder(let folder) = $0 { folder } else { nil } }
        #expect(folders.contains { $0.items.contains { if case .folder = $0 { true } else { false } } })
    }

    @Test func `Each cover policy has its own cover`() async throws {
        let store = SyntheticStore(assets: 12, seed: 3)
        let ids = store.contents.assets.filter { !$0.isHidden && $0.burstIdentifier == nil && $0.creationDate != nil }
            .map(\.id)
        let album = store.change { contents in
            let album = contents.makeAlbum("Mine", [ids[2], ids[4], ids[1]])
            contents.setKeyAsset(ids[1], of: album)
            return album
        }
        #expect(try await cover(album, in: store, .first)?.id == ids[2])
        #expect(try await cover(album, in: store, .newest)?.id == ids[4])
        #expect(try await cover(album, in: store, .keyAsset)?.id == ids[1])
        store.change { $0.remove([ids[1]], from: album) }
        #expect(try await cover(album, in: store, .keyAsset)?.id == ids[4])
        store.change { $0.add([ids[1]], to: album) }
        #expect(try await cover(album, in: store, .keyAsset)?.id == ids[1])
        store.delete([ids[1]])
        #expect(try await cover(album, in: store, .keyAsset)?.id == ids[4])
        #expect(try await cover(album, in: store, .first, [.audio]) == nil)
    }

    @Test func `The newest asset of the whole library is its album's cover`() async throws {
        let store = SyntheticStore(assets: 500)
        let newest = try await makeAccess(to: store).assets(of: .all).first
        #expect(try await cover("S209", in: store, .newest) == newest)
        #expect(try await cover("S209", in: store, .first)?.id == store.contents.assets.first { !$0.isHidden }?.id)
    }

    @Test func `Albums are made, filled, renamed and deleted`() async throws {
        let store = SyntheticStore(assets: 20)
        let ids = store.contents.assets.filter { !$0.isHidden && $0.burstIdentifier == nil }.map(\.id)
        let album = store.change { contents in
            let folder = contents.makeFolder("Trips")
            let album = contents.makeAlbum("One", [ids[3], ids[1], ids[3]], in: folder)
            contents.add([ids[0], ids[1], "nobody"], to: album)
            contents.remove([ids[3]], from: album)
            contents.rename(album, to: "Two")
            return album
        }
        #expect(try await makeAccess(to: store).ids(of: .album(album).sorted()) == [ids[1], ids[0]])
        #expect(store.contents.albums().first { $0.id == album }?.title == "Two")
        store.change { $0.deleteAlbum(album) }
        await #expect(throws: LibraryError.albumNotFound(album)) { try await count(album, in: store) }
    }

    @Test func `A folder is not moved into itself, into a folder within it, or into one that does not exist`() {
        let store = SyntheticStore(assets: 20)
        let (outer, inner) = store.change { contents in
            let outer = contents.makeFolder("Outer")
            return (outer, contents.makeFolder("Inner", in: outer))
        }
        let before = store.contents
        for target in [outer, inner, "nowhere"] { store.change { $0.move(outer, into: target) } }
        #expect(store.contents.foldersAbove(inner) == before.foldersAbove(inner))
        store.change { $0.move(inner, into: nil) }
        #expect(store.contents.foldersAbove(inner) == [inner])
    }
}
