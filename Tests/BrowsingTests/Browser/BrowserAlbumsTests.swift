import CameraRollTesting
import SyntheticLibrary
import TestSupport
import Testing

@testable import CameraRoll
@testable import CameraRollBrowsing

/// The albums of a browser, which are sorted away from the main actor.
@Suite(.timeLimit(.hang)) @MainActor struct BrowserAlbumsTests {
    /// Holds each listing when its albums were read, before they are sorted.
    private final class Listings: Sendable {
        private let number = Lock(0)
        let read = (0..<6).map { _ in Gate() }
        let sorted = (0..<6).map { _ in Gate() }

        func hold() async {
            let current = number.withLock { number in
                defer { number += 1 }
                return number
            }
            read[current].open()
            await sorted[current].wait()
        }
    }

    private func browser(_ subject: PickerSubject, _ listings: Listings) throws -> LibraryBrowser {
        let browser = try LibraryBrowser(of: subject.manager, images: subject.images, clock: subject.clock)
        browser.whenAlbumsRead = { await listings.hold() }
        return browser
    }

    /// A browser that shows its list and its albums.
    private func opened(_ subject: PickerSubject, _ listings: Listings) async throws -> LibraryBrowser {
        let browser = try browser(subject, listings)
        listings.sorted[0].open()
        browser.start()
        await subject.run { browser.list != nil && !browser.albumSections.isEmpty }
        return browser
    }

    private func titles(of browser: LibraryBrowser) -> [String?] {
        browser.albumSections.filter { $0.kind == .user }.flatMap(\.rows).map(\.album.title)
    }

    // the browser                  | the library           | the listing
    // shows the albums             |                       |
    //                              | has another album     |
    //                              |                       | is held
    // reads a count and a cover    |                       |
    //                              |                       | ends
    // shows the other album, the count and the cover
    @Test func `Counts and covers that are read while the albums are sorted stay`() async throws {
        let (subject, listings) = (try PickerSubject(assets: 200), Listings())
        let browser = try await opened(subject, listings)
        let id = try #require(browser.albumSections.first?.rows.first?.id)
        subject.store.change { _ = $0.makeAlbum("New", []) }
        await subject.value { await listings.read[1].wait() }
        browser.albumAppeared(id)
        await subject.run { browser.albumTable[id]?.cover != .unread }
        #expect(!titles(of: browser).contains("New"))
        // A summary that came later would hide that one was lost.
        browser.albumDisappeared(id)
        listings.sorted[1].open()
        await subject.run { titles(of: browser).contains("New") }
        let row = try #require(browser.albumTable[id])
        #expect(row.cover != .unread)
        let isCounted = if case .exact = row.album.count { true } else { false }
        #expect(isCounted)
    }

    @Test func `What changes while the albums are sorted is shown after it, in the order of the changes`() async throws
    {
        let (subject, listings) = (try PickerSubject(assets: 20), Listings())
        let browser = try await opened(subject, listings)
        var seen: [[String]] = []
        func look() {
            let new = titles(of: browser).compactMap { $0 }.filter { $0.hasPrefix("New") }
            if seen.last != new { seen.append(new) }
        }
        for (number, title) in ["New 1", "New 2", "New 3"].enumerated() {
            subject.store.change { _ = $0.makeAlbum(title, []) }
            if number == 0 { await subject.value { await listings.read[1].wait() } }
        }
        look()
        listings.sorted[1].open()
        await subject.value { await listings.read[2].wait() }
        look()
        for gate in listings.sorted { gate.open() }
        await subject.run {
            look()
            return titles(of: browser).contains("New 3")
        }
        #expect(seen == [[], ["New 1"], ["New 1", "New 2", "New 3"]])
    }

    @Test(arguments: [false, true])
    func `A listing that is superseded while its albums are sorted is never shown`(isStopped: Bool) async throws {
        let (subject, listings) = (try PickerSubject(assets: 20), Listings())
        let browser = try await opened(subject, listings)
        subject.store.change { _ = $0.makeAlbum("New", []) }
        await subject.value { await listings.read[1].wait() }
        if isStopped {
            browser.stop()
        } else {
            subject.authorization.status = .denied
            await subject.run { browser.state == .permissionDenied(.denied) }
        }
        #expect(browser.albumSections.isEmpty == !isStopped && browser.folders.isEmpty == !isStopped)
        if isStopped { browser.start() } else { subject.authorization.status = .authorized }
        listings.sorted[1].open()
        await subject.value { await listings.read[2].wait() }
        #expect(browser.albumSections.isEmpty == !isStopped && !titles(of: browser).contains("New"))
        listings.sorted[2].open()
        await subject.run { titles(of: browser).contains("New") }
    }

    @Test func `A browser is not kept while its albums are sorted`() async throws {
        let (subject, listings) = (try PickerSubject(assets: 20), Listings())
        var browser: LibraryBrowser? = try browser(subject, listings)
        weak let released = browser
        browser?.start()
        await subject.value { await listings.read[0].wait() }
        browser = nil
        #expect(released == nil)
    }

    @Test func `Albums that are listed and counted again as they are tell no view`() async throws {
        let (subject, listings) = (try PickerSubject(assets: 20), Listings())
        for gate in listings.sorted { gate.open() }
        let browser = try await opened(subject, listings)
        let id = try #require(browser.albumSections.first?.rows.first?.id)
        browser.albumAppeared(id)
        await subject.run { browser.albumTable[id]?.cover != .unread }
        let changes = ObservationCount { _ = (browser.albumSections, browser.folders) }
        subject.store.change { _ = $0.makeAlbum("New", []) }
        await subject.run { titles(of: browser).contains("New") }
        // The list and the folders, in one turn.
        #expect(changes.count == 1)
        let counts = subject.store.statistics.reads(of: .countAlbum)
        browser.tasks[.albums] = nil
        browser.followAlbums()
        await subject.run { subject.store.statistics.reads(of: .countAlbum) > counts }
        for _ in 0..<5 { _ = await subject.ids() }
        #expect(changes.count == 1)
    }

    // the library                  | the browser
    // opens the list               |
    //                              | reads the first page, and then the albums
    // reads a part of the page     |
    // reads the rest of the page   |
    // lists the albums             |
    @Test func `The first assets are read before the albums`() async throws {
        let subject = try PickerSubject(assets: 200)
        let browser = try LibraryBrowser(of: subject.manager, images: subject.images, clock: subject.clock)
        func waiting() -> [String] { subject.manual.executor.waitingNames }
        browser.grid.scrolled(to: 0..<28)
        browser.start()
        await subject.manual.waitUntilEnqueued(1)
        subject.manual.runNext()
        let pages = Array(repeating: "read assets", count: 3)
        // The pages of the grid, and a stream of changes each for the grid and the albums.
        await subject.wait { waiting().sorted() == ["observe changes", "observe changes"] + pages }
        subject.manual.runNext()
        // The rest of a page that was read in part goes before the albums, which came before it.
        #expect(waiting().filter { $0 == "read assets" } == pages && waiting().last == "observe changes")
        await subject.run { !browser.albumSections.isEmpty && browser.grid.cell(at: 0).asset != nil }
    }
}
