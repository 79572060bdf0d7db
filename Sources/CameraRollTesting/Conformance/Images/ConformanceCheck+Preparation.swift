import CameraRoll
import SyntheticLibrary

extension ConformanceCheck {
    static var imagePreparation: [ConformanceCheck] { [preparedImages] }

    private static let preparedImages = ConformanceCheck(
        "Images come before and after they are prepared, and each that is prepared is released"
    ) { subject, expect in
        let log = PreparationLog()
        let authorization = MockAuthorization(.authorized)
        let base = subject.factory()
        let source = PhotoLibrarySource(authorization: authorization) { [open = base.open] context in
            PreparingLibrary(try open(context), log, context.executor)
        }
        try await subject.withAccess(to: source) { access in
            let probe = PreparationProbe(
                manager: MediaManager(access: access), authorization: authorization, log: log,
                deadline: subject.deadline, expect: expect)
            try await probe.run()
        }
        try expect.equal(log.prepared, [], "the images that a closed library has still prepared")
        try expect.equal(log.mistakes, [], "the wrong calls of a source")
    }
}

/// A library with a source that is told what to prepare, for one check.
private struct PreparationProbe: Sendable {
    /// How images stop being needed.
    enum End: String, CaseIterable {
        case windowStops, windowIsReleased, callsStop, memoryIsShort, accessIsNarrowed, accessIsWithdrawn
        case managerCloses
    }

    let manager: MediaManager
    let authorization: MockAuthorization
    let log: PreparationLog
    let deadline: Duration
    let expect: Expectation

    /// Ends windows in every way; each time, all images are released, and can still be requested.
    func run() async throws {
        let (hasSource, all) = try await manager.photos.access.look { library in
            (try library.imageSource() != nil, try library.everything())
        }
        guard hasSource else { throw NotApplicable("The library offers no images.") }
        let pictures = Array(try expect.needsSome(all.pictures, "The library has no photos and videos.").prefix(4))
        // The subject's deadline ends the waits; a slow machine is not a stall.
        let limits = CachingImageManager.Limits(stallTimeout: nil)
        var images = try CachingImageManager(of: manager, limits: limits)
        for (number, end) in End.allCases.enumerated() {
            // Each time in another size: images in memory are not prepared.
            try await run(to: end, images, pictures, side: 40 + 2 * number)
            if end == .managerCloses { images = try CachingImageManager(of: manager, limits: limits) }
            try await requestAll(pictures, side: 41 + 2 * number, images)
        }
        // Its images are released with the library.
        let last = try await show(pictures, side: 80, images)
        withExtendedLifetime(last) {}
    }

    private func run(
        to end: End, _ images: CachingImageManager, _ pictures: [MediaAsset], side: Int
    ) async throws {
        var window: CachingWindow? = try await show(pictures, side: side, images)
        try await requestAll(pictures, side: side, images)
        switch end {
        case .windowStops: window?.stop()
        case .windowIsReleased: window = nil
        case .callsStop:
            let requests = pictures.map { AssetImageRequest(for: $0, side: side) }
            try images.startCaching(requests)
            window?.stop()
            images.stopCaching(requests)
        case .memoryIsShort: images.reclaimMemory(.background)
        case .accessIsNarrowed: await change(to: .limited)
        case .accessIsWithdrawn: await change(to: .denied)
        case .managerCloses: images.close()
        }
        try await log.wait(for: "the release of all images, \(end)", within: deadline, expect) { $0.isEmpty }
        withExtendedLifetime(window) {}
        await change(to: .authorized)
    }

    /// Shows pictures in a window, and returns when one of them is prepared, or all are in memory.
    ///
    /// An image that is loaded before the executor's turn to tell the source is no longer prepared.
    private func show(
        _ pictures: [MediaAsset], side: Int, _ images: CachingImageManager
    ) async throws -> CachingWindow {
        let query = AssetQuery.everything(in: .identifiers(pictures.map(\.id)), order: [])
        let snapshot = try await manager.photos.snapshot(of: query)
        let window = try images.window(over: snapshot) { AssetImageRequest(for: $0, side: side) }
        try window.update(visible: snapshot.indices)
        let requests = pictures.map { AssetImageRequest(for: $0, side: side) }
        let end = ContinuousClock.now + deadline
        while await !log.reaches(within: .milliseconds(100), { $0.contains { $0.size == .pixels(side, side) } }) {
            if requests.allSatisfy({ images.cachedImage(for: $0) != nil }) { break }
            guard ContinuousClock.now < end else {
                throw expect.fail(
                    "the preparation of images of \(side) pixels", expected: "an end within \(deadline)", found: "none")
            }
            try Task.checkCancellation()
        }
        return window
    }

    private func requestAll(_ pictures: [MediaAsset], side: Int, _ images: CachingImageManager) async throws {
        for asset in pictures {
            let request = AssetImageRequest(for: asset, side: side)
            do {
                _ = try await images.image(for: request)
            } catch .networkRequired(asset.id), .wrongMediaType(asset.id, .video) {
                // As in the other checks of images.
            } catch {
                throw expect.fail(request.subject, expected: "an image", found: "\(error)")
            }
        }
    }

    /// Changes the permission, and lets the library notice it.
    private func change(to status: AuthorizationStatus) async {
        guard authorization.status != status else { return }
        authorization.status = status
        _ = try? await manager.photos.access.look(\.identity)
    }
}

extension AssetImageRequest {
    fileprivate init(for asset: MediaAsset, side: Int) {
        self.init(for: asset, size: .pixels(side, side))
    }
}
