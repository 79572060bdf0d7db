import Foundation
import Testing

@testable import CameraRoll
@testable import CameraRollBrowsing

/// The state and the notice of a browser, for every combination of what it knows.
@Suite struct BrowserStateTests {
    private static let failure = LibraryError.failed("open", reason: "broken")
    private static let limited = LimitedAccess(selectedAssetCount: 3)

    private static let all: [BrowserFacts] = AuthorizationStatus.allCases.flatMap { status in
        [nil, 0, 5].flatMap { count in
            [nil, failure].flatMap { failure in
                [nil, Date(timeIntervalSince1970: 0)].flatMap { busy in
                    [nil, LibraryIndexing(fractionCompleted: 0.5)].flatMap { indexing in
                        [nil, limited].map { limited in
                            BrowserFacts(
                                status: status, count: count, failure: failure, busySince: busy, indexing: indexing,
                                limited: limited)
                        }
                    }
                }
            }
        }
    }

    @Test func `Without permission there is no other state, and no notice`() {
        let wrong = Self.all.filter { facts in
            guard !facts.status.allowsReading else { return false }
            let state =
                facts.status == .notDetermined
                ? LibraryBrowser.State.permissionNeeded : .permissionDenied(facts.status)
            return facts.state != state || facts.notice != nil
        }
        #expect(wrong.isEmpty)
    }

    @Test func `With permission there is an error, or a list, or the list is being opened`() {
        let wrong = Self.all.filter { facts in
            guard facts.status.allowsReading else { return false }
            return facts.state != Self.expected(facts)
        }
        #expect(wrong.isEmpty)
    }

    private static func expected(_ facts: BrowserFacts) -> LibraryBrowser.State {
        switch (facts.failure, facts.count, facts.indexing) {
        case (let failure?, _, _): .failed(failure)
        case (nil, nil, _), (nil, 0?, _?): .loading
        case (nil, 0?, nil): .empty
        case (nil, _?, _): .ready
        }
    }

    @Test func `A library that does not answer is said first, then indexing, then limited access`() {
        let wrong = Self.all.filter { facts in
            guard facts.status.allowsReading else { return false }
            let notices: [LibraryBrowser.Notice?] = [
                facts.busySince.map { .libraryBusy(since: $0) }, facts.indexing.map { .indexing($0) },
                facts.status == .limited ? facts.limited.map { .limited($0) } : nil,
            ]
            return facts.notice != notices.compactMap(\.self).first
        }
        #expect(wrong.isEmpty)
    }

    @Test func `Albums are sorted into sections by kind, with Recents first, and unknown kinds are kept`() {
        func album(_ id: AlbumID, _ type: AlbumType, _ subtype: AlbumSubtype) -> Album {
            Album(id: id, title: id.rawValue, type: type, subtype: subtype)
        }
        let albums = [
            album("shots", .smartAlbum, .screenshots), album("trip", .album, .regular),
            album("newer", .smartAlbum, AlbumSubtype(rawValue: 1_000_000_219)), album("trip", .album, .regular),
            album("family", .sharedAlbum, .cloudShared), album("recents", .smartAlbum, .userLibrary),
        ]
        let sections = AlbumTable(albums) { true }?.sections ?? []
        #expect(sections.map(\.kind) == [.main, .smart, .user, .shared])
        #expect(sections.map { $0.rows.map(\.id) } == [["recents", "shots"], ["newer"], ["trip"], ["family"]])
        #expect(AlbumTable([]) { true }?.sections.isEmpty == true)
    }

    @Test func `An album that is listed again keeps its count and its cover`() throws {
        let album = Album(id: "a", title: "A", count: .estimated(4))
        var table = try #require(AlbumTable([album]) { true })
        var counted = album
        counted.count = .exact(3)
        table.take(AlbumSummary(album: counted, cover: .asset(MediaAsset(id: "x"))))
        let again = try #require(AlbumTable([album], keeping: table) { true })
        #expect(again.lists(theSameAs: table) && again["a"]?.album.count == .exact(3))
    }
}
