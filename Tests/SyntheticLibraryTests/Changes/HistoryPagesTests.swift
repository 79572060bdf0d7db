import CameraRoll
import SyntheticLibrary
import TestSupport
import Testing

@Suite(.timeLimit(.hang)) struct HistoryPagesTests {
    @Test(arguments: Effort.seeds(0..<20))
    func `Pages of any length tell together what the whole history tells`(seed: Int) async throws {
        let store = SyntheticStore(assets: 30, seed: UInt64(seed))
        let access = makeAccess(to: store)
        let start = try #require(try await access.token())
        store.applyBurst(seed: UInt64(seed), steps: 40)
        let whole = try #require(try await access.changes(since: start))
        for limit in [1, 2, 3, 5, 8, 13, 1_000, .max] {
            let pages = try await access.pages(of: limit, since: start)
            var merged = LibraryChanges(affectedAlbums: [], upTo: start)
            for page in pages { merged.append(page) }
            #expect(merged.assets == whole.assets && merged.albums == whole.albums, "limit \(limit)")
            #expect(merged.token == whole.token && !merged.hasMore)
            let (named, needed) = (try #require(merged.affectedAlbums), try #require(whole.affectedAlbums))
            #expect(named.isSuperset(of: needed))
            #expect(pages.dropLast().allSatisfy { $0.hasMore })
            #expect(pages.allSatisfy { limit >= 1_000 || $0.assets.count + $0.albums.count <= limit })
            if limit >= 1_000 { #expect(pages == [whole]) }
        }
    }

    @Test(arguments: [0, -1, Int.min])
    func `A limit below 1 is refused`(limit: Int) async throws {
        let access = makeAccess(to: SyntheticStore(assets: 5))
        let token = try #require(try await access.token())
        let error = LibraryError.invalidArgument(
            InvalidArgument("limit of changes", limit, allowed: "at least 1"))
        await #expect(throws: error) { try await access.pages(of: limit, since: token) }
    }

    @Test func `Under limited access all changes are one page`() async throws {
        let subject = LimitedSubject(options: SyntheticLimitedAccess(tellsHistory: true))
        subject.store.select([.row(1), .row(2)])
        let start = try #require(try await subject.access.token())
        // The entries by themselves say that row 1 was inserted.
        subject.store.select([.row(2)])
        subject.store.select([.row(1), .row(2)])
        let pages = try await subject.access.pages(of: 1, since: start)
        #expect(pages.count == 1 && pages.allSatisfy { $0.isEmpty })
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
