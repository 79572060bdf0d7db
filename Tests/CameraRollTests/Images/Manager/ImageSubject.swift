import CameraRollTesting
import SyntheticLibrary

@testable import CameraRoll

/// A library with a scripted source, on a manual executor, and a manager of its images.
struct ImageSubject {
    let activity: Activity
    let manual: ManualExecutor
    let clock = ManualClock()
    let pressure = MemoryPressure()
    let authorization = MockAuthorization(.authorized)
    let source: ScriptedSource
    let assets: [MediaAsset]
    let access: LibraryAccess
    let images: CachingImageManager

    init(
        requests: Int = 10, pending: Int = 16_384, decodes: Int = 1, replacements: Int = 4, assets: Int = 0,
        source: ScriptedSource? = nil,
        sourceSlice: UInt64 = SourceDispatcher.defaultSlice, resources: (any ResourceSource)? = nil,
        departure: Departure? = nil, silent: SilentAuthorization? = nil,
        onStart: @escaping @Sendable (ScriptedSource.Asked) -> Void = { _ in },
        wrapping: (PhotoLibrarySource) -> PhotoLibrarySource = { $0 }
    ) throws {
        let source = source ?? ScriptedSource(onStart: onStart)
        let activity = source.activity
        (self.source, self.activity) = (source, activity)
        manual = ManualExecutor { activity.note() }
        self.assets = (0..<assets).map { MediaAsset(id: AssetID("\($0)")) }
        let contents = FixedContents(assets: self.assets, imageSource: source, resourceSource: resources)
        access = LibraryAccess(
            wrapping(.fixed(contents, authorization: silent ?? authorization)), executor: manual.executor,
            limits: .untimed)
        images = try CachingImageManager(
            access: access,
            limits: CachingImageManager.Limits(
                maximumConcurrentRequests: requests, maximumPendingRequests: pending,
                maximumConcurrentDecodes: decodes, replacements: replacements),
            clock: clock, memoryPressure: pressure, sourceSlice: sourceSlice
        ) {
            withExtendedLifetime(departure) { activity.note() }
        }
    }

    /// Lets a request reach its source.
    func letNextStart() async {
        await manual.waitUntilEnqueued(1)
        manual.runAll()
    }

    /// Runs the library's executor and the manager until the statistics satisfy a condition.
    ///
    /// A request that counts as running may be on its way to the executor still: see ``run(untilAsked:)``.
    func run(until isSo: (ImageManagerStatistics) async -> Bool) async {
        await activity.wait {
            manual.runAll()
            return await isSo(images.statistics)
        }
        // Pending orders reach the source.
        manual.runAll()
    }

    /// Runs the library's executor until so many requests have reached the source.
    func run(untilAsked count: Int) async {
        await run { _ in source.asked.count >= count }
    }

    /// Reports a change of the library under limited access, and lets the cache and one model look their asset up.
    func noteLibraryChange() async {
        access.permission.reading.libraryChanged()
        await manual.waitUntilEnqueued(2)
        manual.runAll()
    }

    /// Returns once at least this many callers wait; the library's executor does not run.
    func waitForWaiters(_ count: Int) async {
        await activity.wait { await images.statistics.waiting >= count }
    }

    /// Requests an image.
    func ask(_ id: AssetID) -> Task<Result<DecodedImage, ImageError>, Never> {
        Task { [images] in await images.outcome(of: Self.request(id)) }
    }

    /// Runs a read to its end.
    func finish<Value: Sendable>(_ read: @escaping @Sendable () async throws -> Value) async throws -> Value {
        try await manual.finish(read)
    }

    /// All assets in the library's own order, which is that of their numbers.
    func snapshot() async throws -> AssetSnapshot {
        let photos = PhotoRepository(access: access)
        return try await finish { try await photos.snapshot(of: .photos.sorted()) }
    }

    static func request(
        _ id: AssetID = "a", side: Int = 100, mode: ImageDeliveryMode = .opportunistic, network: Bool = false,
        fallback: Bool = false, priority: ImagePriority = .visible
    ) -> AssetImageRequest {
        AssetImageRequest(
            for: MediaAsset(id: id), size: .pixels(side, side), deliveryMode: mode, isNetworkAccessAllowed: network,
            acceptsFallback: fallback, priority: priority)
    }

    /// A picture of one pixel that is distinguishable from others.
    static func picture(_ number: UInt8) throws(ImageError) -> DecodedImage {
        try DecodedImage(size: PixelSize(width: 1, height: 1), bytesPerRow: 4, pixels: [number, 0, 0, 255])
    }
}

extension DecodedImage {
    /// The number that identifies a test picture.
    var number: UInt8 { pixels[0] }
}

extension CachingImageManager {
    /// Creates a manager that notes each of its changes.
    init(
        access: LibraryAccess, limits: Limits = Limits(), clock: any Clock<Duration>, noting activity: Activity
    ) throws {
        try self.init(
            access: access, limits: limits, clock: clock, memoryPressure: MemoryPressure(), onChange: activity.note)
    }

    /// Returns once all posted commands have been applied.
    func settle() {
        drainAll()
    }

    /// The number of orders that have not reached the source.
    nonisolated var waitingOrders: Int { requests.dispatcher.waiting }

    /// The number of starts and stops that have not been applied.
    nonisolated var waitingCalls: Int { calls.waiting.changes }

    /// Returns once no confirmation of cached images is under way.
    nonisolated func finishConfirmation() async { await requests.confirmation.task?.value }
}
