import CameraRoll
import SyntheticLibrary
import Testing

struct LimitedReadTests {
    @Test(arguments: [[], [5], [5, 9], [9, 5, 7]])
    func `Only selected assets exist`(rows: [Int]) async throws {
        let subject = LimitedSubject()
        subject.store.select(rows.map { .row($0) } + ["nobody"])
        let ids = rows.sorted().map { AssetID.row($0) }
        #expect(subject.store.selection == Set(ids))
        #expect(try await subject.seen() == ids)
        let naive = NaiveLibrary(assets: subject.store.contents.assets.filter { ids.contains($0.id) })
        for query in [AssetQuery.all, .photos, .videos, .all.prefix(1), .album("S209"), .album("S203")] {
            #expect(try await subject.access.assets(of: query) == naive.answer(query))
            let page = try await subject.access.page(after: nil, of: query, count: 1)
            #expect(page.ids == naive.answer(query).prefix(1).map(\.id))
        }
        let byID = try await subject.access.read("test") { library in
            try library.assets(withIdentifiers: [.row(5), .row(6)])
        }
        #expect(byID.map(\.id) == ids.filter { $0 == .row(5) })
        let count = try await subject.access.read("test") { library in
            try library.assetCount(of: "S209", mediaTypes: [])
        }
        let cover = try await subject.access.read("test") { library in
            try library.cover(of: "S209", mediaTypes: [], policy: .newest)
        }
        #expect(count == naive.answer(.all).count && cover == naive.answer(.all).first)
        let named = AssetQuery(.identifiers((0..<60).map { .row($0) })).sorted()
        #expect(try await subject.access.ids(of: named) == ids)
    }

    @Test func `The user's albums are hidden, unless an option shows them`() async throws {
        for showsAlbums in [false, true] {
            let subject = LimitedSubject(options: SyntheticLimitedAccess(showsUserAlbums: showsAlbums))
            let album = subject.store.change { $0.makeAlbum("Mine", [.row(3), .row(2), .row(1)]) }
            subject.store.select([.row(1), .row(3)])
            let albums = try await subject.access.read("test") { library in try library.albums(.all) }
            let tree = try await subject.access.read("test") { library in try library.albumTree() }
            #expect(albums.contains { $0.type != .smartAlbum } == showsAlbums && tree.isEmpty != showsAlbums)
            #expect(albums.contains { $0.subtype == .userLibrary })
            if showsAlbums {
                #expect(try await subject.access.ids(of: .everythingByOwnOrder(album)) == [.row(3), .row(1)])
            } else {
                await #expect(throws: LibraryError.albumNotFound(album)) {
                    try await subject.access.ids(of: .album(album))
                }
            }
        }
    }

    @Test func `Neither images nor originals are there of what is not selected`() async throws {
        let subject = LimitedSubject()
        subject.store.select([.row(1)])
        let source = try await subject.access.read("test") { library in
            try library.resourceSource()
        }
        #expect(try source?.resources(of: .row(1)).isEmpty == false)
        #expect(throws: ImageError.library(.assetNotFound(.row(2)))) { try source?.resources(of: .row(2)) }
    }

    @Test func `With full access everything exists, regardless of the selection`() async throws {
        let subject = LimitedSubject(status: .authorized)
        subject.store.select([.row(1)])
        #expect(try await subject.seen() == subject.store.contents.assets.map(\.id))
        subject.authorization.set(.limited)
        #expect(try await subject.seen() == [.row(1)])
    }
}

extension AssetQuery {
    fileprivate static func everythingByOwnOrder(_ album: AlbumID) -> AssetQuery {
        var query = AssetQuery.album(album).sorted()
        (query.hidden, query.bursts) = (.included, .all)
        return query
    }
}
