import CameraRoll
import CameraRollTesting
import CoreTestSupport
import Foundation
import SyntheticLibrary
import Testing

/// *Stable Pages*: exhaustively for small libraries.
@Suite struct StablePagesTests {
    enum Change: CaseIterable {
        case insertNewest, insertOldest, deleteFirst, deleteLast, deleteAll, redateAll

        func apply(to contents: inout SyntheticContents) {
            let assets = contents.assets
            switch self {
            case .insertNewest: contents.insert { $0.creationDate = .distantFuture }
            case .insertOldest: contents.insert { $0.creationDate = .distantPast }
            case .deleteFirst: contents.delete(assets.prefix(1).map(\.id))
            case .deleteLast: contents.delete(assets.suffix(1).map(\.id))
            case .deleteAll: contents.delete(assets.map(\.id))
            case .redateAll:
                for (index, asset) in assets.enumerated() {
                    contents.edit(asset.id) { $0.creationDate = .init(timeIntervalSinceReferenceDate: Double(-index)) }
                }
            }
        }
    }

    @Test(arguments: 0...8)
    func `All pages of a snapshot show one state, despite changes before, between or after them`(count: Int)
        async throws
    {
        for size in 1...9 {
            let pages = max(1, (count + size - 1) / size)
            for change in Change.allCases {
                for moment in 0...pages {
                    try await expectOneState(count: count, size: size, change: change, beforePage: moment)
                }
            }
        }
    }

    private func expectOneState(count: Int, size: Int, change: Change, beforePage moment: Int) async throws {
        let subject = Subject(assets: count)
        let expected = try await subject.ids()
        let snapshot = try await subject.photos.snapshot(of: Subject.everything)
        var seen: [AssetID] = []
        var number = 0
        if moment == 0 { subject.store.change(change.apply) }
        for try await page in subject.photos.pages(of: snapshot, size: size) {
            seen += page.assets.map(\.id)
            number += 1
            if moment == number { subject.store.change(change.apply) }
        }
        #expect(seen == expected, "\(count) assets by \(size), \(change) before page \(moment)")
    }

    @Test(arguments: 0...8)
    func `Snapshot pages, cursor pages, single assets and ranges give the same list`(count: Int) async throws {
        let subject = Subject(assets: count, seed: 7)
        let expected = try await subject.ids()
        let snapshot = try await subject.photos.snapshot(of: Subject.everything)
        for size in 1...9 {
            for readsAhead in [false, true] {
                let pages = subject.photos.pages(of: snapshot, size: size, readsAhead: readsAhead)
                #expect(try await pages.reduce(into: []) { $0 += $1.assets.map(\.id) } == expected)
            }
            let assets = subject.photos.assets(of: snapshot, pageSize: size)
            #expect(try await assets.reduce(into: []) { $0.append($1.id) } == expected)
            #expect(try await cursorWalk(subject.photos, size: size) == expected)
        }
        for start in 0...count {
            for end in start...count {
                let range = try await subject.photos.assets(in: start..<end, of: snapshot)
                #expect(range.map(\.id) == Array(expected[start..<end]))
            }
        }
    }

    private func cursorWalk(_ photos: PhotoRepository, size: Int) async throws -> [AssetID] {
        var page = try await photos.firstPage(of: Subject.everything, size: size)
        var ids = page.assets.map(\.id)
        while page.hasNextPage, let cursor = page.endCursor {
            page = try await photos.page(after: cursor, size: size)
            ids += page.assets.map(\.id)
        }
        return ids
    }

    @Test func `An asset deleted after the snapshot is given as it was last known`() async throws {
        let subject = Subject(assets: 5)
        let snapshot = try await subject.photos.snapshot(of: Subject.everything)
        let before = try await subject.photos.assets(in: snapshot.indices, of: snapshot)
        subject.store.delete(before.map(\.id))
        #expect(try await subject.photos.assets(in: snapshot.indices, of: snapshot) == before)
        #expect(try await subject.photos.count(of: Subject.everything) == 0)
    }

    @Test func `What an asset says of itself is read afresh`() async throws {
        let subject = Subject(assets: 5)
        let snapshot = try await subject.photos.snapshot(of: Subject.everything)
        let first = try #require(try await subject.photos.assets(in: 0..<1, of: snapshot).first)
        subject.store.edit(first.id) { $0.isFavorite = !first.isFavorite }
        let again = try #require(try await subject.photos.assets(in: 0..<1, of: snapshot).first)
        #expect(again.id == first.id)
        #expect(again.isFavorite != first.isFavorite)
    }
}
