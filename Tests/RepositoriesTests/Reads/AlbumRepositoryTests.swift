import CameraRoll
import CameraRollTesting
import CoreTestSupport
import Foundation
import SyntheticLibrary
import Testing

/// Albums: which exist, what counting them costs, and which are excluded.
@Suite struct AlbumRepositoryTests {
    private func subject(_ change: (inout SyntheticConfiguration) -> Void = { _ in }) -> Subject {
        var configuration = SyntheticConfiguration(assets: 400, seed: 2)
        change(&configuration)
        return Subject(configuration)
    }

    @Test func `A count prints its number`() {
        #expect("\(AlbumCount.exact(31))" == "31")
        #expect("\(AlbumCount.estimated(31))" == "about 31")
        #expect("\(AlbumCount.unknown)" == "unknown")
    }

    @Test func `A picker's smart albums come in its order`() async throws {
        let albums = try await subject().albums.list(bySubtype: AlbumSubtype.pickerSmartAlbums)
        let rows = AlbumSubtype.pickerSmartAlbums.compactMap { albums[$0]?.title }
        #expect(rows == ["Recents", "Favorites", "Videos", "Screenshots"])
    }

    @Test(arguments: AlbumSubtype.pickerSmartAlbums)
    func `A missing smart album is missing, and moves no other`(missing: AlbumSubtype) async throws {
        let subject = subject { $0.smartAlbums.removeAll { $0 == missing } }
        let albums = try await subject.albums.list(bySubtype: AlbumSubtype.pickerSmartAlbums)
        #expect(Set(albums.keys) == Set(AlbumSubtype.pickerSmartAlbums).subtracting([missing]))
        for (kind, album) in albums {
            #expect(album.subtype == kind)
            #expect(try await subject.albums.album(of: kind) == album)
        }
    }

    @Test func `An album listed twice by the library is listed once`() async throws {
        let subject = subject { $0.listsAlbumsTwice = true }
        let raw = try await subject.access.read("raw") { library in try library.albums(.all) }
        let albums = try await subject.albums.list()
        #expect(raw.count > albums.count)
        #expect(Set(albums.map(\.id)).count == albums.count)
        let listed = try await subject.albums.albumList().map(\.id)
        #expect(Set(listed).count == listed.count)
    }

    @Test func `An album of a kind that no header names is kept`() async throws {
        let albums = try await subject().albums.list()
        #expect(albums.contains { $0.subtype == AlbumSubtype(rawValue: 1_000_000_219) })
    }

    @Test func `The album list is sorted by count, without empty and untitled albums`() async throws {
        let subject = subject()
        let albums = try await subject.albums.albumList()
        let counts = albums.compactMap { if case .exact(let count) = $0.count { count } else { nil } }
        #expect(counts.count == albums.count && albums.count > 3)
        #expect(counts == counts.sorted(by: >))
        #expect(!counts.contains(0) && albums.allSatisfy { $0.title != nil })
        for album in albums { #expect(try await .exact(subject.count(album)) == album.count) }
        for album in try await subject.albums.albumList(.pictures) {
            #expect(try await .exact(subject.count(album, [.image])) == album.count)
        }
    }

    @Test func `The album list can keep the empty and the untitled, and be sorted by title`() async throws {
        let subject = subject()
        let options = AlbumListOptions(order: .title, mediaTypes: [], includesEmpty: true, includesUntitled: true)
        let albums = try await subject.albums.albumList(options)
        #expect(try await Set(albums.map(\.id)) == Set(subject.albums.list().map(\.id)))
        let titles = albums.compactMap(\.title)
        #expect(titles == titles.sorted { $0.localizedStandardCompare($1) == .orderedAscending })
        #expect(albums.suffix(albums.count - titles.count).allSatisfy { $0.title(or: "Untitled") == "Untitled" })
        #expect(subject.store.statistics.reads(of: .countAlbum) == 0)
    }

    @Test func `An album that cannot be counted keeps its place in the list`() async throws {
        let subject = subject()
        let broken = try await subject.makeAlbum("Broken", of: 9)
        subject.store.faults.failingCounts = [broken.id: "damaged"]
        #expect(try await subject.albums.albumList().contains { $0.id == broken.id })
    }

    @Test func `An album that is deleted while the list is counted is not listed`() async throws {
        let store = SyntheticStore(assets: 60, seed: 2)
        let doomed = store.change { $0.makeAlbum("Doomed") }
        let factory = PhotoLibrarySource.synthetic(store).wrapping { DeletingLibrary($0, doomed, in: store) }
        let access = LibraryAccess(factory, executor: LibraryExecutor(label: "doomed"), limits: .untimed)
        let list = try await AlbumRepository(access: access).albumList(
            AlbumListOptions(includesEmpty: true, includesUntitled: true))
        #expect(list.count > 3 && !list.contains { $0.id == doomed })
    }

    @Test(arguments: CoverPolicy.allCases)
    func `A cover that fails never loses the album`(policy: CoverPolicy) async throws {
        let subject = subject()
        let albums = try await subject.albums.list(.user)
        let broken = albums[0].id
        subject.store.faults.failingCovers = [broken: "damaged"]
        subject.store.faults.failingCounts = [albums[2].id: "damaged"]
        var summaries: [AlbumSummary] = []
        for try await summary in subject.albums.summaries(of: albums, cover: policy) { summaries.append(summary) }
        #expect(summaries.map(\.id) == albums.map(\.id))
        #expect(summaries[0].cover == .failed(.failed("readCover", reason: "damaged")))
        #expect(summaries[2].album.count == albums[2].count)
        #expect(summaries[2].countFailure == .failed("countAlbum", reason: "damaged"))
        for summary in summaries.dropFirst() where summary.id != albums[2].id {
            let expected = try await subject.albums.cover(of: summary.id, policy: policy)
            #expect(summary.cover == expected.map { .asset($0) } ?? .none)
            #expect(try await summary.album.count == .exact(subject.count(summary.album)))
        }
    }

    @Test func `A cover follows its policy`() async throws {
        let subject = subject()
        let members = try await Array(subject.ids(of: .all).prefix(6))
        let album = subject.store.change { $0.makeAlbum("Sea", [members[4], members[1], members[5]]) }
        #expect(try await subject.albums.cover(of: album, policy: .newest)?.id == members[1])
        #expect(try await subject.albums.cover(of: album, policy: .first)?.id == members[4])
        #expect(try await subject.albums.cover(of: album, policy: .keyAsset)?.id == members[1])
        subject.store.change { $0.setKeyAsset(members[5], of: album) }
        #expect(try await subject.albums.cover(of: album, policy: .keyAsset)?.id == members[5])
    }

    @Test func `Listing albums counts none`() async throws {
        let subject = subject()
        _ = try await subject.albums.list()
        _ = try await subject.albums.tree()
        #expect(subject.store.statistics.reads(of: .countAlbum) == 0)
        #expect(subject.store.statistics.reads(of: .readCover) == 0)
    }

    @Test func `Summaries are read one at a time, as they are asked for`() async throws {
        let subject = subject()
        let albums = try await subject.albums.list(.user)
        var iterator = subject.albums.summaries(of: albums).makeAsyncIterator()
        _ = try await iterator.next()
        #expect(subject.store.statistics.reads(of: .countAlbum) == 1)
        #expect(subject.store.statistics.reads(of: .readCover) == 1)
    }

    @Test func `The tree holds the user's albums, each once`() async throws {
        let subject = subject()
        let tree = AlbumFolder(id: "top", title: nil, items: try await subject.albums.tree())
        #expect(try await Set(tree.albums.map(\.id)) == Set(subject.albums.list(.user).map(\.id)))
        #expect(Set(tree.albums.map(\.id)).count == tree.albums.count)
        #expect(tree.items.contains { if case .folder = $0 { true } else { false } })
    }
}

/// A library that loses an album as soon as its albums are listed.
private final class DeletingLibrary: ForwardingLibrary {
    private let doomed: AlbumID
    private let store: SyntheticStore

    init(_ base: any PhotoLibraryBackend, _ doomed: AlbumID, in store: SyntheticStore) {
        (self.doomed, self.store) = (doomed, store)
        super.init(base)
    }

    override func albums(_ query: AlbumQuery) throws(LibraryError) -> [Album] {
        let albums = try base.albums(query)
        store.change { $0.deleteAlbum(doomed) }
        return albums
    }
}

extension Subject {
    fileprivate func count(_ album: Album, _ types: Set<MediaType> = []) async throws(LibraryError) -> Int {
        try await albums.count(of: album.id, mediaTypes: types)
    }
}
