#if PhotosDouble
import CameraRoll
import CameraRollTesting
import Dispatch
import Foundation
import PhotosDouble
import TestSupport
import Testing

@testable import CameraRollPhotos

/// How much time the adapter takes on the library executor besides Photos' own calls; printed, and not judged.
///
/// The same calls of the double are timed with and without the adapter, in alternation. Useful in a release build:
///
/// ```
/// swift build -c release --build-tests --traits PhotosDouble -Xswiftc -enable-testing
/// .build/release/CameraRollPackageTests.xctest --testing-library swift-testing --filter ExecutorTimeTests
/// ```
@Suite(.timeLimit(.hang)) struct ExecutorTimeTests {
    private static let rounds = 100
    private static let size = 100

    @Test func `The executor time of a page of 100`() async throws {
        try await PhotosWorld.exclusively(.sample(assets: 1_000)) { world in
            try await world.withAccess { access in
                let (own, bare) = try await Self.read(access) { try $0.timePages(Self.rounds, of: Self.size) }
                Self.report("a page of \(Self.size)", own, bare)
                #expect(own.count == Self.rounds && bare.count == Self.rounds)
            }
        }
    }

    @Test func `The executor time of a page of 100 by position`() async throws {
        try await PhotosWorld.exclusively(.sample(assets: 1_000)) { world in
            try await world.withAccess { access in
                let (own, bare) = try await Self.read(access) { try $0.timePositions(Self.rounds, of: Self.size) }
                Self.report("a page of \(Self.size) by position", own, bare)
                #expect(own.count == Self.rounds && bare.count == Self.rounds)
            }
        }
    }

    /// The jobs of one image at a time on the executor, each with its hops; and Photos' own calls for it.
    @Test func `The executor time of an image`() async throws {
        try await PhotosWorld.exclusively(.sample(assets: 1_000)) { world in
            try await world.withAccess { access in
                let images = try CachingImageManager(of: MediaManager(access: access))
                let assets = try await Self.read(access) { try $0.fetchAssets(.photos).assets(in: 0..<Self.size) }
                let bare = try await Self.read(access) { library in try assets.map { try library.timeImage(of: $0.id) }
                }
                var (own, jobs) = ([UInt64](), 0)
                for asset in assets {
                    let before = access.executor.statistics
                    _ = try? await images.image(for: AssetImageRequest(for: asset, size: .pixels(30, 30)))
                    // Its jobs are counted once another one has run.
                    try await Self.read(access) { _ in }
                    let after = access.executor.statistics
                    own.append(after.run - before.run)
                    jobs += after.jobs - before.jobs - 1
                }
                Self.report("an image, with \((jobs + assets.count / 2) / assets.count) jobs", own, bare)
                #expect(own.count == assets.count)
            }
        }
    }

    /// Without a deadline: a sanitizer on a busy machine may be slower than any.
    private static func read<Value: Sendable>(
        _ access: LibraryAccess, _ body: @escaping @Sendable (PhotosBackend) throws -> Value
    ) async throws -> Value {
        try await withReadDeadline(nil) {
            try await access.read("times") { library in try body(try #require(library as? PhotosBackend)) }
        }
    }

    private static func report(_ subject: String, _ own: [UInt64], _ bare: [UInt64]) {
        func microseconds(_ times: [UInt64]) -> Double { Double(times.sorted()[times.count / 2]) / 1_000 }
        let (own, bare) = (microseconds(own), microseconds(bare))
        let above = String(format: "%.1f", own - bare)
        print("executor time of \(subject): \(own) µs, Photos' calls alone \(bare) µs, above them \(above) µs")
    }
}

extension ExecutorStatistics {
    /// The time of all jobs, in nanoseconds.
    fileprivate var run: UInt64 { lanes.values.reduce(0) { $0 + $1.totalRun } }
}

// MARK: - Times, in nanoseconds

extension PhotosBackend {
    /// Reads pages of a result, by the adapter and directly.
    fileprivate func timePages(_ rounds: Int, of size: Int) throws -> (own: [UInt64], bare: [UInt64]) {
        let result = try fetch(.all)
        return try alternate(rounds) { round in
            let start = round * size % (result.count - size)
            return (
                { _ = try result.assets(in: start..<start + size) },
                { for asset in result.result.objects(at: IndexSet(start..<start + size)) { asset.readAll() } }
            )
        }
    }

    /// Reads pages by position, by the adapter and directly.
    fileprivate func timePositions(_ rounds: Int, of size: Int) throws -> (own: [UInt64], bare: [UInt64]) {
        let all = try fetch(.all)
        let query = AssetQuery.all
        return try alternate(rounds) { round in
            let last = try all.assets(in: round..<round + 1)[0]
            let position = SortPosition(of: last, in: query.order)
            return (
                { _ = try self.assets(after: position, of: query, count: size) },
                {
                    let options = query.fetchOptions(
                        limit: size + 65, showsHidden: false,
                        from: position.values.first.map { AssetQuery.Start(value: $0) }, breaksTies: false)
                    let found = PHAsset.fetchAssets(with: options)
                    let end = min(size + 1, found.count)
                    for asset in found.objects(at: IndexSet(0..<end)) { asset.readAll() }
                }
            )
        }
    }

    /// Requests an image directly.
    fileprivate func timeImage(of id: AssetID) throws -> UInt64 {
        let (manager, asset) = (PHCachingImageManager(), try object(of: id))
        let request = AssetImageRequest(for: MediaAsset(id: id), size: .pixels(30, 30))
        return Self.time {
            let number = manager.requestImage(
                for: asset, targetSize: request.photosSize(of: asset), contentMode: .aspectFit,
                options: request.photosOptions, resultHandler: { @Sendable _, _ in })
            manager.cancelImageRequest(number)
        }
    }

    private func alternate(
        _ rounds: Int, _ work: (Int) throws -> (own: () throws -> Void, bare: () throws -> Void)
    ) throws -> (own: [UInt64], bare: [UInt64]) {
        var times = (own: [UInt64](), bare: [UInt64]())
        for round in 0..<rounds {
            let (own, bare) = try work(round)
            // The first of the two finds nothing in the double's caches: each is the first every other time.
            if round.isMultiple(of: 2) { times.own.append(try Self.time(own)) }
            times.bare.append(try Self.time(bare))
            if !round.isMultiple(of: 2) { times.own.append(try Self.time(own)) }
        }
        return times
    }

    private static func time(_ body: () throws -> Void) rethrows -> UInt64 {
        let start = DispatchTime.now().uptimeNanoseconds
        try body()
        return DispatchTime.now().uptimeNanoseconds - start
    }
}

extension PHAsset {
    /// Reads what the adapter reads of an asset.
    fileprivate func readAll() {
        _ = (localIdentifier, mediaType, mediaSubtypes, pixelWidth, pixelHeight, creationDate, modificationDate)
        _ = (duration, isFavorite, isHidden, burstIdentifier, representsBurst, location)
    }
}
#endif
