#if PhotosDouble
import CameraRoll
import Dispatch
import Foundation
import PhotosDouble
@testable import CameraRollPhotos

/// A way to read the library, for a screen on the main actor and for albums in the background.
protocol StallWay: Sendable {
    var name: String { get }
    /// Reads one screen for the main actor; returns the number of its assets.
    @MainActor func readScreen(_ range: Range<Int>) async throws -> Int
    /// Begins a reader that reads albums for as long as there is a next one, and ends the group's turn then.
    func begin(reader: Int, next: @escaping @Sendable () -> Range<Int>?, end: @escaping @Sendable () -> Void)
}

/// Photos as apps use it: a thread for each reader, and the main actor waits for the library's lock itself.
struct DirectPhotos: StallWay {
    let name = "Photos' lock"
    /// A fetch result for each reader, and the last one for the main actor.
    private let results: [PHFetchResult<PHAsset>]

    init(readers: Int) {
        results = (0...readers).map { _ in PHAsset.fetchAssets(with: nil) }
    }

    @MainActor func readScreen(_ range: Range<Int>) async throws -> Int {
        Self.read(range, of: results[results.count - 1]).count
    }

    func begin(reader: Int, next: @escaping @Sendable () -> Range<Int>?, end: @escaping @Sendable () -> Void) {
        let result = results[reader]
        Thread.detachNewThread {
            while let album = next() { _ = Self.read(album, of: result) }
            end()
        }
    }

    private static func read(_ range: Range<Int>, of result: PHFetchResult<PHAsset>) -> [MediaAsset] {
        result.objects(at: IndexSet(integersIn: range)).map { MediaAsset($0) }
    }
}

/// The same reads through `CameraRollPhotos`.
struct PhotosLibraryReads: StallWay {
    let name: String
    let photos: PhotoRepository
    /// A snapshot for each reader, and the last one for the main actor; or one for all.
    private let snapshots: [AssetSnapshot]

    init(_ photos: PhotoRepository, readers: Int, shared: Bool) async throws {
        self.photos = photos
        name = shared ? "CameraRollPhotos, one snapshot" : "CameraRollPhotos"
        var snapshots: [AssetSnapshot] = []
        for _ in 0...readers {
            if shared, let first = snapshots.first {
                snapshots.append(first)
            } else {
                snapshots.append(try await photos.snapshot())
            }
        }
        self.snapshots = snapshots
    }

    @MainActor func readScreen(_ range: Range<Int>) async throws -> Int {
        try await photos.assets(in: range, of: snapshots[snapshots.count - 1]).count
    }

    func begin(reader: Int, next: @escaping @Sendable () -> Range<Int>?, end: @escaping @Sendable () -> Void) {
        let snapshot = snapshots[reader]
        Task.detached(priority: .utility) {
            while let album = next() { _ = try? await photos.assets(in: album, of: snapshot) }
            end()
        }
    }
}

/// Readers in the background, a screen on the main actor every 16 ms, and a heartbeat that measures the main actor: as
/// the scenario `stall` of the benchmarks.
struct StallRun: Sendable {
    static let screen = 28
    static let album = 500
    /// The time from one screen to the next, in nanoseconds.
    static let interval: UInt64 = 16_000_000

    /// What a run found.
    struct Figures: Sendable {
        /// The longest time in which the main actor did not answer, in nanoseconds.
        var longestWait: UInt64 = 0
        /// The time from when each screen was due until it was there, in nanoseconds.
        var screens: [UInt64] = []
        var due = 0
        /// The assets that all readers read in a second.
        var assetsPerSecond = 0.0

        var inTime: Int { screens.count { $0 <= StallRun.interval } }
    }

    let assets: Int
    let readers: Int
    let nanoseconds: UInt64

    func run(_ way: some StallWay) async throws -> Figures {
        let start = DispatchTime.now().uptimeNanoseconds
        let end = start + nanoseconds
        async let wait = Heartbeat.longestWait(until: end)
        async let screens = askForScreens(way, until: end)
        let read = await readAlbums(way, until: end)
        var figures = Figures()
        // The lock is in use until the last album is read, so this is the time that all the assets took.
        figures.assetsPerSecond = Double(read) / Double(DispatchTime.now().uptimeNanoseconds - start) * 1e9
        figures.screens = try await screens
        figures.longestWait = await wait
        figures.due = Int((nanoseconds + Self.interval - 1) / Self.interval)
        return figures
    }

    /// Reads whole albums until the time is up; returns the number of their assets.
    private func readAlbums(_ way: some StallWay, until end: UInt64) async -> Int {
        let (ended, continuation) = AsyncStream<Void>.makeStream()
        let begun = Lock(0)
        for reader in 0..<readers {
            let albums = Lock(reader)
            way.begin(reader: reader) { [assets, readers] in
                guard DispatchTime.now().uptimeNanoseconds < end else { return nil }
                begun.withLock { $0 += 1 }
                let number = albums.withLock { number in
                    defer { number += readers }
                    return number
                }
                let start = number % (assets / Self.album) * Self.album
                return start..<start + Self.album
            } end: {
                continuation.yield()
            }
        }
        var left = readers
        if left > 0 {
            for await _ in ended {
                left -= 1
                if left == 0 { break }
            }
        }
        return begun.withLock(\.self) * Self.album
    }

    /// Asks for a screen every 16 ms; a late one counts from when it was due, as do those that are due meanwhile.
    @MainActor private func askForScreens(_ way: some StallWay, until end: UInt64) async throws -> [UInt64] {
        let begin = DispatchTime.now().uptimeNanoseconds
        var times: [UInt64] = []
        for number in 0... {
            let due = begin + UInt64(number) * Self.interval
            let now = DispatchTime.now().uptimeNanoseconds
            guard due < end, now < end else { break }
            if due > now { try await Task.sleep(nanoseconds: due - now) }
            let start = number * 7_919 % (assets - Self.screen + 1)
            _ = try await way.readScreen(start..<start + Self.screen)
            times.append(DispatchTime.now().uptimeNanoseconds - due)
        }
        return times
    }
}

/// Asks the main actor again and again, from a thread of its own, how long it takes to answer.
private enum Heartbeat {
    @concurrent static func longestWait(until end: UInt64) async -> UInt64 {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                var longest: UInt64 = 0
                while DispatchTime.now().uptimeNanoseconds < end {
                    longest = max(longest, wait())
                    Thread.sleep(forTimeInterval: 0.001)
                }
                continuation.resume(returning: longest)
            }
        }
    }

    private static func wait() -> UInt64 {
        let (start, served) = (DispatchTime.now().uptimeNanoseconds, DispatchSemaphore(value: 0))
        Task(priority: .high) { @MainActor in served.signal() }
        served.wait()
        return DispatchTime.now().uptimeNanoseconds - start
    }
}
#endif
