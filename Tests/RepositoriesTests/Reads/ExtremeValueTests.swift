import CameraRollTesting
import CoreTestSupport
import Dispatch
import SyntheticLibrary
import Testing

@testable import CameraRoll

/// Numbers and durations at the limits of their types are handled or refused, everywhere in the public interface.
///
/// None traps, and the library answers afterwards as before.
@Suite struct ExtremeValueTests {
    static let numbers = [Int.min, Int.min + 1, -1, 0, 1, Int.max - 1, Int.max]
    static let durations: [Duration] = [
        .seconds(Int64.min), .seconds(-1), .zero, .nanoseconds(1), .seconds(Int64.max), ReadDeadline.longest,
    ]
    /// Positions, and the one that is refused.
    static let refusedPositions: [([Int], Int)] = [
        ([.max], .max), ([.min], .min), ([0, .max], .max), ([.min, .max], .min), ([.max - 1], .max - 1),
        ([3, -1], -1), ([3, 1_000_000], 1_000_000),
    ]
    private let subject = Subject(assets: 20)

    @Test(arguments: refusedPositions)
    func `Positions beyond every list are refused, and one of them is named`(
        positions: [Int], refused: Int
    ) async throws {
        let snapshot = try await subject.photos.snapshot()
        let error = await failure { () async throws(LibraryError) in
            try await subject.photos.assets(at: positions, of: snapshot)
        }
        #expect(error == .invalid("position", refused, "a position within 0..<\(snapshot.count)"))
    }

    @Test(arguments: numbers, numbers)
    func `Ranges and pages of any numbers are answered or refused`(first: Int, second: Int) async throws {
        let photos = subject.photos
        let snapshot = try await photos.snapshot()
        let range = min(first, second)..<max(first, second)
        _ = try? await photos.assets(in: range, of: snapshot)
        let request = PageRequest(number: first, size: second)
        _ = try? await subject.manager.page(request)
        _ = try? await photos.page(request.next, of: snapshot)
        _ = try? await photos.firstPage(of: .all.prefix(first), size: second)
        var pages = photos.pages(of: snapshot, size: second, startingAt: first, readsAhead: true).makeAsyncIterator()
        _ = try? await pages.next()
        var assets = photos.assets(of: .all.prefix(first), pageSize: second).makeAsyncIterator()
        _ = try? await assets.next()
        let preload = try? await subject.manager.preload(PreloadOptions(assetCount: first))
        #expect(preload?.assets == (first < 0 ? nil : min(first, snapshot.count)))
        #expect(try await photos.assets(in: snapshot.indices, of: snapshot).count == snapshot.count)
    }

    @Test(arguments: numbers)
    func `A cursor that many assets have led up to is answered`(passed: Int) async throws {
        let asset = try await subject.photos.firstAsset(of: .all)
        for query in [AssetQuery.all, .all.prefix(10), .all.prefix(.max)] {
            let position = SortPosition(of: asset, in: query.order)
            let library = LibraryIdentity(rawValue: "other")
            let cursor = PageCursor(query: query, library: library, position: position, passed: passed)
            _ = try? await subject.photos.page(after: cursor, size: .max)
        }
    }

    @Test(arguments: durations)
    func `Deadlines of any length are kept, or refused`(duration: Duration) async throws {
        let limits = LibraryAccess.Limits(
            deadline: duration, changeDelay: ChangeDelay(quiet: duration, longest: duration))
        for maximumPendingReads in Self.numbers {
            var limits = limits
            limits.maximumPendingReads = maximumPendingReads
            let access = LibraryAccess(.fixed(FixedContents()), executor: subject.access.executor, limits: limits)
            _ = try? await access.read("read") { library in 1 }
            _ = try? await withReadDeadline(duration) { try await access.read("read") { library in 1 } }
            access.changes.libraryChanged()
            await access.close()
        }
    }

    @Test(arguments: durations, durations)
    func `A burst of changes ends within a hundred years`(quiet: Duration, longest: Duration) {
        var coalescer = ChangeCoalescer(ChangeDelay(quiet: quiet, longest: longest))
        switch coalescer.note(at: .seconds(1)) {
        case .tell, .nothing: #expect(quiet <= .zero || longest <= .zero)
        case .wait(let due): #expect(due <= .seconds(1) + ReadDeadline.longest)
        }
    }

    @Test(arguments: durations)
    func `A clock can be slept on to any moment`(duration: Duration) async {
        let clock = AnyClock(ContinuousClock())
        let sleep = Task { try await clock.sleep(duration) }
        sleep.cancel()
        _ = await sleep.result
    }

    @Test(arguments: durations)
    func `Stalls of any length are looked for`(threshold: Duration) async {
        let monitor = StallMonitor(executor: subject.access.executor)
        let stalls = Task {
            for await _ in monitor.stalls(longerThan: threshold) { break }
        }
        stalls.cancel()
        await stalls.value
    }

    @Test func `Activities between any two moments are reported`() {
        let ends = [DispatchTime(uptimeNanoseconds: 0), .now(), .distantFuture]
        for first in ends {
            for last in ends { #expect(subject.access.executor.activities(from: first, to: last).count <= 257) }
        }
    }

    @Test(arguments: numbers)
    func `Reported changes of any numbers fit or do not`(number: Int) {
        let counts = [number, number &+ 1, 0, 1, .max]
        for old in counts {
            for new in counts {
                let changes = ListChanges(
                    reported: [number, 0], inserted: [number, 0], moves: [.init(from: number, to: 0)],
                    changed: [number], oldCount: old, newCount: new)
                _ = changes?.newPositionsOfInserted
                _ = changes?.batchUpdate
                _ = changes?.description
                _ = try? changes?.applied(to: [1]) { position in position }
            }
        }
    }

    @Test(arguments: numbers, numbers)
    func `Images of any size are refused or not, and so are windows`(first: Int, second: Int) async throws {
        let snapshot = try await subject.photos.snapshot()
        let asset = try await subject.photos.firstAsset(of: .all)
        let images = try CachingImageManager(of: subject.manager, limits: CachingImageManager.Limits(stallTimeout: nil))
        var request = AssetImageRequest(for: asset, size: .pixels(first, second), contentMode: .fill)
        for crop in [nil, NormalizedRect(x: .nan, y: .infinity, width: Double(first), height: 1e308)] {
            request.crop = crop
            _ = try? await images.image(for: request)
        }
        let size = PixelSize(width: first, height: second)
        #expect(throws: ImageError.self) { try DecodedImage(size: size, bytesPerRow: first, pixels: []) }
        let limits = WindowLimits(maximumItemCount: second, leadTime: .seconds(Int64(first)), minimumLead: second)
        _ = try? images.window(over: snapshot, limits: limits) { AssetImageRequest(for: $0, size: .pixels(10, 10)) }
        let window = try images.window(over: snapshot) { AssetImageRequest(for: $0, size: .pixels(10, 10)) }
        for speed in [0, .nan, -.infinity, 1e308, -1e308] {
            try? window.update(visible: min(first, second)..<max(first, second), velocity: speed)
        }
        images.close()
    }

    @Test(arguments: numbers, durations)
    func `Limits of images of any size are kept, or refused`(number: Int, duration: Duration) {
        for share in [0, 1, 0.999_999_999_999_999_9, .nan, -1, .infinity] {
            let cache = AssetImageCacheLimits(
                costLimit: number, countLimit: number, entryShare: share, pinnedShare: share, backgroundShare: share,
                timeToLive: duration)
            (try? AssetImageCache(limits: cache))?.trim(toCost: number)
        }
        let limits = CachingImageManager.Limits(
            maximumConcurrentRequests: number, maximumConcurrentDecodes: number, stallTimeout: duration)
        _ = try? CachingImageManager(of: subject.manager, limits: limits)
    }
}
