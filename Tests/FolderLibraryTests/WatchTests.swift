#if FolderLibrary || canImport(Darwin)
import CameraRoll
import CameraRollTesting
@testable import FolderLibrary
import Foundation
import Testing

struct WatchTests {
    @Test func `What happens in a row is looked at once, when it is quiet`() {
        var dirty = DirtyFolders()
        let (a, b) = (FolderID(row: 2), FolderID(row: 3))
        #expect(dirty.deadline == nil)
        dirty.note(a, at: 1_000)
        dirty.note(b, at: 50_000_000)
        dirty.note(a, at: 90_000_000)
        #expect(dirty.deadline == 190_000_000)
        #expect(dirty.take(at: 189_999_999) == nil)
        #expect(dirty.take(at: 190_000_000) == .folders([a, b]))
        #expect(dirty.deadline == nil)
    }

    @Test func `What happens while somebody looks waits, and what could not be looked at is looked at later`() {
        var dirty = DirtyFolders(isLooking: true)
        dirty.note(FolderID(row: 2), at: 0)
        #expect(dirty.take(at: 5_000_000_000) == nil)
        dirty.endLooking(succeeded: true, at: 5_000_000_000)
        #expect(dirty.take(at: 5_000_000_000) == .folders([FolderID(row: 2)]))
        for failures in 1...3 as ClosedRange<UInt64> {
            dirty.endLooking(succeeded: false, at: 0)
            #expect(dirty.take(at: failures * DirtyFolders.patience - 1) == nil)
            #expect(dirty.take(at: failures * DirtyFolders.patience) == .everything)
        }
        dirty.endLooking(succeeded: true, at: 0)
        #expect(dirty.deadline == nil)
    }

    @Test func `Where it is never quiet, one waits no longer than the patience`() {
        var dirty = DirtyFolders()
        for time in stride(from: 0 as UInt64, through: 2_000_000_000, by: 50_000_000) {
            dirty.note(FolderID(row: 2), at: time)
        }
        #expect(dirty.deadline == DirtyFolders.patience)
        dirty.note(nil, at: 2_000_000_001)
        #expect(dirty.take(at: 3_000_000_000) == .everything)
    }

    #if os(Linux)
    @Test func `What programs save in the folder comes as changes of the library`() async throws {
        let scratch = try ScratchFolder()
        try scratch.write(SamplePhoto(date: "2023:04:10 10:11:12"), to: "a.jpg")
        let photos = scratch.photos { $0.followsFolder = true }
        let access = LibraryAccess(.folder(photos), executor: LibraryExecutor(label: "test"))
        let manager = MediaManager(access: access)
        let shown = ShownIDs(try await manager.photos.snapshot(), manager.photos)
        try await shown.reaches(1)
        // In a folder that is not watched yet.
        try scratch.write(SamplePhoto(date: "2023:04:11 10:11:12"), to: "new/deep/b.jpg")
        try await shown.reaches(2)
        // As an editor saves: beside it, and then in its place.
        try scratch.write(SamplePhoto(date: "2023:04:12 10:11:12", orientation: 6), to: ".a.jpg.part")
        _ = rename(scratch.url.path + "/.a.jpg.part", scratch.url.path + "/a.jpg")
        try scratch.move("new", to: "old")
        try scratch.write(SamplePhoto(date: "2023:04:13 10:11:12"), to: "old/deep/c.jpg")
        try await shown.reaches(3)
        // A hard link is whole at once, and nothing is closed.
        let outside = try ScratchFolder()
        try outside.write(SamplePhoto(date: "2023:04:14 10:11:12"), to: "linked.jpg")
        #expect(link(outside.url.path + "/linked.jpg", scratch.url.path + "/old/deep/d.jpg") == 0)
        try await shown.reaches(4)
        try scratch.remove("old")
        try await shown.reaches(1)
        #expect(try await access.assets().map(\.pixelWidth) == [32])
        await access.close()
    }
    #endif
}

extension ScanScope: Equatable {
    static func == (left: ScanScope, right: ScanScope) -> Bool {
        switch (left, right) {
        case (.everything, .everything): true
        case (.folders(let left), .folders(let right)): left == right
        default: false
        }
    }
}

/// The number of assets that somebody sees who follows a snapshot.
final class ShownIDs: Sendable {
    private let count: Lock<Int>
    private let watchers = Watchers()

    init(_ snapshot: AssetSnapshot, _ photos: PhotoRepository) {
        count = Lock(snapshot.count)
        Task { [weak self] in
            for try await update in photos.updates(of: snapshot) { self?.show(update.snapshot.count) }
        }
    }

    private func show(_ number: Int) {
        count.withLock { $0 = number }
        watchers.check()
    }

    /// Waits until so many are seen.
    func reaches(_ number: Int) async throws {
        await watchers.wait { [self] in count.withLock { $0 == number } }
    }
}
#endif
