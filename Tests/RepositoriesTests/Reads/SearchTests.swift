import CameraRoll
import CameraRollTesting
import CoreTestSupport
import Foundation
import SyntheticLibrary
import TestSupport
import Testing

/// What a search finds, and how it reads.
@Suite(.timeLimit(.hang)) struct SearchTests {
    @Test(arguments: [
        ("beach", "Beach_0042.JPG", true), ("BEACH 42", "beach_0042.jpg", true), ("beach 43", "beach_0042.jpg", false),
        ("cafe", "Un café à Paris", true), ("CAFÉ", "cafe", true), ("cafe\u{301}", "Caf\u{E9}", true),
        ("a paris", "Un café à Paris", true), ("落", "日落 上海", true), ("上海 日", "日落 上海", true),
        ("落上", "日落 上海", false), ("ＩＭＧ", "img_1.jpg", true), ("🐈", "a 🐈 sleeps", true),
        ("%", "100 percent", false), ("%", "100%", true),
        ("_", "IMG1", false), ("*", "IMG1", false), ("\"quoted\"", "a \"Quoted\" text", true), ("\\", "a\\b", true),
        ("straße", "Straße 7", true), ("", "anything", true), (" \t\n", "anything", true),
    ])
    func `Each word must occur, without regard to case, accents and width, and no character is special`(
        search: String, text: String, isFound: Bool
    ) {
        #expect(AssetSearch(search).matches([text], takenAt: nil) == isFound)
    }

    @Test func `Words may be in different texts, but no word in two`() {
        #expect(AssetSearch("dog lake").matches(["A dog", "Lake"], takenAt: nil))
        #expect(!AssetSearch("doglake").matches(["A dog", "Lake"], takenAt: nil))
    }

    @Test func `Random texts are found as a naive search finds them`() {
        var chance = SeededGenerator(seed: 11)
        let letters = ["a", "b", "É", "é", "ß", "上", "海", "Ａ", "🐈", " ", " ", "%", "\"", "か", "が"]
        func text(_ length: Int) -> String {
            (0..<length).map { _ in letters.randomElement(using: &chance) ?? "" }.joined()
        }
        func naive(_ text: String) -> String {
            text.decomposedStringWithCanonicalMapping.folding(
                options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
        }
        for _ in 0..<2_000 {
            let (search, found) = (text(.random(in: 1...4, using: &chance)), text(.random(in: 0...12, using: &chance)))
            let words = naive(search).split(whereSeparator: \.isWhitespace)
            let scalars = Array(naive(found).unicodeScalars)
            let expected = words.allSatisfy { word in
                let word = Array(word.unicodeScalars)
                return scalars.indices.contains { scalars[$0...].starts(with: word) }
            }
            #expect(AssetSearch(search).matches([found], takenAt: nil) == expected, "'\(search)' in '\(found)'")
        }
    }

    @Test func `An area has its borders, and may cross the 180th meridian`() throws {
        let fiji = try PlaceArea(latitudes: -20 ... -15, west: 177, east: -178)
        #expect(fiji.contains(Coordinate(latitude: -20, longitude: 177)))
        #expect(fiji.contains(Coordinate(latitude: -15, longitude: -178)))
        #expect(fiji.contains(Coordinate(latitude: -17, longitude: 180)))
        #expect(!fiji.contains(Coordinate(latitude: -17, longitude: 0)))
        #expect(!fiji.contains(Coordinate(latitude: -14, longitude: 179)))
        #expect(!AssetSearch(in: fiji).matches(["Suva"], takenAt: nil))
    }

    @Test func `An area beyond the earth is refused with its value`() {
        #expect(throws: InvalidArgument("latitudes", -91.0...0, allowed: "-90 to 90")) {
            try PlaceArea(latitudes: -91...0, west: 0, east: 1)
        }
        #expect(throws: InvalidArgument("west", -181.0, allowed: "-180 to 180")) {
            try PlaceArea(latitudes: 0...1, west: -181, east: 1)
        }
        #expect(throws: InvalidArgument.self) { try PlaceArea(latitudes: 0...1, west: 0, east: .nan) }
    }

    @Test func `Nothing, and more than a thousand characters, are refused`() async throws {
        let subject = Subject(assets: 20)
        for text in ["", " \n", String(repeating: "a", count: 1_001)] {
            let error = await failure { () async throws(LibraryError) in
                try await subject.photos.search(AssetSearch(text))
            }
            let isRefused = if case .invalidArgument? = error { true } else { false }
            #expect(isRefused, "'\(text.prefix(9))'")
        }
    }

    @Test func `Captions of a synthetic library are found, and what is deleted no longer`() async throws {
        let subject = Subject(assets: 3_000)
        let captions = subject.store.contents.assets.filter { AssetQuery.all.matches($0) }.map {
            (id: $0.id, caption: subject.store.contents.caption(of: $0.id) ?? "")
        }
        for text in ["beach", "cafe", "reykjavik", "日落", "golden berlin", "e"] {
            let expected = captions.filter { AssetSearch(text).matches([$0.caption], takenAt: nil) }.map(\.id)
            let found = try await subject.photos.identifiers(of: subject.photos.search(AssetSearch(text)))
            #expect(!expected.isEmpty && Set(found) == Set(expected), "\(text)")
        }
        let snapshot = try await subject.photos.search(AssetSearch("beach"))
        let first = try await subject.photos.assets(in: 0..<1, of: snapshot)[0]
        subject.store.delete([first.id])
        let again = try await subject.photos.search(AssetSearch("beach"))
        #expect(again.count == snapshot.count - 1)
    }

    @Test func `Under limited access only selected assets are found`() async throws {
        let store = SyntheticStore(assets: 500)
        let plain = store.contents.assets.filter { AssetQuery.all.matches($0) }
        let beaches = plain.filter { store.contents.caption(of: $0.id)?.contains("beach") == true }.map(\.id)
        store.select(beaches.prefix(2) + plain.prefix(20).map(\.id).filter { !beaches.contains($0) })
        let access = LibraryAccess(
            .synthetic(store, authorization: MockAuthorization(.limited)), limits: .untimed)
        let photos = PhotoRepository(access: access)
        let found = try await photos.identifiers(of: photos.search(AssetSearch("beach")))
        #expect(beaches.count > 2 && Set(found) == Set(beaches.prefix(2)))
    }

    @Test func `A search is a snapshot: it pages, and its updates follow its assets`() async throws {
        let subject = Subject(assets: 3_000)
        let snapshot = try await subject.photos.search(AssetSearch("beach"))
        var paged: [MediaAsset] = []
        for try await page in subject.photos.pages(of: snapshot, size: 7) { paged += page.assets }
        #expect(paged == (try await subject.photos.assets(in: snapshot.indices, of: snapshot)))
        var updates = subject.photos.updates(of: snapshot).makeAsyncIterator()
        subject.store.delete([paged[3].id])
        let update = try #require(try await updates.next())
        #expect(update.snapshot.count == snapshot.count - 1)
    }

    @Test func `A long search is many turns of the executor`() async throws {
        let ledger = AccessLedger(capacity: 100_000)
        let access = LibraryAccess(.synthetic(SyntheticStore(assets: 20_000)).recorded(in: ledger), limits: .untimed)
        _ = try await PhotoRepository(access: access).search(AssetSearch("nowhere"))
        // A slice looks at 4,096 assets at most.
        #expect(ledger.entries(of: .findSearcher).count >= 5)
    }

    @Test func `A library that cannot be searched says so`() async throws {
        let source = PhotoLibrarySource.fixed(FixedContents(assets: [MediaAsset(id: "a")]))
        let photos = PhotoRepository(access: LibraryAccess(source, limits: .untimed))
        #expect(try await !photos.canSearch())
        let error = await failure { () async throws(LibraryError) in try await photos.search(AssetSearch("a")) }
        let argument = InvalidArgument("search", "'a'", allowed: "a library that can be searched")
        #expect(error == .invalidArgument(argument))
        let subject = Subject(assets: 20)
        #expect(try await subject.photos.canSearch())
    }

    @Test(arguments: [0, -4] as [Int64])
    func `A search that comes to no end is an error`(step: Int64) async throws {
        let source = PhotoLibrarySource.fixed(FixedContents()).wrapping { StuckLibrary($0, step: step) }
        let photos = PhotoRepository(access: LibraryAccess(source, limits: .untimed))
        let error = await failure { () async throws(LibraryError) in try await photos.search(AssetSearch("a")) }
        #expect(error == .failed("search", reason: "a slice that began at 1 ended at \(1 + step)"))
    }

    @Test func `A canceled search ends`() async throws {
        let gate = Gate()
        let source = PhotoLibrarySource.fixed(FixedContents()).wrapping { StuckLibrary($0, reached: gate, step: 1) }
        let photos = PhotoRepository(access: LibraryAccess(source, limits: .untimed))
        let search = Task {
            await failure { () async throws(LibraryError) in try await photos.search(AssetSearch("a")) }
        }
        await gate.wait()
        search.cancel()
        #expect(await search.value == .cancelled)
    }
}

/// A library whose search never ends.
private final class StuckLibrary: ForwardingLibrary {
    private final class Searcher: AssetSearcher {
        let (reached, step): (Gate?, Int64)

        init(_ reached: Gate?, _ step: Int64) {
            (self.reached, self.step) = (reached, step)
        }

        func find(
            _ search: AssetSearch, from place: Int64?, items: Int
        ) throws(LibraryError) -> (found: [AssetID], next: Int64?) {
            reached?.open()
            return ([], place.map { $0 + step } ?? 1)
        }
    }

    private let (reached, step): (Gate?, Int64)

    init(_ base: any PhotoLibraryBackend, reached: Gate? = nil, step: Int64) {
        (self.reached, self.step) = (reached, step)
        super.init(base)
    }

    override func searcher() throws(LibraryError) -> (any AssetSearcher)? { Searcher(reached, step) }
}
