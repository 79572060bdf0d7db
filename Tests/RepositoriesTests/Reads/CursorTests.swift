import CameraRoll
import CameraRollTesting
import CoreTestSupport
import Foundation
import SyntheticLibrary
import Testing

/// Cursors: positions that outlive their asset, the snapshot and the process.
@Suite struct CursorTests {
    private let size = 3

    /// The list as read in pages, with a change after one of them.
    private func walk(
        _ subject: Subject, query: AssetQuery = Subject.everything, afterPage changed: Int,
        change: (Page) -> Void
    ) async throws -> [AssetID] {
        var page = try await subject.photos.firstPage(of: query, size: size)
        var (ids, number) = (page.assets.map(\.id), 1)
        if number == changed { change(page) }
        while page.hasNextPage, let cursor = page.endCursor {
            // As after a relaunch: only the cursor's text remains of the first access.
            let restored = try PageCursor(token: cursor.token)
            page = try await Subject(reopening: subject).photos.page(after: restored, size: size)
            ids += page.assets.map(\.id)
            number += 1
            if number == changed { change(page) }
        }
        return ids
    }

    @Test(arguments: 1...4)
    func `A cursor survives the deletion of its asset, and a relaunch`(page: Int) async throws {
        let subject = Subject(assets: 12)
        let all = try await subject.ids()
        let seen = try await walk(subject, afterPage: page) { page in
            subject.store.delete(page.assets.suffix(1).map(\.id))
        }
        #expect(seen == all)
    }

    @Test(arguments: 1...4)
    func `What is inserted before a cursor is not seen, and nothing is seen twice`(page: Int) async throws {
        let subject = Subject(assets: 12)
        let all = try await subject.ids()
        let seen = try await walk(subject, afterPage: page) { _ in
            subject.store.insert(2) { $0.creationDate = .distantFuture }
        }
        #expect(seen == all)
    }

    @Test(arguments: 1...3)
    func `What is inserted and deleted behind a cursor is seen as it then is`(page: Int) async throws {
        let subject = Subject(assets: 12)
        let all = try await subject.ids()
        var inserted: [AssetID] = []
        let seen = try await walk(subject, afterPage: page) { _ in
            inserted = subject.store.insert { $0.creationDate = .distantPast }
            subject.store.delete([all[10]])
        }
        #expect(Set(seen) == Set(all.filter { $0 != all[10] } + inserted))
        #expect(seen.count == Set(seen).count)
    }

    @Test func `The page of every possible cursor is what follows, also once its asset is gone`() async throws {
        let subject = Subject(assets: 10, seed: 3)
        let all = try await subject.ids()
        for index in all.indices {
            let page = try await subject.photos.firstPage(of: Subject.everything, size: index + 1)
            let cursor = try #require(page.endCursor)
            let other = Subject(reopening: subject)
            #expect(try await other.photos.page(after: cursor, size: 20).assets.map(\.id) == Array(all[(index + 1)...]))
        }
        for index in all.indices.reversed() {
            let cursor = try #require(
                try await subject.photos.firstPage(of: Subject.everything, size: index + 1).endCursor)
            subject.store.delete([all[index]])
            #expect(try await subject.photos.page(after: cursor, size: 20).assets.isEmpty)
        }
    }

    @Test(arguments: AssetSort.Key.allCases, [true, false])
    func `A cursor works in every order`(key: AssetSort.Key, ascending: Bool) async throws {
        let subject = Subject(assets: 40, seed: 5)
        let query = Subject.everything.sorted(by: AssetSort(key, ascending: ascending))
        let snapshot = try await subject.ids(of: query)
        #expect(try await walk(subject, query: query, afterPage: 0) { _ in } == snapshot)
    }

    @Test(arguments: 1...12)
    func `A limit holds over all pages`(limit: Int) async throws {
        let subject = Subject(assets: 10)
        let query = Subject.everything.prefix(limit)
        let all = try await subject.ids(of: query)
        #expect(all.count == min(limit, 10))
        #expect(try await walk(subject, query: query, afterPage: 0) { _ in } == all)
    }

    @Test(arguments: [1, 3, 6, 9, 10])
    func `The page that reaches the limit is the last one`(limit: Int) async throws {
        let subject = Subject(assets: 20)
        var page = try await subject.photos.firstPage(of: Subject.everything.prefix(limit), size: size)
        var count = page.assets.count
        while count < limit {
            #expect(page.hasNextPage)
            page = try await subject.photos.page(after: try #require(page.endCursor), size: size)
            count += page.assets.count
        }
        #expect(!page.hasNextPage)
    }

    @Test(arguments: [0, -1, Int.min])
    func `A cursor that no asset led up to is refused`(passed: Int) async throws {
        let cursor = try #require(try await Subject(assets: 10).photos.firstPage(of: .all, size: 2).endCursor)
        let data = try #require(Data(base64Encoded: cursor.token))
        let text = String(decoding: data, as: UTF8.self)
        let changed = text.replacingOccurrences(of: "\"passed\":2", with: "\"passed\":\(passed)")
        #expect(changed != text)
        let token = Data(changed.utf8).base64EncodedString()
        let reason = "it has passed \(passed) assets"
        #expect(throws: LibraryError.malformedCursor(token: token, reason: reason)) { try PageCursor(token: token) }
    }

    @Test func `From any asset of a snapshot a cursor goes on`() async throws {
        let subject = Subject(assets: 10)
        let all = try await subject.ids()
        let snapshot = try await subject.photos.snapshot(of: Subject.everything)
        let page = try await subject.photos.page(PageRequest(number: 1, size: 4), of: snapshot)
        #expect(page.endCursor == nil)
        let cursor = try #require(snapshot.cursor(after: page.assets[3]))
        #expect(try await subject.photos.page(after: cursor, size: 9).assets.map(\.id) == Array(all[8...]))
    }

    @Test func `A cursor starts at its asset's position when it is made`() async throws {
        let subject = Subject(assets: 10)
        let all = try await subject.ids()
        let snapshot = try await subject.photos.snapshot(of: Subject.everything)
        subject.store.edit(all[3]) { $0.creationDate = .distantPast }
        let moved = try await subject.photos.assets(in: 3..<4, of: snapshot)[0]
        let cursor = try #require(snapshot.cursor(after: moved))
        let rest = try await subject.photos.page(after: cursor, size: 20).assets.map(\.id)
        #expect(!rest.contains(all[4]) && !rest.contains(all[3]))
    }

    @Test(arguments: [Double.infinity, -.infinity, .nan])
    func `Values that are no numbers have a place in an order, and a cursor`(value: Double) async throws {
        let subject = Subject(assets: 20)
        let all = try await subject.ids()
        for id in all.prefix(4) {
            subject.store.edit(id) {
                $0.duration = value
                $0.modificationDate = Date(timeIntervalSinceReferenceDate: value)
            }
        }
        for key in [AssetSort.Key.duration, .modificationDate] {
            let query = Subject.everything.sorted(by: AssetSort(key, ascending: true))
            let seen = try await walk(subject, query: query, afterPage: 0) { _ in }
            #expect(Set(seen) == Set(all) && seen.count == all.count)
        }
    }

    @Test func `The same cursor is encoded alike, for every order of its sets`() async throws {
        let query = AssetQuery.all.ofType(.image, .video, .audio)
        let cursor = try #require(try await Subject(assets: 10).photos.firstPage(of: query, size: 1).endCursor)
        let other = AssetQuery.all.ofType(.audio, .image, .video)
        #expect(try await Subject(assets: 10).photos.firstPage(of: other, size: 1).endCursor?.token == cursor.token)
    }

    @Test func `A cursor of another query is refused, and names it`() async throws {
        let subject = Subject(assets: 10)
        let cursor = try #require(try await subject.photos.firstPage(of: .photos, size: 2).endCursor)
        let error = await failure { () async throws(LibraryError) in
            try await subject.photos.page(after: cursor, of: .videos)
        }
        #expect(error == .cursorOfAnotherQuery(.photos, asked: .videos))
    }

    @Test func `A cursor of another library is refused, and names both`() async throws {
        let (own, other) = (Subject(assets: 10, seed: 1), Subject(assets: 10, seed: 2))
        let cursor = try #require(try await own.photos.firstPage(of: .all, size: 2).endCursor)
        let error = await failure { () async throws(LibraryError) in try await other.photos.page(after: cursor) }
        let (from, used) = (try await own.photos.snapshot().library, try await other.photos.snapshot().library)
        #expect(from != used)
        #expect(error == .foreignCursor(from: from, usedIn: used))
    }

    @Test func `A cursor in an album that was deleted says so`() async throws {
        let subject = Subject(assets: 60)
        let album = try await subject.makeAlbum("Sea", of: 10)
        let cursor = try #require(try await subject.photos.firstPage(of: .album(album.id), size: 1).endCursor)
        subject.store.change { $0.deleteAlbum(album.id) }
        let error = await failure { () async throws(LibraryError) in try await subject.photos.page(after: cursor) }
        #expect(error == .albumNotFound(album.id))
    }

    @Test func `The library's own order has no cursors`() async throws {
        let subject = Subject(assets: 10)
        var query = AssetQuery.all
        query.order = []
        let snapshot = try await subject.photos.snapshot(of: query)
        #expect(try await subject.photos.page(PageRequest(size: 2), of: snapshot).endCursor == nil)
        let error = await failure { () async throws(LibraryError) in try await subject.photos.firstPage(of: query) }
        #expect(error == .unorderedQuery(query))
    }

    @Test func `A cursor can be stored and read back`() async throws {
        var query = Subject.everything.sorted(by: .oldestFirst, AssetSort(.identifier, ascending: false)).prefix(9)
        query.creationDates = .distantPast ..< .distantFuture
        let subject = Subject(assets: 10)
        let cursor = try #require(try await subject.photos.firstPage(of: query, size: 2).endCursor)
        let data = try JSONEncoder().encode([cursor])
        #expect(try JSONDecoder().decode([PageCursor].self, from: data) == [cursor])
        #expect(try PageCursor(token: cursor.token) == cursor)
    }

    @Test(arguments: ["", "not base64!", "e30=", "bnVsbA==", "eyJ2ZXJzaW9uIjoxfQ=="])
    func `Text that is no cursor is refused`(text: String) throws {
        #expect { try PageCursor(token: text) } throws: { error in
            if case LibraryError.invalidToken = error { true } else { false }
        }
    }

    @Test func `A cursor with any byte changed is refused or still a cursor, and never traps`() async throws {
        let subject = Subject(assets: 10)
        let cursor = try #require(try await subject.photos.firstPage(of: .all, size: 2).endCursor)
        let data = try #require(Data(base64Encoded: cursor.token))
        for index in data.indices {
            for byte: UInt8 in [0, 0x20, 0x22, 0x2d, 0x39, 0x5d, 0x7b, 0xff] {
                var mutated = data
                mutated[index] = byte
                guard let other = try? PageCursor(token: mutated.base64EncodedString()) else { continue }
                let error = await failure { () async throws(LibraryError) in
                    try await subject.photos.page(after: other, size: 3)
                }
                #expect(error == nil || error?.isAboutTheCursor == true, "\(error as Any)")
            }
        }
    }
}

extension LibraryError {
    /// Whether the error is one that a modified cursor may cause.
    fileprivate var isAboutTheCursor: Bool {
        switch self {
        case .invalidToken, .albumNotFound: true
        default: false
        }
    }
}
