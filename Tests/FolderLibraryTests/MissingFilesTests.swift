#if FolderLibrary || canImport(Darwin)
import CameraRoll
import CameraRollTesting
@testable import FolderLibrary
import Foundation
import Testing

/// Assets whose files are missing for a while, and come back.
struct MissingFilesTests {
    let scratch: ScratchFolder
    let photos: PhotoFolder

    init() throws {
        scratch = try ScratchFolder()
        photos = scratch.photos()
        for number in 0..<3 {
            try scratch.write(SamplePhoto(date: "2023:04:1\(number) 10:11:12"), to: "usb/\(number).jpg")
        }
        try scratch.write(SamplePhoto(date: "2023:04:20 10:11:12"), to: "here.jpg")
    }

    /// Sets user data: all photos are favorites, and are in one album in the order of the library.
    private func marked() async throws -> (access: LibraryAccess, album: Album, before: [MediaAsset]) {
        let access = try await photos.opened()
        let manager = MediaManager(access: access)
        let ids = try await access.assets().map(\.id)
        try await manager.performChanges { edits in
            edits.setFavorite(true, for: ids)
            edits.append(ids, to: edits.createAlbum("Trip"))
        }
        let album = try #require(try await manager.loadAlbums(.all).first { $0.title == "Trip" })
        return (access, album, try await access.assets(.album(album)))
    }

    @Test func `What comes back with its volume is what it was, though its inodes and folders are new`() async throws {
        let (access, album, before) = try await marked()
        let token = try #require(try await access.read("token") { try $0.changeToken() })
        let away = try ScratchFolder()
        let times = try (0..<3).map { try scratch.modificationTime(of: "usb/\($0).jpg") }
        for number in 0..<3 { try scratch.copy("usb/\(number).jpg", to: away, at: times[number]) }
        try scratch.remove("usb")
        try await photos.index().waitUntilFinished()
        #expect(try await access.assets(.album(album)) == [before[0]])
        #expect(try await access.assets(.all.onlyFavorites()).count == 1)
        for number in 0..<3 { try away.copy("usb/\(number).jpg", to: scratch, at: times[number]) }
        try await photos.index().waitUntilFinished()
        #expect(try await access.assets(.album(album)) == before)
        // Gone and back in between: it exists, and may be different.
        guard case .changes(let changes) = try await access.read("history", { try $0.changes(since: token) }) else {
            Issue.record("The history tells nothing.")
            return
        }
        #expect(changes.assets.inserted.isEmpty && changes.assets.deleted.isEmpty)
        #expect(changes.assets.updated == Set(before[1...].map(\.id)))
    }

    @Test func `A file that a scan missed on its way is found by the next, under another name`() async throws {
        let (access, album, before) = try await marked()
        try scratch.move("usb/1.jpg", to: ".on-its-way")
        try await photos.index().waitUntilFinished()
        #expect(try await access.assets().count == 3)
        try scratch.move(".on-its-way", to: "new.jpg")
        try await photos.index().waitUntilFinished()
        #expect(try await access.assets(.album(album)) == before)
    }

    @Test func `A file whose length is there before its bytes stays what it is`() async throws {
        let (access, album, before) = try await marked()
        try scratch.write([UInt8](repeating: 0, count: 500), to: "here.jpg")
        try await photos.index().waitUntilFinished()
        #expect(try await access.assets(.album(album)) == before)
        try scratch.write(SamplePhoto(date: "2023:04:21 10:11:12"), to: "here.jpg")
        try await photos.index().waitUntilFinished()
        let after = try await access.assets(.album(album))
        #expect(after.map(\.id) == before.map(\.id))
        #expect(after[0].creationDate != before[0].creationDate && after[0].isFavorite)
    }

    @Test func `What is no picture for a while is the same asset when it is one again`() async throws {
        let (access, album, before) = try await marked()
        try scratch.write(Array("not a picture".utf8), to: "here.jpg")
        try await photos.index().waitUntilFinished()
        #expect(try await access.assets().count == 3)
        try scratch.write(SamplePhoto(date: "2023:04:20 10:11:12"), to: "here.jpg")
        try await photos.index().waitUntilFinished()
        #expect(try await access.assets(.album(album)).map(\.id) == before.map(\.id))
    }

    @Test func `Another picture under the name of one that was lost long ago is another asset`() async throws {
        let (access, _, before) = try await marked()
        try scratch.remove("here.jpg")
        try await photos.index().waitUntilFinished()
        try photos.store.write { try $0.connection.run("UPDATE lost SET since = since - 1000") }
        try scratch.write(SamplePhoto(date: "2024:04:21 10:11:12"), to: "here.jpg")
        try await photos.index().waitUntilFinished()
        let after = try await access.assets()
        #expect(after.count == 4)
        #expect(after.first.map { !before.map(\.id).contains($0.id) && !$0.isFavorite } == true)
    }

    @Test func `An album that has changed meanwhile takes back what was in it, at its former place`() async throws {
        let (access, album, before) = try await marked()
        try scratch.move("usb/2.jpg", to: ".hidden.jpg")
        try await photos.index().waitUntilFinished()
        let manager = MediaManager(access: access)
        try await manager.performChanges { $0.move([before[3].id], to: 0, in: album.id) }
        try scratch.move(".hidden.jpg", to: "usb/2.jpg")
        try await photos.index().waitUntilFinished()
        #expect(try await access.assets(.album(album)).map(\.id) == [3, 1, 0, 2].map { before[$0].id })
    }

    @Test func `A clock that jumps forgets no missing file, and days with scans do`() async throws {
        let (access, album, before) = try await marked()
        try scratch.remove("usb")
        try await photos.index().waitUntilFinished()
        let day: Int64 = 86_400
        var now = LostAssets.now
        func waiting(at time: Int64) throws -> Int64 {
            try photos.store.write { writer in
                try writer.forgetLost(now: time)
                return try writer.connection.number("SELECT count(*) FROM lost")
            }
        }
        // A device without a battery begins in 1970 each time.
        for _ in 0..<20 { #expect(try waiting(at: 1_000) == 3 && waiting(at: now) == 3) }
        now += 3_650 * day
        #expect(try waiting(at: now) == 3)
        for _ in 0..<11 {
            now += 7 * day
            #expect(try waiting(at: now) == 3)
        }
        try scratch.write(SamplePhoto(date: "2023:04:10 10:11:12"), to: "usb/0.jpg")
        try await photos.index().waitUntilFinished()
        #expect(try await access.assets(.album(album)).map(\.id).contains(before[3].id))
        // So far twelve weeks have counted.
        #expect(try waiting(at: now + 7 * day) == 0)
    }

    @Test func `An asset that waits too long is forgotten`() async throws {
        let (access, _, before) = try await marked()
        try scratch.remove("usb")
        try await photos.index().waitUntilFinished()
        try photos.store.write { writer in
            try writer.connection.run("DELETE FROM journal")
            try writer.forgetLost(patience: -86_400)
            for table in ["lost", "lost_member", "departed"] {
                #expect(try writer.connection.number("SELECT count(*) FROM \(table)") == 0)
            }
        }
        try scratch.write(SamplePhoto(date: "2023:04:10 10:11:12"), to: "usb/0.jpg")
        try await photos.index().waitUntilFinished()
        #expect(try await access.assets().map(\.id).contains(before[3].id) == false)
    }
}

extension AssetQuery {
    fileprivate static func album(_ album: Album) -> AssetQuery {
        var query = AssetQuery(.album(album.id))
        query.order = []
        return query
    }
}

extension ScratchFolder {
    /// Copies a file into another folder, with a modification time in nanoseconds since 1970.
    fileprivate func copy(_ path: String, to other: ScratchFolder, at time: Int64) throws {
        try other.write(Array(Data(contentsOf: url.appending(path: path))), to: path)
        other.setModificationTime(time, of: path)
    }
}
#endif
