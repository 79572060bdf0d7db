import CameraRollTesting
import SyntheticLibrary
import TestSupport
import Testing

@testable import CameraRoll
@testable import CameraRollBrowsing

/// The text of a browser's search field, and the list that it shows.
@Suite(.timeLimit(.hang)) @MainActor struct BrowserSearchTests {
    /// A browser that shows its list, and knows whether the library can be searched.
    private func opened(
        _ subject: PickerSubject, startingWith choice: AlbumChoice = .library
    ) async throws -> LibraryBrowser {
        let browser = try LibraryBrowser(
            of: subject.manager, images: subject.images, options: .init(startingWith: choice), clock: subject.clock)
        browser.start()
        await subject.run { browser.list != nil && !browser.albumSections.isEmpty }
        return browser
    }

    /// Lets so much time pass once the browser waits for the end of a pause.
    private func pass(_ time: Duration, of subject: PickerSubject) async {
        await subject.clock.waitUntilSleeping(1)
        subject.clock.advance(by: time)
    }

    // the user                   the browser
    // --------                   -----------
    // types "bea"
    //                            waits 0.2 s
    // types "beach"
    //                            waits 0.3 s
    //                            shows what "beach" finds
    @Test func `A text is searched for after a pause in typing`() async throws {
        let subject = try PickerSubject(assets: 1_000)
        let browser = try await opened(subject)
        browser.searchText = "bea"
        await pass(.milliseconds(200), of: subject)
        browser.searchText = "beach"
        await pass(.milliseconds(299), of: subject)
        #expect(browser.choice == .library && browser.state == .ready)
        await pass(.milliseconds(1), of: subject)
        await subject.run { browser.choice == .search("beach") && browser.list != nil }
        let found = try #require(browser.list).count
        #expect(found > 0 && found < 200)
    }

    @Test func `What stands in place of an empty list says whether a search found nothing`() async throws {
        let browser = try await opened(try PickerSubject(assets: 100))
        #expect(browser.emptyPhrase == Phrase(.libraryEmpty))
        #expect(browser.titlePhrase == Phrase(.pickerTitle))
        let row = try #require(browser.albumSections.first?.rows.first)
        browser.choose(.album(row.id))
        #expect(browser.titlePhrase == row.album.title.map { Phrase(.plainText, .text($0)) })
        browser.choose(.search("beach"))
        #expect(browser.emptyPhrase == Phrase(.searchEmpty))
        #expect(browser.titlePhrase == Phrase(.pickerTitle))
    }

    @Test(arguments: ["", " \n"])
    func `Without a word the list from before the search is shown again`(text: String) async throws {
        let subject = try PickerSubject(assets: 1_000)
        let browser = try await opened(subject)
        let album = try #require(browser.albumSections.first?.rows.first?.id)
        browser.choose(.album(album))
        await subject.run { browser.list != nil }
        let count = browser.list?.count
        browser.searchText = "beach"
        await pass(.milliseconds(300), of: subject)
        await subject.run { browser.choice == .search("beach") && browser.list != nil }
        browser.searchText = text
        #expect(browser.choice == .album(album))
        await subject.run { browser.list != nil }
        #expect(browser.list?.count == count)
    }

    // the user                   the browser
    // --------                   -----------
    // chooses an album
    //                            shows it; the album is deleted, and the library is shown
    // searches
    //                            shows what is found
    // clears the text
    //                            shows the library
    @Test func `An album that was deleted is not shown again after a search`() async throws {
        let subject = try PickerSubject(assets: 1_000)
        let ids = await subject.ids()
        let album = subject.store.change { $0.makeAlbum("Trip", Array(ids.prefix(5))) }
        let browser = try await opened(subject)
        browser.choose(.album(album))
        await subject.run { browser.list != nil }
        subject.store.change { $0.deleteAlbum(album) }
        await subject.run { browser.removedAlbum?.id == album }
        #expect(browser.choice == .library)
        await subject.run { browser.list != nil }
        browser.searchText = "beach"
        await pass(.milliseconds(300), of: subject)
        await subject.run { browser.choice == .search("beach") && browser.list != nil }
        browser.searchText = ""
        #expect(browser.choice == .library)
    }

    // the user                   the browser
    // --------                   -----------
    // types
    //                            waits
    // chooses an album
    //                            shows it, and clears the text
    @Test func `An album that is chosen ends the search, also one that has not begun`() async throws {
        let subject = try PickerSubject(assets: 1_000)
        let browser = try await opened(subject)
        let album = try #require(browser.albumSections.first?.rows.first?.id)
        browser.searchText = "beach"
        await subject.clock.waitUntilSleeping(1)
        browser.choose(.album(album))
        #expect(browser.searchText.isEmpty)
        await subject.run { browser.list != nil }
        #expect(subject.clock.sleepers == 0)
        browser.choose(.search("beach"))
        #expect(browser.searchText == "beach")
        browser.choose(.library)
        #expect(browser.searchText.isEmpty && browser.choice == .library)
    }

    @Test func `A search with which a browser starts is in its field, and ends with its text`() async throws {
        let subject = try PickerSubject(assets: 1_000)
        let browser = try await opened(subject, startingWith: .search("beach"))
        #expect(browser.searchText == "beach" && browser.choice == .search("beach"))
        browser.searchText = ""
        await subject.run { browser.choice == .library && browser.list?.count ?? 0 > 200 }
    }

    @Test(arguments: ["", " \t"])
    func `A search without a word shows the library`(text: String) async throws {
        let subject = try PickerSubject(assets: 100)
        let browser = try await opened(subject)
        let count = browser.list?.count
        browser.choose(.search(text))
        await subject.run { browser.state == .ready && browser.list != nil }
        #expect(browser.list?.count == count && browser.searchText.isEmpty)
    }

    @Test func `A text that was typed before the library was open is searched for then`() async throws {
        let subject = try PickerSubject(assets: 1_000)
        let browser = try LibraryBrowser(
            of: subject.manager, images: subject.images,
            options: .init(busyDelay: .seconds(100), searchDelay: .zero), clock: subject.clock)
        browser.searchText = "beach"
        browser.start()
        await subject.run { browser.choice == .search("beach") && browser.list != nil }
        #expect(browser.canSearch)
    }

    @Test func `In a library without a search a text changes nothing`() async throws {
        let subject = try PickerSubject(SyntheticConfiguration(assets: 100)) { source in
            source.wrapping { UnsearchableLibrary($0) }
        }
        let browser = try await opened(subject)
        browser.searchText = "beach"
        #expect(browser.choice == .library && browser.state == .ready)
        #expect(subject.clock.sleepers == 0)
    }

    @Test func `A listing of the albums that fails ends no search, and is tried again on demand`() async throws {
        let subject = try PickerSubject(assets: 1_000)
        let browser = try await opened(subject)
        browser.searchText = "beach"
        await pass(.milliseconds(300), of: subject)
        await subject.run { browser.choice == .search("beach") && browser.list != nil }
        subject.store.faults.failingOperations = [.listAlbums: "broken"]
        subject.store.insert(1)
        await subject.run { browser.albumFailure != nil }
        #expect(browser.canSearch && browser.choice == .search("beach") && browser.searchText == "beach")
        subject.store.faults = .none
        browser.retry()
        await subject.run { browser.albumFailure == nil }
        #expect(browser.choice == .search("beach") && browser.state == .ready)
    }

    @Test func `A library that can no longer be searched leaves the search`() async throws {
        let subject = try PickerSubject(assets: 1_000)
        let browser = try await opened(subject)
        browser.searchText = "beach"
        await pass(.milliseconds(300), of: subject)
        await subject.run { browser.choice == .search("beach") && browser.list != nil }
        browser.take(canSearch: false)
        #expect(browser.choice == .library && browser.searchText.isEmpty)
    }
}

/// A library without a search.
private final class UnsearchableLibrary: ForwardingLibrary {
    override func searcher() throws(LibraryError) -> (any AssetSearcher)? { nil }
}
