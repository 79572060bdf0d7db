import CameraRollTesting
import Foundation
import SyntheticLibrary
import TestSupport
import Testing

@testable import CameraRoll
@testable import CameraRollBrowsing

/// A browser from its first frame on, without a screen.
@Suite(.timeLimit(.hang)) @MainActor struct LibraryBrowserTests {
    private func browser(
        _ subject: PickerSubject, _ options: LibraryBrowser.Options = .init()
    ) throws -> LibraryBrowser {
        try LibraryBrowser(of: subject.manager, images: subject.images, options: options, clock: subject.clock)
    }

    /// A browser that shows its list and its albums.
    private func opened(
        _ subject: PickerSubject, _ options: LibraryBrowser.Options = .init()
    ) async throws -> LibraryBrowser {
        let browser = try browser(subject, options)
        browser.start()
        await subject.run { browser.list != nil && !browser.albumSections.isEmpty }
        return browser
    }

    @Test(arguments: AuthorizationStatus.allCases)
    func `The state is right from the first frame on, and nothing is read for it`(
        _ status: AuthorizationStatus
    ) throws {
        let subject = try PickerSubject(assets: 10, status)
        let browser = try browser(subject)
        let states: [AuthorizationStatus: LibraryBrowser.State] = [
            .notDetermined: .permissionNeeded, .denied: .permissionDenied(.denied),
            .restricted: .permissionDenied(.restricted), .authorized: .loading, .limited: .loading,
        ]
        #expect(browser.state == states[status] && subject.store.statistics.reads == 0)
    }

    @Test func `An empty library is empty, not an error`() async throws {
        let subject = try PickerSubject(assets: 0)
        let browser = try await opened(subject)
        #expect(browser.state == .empty && browser.notice == nil)
        browser.indexing = LibraryIndexing(fractionCompleted: 0.2)
        #expect(browser.state == .loading)
        subject.store.insert(3)
        await subject.run { browser.state == .ready }
        browser.indexing = nil
        #expect(browser.list?.count == 3)
    }

    @Test func `A library that cannot be opened is a state, and opening is tried again on demand`() async throws {
        var configuration = SyntheticConfiguration(assets: 10)
        configuration.faults.failingOperations = [.fetch: "broken"]
        let subject = try PickerSubject(configuration)
        let browser = try browser(subject)
        browser.start()
        await subject.run { browser.state != .loading }
        let isFailed = if case .failed(.failed) = browser.state { true } else { false }
        #expect(isFailed)
        subject.store.faults = .none
        browser.retry()
        await subject.run { browser.state == .ready }
    }

    // the browser                  | the library           | the clock
    // opens the list               | does not answer       |
    //                              |                       | one second passes
    // says that it is busy         |                       |
    //                              | answers               |
    // shows the list               |                       |
    @Test func `A library that does not answer is busy, until it does`() async throws {
        let subject = try PickerSubject()
        let browser = try browser(subject)
        browser.start()
        await subject.clock.waitUntilSleeping(1)
        subject.clock.advance(by: .seconds(1))
        await subject.wait { browser.notice != nil }
        let isBusy = if case .libraryBusy = browser.notice { true } else { false }
        #expect(isBusy && browser.state == .loading)
        await subject.run { browser.state == .ready }
        #expect(browser.notice == nil)
    }

    // the grid                     | the library           | the clock
    // reads the visible assets     | does not answer       |
    //                              |                       | two seconds pass
    // says that it is busy         |                       |
    //                              | answers               |
    // shows the assets             |                       |
    @Test func `A library that stops answering while its list is shown is busy, until it answers`() async throws {
        let subject = try PickerSubject()
        let browser = try await opened(subject)
        let cell = browser.grid.cell(at: 0)
        browser.grid.scrolled(to: 0..<20)
        await subject.clock.waitUntilSleeping(1)
        subject.clock.advance(by: .seconds(2))
        await subject.wait { browser.notice != nil }
        #expect(browser.state == .ready)
        await subject.run { cell.asset != nil }
        #expect(browser.notice == nil)
    }

    @Test func `A list that timed out is opened again after a pause`() async throws {
        let subject = try PickerSubject(SyntheticConfiguration(assets: 10), deadline: .seconds(3))
        let browser = try browser(subject)
        browser.start()
        // The deadline and the delay.
        await subject.clock.waitUntilSleeping(2)
        subject.clock.advance(by: .seconds(4))
        await subject.wait { browser.notice != nil }
        #expect(browser.state == .loading)
        await subject.clock.waitUntilSleeping(1)
        subject.clock.advance(by: .seconds(1))
        await subject.run { browser.state == .ready }
        #expect(browser.notice == nil)
    }

    // another reader               | the browser           | the library
    // reads                        |                       | does not answer
    //                              | opens the list        |
    //                              | says that it is busy  |
    @Test func `A library for which as many calls wait as may wait is busy, and has not failed`() async throws {
        let subject = try PickerSubject(SyntheticConfiguration(assets: 10), pendingReads: 1)
        let other = Task { [access = subject.manager.photos.access] in try await access.read("other") { _ in } }
        await subject.manual.waitUntilEnqueued(1)
        let browser = try browser(subject)
        browser.start()
        await subject.wait { browser.notice != nil || browser.state != .loading }
        let isBusy = if case .libraryBusy = browser.notice { true } else { false }
        #expect(isBusy && browser.state == .loading)
        subject.manual.runAll()
        try await other.value
    }

    // the browser                  | the library           | the clock
    // opens the list               | does not answer       |
    //                              |                       | the deadline passes
    // says since when it is busy   |                       |
    // opens the list again         | does not answer       |
    //                              |                       | the deadline passes
    // says the same                |                       |
    @Test func `A library that hangs through several attempts has been busy since the first one`() async throws {
        let subject = try PickerSubject(SyntheticConfiguration(assets: 10), deadline: .seconds(3))
        let browser = try browser(subject)
        browser.start()
        await subject.clock.waitUntilSleeping(2)
        subject.clock.advance(by: .seconds(4))
        await subject.wait { browser.notice != nil }
        let changes = ObservationCount { _ = browser.notice }
        for pause in [Duration.seconds(1), .seconds(4), .seconds(1)] {
            await subject.clock.waitUntilSleeping(1)
            subject.clock.advance(by: pause)
        }
        await subject.clock.waitUntilSleeping(1)
        #expect(changes.count == 0)
        await subject.run { browser.state == .ready }
        #expect(browser.notice == nil)
    }

    @Test func `Albums are listed once, not with each choice`() async throws {
        let subject = try PickerSubject()
        let browser = try await opened(subject)
        let listing = try #require(browser.tasks[.albums])
        browser.choose(.album(try #require(browser.albumSections.first?.rows.last?.id)))
        await subject.run { browser.list != nil }
        #expect(browser.tasks[.albums] === listing)
    }

    @Test func `Counts and covers are read for the albums that are visible, and for no others`() async throws {
        let subject = try PickerSubject(assets: 200)
        let browser = try await opened(subject)
        let rows = browser.albumSections.flatMap(\.rows)
        #expect(rows.allSatisfy { $0.cover == .unread })
        let visible = Set(rows.prefix(3).map(\.id))
        for id in visible { browser.albumAppeared(id) }
        await subject.run { browser.albumSections.flatMap(\.rows).count { $0.cover != .unread } == 3 }
        subject.manual.runAll()
        let read = browser.albumSections.flatMap(\.rows).filter { $0.cover != .unread }
        #expect(Set(read.map(\.id)) == visible)
    }

    @Test func `A library without Screenshots shows the other albums, each under its own kind`() async throws {
        var configuration = SyntheticConfiguration(assets: 100)
        configuration.smartAlbums = [.videos, .userLibrary, .favorites]
        let subject = try PickerSubject(configuration)
        let browser = try await opened(subject)
        let main = browser.albumSections.first { $0.kind == .main }
        #expect(main?.rows.map(\.album.subtype) == [.userLibrary, .favorites, .videos])
    }

    @Test func `An album that is deleted while it is shown gives way to the library, and is named`() async throws {
        let subject = try PickerSubject()
        let ids = await subject.ids()
        let album = subject.store.change { $0.makeAlbum("Trip", Array(ids.prefix(5))) }
        let browser = try await opened(subject, .init(startingWith: .album(album)))
        #expect(browser.list?.count == 5 && browser.title == "Trip")
        subject.store.change { $0.deleteAlbum(album) }
        await subject.run { browser.choice == .library && browser.state == .ready }
        #expect(browser.removedAlbum?.id == album && browser.removedAlbum?.title == "Trip")
        #expect(browser.list?.count == ids.count)
    }

    @Test func `An album that is gone since the last launch gives way to the library`() async throws {
        let subject = try PickerSubject()
        let browser = try await opened(subject, .init(startingWith: .album("gone")))
        #expect(browser.choice == .library && browser.state == .ready && browser.removedAlbum?.id == "gone")
    }

    @Test func `Limited access is said with the number of assets, and ends`() async throws {
        let subject = try PickerSubject()
        let ids = await subject.ids()
        subject.store.select(ids.prefix(7))
        let browser = try await opened(subject)
        subject.authorization.status = .limited
        await subject.run { browser.notice == .limited(LimitedAccess(selectedAssetCount: 7)) }
        #expect(browser.state == .ready && browser.list?.count == 7)
        subject.authorization.status = .authorized
        await subject.run { browser.state == .ready && browser.list?.count == ids.count }
        #expect(browser.notice == nil)
    }

    @Test func `After a revocation nothing is shown, and the list returns with the permission`() async throws {
        let subject = try PickerSubject()
        let browser = try await opened(subject)
        subject.authorization.status = .denied
        await subject.run { browser.state == .permissionDenied(.denied) }
        #expect(browser.list == nil && browser.albumSections.isEmpty && browser.folders.isEmpty)
        subject.authorization.status = .authorized
        await subject.run { browser.state == .ready && !browser.albumSections.isEmpty }
    }

    @Test func `The list follows the library, and so do the albums`() async throws {
        let subject = try PickerSubject()
        let browser = try await opened(subject)
        let count = browser.list?.count ?? 0
        subject.store.insert(10)
        subject.store.change { _ = $0.makeAlbum("New", []) }
        await subject.run { browser.list?.count == count + 10 }
        await subject.run { browser.albumSections.flatMap(\.rows).contains { $0.album.title == "New" } }
    }

    @Test func `A browser that was stopped goes on with its list, its selection and what has changed`() async throws {
        let subject = try PickerSubject()
        let browser = try await opened(subject)
        let (grid, count) = (browser.grid, browser.grid.count)
        grid.scrolled(to: 40..<60)
        for position in [43, 2] { grid.toggle(position) }
        let fetches = subject.store.statistics.reads(of: .fetch)
        browser.stop()
        subject.store.change { contents in
            contents.insert(1) {
                MediaAsset.plain(&$0)
                $0.creationDate = .distantFuture
            }
        }
        _ = await subject.ids()
        #expect(grid.count == count)
        browser.start()
        await subject.run { browser.list?.count == count + 1 }
        #expect(Array(grid.selection.positions) == [44, 3])
        #expect(grid.viewport.wanted == 41..<61)
        #expect(grid.change?.batch?.insertions == [0])
        // The one of the test itself.
        #expect(subject.store.statistics.reads(of: .fetch) == fetches + 1)
    }

    @Test(arguments: [false, true])
    func `A grouping that was on its way when a browser was stopped, or came since, is shown when it goes on`(
        isGroupedLater: Bool
    ) async throws {
        let subject = try PickerSubject()
        var options = LibraryBrowser.Options()
        options.grid.sectionUnit = .year
        let browser = try await opened(subject, options)
        await subject.run { browser.grid.sections != nil }
        if !isGroupedLater { browser.grid.group(by: .month) }
        browser.stop()
        if isGroupedLater { browser.grid.group(by: .month) }
        // Nothing is read meanwhile.
        for _ in 0..<5 { _ = await subject.ids() }
        #expect(browser.grid.sections?.unit == .year)
        browser.start()
        await subject.run { browser.grid.sections?.unit == .month }
    }

    @Test func `A browser that was stopped during an animation follows the library when it goes on`() async throws {
        let subject = try PickerSubject()
        let browser = try await opened(subject)
        let count = browser.grid.count
        // The view never says that it has shown the change.
        browser.grid.onChange = { _, _ in }
        subject.store.insert(1)
        await subject.run { browser.list?.count == count + 1 }
        browser.stop()
        subject.store.insert(1)
        browser.start()
        await subject.run { browser.list?.count == count + 2 }
    }

    // the browser                  | the library           | the clock
    // lists the albums             | fails                 |
    //                              |                       | one second passes
    // lists them again             | fails                 |
    //                              |                       | two seconds pass
    // lists them again             | fails                 |
    //                              |                       | four seconds pass
    // lists them again             | answers               |
    @Test func `Albums that could not be listed are listed again after pauses that grow`() async throws {
        let subject = try PickerSubject()
        let browser = try await opened(subject)
        subject.store.faults.failingOperations = [.listAlbums: "broken"]
        subject.store.insert(1)
        await subject.run { browser.albumFailure != nil }
        for seconds in [1, 2, 4] {
            let listings = subject.store.statistics.reads(of: .listAlbums)
            let due = subject.clock.now.advanced(by: .seconds(seconds))
            await subject.clock.waitUntilSleeping(until: due)
            subject.clock.advance(by: .seconds(seconds) - .milliseconds(1))
            _ = await subject.ids()
            #expect(subject.store.statistics.reads(of: .listAlbums) == listings)
            if seconds == 4 { subject.store.faults = .none }
            subject.clock.advance(to: due)
            await subject.run { subject.store.statistics.reads(of: .listAlbums) > listings }
        }
        await subject.run { browser.albumFailure == nil }
        // The next failure is the first one again.
        subject.store.faults.failingOperations = [.listAlbums: "broken"]
        subject.store.insert(1)
        await subject.run { browser.albumFailure != nil }
        let due = subject.clock.now.advanced(by: .seconds(1))
        await subject.clock.waitUntilSleeping(until: due)
        subject.store.faults = .none
        subject.clock.advance(to: due)
        await subject.run { browser.albumFailure == nil }
    }

    @Test(arguments: [false, true])
    func `A browser whose list may no longer be read when it starts again opens it again`(
        isNarrowed: Bool
    ) async throws {
        let subject = try PickerSubject()
        let ids = await subject.ids()
        subject.store.select(ids.prefix(7))
        let browser = try await opened(subject)
        browser.grid.toggle(3)
        browser.stop()
        subject.authorization.status = isNarrowed ? .limited : .denied
        _ = await subject.ids()
        if !isNarrowed { subject.authorization.status = .authorized }
        browser.start()
        await subject.run { browser.state == .ready && browser.grid.selection.isEmpty }
        #expect(browser.list?.count == (isNarrowed ? 7 : ids.count))
    }

    @Test func `A preloaded list is the one that is shown`() async throws {
        let subject = try PickerSubject()
        let report = await subject.value { [manager = subject.manager] in try? await manager.preload() }
        #expect(report?.isComplete == true)
        let fetches = subject.store.statistics.reads(of: .fetch)
        let browser = try browser(subject)
        browser.start()
        await subject.run { browser.list != nil }
        #expect(subject.store.statistics.reads(of: .fetch) == fetches)
    }

    @Test func `A search in a library that cannot be searched is a mistake, not a crash`() async throws {
        let subject = try PickerSubject(SyntheticConfiguration(assets: 100)) { source in
            source.wrapping { UnsearchableLibrary($0) }
        }
        let browser = try await opened(subject)
        #expect(!browser.canSearch)
        browser.choose(.search("cat"))
        await subject.run { browser.state != .loading }
        let isRefused = if case .failed(.invalidArgument) = browser.state { true } else { false }
        #expect(isRefused)
        browser.choose(.library)
        await subject.run { browser.state == .ready }
    }

    @Test func `A search shows what it finds, and without permission there is none`() async throws {
        let subject = try PickerSubject(assets: 1_000)
        let browser = try await opened(subject)
        #expect(browser.canSearch)
        browser.choose(.search("beach"))
        await subject.run { browser.list != nil }
        #expect(browser.title == nil)
        let list = try #require(browser.list)
        #expect(list.count > 0 && list.count < 200)
        browser.choose(.search("no such word"))
        await subject.run { browser.state == .empty }
        subject.authorization.status = .denied
        await subject.run { browser.state == .permissionDenied(.denied) }
        #expect(!browser.canSearch)
    }
}

/// A library without a search.
private final class UnsearchableLibrary: ForwardingLibrary {
    override func searcher() throws(LibraryError) -> (any AssetSearcher)? { nil }
}
