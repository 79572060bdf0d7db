#if PhotosDouble
import CameraRoll
import CameraRollTesting
import Foundation
import PhotosDouble
import CameraRollPhotos
import TestSupport
import Testing

/// The stall that this package prevents, on Photos: readers in the background, and a screen for the main actor.
@Suite(.timeLimit(.hang)) struct StallTests {
    private static let readers = 4
    /// Longer than the slices that each reader has before the screen.
    private static let album = 2_500

    private static func world(assets count: Int) -> PhotosWorld {
        let world = PhotosWorld()
        world.seed { edits in
            for number in 0..<count {
                var asset = AssetRecord("\(number)")
                asset.creationDate = Date(timeIntervalSinceReferenceDate: Double(number))
                edits.add(asset)
            }
        }
        return world
    }

    // The main actor              Four readers                 The executor
    // --------------              ------------                 ------------
    //                             each asks for its album
    //                                                          a few slices of each
    // asks for its first screen
    //                                                          the screen, and at most one slice more
    // gets it
    //                                                          the albums
    @Test func `A screen for the main actor waits for at most one slice of four readers' albums`() async throws {
        let manual = ManualExecutor()
        try await PhotosWorld.exclusively(Self.world(assets: Self.readers * Self.album)) { world in
            let access = LibraryAccess(world.source(), executor: manual.executor, limits: .untimed)
            let photos = PhotoRepository(access: access)
            let opening = Task { try await photos.snapshot() }
            await manual.waitUntilEnqueued(1)
            manual.runAll()
            let snapshot = try await opening.value
            let albums = (0..<Self.readers).map { reader in
                let album = reader * Self.album..<(reader + 1) * Self.album
                return Task.detached(priority: .utility) { try await photos.assets(in: album, of: snapshot).count }
            }
            await manual.waitUntilEnqueued(Self.readers)
            for _ in 0..<Self.readers * 2 { manual.runNext() }
            try #require(manual.waitingJobs == Self.readers)

            let screen = Task(priority: .high) { @MainActor in
                try await photos.assets(in: 0..<StallRun.screen, of: snapshot).count
            }
            await manual.waitUntilEnqueued(Self.readers + 1)
            let before = manual.executor.statistics
            while manual.executor.statistics.waiting(in: .interactive) > 0 { manual.runNext() }
            let after = manual.executor.statistics
            #expect(try await screen.value == StallRun.screen)
            #expect(after.run(in: .utility) - before.run(in: .utility) <= 1)
            #expect(manual.waitingJobs == Self.readers)

            manual.runAll()
            for album in albums { #expect(try await album.value == Self.album) }
            #expect(world.record.onMain[.materialize] == nil)
            let closing = Task { await access.close() }
            await manual.waitUntilEnqueued(1)
            manual.runAll()
            await closing.value
        }
    }

    /// Printed, and not judged.
    ///
    /// Photos' calls take what is published of a telephone, asleep, and hold the library's lock meanwhile. Photos reads
    /// assets in batches of a size that is not published: a screen takes as long as its batches, also where there are
    /// no readers. A fetch result keeps one batch, so readers of one snapshot take it from each other.
    ///
    /// ```
    /// swift build -c release --build-tests --traits PhotosDouble -Xswiftc -enable-testing
    /// export CAMERAROLL_EFFORT=full
    /// .build/release/CameraRollPackageTests.xctest --testing-library swift-testing --filter PhotosTests.Stall
    /// ```
    @Test(.enabled(if: Effort.isFull, "full effort, in a release build, measures"), arguments: [20, 100])
    func `The main actor's longest wait, and the screens in time`(batchSize: Int) async throws {
        let run = StallRun(assets: 20_000, readers: Self.readers, nanoseconds: 1_000_000_000)
        let alone = StallRun(assets: run.assets, readers: 0, nanoseconds: run.nanoseconds)
        try await PhotosWorld.exclusively(Self.world(assets: run.assets)) { world in
            world.switches.batchSize = batchSize
            world.switches.cost = Switches.photoKitCost
            world.switches.spend = { usleep(UInt32($0 / .microseconds(1))) }
            let direct = DirectPhotos(readers: Self.readers)
            print("stall: Photos reads assets in batches of \(batchSize)")
            Self.report(direct.name, readers: 0, try await alone.run(direct), of: alone)
            Self.report(direct.name, readers: Self.readers, try await run.run(direct), of: run)
            let calls = world.record.onMain[.materialize, default: 0]
            #expect(calls > 0)
            try await world.withAccess { access in
                let photos = PhotoRepository(access: access)
                for shared in [false, true] {
                    let library = try await PhotosLibraryReads(photos, readers: Self.readers, shared: shared)
                    if !shared { Self.report(library.name, readers: 0, try await alone.run(library), of: alone) }
                    Self.report(library.name, readers: Self.readers, try await run.run(library), of: run)
                }
            }
            // No more: the main actor was never in a call of Photos.
            #expect(world.record.onMain[.materialize] == calls)
        }
    }

    private static func report(_ name: String, readers: Int, _ figures: StallRun.Figures, of run: StallRun) {
        func milliseconds(_ time: UInt64) -> String { String(format: "%.1f ms", Double(time) / 1e6) }
        let median = figures.screens.sorted().dropFirst(figures.screens.count / 2).first ?? 0
        print(
            """
            stall: \(name), \(readers) readers: longest wait of the main actor \(milliseconds(figures.longestWait)); \
            \(figures.inTime) of \(figures.due) screens in time, median \(milliseconds(median)), \
            longest \(milliseconds(figures.screens.max() ?? 0)); \(Int(figures.assetsPerSecond)) assets a second
            """)
    }
}

extension ExecutorStatistics {
    fileprivate func waiting(in lane: ExecutorLane) -> Int { lanes[lane]?.depth ?? 0 }
    fileprivate func run(in lane: ExecutorLane) -> Int { lanes[lane]?.jobs ?? 0 }
}
#endif
