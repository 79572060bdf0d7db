#if FolderLibrary || canImport(Darwin)
import CameraRoll
import CameraRollTesting
import TestSupport
@testable import FolderLibrary
import Foundation
import Testing

/// Identifiers and tokens after an index was lost, copied or restored to an earlier state.
struct IdentifierTests {
    let scratch: ScratchFolder

    init() throws {
        scratch = try ScratchFolder()
        for number in 0..<3 { try scratch.write(SamplePhoto(date: "2023:04:1\(number) 10:11:12"), to: "\(number).jpg") }
    }

    private var index: URL { scratch.url.appending(path: ".cameraroll") }

    private func openIndex() throws -> SQLiteConnection {
        try SQLiteConnection(path: index.appending(path: "index.sqlite").path, .readWrite)
    }

    @Test func `Every text has its place among the identifiers`() {
        var numbers = SeededNumbers(seed: 3)
        for _ in 0..<2_000 {
            let length = Int.random(in: 0...11, using: &numbers)
            let text = String((0..<length).map { _ in "/0129:@`afgz".randomElement(using: &numbers)! })
            let row = AssetRow.lastRow(notAfter: AssetID(text))
            #expect(row < 0 || AssetRow.id(row) <= AssetID(text), "\(text)")
            #expect(row == AssetRow.all.upperBound || AssetRow.id(row + 1) > AssetID(text), "\(text)")
        }
    }

    @Test func `A rebuilt index reuses no identifier of the one before`() async throws {
        var seen: Set<String> = []
        for _ in 0..<3 {
            let access = try await scratch.photos().opened()
            let manager = MediaManager(access: access)
            try await manager.performChanges { _ = $0.createAlbum("Trip") }
            let names = try await access.assets().map(\.id.rawValue) + manager.loadAlbums(.user).map(\.id.rawValue)
            let new = names.filter { $0 != "directory-1" }
            #expect(new.count == 4 && seen.isDisjoint(with: new))
            seen.formUnion(new)
            await access.close()
            try FileManager.default.removeItem(at: index)
        }
    }

    @Test func `An index that may have gone back leaves out the rows that it may have given away`() async throws {
        try await scratch.photos().index().waitUntilFinished()
        let connection = try openIndex()
        let next = try connection.number("SELECT next_asset FROM library")
        let album = try connection.number("SELECT seq FROM sqlite_sequence WHERE name = 'album'")
        try IdentifierEpoch.renew(connection, at: index.appending(path: "index.sqlite").path)
        #expect(try connection.number("SELECT next_asset FROM library") == next)
        try connection.execute("UPDATE library SET boot = 'another start of the system'")
        try await scratch.photos().index().waitUntilFinished()
        #expect(try connection.number("SELECT next_asset FROM library") - next >= 200_000)
        #expect(try connection.number("SELECT seq FROM sqlite_sequence WHERE name = 'album'") - album >= 200_000)
        try scratch.write(SamplePhoto(date: "2023:04:20 10:11:12"), to: "new.jpg")
        let assets = try await scratch.photos().opened().assets()
        #expect(assets.count == 4)
        #expect(try #require(AssetRow.row(of: assets[0].id)) - next >= 200_000)
    }

    @Test func `A token of a history that was lost is known as such`() async throws {
        let backup = try ScratchFolder()
        let first = try await scratch.photos().opened()
        let early = try #require(try await first.read("token") { try $0.changeToken() })
        await first.close()
        try openIndex().execute("PRAGMA wal_checkpoint(TRUNCATE)")
        let copy = backup.url.appending(path: "copy")
        try FileManager.default.copyItem(at: index, to: copy)
        let late = try await token(after: "3.jpg")
        try FileManager.default.removeItem(at: index)
        try FileManager.default.copyItem(at: copy, to: index)
        // As many entries as before, and more.
        try scratch.remove("3.jpg")
        for name in ["4.jpg", "5.jpg", "6.jpg"] { _ = try await token(after: name) }
        let access = try await scratch.photos().opened()
        let history = try await access.read("history") { try $0.changes(since: late) }
        guard case .resyncRequired(.tokenExpired, _) = history else {
            Issue.record("A gap is not told: \(history)")
            return
        }
        // A place in the common part is valid in both.
        guard case .changes(let changes) = try await access.read("history", { try $0.changes(since: early) }) else {
            Issue.record("The history does not go back to the copy.")
            return
        }
        #expect(changes.assets.inserted.count == 3)
    }

    private func token(after name: String) async throws -> ChangeToken {
        try scratch.write(SamplePhoto(date: "2023:04:20 10:11:12", noise: Array(name.utf8)), to: name)
        let access = try await scratch.photos().opened()
        let token = try await access.read("token") { try $0.changeToken() }
        await access.close()
        return try #require(token)
    }

    @Test func `A token of the first version is understood, and one that is cut is not`() throws {
        let place = JournalPlace(7, stamp: -1)
        #expect(JournalPlace(place.data) == place)
        #expect(JournalPlace(Data([1, 0, 0, 0, 0, 0, 0, 1, 2])) == JournalPlace(258, stamp: 0))
        for length in 0..<17 { #expect(JournalPlace(place.data.prefix(length)) == nil) }
        #expect(JournalPlace(JournalPlace(-1, stamp: 0).data) == nil)
    }

    @Test func `The history is known to its beginning after it was cut`() async throws {
        let photos = scratch.photos { $0.historyLimit = 2 }
        let access = try await photos.opened()
        let id = try #require(try await access.assets().first?.id)
        for round in 0..<5 {
            try await MediaManager(access: access).performChanges { $0.setFavorite(round % 2 == 0, for: [id]) }
        }
        let start = try photos.store.index.reader().first(
            "SELECT number, stamp FROM journal ORDER BY number",
            read: { JournalPlace($0.integer(0) + 1, stamp: $0.integer(1)) })
        let identity = try await access.read("identity") { $0.identity }
        func history(since place: JournalPlace) async throws -> ChangeHistory {
            let token = ChangeToken(library: identity, place: place.data)
            return try await access.read("history") { try $0.changes(since: token) }
        }
        let place = try #require(start)
        guard case .changes(let changes) = try await history(since: place) else {
            Issue.record("The first place that is kept is not known.")
            return
        }
        #expect(changes.assets.updated == [id])
        guard case .resyncRequired = try await history(since: JournalPlace(place.number, stamp: place.stamp ^ 1)) else {
            Issue.record("A place of another history is taken for one of this.")
            return
        }
    }
}
#endif
