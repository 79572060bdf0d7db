import CameraRollTesting
import CoreTestSupport
import Foundation
import SyntheticLibrary
import TestSupport
import Testing

@testable import CameraRoll

/// Histories that are read page by page.
@Suite(.timeLimit(.hang)) struct HistoryReadTests {
    private let store: SyntheticStore
    private let log = PageLog()

    init() {
        var configuration = SyntheticConfiguration(assets: 40)
        configuration.historyLimit = 1_000_000
        store = SyntheticStore(configuration)
    }

    /// An access to the store through a library that logs each page, and calls a function before it.
    private func makeAccess(
        executor: LibraryExecutor = LibraryExecutor(label: "pages"), before: @escaping PageLog.Body = { _ in nil }
    ) -> LibraryAccess {
        let factory = PhotoLibrarySource { [store, log] context in
            PagedLibrary(try SyntheticBackend(store: store, context: context), log, before: before)
        }
        return LibraryAccess(factory, executor: executor, limits: .untimed)
    }

    private var identity: LibraryIdentity {
        get async throws { try await makeAccess().read("identity") { $0.identity } }
    }

    private func token(_ access: LibraryAccess) async throws -> ChangeToken {
        try #require(try await access.read("token") { try $0.changeToken() })
    }

    @Test func `A long history is read in pages, and told as a whole`() async throws {
        let access = makeAccess()
        let start = try await token(access)
        store.applyBurst(seed: 8, steps: 500)
        let whole = try await access.read("whole") { try $0.changes(since: start) }
        guard case .changes(let expected) = whole, case .changes(let read) = try await access.history(since: start)
        else {
            Issue.record("The history is unknown.")
            return
        }
        #expect(read.assets == expected.assets && read.albums == expected.albums && read.token == expected.token)
        // The first page is the whole.
        #expect(!read.hasMore && log.pages.count > 4 && log.pages[1].limit == SliceSizer.first)
        let (named, needed) = (try #require(read.affectedAlbums), try #require(expected.affectedAlbums))
        #expect(named.isSuperset(of: needed))
    }

    @Test func `Of 100,000 transactions no page reads more than the longest slice`() async throws {
        let access = makeAccess()
        let start = try await token(access)
        let ids = store.contents.assets.map(\.id)
        for step in 0..<100_000 { store.edit(ids[step % ids.count]) { $0.isFavorite.toggle() } }
        guard case .changes(let changes) = try await access.history(since: start) else {
            Issue.record("The history is unknown.")
            return
        }
        #expect(changes.assets.updated.count == ids.count && changes.assets.inserted.isEmpty && !changes.hasMore)
        #expect(log.pages.allSatisfy { $0.limit <= SliceSizer.largest })
        #expect(log.pages.reduce(0) { $0 + $1.limit } >= 100_000)
    }

    // the caller               the executor
    // ----------               ------------
    // waits                    reads the first page, then the second
    // is canceled: ends
    //                          reads no third page
    @Test func `A read that is cancelled between pages reads no further`() async throws {
        let gate = BlockingGate()
        let access = makeAccess { page in
            if page == 2 { gate.pass() }
            return nil
        }
        let start = try await token(makeAccess())
        store.applyBurst(seed: 8, steps: 500)
        let task = Task { try await access.history(since: start) }
        await gate.waitUntilReached()
        task.cancel()
        #expect(await task.libraryError == .cancelled)
        gate.open()
        // The second one comes after what the second page has enqueued.
        for _ in 0..<2 { try await access.read("settle") { _ in } }
        #expect(log.pages.count == 2)
    }

    /// An access whose history leads on for a few pages, and then from each to the next of a circle.
    private func circularAccess(length: Int) async throws -> (access: LibraryAccess, start: ChangeToken) {
        let library = try await identity
        let access = makeAccess { page in
            let place = Data("\(page < 10 ? page : 100 + page % length)".utf8)
            var changes = LibraryChanges(upTo: ChangeToken(library: library, place: place))
            changes.hasMore = true
            return .changes(changes)
        }
        return (access, ChangeToken(library: library, place: Data("start".utf8)))
    }

    @Test(arguments: [1, 2, 3, 5, 16])
    func `Pages that lead in a circle are an error`(length: Int) async throws {
        let (access, start) = try await circularAccess(length: length)
        let error = LibraryError.failed("read history", reason: "a page of the history leads to an earlier place")
        await #expect(throws: error) { try await access.history(since: start) }
        #expect(log.pages.count < 4 * (length + 10))
    }

    @Test func `Pages that lead in a circle too long to be noticed end with a new start`() async throws {
        let (access, start) = try await circularAccess(length: 100_000)
        guard case .resyncRequired(.detailsUnavailable, _) = try await access.history(since: start) else {
            Issue.record("The circle was taken for a history.")
            return
        }
        #expect(log.pages.reduce(0) { $0 + $1.limit } <= HistoryRead.mostChanges + SliceSizer.largest)
    }

    @Test func `A history that expires between two pages asks for a new start`() async throws {
        let store = store
        let access = makeAccess { page in
            // Contents that are replaced as a whole have another history.
            if page == 3 { store.change { $0 = SyntheticStore(assets: 7).contents } }
            return nil
        }
        let start = try await token(access)
        store.applyBurst(seed: 8, steps: 500)
        let history = try await access.history(since: start)
        #expect(history == .resyncRequired(.tokenExpired, from: try await token(access)))
        #expect(log.pages.count == 3)
    }

    @Test func `A history of too many objects asks for a new start before its end`() async throws {
        let library = try await identity
        let access = makeAccess { page in
            let ids = (0..<60_000).map { AssetID("\(page) \($0)") }
            let token = ChangeToken(library: library, place: Data("\(page)".utf8))
            var changes = LibraryChanges(assets: .init(inserted: Set(ids)), affectedAlbums: [], upTo: token)
            changes.hasMore = true
            return .changes(changes)
        }
        let start = try await token(access)
        #expect(try await access.history(since: start) == .resyncRequired(.detailsUnavailable, from: start))
        #expect(log.pages.count == 4)
    }

    @Test func `A page counts as the records that were asked for, however many objects they concern`() async throws {
        let library = try await identity
        let access = makeAccess { _ in
            let ids = (0..<10_000).map { AssetID("\($0)") }
            let token = ChangeToken(library: library, place: Data("next".utf8))
            var changes = LibraryChanges(assets: .init(inserted: Set(ids)), affectedAlbums: [], upTo: token)
            changes.hasMore = true
            return .changes(changes)
        }
        let start = try await token(access)
        let counted = try await access.perform("test") { libraryState throws(LibraryError) -> Int? in
            var read = HistoryRead(since: start)
            guard case .more(let items) = try read.advance(in: libraryState, items: 20) else { return nil }
            return items
        }
        // A page is made shorter by its records: one of 20 that takes too long is followed by one of fewer.
        #expect(counted == 20)
    }

    @Test func `A history of too many records about one asset asks for a new start before its end`() async throws {
        let library = try await identity
        let access = makeAccess { page in
            let token = ChangeToken(library: library, place: Data("\(page)".utf8))
            var changes = LibraryChanges(assets: .init(updated: ["one"]), affectedAlbums: [], upTo: token)
            changes.hasMore = true
            return .changes(changes)
        }
        let start = try await token(access)
        #expect(try await access.history(since: start) == .resyncRequired(.detailsUnavailable, from: start))
        let records = log.pages.reduce(0) { $0 + $1.limit }
        #expect(records > HistoryRead.mostChanges && records <= HistoryRead.mostChanges + SliceSizer.largest)
    }

    @Test func `A list of albums follows a history of many pages`() async throws {
        let access = makeAccess()
        let options = AlbumListOptions()
        let first = AlbumUpdateRead(options, cover: .newest, after: nil, isFull: true)
        let shown = try await access.perform("first", first)
        store.applyBurst(seed: 9, steps: 1_000)
        let next = AlbumUpdateRead(options, cover: .newest, after: shown, isFull: false)
        let followed = try await access.perform("next", next).sorted(by: options)
        let full = try await access.perform("full", first).sorted(by: options)
        #expect(followed.list == full.list && followed.token == full.token && log.pages.count > 2)
    }

    @Test func `Pages merge as the events of each object do, wherever they are divided`() throws {
        let token = ChangeToken(library: LibraryIdentity(rawValue: "any"), place: Data())
        for existed in [false, true] {
            for events in Event.series(of: 6, existed: existed) {
                let whole = LibraryChanges(of: events[...], token)
                for first in 0...events.count {
                    for second in first...events.count {
                        var merged = LibraryChanges(of: events[..<first], token)
                        merged.append(LibraryChanges(of: events[first..<second], token))
                        merged.append(LibraryChanges(of: events[second...], token))
                        #expect(merged == whole, "\(events), divided at \(first) and \(second)")
                    }
                }
            }
        }
    }
}

/// An event of one object.
private enum Event: CaseIterable {
    case insert, update, delete

    /// All possible series of at most so many events.
    static func series(of length: Int, existed: Bool) -> [[Event]] {
        guard length > 0 else { return [[]] }
        let possible: [Event] = existed ? [.update, .delete] : [.insert]
        return [[]]
            + possible.flatMap { event in
                series(of: length - 1, existed: event != .delete).map { [event] + $0 }
            }
    }
}

extension LibraryChanges {
    /// The net change of one object.
    fileprivate init(of events: ArraySlice<Event>, _ token: ChangeToken) {
        self.init(affectedAlbums: [], upTo: token)
        var change = NetChange()
        for event in events {
            switch event {
            case .insert: change.note(isThere: true)
            case .update: change.isUpdated = true
            case .delete: change.note(isThere: false)
            }
        }
        if change.isNews { assets.add("it", change) }
    }
}

/// The pages that were asked for.
private final class PageLog: Sendable {
    /// Called with the number of the page, from 1; returns the page, or nil for that of the library.
    typealias Body = @Sendable (Int) -> ChangeHistory?

    struct Page: Sendable {
        let limit: Int
    }

    private let notes = Notes<Page>()
    var pages: [Page] { notes.all }

    func note(_ page: Page) { notes.append(page) }
}

private final class PagedLibrary: ForwardingLibrary {
    private let log: PageLog
    private let before: PageLog.Body

    init(_ base: any PhotoLibraryBackend, _ log: PageLog, before: @escaping PageLog.Body) {
        (self.log, self.before) = (log, before)
        super.init(base)
    }

    override func changes(since token: ChangeToken, limit: Int) throws(LibraryError) -> ChangeHistory {
        log.note(PageLog.Page(limit: limit))
        if let page = before(log.pages.count) { return page }
        return try base.changes(since: token, limit: limit)
    }
}
