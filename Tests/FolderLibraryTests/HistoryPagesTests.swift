#if FolderLibrary || canImport(Darwin)
import CameraRoll
import CameraRollTesting
import FolderLibrary
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.hang)) struct HistoryPagesTests {
    private let scratch: ScratchFolder

    init() throws {
        scratch = try ScratchFolder()
        for number in 0..<12 {
            try scratch.write(SamplePhoto(noise: [UInt8(number)]), to: "\(number % 3)/\(number).jpg")
        }
    }

    /// The place before, and an access with many changes since.
    private func changed() async throws -> (LibraryAccess, ChangeToken) {
        let access = try await scratch.photos().opened()
        let start = try #require(try await access.read("token") { try $0.changeToken() })
        let manager = MediaManager(access: access)
        let ids = try await access.assets().map(\.id)
        for (round, id) in ids.enumerated() {
            let album = try await manager.performChanges { changes in
                let album = changes.createAlbum("\(round)")
                changes.append([id], to: album)
                changes.setFavorite(true, for: [id])
                return album
            }
            let made = try album.id(of: album.value)
            if round % 2 == 0 { try await manager.performChanges { $0.deleteCollections([made]) } }
            if round % 3 == 0 { try await manager.performChanges { $0.delete([id]) } }
        }
        return (access, start)
    }

    @Test func `Pages of any length tell together what the whole history tells`() async throws {
        let (access, start) = try await changed()
        guard case .changes(let whole) = try await access.read("history", { try $0.changes(since: start) }) else {
            Issue.record("The history is unknown.")
            return
        }
        #expect(whole.assets.deleted.count == 4 && whole.albums.inserted.count == 6 && !whole.hasMore)
        for limit in [1, 2, 3, 10, 1_000, .max] {
            let pages = try await access.pages(of: limit, since: start)
            var merged = LibraryChanges(affectedAlbums: [], upTo: start)
            for page in pages { merged.append(page) }
            #expect(merged.assets == whole.assets && merged.albums == whole.albums && merged.token == whole.token)
            let (named, needed) = (try #require(merged.affectedAlbums), try #require(whole.affectedAlbums))
            #expect(named.isSuperset(of: needed))
            #expect(limit >= 1_000 ? pages.count == 1 : pages.count > 3)
        }
        guard case .changes(let read) = try await MediaManager(access: access).changes(since: start) else {
            Issue.record("The history that is read in slices is unknown.")
            return
        }
        #expect(read.assets == whole.assets && read.albums == whole.albums && read.token == whole.token)
    }

    @Test func `A page begins at a place that is still kept, or everything is read again`() async throws {
        let (access, start) = try await changed()
        let first = try await access.read("page") { try $0.changes(since: start, limit: 3) }
        guard case .changes(let page) = first else {
            Issue.record("The first page is unknown.")
            return
        }
        #expect(page.hasMore && page.token != start)
        // A token ends with the stamp that tells histories apart.
        var place = page.token.place
        place[place.endIndex - 1] ^= 1
        let token = ChangeToken(library: page.token.library, place: place)
        let next = try await access.read("page") { try $0.changes(since: token, limit: 3) }
        guard case .resyncRequired(.tokenExpired, _) = next else {
            Issue.record("A place of another history is taken for one of this.")
            return
        }
    }

    @Test(arguments: [0, -1, Int.min])
    func `A limit below 1 is refused`(limit: Int) async throws {
        let (access, start) = try await changed()
        let error = LibraryError.invalidArgument(InvalidArgument("limit of changes", limit, allowed: "at least 1"))
        await #expect(throws: error) { try await access.read("page") { try $0.changes(since: start, limit: limit) } }
    }
}

extension LibraryAccess {
    /// All pages of the history, each read in a turn of its own.
    fileprivate func pages(of limit: Int, since start: ChangeToken) async throws(LibraryError) -> [LibraryChanges] {
        var pages: [LibraryChanges] = []
        repeat {
            let place = pages.last?.token ?? start
            let history = try await read("page") { library throws(LibraryError) in
                try library.changes(since: place, limit: limit)
            }
            guard case .changes(let page) = history else { throw .failed("page", reason: "\(history)") }
            pages.append(page)
        } while pages.last?.hasMore == true
        return pages
    }
}
#endif
