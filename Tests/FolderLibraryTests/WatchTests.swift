#if FolderLibrary || canImport(Darwin)
import CameraRoll
import CameraRollTesting
import TestSupport
@testable import FolderLibrary
import Foundation
import Testing

@Suite(.timeLimit(.hang)) struct WatchTests {
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

    @Test func `Events during a scan wait, and what could not be scanned is scanned later`() {
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
        let access = LibraryAccess(.folder(photos), executor: LibraryExecutor(label: "test"), limits: .untimed)
        let manager = MediaManager(access: access)
        let shown = ShownIDs(try await manager.photos.snapshot(), manager.photos)
        try await shown.reaches(1)
        // In a folder that is not watched yet.
        try scratch.write(SamplePhoto(date: "2023:04:11 10:11:12"), to: "new/deep/b.jpg")
        try await shown.reaches(2)
        // As an editor saves: beside it, and then renamed over it.
        try scratch.write(SamplePhoto(date: "2023:04:12 10:11:12", orientation: 6), to: ".a.jpg.part")
        _ = rename(scratch.url.path + "/.a.jpg.part", scratch.url.path + "/a.jpg")
        try scratch.move("new", to: "old")
        try scratch.write(SamplePhoto(date: "2023:04:13 10:11:12"), to: "old/deep/c.jpg")
        try await shown.reaches(3)
        // A hard link is complete at once, and causes no close event.
        let outside = try ScratchFolder()
        try outside.write(SamplePhoto(date: "2023:04:14 10:11:12"), to: "linked.jpg")
        #expect(link(outside.url.path + "/linked.jpg", scratch.url.path + "/old/deep/d.jpg") == 0)
        try await shown.reaches(4)
        try scratch.remove("old")
        try await shown.reaches(1)
        #expect(try await access.assets().map(\.pixelWidth) == [32])
        await access.close()
    }

    @Test func `The thread that watches for changes sleeps without events`() async throws {
        let scratch = try ScratchFolder()
        try scratch.write(to: "a.jpg")
        let turns = Lock(0)
        var hooks = FolderTestHooks(onCrashPoint: { point in
            if point == .eventsWaiting { turns.withLock { $0 += 1 } }
        })
        hooks.askingInterval = 60_000_000_000
        let photos = scratch.photos(hooks) { $0.followsFolder = true }
        let manager = MediaManager(.folder(photos), executor: LibraryExecutor(label: "test"), limits: .untimed)
        let shown = ShownIDs(try await manager.photos.snapshot(), manager.photos)
        try await shown.reaches(1)
        try scratch.write(to: "b.jpg")
        // It is scanned when the folder has been quiet for a tenth of a second.
        try await shown.reaches(2)
        #expect(turns.withLock(\.self) < 200)
        await manager.photos.access.close()
    }

    @Test func `A new file is looked for in its own folder`() async throws {
        let scratch = try ScratchFolder()
        for number in 1...9 as ClosedRange<UInt8> {
            try scratch.write(SamplePhoto(noise: [number]), to: "\(number)/a.jpg")
        }
        let reads = Lock(0)
        let hooks = FolderTestHooks(onCrashPoint: { point in
            if point == .folderRead { reads.withLock { $0 += 1 } }
        })
        let photos = scratch.photos(hooks) { $0.followsFolder = true }
        let manager = MediaManager(.folder(photos), executor: LibraryExecutor(label: "test"), limits: .untimed)
        let shown = ShownIDs(try await manager.photos.snapshot(), manager.photos)
        try await shown.reaches(9)
        try await photos.index().waitUntilFinished()
        let before = reads.withLock(\.self)
        try scratch.write(SamplePhoto(noise: [10]), to: "3/b.jpg")
        try await shown.reaches(10)
        // A program that pauses while it writes is looked at more than once.
        #expect(reads.withLock(\.self) - before < 9)
        await manager.photos.access.close()
    }

    @Test func `Where the system had to leave events out, everything is looked at`() async throws {
        let limit = try #require(Self.queuedEvents)
        // If the limit was raised, the test would take too long.
        guard limit <= 100_000 else { return }
        let scratch = try ScratchFolder()
        for name in ["a.jpg", "b.jpg", "sub/c.jpg"] { try scratch.write(to: name) }
        let gate = WatchGate()
        let photos = scratch.photos(FolderTestHooks(onCrashPoint: { gate.pass($0) })) { $0.followsFolder = true }
        let manager = MediaManager(.folder(photos), executor: LibraryExecutor(label: "test"), limits: .untimed)
        let shown = ShownIDs(try await manager.photos.snapshot(), manager.photos)
        try await shown.reaches(3)
        try await photos.index().waitUntilFinished()
        gate.close()
        try scratch.touch("a.jpg", at: 1)
        await gate.untilSomebodyWaits()
        let paths = ["a.jpg", "b.jpg"].map { scratch.url.path + "/" + $0 }
        // Alternately: the system merges two consecutive events of the same file.
        for number in 0...limit { utimes(paths[number % 2], nil) }
        try scratch.write(SamplePhoto(noise: [1]), to: "sub/lost.jpg")
        gate.open()
        try await shown.reaches(4)
        await manager.photos.access.close()
    }

    // at the first scan      then                   in the index
    // -----------------      ----                   ------------
    // current/sub/a.jpg      (outside)              current, with sub
    // new/sub/1.jpg          current/sub/1.jpg      new, with sub
    @Test func `A folder in the place of another one is looked at with all its subfolders`() async throws {
        let (scratch, outside) = (try ScratchFolder(), try ScratchFolder())
        for path in ["other.jpg", "current/sub/a.jpg"] { try scratch.write(to: path) }
        for number in 1...3 as ClosedRange<UInt8> {
            try scratch.write(SamplePhoto(noise: [number]), to: "new/sub/\(number).jpg")
        }
        let gate = WatchGate()
        let photos = scratch.photos(FolderTestHooks(onCrashPoint: { gate.pass($0) })) { $0.followsFolder = true }
        let manager = MediaManager(.folder(photos), executor: LibraryExecutor(label: "test"), limits: .untimed)
        let shown = ShownIDs(try await manager.photos.snapshot(), manager.photos)
        try await shown.reaches(5)
        try await photos.index().waitUntilFinished()
        gate.close()
        try scratch.touch("other.jpg", at: 1)
        await gate.untilSomebodyWaits()
        let root = scratch.url.path
        #expect(rename(root + "/current", outside.url.path + "/old") == 0)
        #expect(rename(root + "/new", root + "/current") == 0)
        gate.open()
        try await shown.reaches(4)
        await manager.photos.access.close()
    }

    @Test func `An index that cannot be watched is asked at intervals only`() throws {
        let scratch = try ScratchFolder()
        let photos = scratch.photos()
        try photos.store.prepare()
        var events = IndexEvents(of: photos.store.index)
        events.watch(by: EventDescriptors(inotify: -1))
        #expect(events.deadline == nil)
        events.watch(by: EventDescriptors())
        #expect(events.deadline != nil)
    }

    private static var queuedEvents: Int? {
        let text = try? String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
        return text.flatMap { Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
    }

    @Test(arguments: [0, 1]) func `Where there are not enough watches, everything is looked at now and then`(
        watches: Int
    ) async throws {
        let scratch = try ScratchFolder()
        try scratch.write(to: "sub/deep/a.jpg")
        var hooks = FolderTestHooks()
        (hooks.mostWatches, hooks.pollingInterval) = (watches, 10_000_000)
        let photos = scratch.photos(hooks) { $0.followsFolder = true }
        let manager = MediaManager(.folder(photos), executor: LibraryExecutor(label: "test"), limits: .untimed)
        let shown = ShownIDs(try await manager.photos.snapshot(), manager.photos)
        try await shown.reaches(1)
        try scratch.write(SamplePhoto(noise: [1]), to: "sub/deep/b.jpg")
        try await shown.reaches(2)
        try scratch.remove("sub")
        try await shown.reaches(0)
        await manager.photos.access.close()
    }

    // The values that an exit test captures need Swift 6.3.
    #if compiler(>=6.3)
    @Test(arguments: [true, false])
    func `Edits by another process are reported, through the system's events or by polling`(isTold: Bool) async throws {
        let scratch = try ScratchFolder()
        try scratch.write(to: "a.jpg")
        var hooks = FolderTestHooks(watchesIndex: isTold)
        // In an hour, or all the time.
        hooks.askingInterval = isTold ? 3_600_000_000_000 : 1_000_000
        let photos = scratch.photos(hooks) { $0.followsFolder = true }
        let manager = MediaManager(access: try await photos.opened())
        let favorites = AssetQuery.album(AlbumName.smart(.favorites).id)
        let shown = ShownIDs(try await manager.photos.snapshot(of: favorites), manager.photos)
        let path = scratch.url.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            let photos = ScratchFolder.photos(at: path)
            let manager = MediaManager(.folder(photos), executor: LibraryExecutor(label: "test"), limits: .untimed)
            let assets = try await manager.photos.access.assets()
            try await manager.performChanges { $0.setFavorite(true, for: assets) }
        }
        try await shown.reaches(1)
        await manager.photos.access.close()
    }
    #endif
    #endif
}

#if os(Linux)
/// Holds the watch's thread before it reads events.
private final class WatchGate: Sendable {
    private struct Contents {
        var isClosed = false
        var isAwaited = false
    }

    private let contents = Lock(Contents())
    private let opening = DispatchSemaphore(value: 0)
    private let watchers = Watchers()

    func close() {
        contents.withLock { $0.isClosed = true }
    }

    /// Passes, or waits until it is opened.
    func pass(_ point: CrashPoint) {
        guard point == .eventsWaiting else { return }
        let mustWait = contents.withLock { contents in
            contents.isAwaited = contents.isClosed
            return contents.isClosed
        }
        watchers.check()
        if mustWait { opening.wait() }
    }

    func untilSomebodyWaits() async {
        await watchers.wait { [self] in contents.withLock { $0.isAwaited } }
    }

    func open() {
        contents.withLock { $0.isClosed = false }
        opening.signal()
    }
}
#endif

extension ScanScope: Equatable {
    static func == (left: ScanScope, right: ScanScope) -> Bool {
        switch (left, right) {
        case (.everything, .everything): true
        case (.folders(let left), .folders(let right)): left == right
        default: false
        }
    }
}

/// The number of assets that a subscriber of a snapshot sees.
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
