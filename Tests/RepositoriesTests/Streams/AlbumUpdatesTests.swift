import CameraRollTesting
import CoreTestSupport
import SyntheticLibrary
import TestSupport
import Testing

@testable import CameraRoll

/// The album list of a screen while the library changes.
@Suite(.timeLimit(.hang)) struct AlbumUpdatesTests {
    private let subject = LivingSubject(assets: 80)
    private let options = AlbumListOptions(query: .user, order: .library, includesEmpty: true)

    private func updates(_ options: AlbumListOptions? = nil) -> AlbumUpdates.Iterator {
        subject.manager.albums.albumUpdates(options ?? self.options).makeAsyncIterator()
    }

    @Test func `The first element is the list as the repository gives it, with covers`() async throws {
        var updates = updates(AlbumListOptions())
        let first = try #require(try await updates.next())
        #expect(first.changes == .reload(.first))
        let list = try await subject.manager.albums.albumList()
        #expect(first.albums.map(\.album) == list)
        for summary in first.albums {
            let cover = try await subject.manager.albums.cover(of: summary.id)
            #expect(summary.cover == cover.map { .asset($0) } ?? .none)
        }
    }

    @Test func `Only the album that is concerned is counted again`() async throws {
        var updates = updates()
        let list = try #require(try await updates.next()).albums
        let counted = subject.count(of: .countAlbum)
        #expect(counted == list.count)
        let photo = try #require(try await subject.ids(of: .all).first)
        let album = try #require(list.last).id
        subject.store.change { $0.add([photo], to: album) }
        let changes = try #require(try await updates.next()?.indexChanges)
        #expect(changes.changed == [list.count - 1])
        #expect(subject.count(of: .countAlbum) == counted + 1)
    }

    @Test func `What makes no difference to a list is not announced`() async throws {
        var updates = updates()
        let list = try #require(try await updates.next()).albums
        let members = try await subject.ids(of: .album(list[0].id))
        let others = try await subject.ids(of: .all).filter { !members.contains($0) }
        subject.store.delete([others[0]])
        subject.store.insert()
        subject.store.change { $0.rename(list[0].id, to: "Renamed") }
        let update = try #require(try await updates.next())
        #expect(update.albums[0].album.title == "Renamed")
        #expect(update.indexChanges?.changed.first == 0)
    }

    @Test func `Albums come, go, and change places as their counts do`() async throws {
        var updates = updates(AlbumListOptions(query: .user))
        var list = try #require(try await updates.next()).albums
        let everything = try await subject.ids(of: .all)
        let fullest = subject.store.change { $0.makeAlbum("Everything", everything) }
        list = try applied(try #require(try await updates.next()), to: list)
        #expect(list[0].id == fullest)
        subject.store.change { contents in
            contents.remove(everything.dropFirst(), from: fullest)
            contents.deleteAlbum(list[1].id)
        }
        list = try applied(try #require(try await updates.next()), to: list)
        #expect(list.map(\.album) == (try await subject.manager.albums.albumList(AlbumListOptions(query: .user))))
        subject.store.change { $0.remove(everything, from: fullest) }
        list = try applied(try #require(try await updates.next()), to: list)
        #expect(!list.contains { $0.id == fullest })
    }

    @Test func `An album that cannot be counted stays in the list, and is tried again`() async throws {
        let album = subject.store.change { $0.makeAlbum("Trip") }
        subject.store.faults.failingCounts = [album: "busy"]
        var updates = updates()
        let list = try #require(try await updates.next()).albums
        #expect(list.last?.countFailure != nil)
        subject.store.faults.failingCounts = [:]
        subject.store.insert()
        let update = try #require(try await updates.next())
        #expect(update.albums.last?.album.count == .exact(0))
    }

    @Test func `A cover that the user deselects is read again, also where the history does not name its album`()
        async throws
    {
        let store = SyntheticStore(assets: 40)
        let all = store.contents.assets.filter { AssetQuery.all.matches($0) }.map(\.id)
        store.select(all.suffix(2))
        let factory = PhotoLibrarySource.synthetic(store, authorization: MockAuthorization(.limited))
            .wrapping { TacitLibrary($0) }
        let access = LibraryAccess(factory, executor: LibraryExecutor(label: "tacit"), limits: .untimed)
        let before = try await access.perform(
            "albums", AlbumUpdateRead(AlbumListOptions(), cover: .newest, after: nil, isFull: false))
        let cover = try #require(before.covers.first)
        store.select(all.suffix(2).filter { $0 != cover })
        let after = try await access.perform(
            "albums", AlbumUpdateRead(AlbumListOptions(), cover: .newest, after: before, isFull: false))
        #expect(!after.covers.isEmpty && !after.covers.contains(cover))
    }

    private func applied(_ update: AlbumListUpdate, to list: [AlbumSummary]) throws -> [AlbumSummary] {
        let changes = try #require(update.indexChanges)
        let new = try changes.applied(to: list) { update.albums[$0] }
        #expect(new == update.albums)
        return new
    }
}

/// A library whose history names nothing.
private final class TacitLibrary: ForwardingLibrary {
    override func changes(since token: ChangeToken, limit: Int) throws(LibraryError) -> ChangeHistory {
        var changes = LibraryChanges(upTo: try base.changeToken() ?? token)
        changes.affectedAlbums = []
        return .changes(changes)
    }
}

extension AlbumListState {
    /// The covers of all albums.
    fileprivate var covers: [AssetID] {
        summaries.values.compactMap { if case .asset(let asset) = $0.cover { asset.id } else { nil } }
    }
}
