public import CameraRoll
public import Observation

// How a view gets its picture
//
// 1. The model looks the picture up in memory when it is created, on the main actor: a cached picture is in the first
//    frame, without an animation.
// 2. `appear()` starts one task, which takes the deliveries of the request: degraded, then final, or an error. These
//    pictures arrive late, and a view may fade them in.
// 3. `disappear()` lowers the request's priority first: a place in the queue with the lowest priority is taken before
//    the visible one is left, so the image's job survives, but jobs for images on the screen overtake it. If the view
//    does not come back within `grace`, that place is left too, and the job is canceled unless another caller needs it.
// 4. The tasks hold the model weakly, and end with it.
// 5. A picture is shown under the permission under which it was requested: when that is withdrawn or narrowed, the
//    picture is removed, at once on the screen and otherwise when the view appears again, and is requested under the
//    new one. Under limited access each change of the library may have deselected the asset: the picture stays on the
//    screen until the library reports it.
// 6. A request that was refused is made again when permission is granted while the view is on the screen.

/// The picture of an asset for one view: from memory at once, then degraded, final, or the reason why it is missing.
///
/// ```swift
/// let model = AssetImageModel(AssetImageRequest(for: asset, size: .pixels(300, 300)), from: images)
/// model.appear()                   // from onAppear or willDisplay
/// model.phase                      // observed
/// model.disappear()                // from onDisappear or didEndDisplaying
/// ```
@MainActor @Observable public final class AssetImageModel {
    /// What a view draws.
    public enum Phase: Sendable {
        /// Nothing has been delivered yet.
        case empty
        /// A preliminary picture, or the best local one.
        case degraded(DecodedImage)
        /// The picture.
        case final(DecodedImage)
        /// There is no picture.
        case failed(ImageError)

        /// The picture, if there is one.
        public var image: DecodedImage? {
            switch self {
            case .degraded(let image), .final(let image): image
            case .empty, .failed: nil
            }
        }

        /// Whether no better picture follows.
        public var isLast: Bool {
            switch self {
            case .final, .failed: true
            case .empty, .degraded: false
            }
        }
    }

    /// The time for which a request continues, with the lowest priority, after its view has disappeared.
    public static let grace = Duration.seconds(2)

    /// What to draw now.
    public private(set) var phase: Phase
    /// The fraction of a download that has arrived, 0 to 1; nil if nothing is being downloaded.
    public private(set) var progress: Double?
    /// Whether the picture was not in memory when the model was created, so that a view may fade it in.
    public private(set) var isLate = false
    /// The request.
    public let request: AssetImageRequest
    private let images: CachingImageManager
    private let clock: any Clock<Duration>
    @ObservationIgnored private var loading: Task<Void, Never>?
    @ObservationIgnored private var leaving: Task<Void, Never>?
    /// A place in the queue with the lowest priority, while the view is off the screen.
    @ObservationIgnored private var held: ImageQueuePlace?
    /// The permission's generation from before the picture was requested.
    @ObservationIgnored private var generation: UInt64
    /// Asks whether the user still allows the picture.
    @ObservationIgnored private var confirming: Task<Void, Never>?
    /// Watches the permission while the view is on the screen.
    @ObservationIgnored private var watch: ReadingPermission.Observation?
    /// Whether the permission has changed since the picture was requested; a grant does not change its generation.
    @ObservationIgnored private var isPermissionNew = false

    /// Looks the picture up in memory; nothing is requested before ``appear()``.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - images: the manager of the images.
    ///   - clock: the clock of ``grace``.
    public init(
        _ request: AssetImageRequest, from images: CachingImageManager, clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.request = request
        self.images = images
        self.clock = clock
        generation = images.access.permission.reading.generation
        phase = Self.cached(request, in: images)
    }

    private static func cached(_ request: AssetImageRequest, in images: CachingImageManager) -> Phase {
        images.cachedImage(for: request).map { $0.isDegraded ? .degraded($0) : .final($0) } ?? .empty
    }

    deinit {
        loading?.cancel()
        leaving?.cancel()
        confirming?.cancel()
    }
}

// MARK: - On the screen and off it

extension AssetImageModel {
    /// Requests the picture unless it has already arrived; a request that failed before is made again.
    public func appear() {
        leaving?.cancel()
        leaving = nil
        watchPermission()
        forgetOutdated()
        requestMissing()
    }

    private func requestMissing() {
        guard loading == nil else { return }
        if case .final = phase { return }
        loading = load()
    }

    /// Lowers the priority of the request, and cancels it if the view does not appear again within ``grace``.
    public func disappear() {
        watch = nil
        guard loading != nil else { return }
        // If nothing was delivered since the last time, that place is still held.
        var waiting = request
        waiting.priority = .background
        held = held ?? (try? ImageQueuePlace(for: waiting, at: images))
        endLoading()
        leaving = Task { [weak self, clock] in
            try? await clock.sleep(for: Self.grace)
            if !Task.isCancelled { self?.cancel() }
        }
    }

    /// Cancels the request at once, unless another caller needs the picture.
    public func cancel() {
        endLoading()
        leaving?.cancel()
        (leaving, held) = (nil, nil)
    }

    private func endLoading() {
        loading?.cancel()
        (loading, progress) = (nil, nil)
    }

    private func load() -> Task<Void, Never> {
        generation = images.access.permission.reading.generation
        isPermissionNew = false
        let deliveries = images.deliveries(for: request)
        return Task { [weak self] in
            do throws(ImageError) {
                for try await delivery in deliveries {
                    if Task.isCancelled { return }
                    self?.take(delivery)
                }
                self?.end(nil)
            } catch {
                self?.end(error)
            }
        }
    }

    private func take(_ delivery: ImageDelivery) {
        // The job has the visible priority again.
        held = nil
        switch delivery {
        case .progress(let share): progress = share
        case .degraded(let image), .fallback(let image, _): show(.degraded(image))
        case .final(let image): show(.final(image))
        }
    }

    private func show(_ phase: Phase) {
        isLate = isLate || self.phase.image == nil
        self.phase = phase
    }

    private func end(_ error: ImageError?) {
        guard !Task.isCancelled else { return }
        (loading, held, progress) = (nil, nil, nil)
        guard let error, !error.isCancellation, phase.image == nil else { return }
        phase = .failed(error)
        // Permission may have been granted before this error arrived.
        let isOutdated = isPermissionNew || generation != images.access.permission.reading.generation
        if watch != nil, isOutdated { requestRefused() }
    }
}

// MARK: - Permission

extension AssetImageModel {
    private func watchPermission() {
        guard watch == nil else { return }
        watch = images.access.permission.reading.observe { [weak self] _ in
            Task { @MainActor [weak self] in self?.permissionChanged() }
        }
    }

    private func permissionChanged() {
        guard watch != nil else { return }
        isPermissionNew = true
        let permit = images.access.permission.reading.permit
        if let image = phase.image, generation >= permit.revocation {
            if generation != permit.generation { confirm(image) }
        } else if phase.image != nil {
            forgetOutdated()
            requestMissing()
        } else {
            requestRefused()
        }
    }

    /// Requests a refused picture again if reading is allowed now.
    private func requestRefused() {
        guard case .failed(.library(.notAuthorized)) = phase else { return }
        if images.access.permission.reading.permit.status.allowsReading { requestMissing() }
    }

    /// Drops a picture if the permission was withdrawn or narrowed since, or the asset may have been deselected.
    private func forgetOutdated() {
        let current = images.access.permission.reading.generation
        guard phase.image != nil, generation != current else { return }
        endLoading()
        confirming?.cancel()
        held = nil
        generation = current
        phase = Self.cached(request, in: images)
    }

    /// Asks the library whether the user still allows the picture, which stays on the screen meanwhile.
    private func confirm(_ image: DecodedImage) {
        let current = images.access.permission.reading.generation
        confirming?.cancel()
        confirming = Task { [weak self, images, key = request.key] in
            do throws(ImageError) {
                try await images.confirm(image, for: key)
                if !Task.isCancelled { self?.generation = current }
            } catch {
                // The picture of an asset that could not be looked up stays: the next change asks again.
                guard !Task.isCancelled else { return }
                switch error {
                case .library(.assetNotFound), .library(.notAuthorized): self?.refuse(error)
                default: break
                }
            }
        }
    }

    private func refuse(_ error: ImageError) {
        endLoading()
        held = nil
        phase = .failed(error)
    }
}

extension AssetImageModel.Phase {
    /// The kind of a phase, without its picture: a view animates when the kind changes.
    public enum Step: Int, Hashable, Sendable {
        /// Nothing yet.
        case empty
        /// A preliminary picture.
        case degraded
        /// The picture.
        case final
        /// A failure.
        case failed
    }

    /// The kind of the phase.
    public var step: Step {
        switch self {
        case .empty: .empty
        case .degraded: .degraded
        case .final: .final
        case .failed: .failed
        }
    }
}

// MARK: - Sizes

extension PixelSize {
    /// The size of an image for a view, in whole pixels: at least 1, and no more than a request allows.
    ///
    /// - Parameters:
    ///   - width: the width of the view, in points.
    ///   - height: the height of the view, in points.
    ///   - pixelsPerPoint: the number of pixels per point.
    init(points width: Double, _ height: Double, pixelsPerPoint: Double) {
        func pixels(_ points: Double) -> Int {
            let pixels = (points * pixelsPerPoint).rounded(.up)
            return pixels.isNaN ? 1 : Int(min(max(pixels, 1), Double(AssetImageRequest.longestSide)))
        }
        self.init(width: pixels(width), height: pixels(height))
    }
}

extension ImageTargetSize {
    /// The size of an image for a view.
    ///
    /// The size is rounded up, and limited to what a request allows, so that a view of any size has an image.
    ///
    /// - Parameters:
    ///   - width: the width of the view, in points.
    ///   - height: the height of the view, in points.
    ///   - scale: the number of pixels per point.
    public static func points(width: Double, height: Double, scale: Double) -> ImageTargetSize {
        .pixels(PixelSize(points: width, height, pixelsPerPoint: scale))
    }
}
