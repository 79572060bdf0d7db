package import CameraRollTesting
package import SyntheticLibrary

@testable package import CameraRoll

/// A library with a scripted source, on a manual executor, and a manager of its images.
package struct ImageSubject {
    package let activity: Activity
    package let manual: ManualExecutor
    package let clock = ManualClock()
    package let pressure = MemoryPressure()
    package let authorization = MockAuthorization(.authorized)
    package let source: ScriptedSource
    package let assets: [MediaAsset]
    package let access: LibraryAccess
    package let images: CachingImageManager

    package init(
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
    package func letNextStart() async {
        await manual.waitUntilEnqueued(1)
        manual.runAll()
    }

    /// Runs the library's executor and the manager until the statistics satisfy a condition.
    ///
    /// A request that counts as running may be on its way to the executor still: see ``run(untilAsked:)``.
    package func run(until isSo: (ImageManagerStatistics) async -> Bool) async {
        await activity.wait {
            manual.runAll()
            return await isSo(images.statistics)
        }
        // Pending orders reach the source.
        manual.runAll()
    }

    /// Runs the library's executor until so many requests have reached the source.
    package func run(untilAsked count: Int) async {
        await run { _ in source.asked.count >= count }
    }

    /// Reports a change of the library under limited access, and lets the cache and one model look their asset up.
    package func noteLibraryChange() async {
        await beginLibraryChange()
        manual.runAll()
    }

    /// Reports a change of the library under limited access; the look-ups of the cache and of one model wait.
    package func beginLibraryChange() async {
        access.permission.reading.libraryChanged()
        await manual.waitUntilEnqueued(2)
    }

    /// Returns once at least this many callers wait; the library's executor does not run.
    package func waitForWaiters(_ count: Int) async {
        await activity.wait { await images.statistics.waiting >= count }
    }

    /// Returns once the source can know that a request was canceled; callers leave on another thread.
    package func waitUntilCancelled(_ number: Int = 0) async {
        await activity.wait { source.asked[number].sink.isCancelled }
    }

    /// Returns once the source was told of these cancellations; callers leave on another thread.
    package func waitForCancellations(_ assets: [AssetID]) async {
        await activity.wait { source.cancelled == assets }
    }

    /// Requests an image.
    package func ask(_ id: AssetID) -> Task<Result<DecodedImage, ImageError>, Never> {
        Task { [images] in await images.outcome(of: Self.request(id)) }
    }

    /// Runs a read to its end.
    package func finish<Value: Sendable>(_ read: @escaping @Sendable () async throws -> Value) async throws -> Value {
        try await manual.finish(read)
    }

    /// All assets in the library's own order, which is that of their numbers.
    package func snapshot() async throws -> AssetSnapshot {
        let photos = PhotoRepository(access: access)
        return try await finish { try await photos.snapshot(of: .photos.sorted()) }
    }

    package static func request(
        _ id: AssetID = "a", side: Int = 100, mode: ImageDeliveryMode = .opportunistic, network: Bool = false,
        fallback: Bool = false, priority: ImagePriority = .visible
    ) -> AssetImageRequest {
        AssetImageRequest(
            for: MediaAsset(id: id), size: .pixels(side, side), deliveryMode: mode, isNetworkAccessAllowed: network,
            acceptsFallback: fallback, priority: priority)
    }

    /// A picture of one pixel that is distinguishable from others.
    package static func picture(_ number: UInt8) throws(ImageError) -> DecodedImage {
        try DecodedImage(size: PixelSize(width: 1, height: 1), bytesPerRow: 4, pixels: [number, 0, 0, 255])
    }
}

extension DecodedImage {
    /// The number that identifies a test picture.
    package var number: UInt8 { pixels[0] }
}

extension CachingImageManager {
    /// Creates a manager that notes each of its changes.
    package init(
        access: LibraryAccess, limits: Limits = Limits(), clock: any Clock<Duration>, noting activity: Activity
    ) throws {
        try self.init(
            access: access, limits: limits, clock: clock, memoryPressure: MemoryPressure(), onChange: activity.note)
    }

    /// Returns once all posted commands have been applied.
    package func settle() {
        drainAll()
    }

    /// The number of orders that have not reached the source.
    package nonisolated var waitingOrders: Int { requests.dispatcher.waiting }

    /// The number of deadlines of callers, fetches and the queue.
    package nonisolated var deadlines: Int { requests.deadlines.count }

    /// The number of starts and stops that have not been applied.
    package nonisolated var waitingCalls: Int { mailbox.waiting }

    /// Returns once no confirmation of cached images is under way.
    package nonisolated func finishConfirmation() async { await requests.confirmation.task?.value }
}
