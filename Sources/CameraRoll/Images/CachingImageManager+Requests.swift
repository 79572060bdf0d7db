import Synchronization

// MARK: - Requests

extension CachingImageManager {
    /// Returns the final image; degraded ones are skipped.
    ///
    /// Canceling the task ends the wait at once, and so does `withReadDeadline` when its deadline expires.
    ///
    /// - Throws: `ImageError`.
    public nonisolated func image(for request: AssetImageRequest) async throws(ImageError) -> DecodedImage {
        let (waiter, stores) = (try open(request), cache.stores)
        if let image = cache.imageToConfirm(for: request.key) {
            try await confirm(image, for: request.key)
            return image
        }
        let interval = WorkInterval("image", request.asset.rawValue)
        defer { interval.end() }
        requests.join(waiter, request, since: stores)
        let hasDeadline = startDeadline(of: waiter, key: request.key)
        defer { if hasDeadline { requests.endDeadline(of: waiter) } }
        while let delivery = try await next(of: waiter, key: request.key) {
            switch delivery {
            case .final(let image), .fallback(let image, _):
                try await confirm(image, for: request.key)
                return image
            case .progress, .degraded: continue
            }
        }
        throw .noImage(request.asset)
    }

    /// The deliveries of a request: progress and degraded images, then the final one, or an error.
    ///
    /// Each iteration makes a new request. A slow caller receives the latest delivery of each kind; nothing is
    /// queued.
    public nonisolated func deliveries(for request: AssetImageRequest) -> ImageDeliveries {
        ImageDeliveries(manager: self, request: request)
    }

    /// Returns the image if it is in memory: at once, on the caller's thread, for a cell that is being configured.
    ///
    /// A request that accepts a fallback gets it, marked `isDegraded`, if the final image could not be loaded before.
    ///
    /// - Complexity: O(1).
    public nonisolated func cachedImage(for request: AssetImageRequest) -> DecodedImage? {
        if let image = cache.image(for: request.key) { return image }
        return request.acceptsFallback ? cache.image(for: request.key.ofFallback) : nil
    }

    nonisolated func open(_ request: AssetImageRequest) throws(ImageError) -> ImageWaiter {
        guard !Task.isCancelled else { throw .cancelled }
        guard !isClosed.load(ordering: .acquiring) else { throw .shutDown }
        if let deadline = ReadDeadline.current?.duration, deadline <= .zero { throw .invalidDeadline(deadline) }
        try request.validate()
        return ImageWaiter()
    }

    /// Waits for the next delivery, and leaves the queue when the task is canceled.
    nonisolated func next(of waiter: ImageWaiter, key: ImageKey) async throws(ImageError) -> ImageDelivery? {
        try await waiter.next { [requests] in requests.leave(waiter, key: key) }
    }

    /// Starts the deadline that `withReadDeadline` has set, after which the waiter fails.
    ///
    /// - Returns: whether a deadline is set.
    nonisolated func startDeadline(of waiter: ImageWaiter, key: ImageKey) -> Bool {
        guard let deadline = ReadDeadline.current?.duration else { return false }
        requests.startDeadline(of: waiter, key: key, after: deadline)
        return true
    }
}

// MARK: - Prefetching

extension CachingImageManager {
    /// Loads images into memory before they are requested, and keeps them there until they are stopped.
    ///
    /// Calls are idempotent, and need no balancing: an image that is started twice is stopped by one call. The first
    /// request for an asset has precedence: one of another size is only counted as a mismatch. Visible images are
    /// loaded first.
    ///
    /// An image that failed or was evicted is loaded again when it is started again. A request that allows the
    /// network downloads originals from the cloud.
    ///
    /// - Throws: the `ImageError` of the first invalid request, `.shutDown`, or `.tooMuchWork` if more than 100,000
    ///   images would be started at a time; nothing is started then. While another call runs, all of its requests
    ///   count.
    /// - Complexity: O(requests), less than a microsecond for each; a ``CachingWindow`` costs its caller the same for
    ///   any number.
    public nonisolated func startCaching(_ requests: [AssetImageRequest]) throws(ImageError) {
        guard !isClosed.load(ordering: .acquiring) else { throw .shutDown }
        for request in requests { try request.validate() }
        if try mailbox.start(requests, shortage: shortages.current) { sendForMail() }
    }

    /// Stops loading these images, unless a caller waits for them; cached ones may be evicted.
    public nonisolated func stopCaching(_ requests: [AssetImageRequest]) {
        if mailbox.stop(requests, shortage: shortages.current) { sendForMail() }
    }

    /// Stops everything that was started by `startCaching`; caching windows are not affected.
    public nonisolated func stopCachingAll() {
        if mailbox.stopAll() { sendForMail() }
    }

    /// Cancels all requests and clears the cache; waiting and later requests fail with `.shutDown`.
    public nonisolated func close() {
        guard !isClosed.exchange(true, ordering: .acquiringAndReleasing) else { return }
        requests.close()
        post(.close)
        resources.close()
    }
}

// MARK: - Revocations

// No image that was loaded before a revocation is delivered after it. Each image stores the permission's generation of
// the moment at which the manager requested it, before the library was asked. The cache finds images of the current
// generation only, and each request checks again directly before it returns an image (`confirm`). Where only the
// selection may have changed, `CacheConfirmation` looks up the cached images' assets, after which they are found again.
// The functions here therefore only end the requests and the prefetching that would eventually be refused; prefetching
// is ended like that of a memory shortage, so a range that is shown afterward stays.
extension CachingImageManager {
    /// Ends the requests concerned, and posts the revocation to prefetching; called on the thread that recorded it.
    nonisolated func permissionChanged(_ note: PermissionState.Note) {
        guard note.isRevocation else { return }
        // Ranges that windows were given before are invalid, unless only the selection may have changed. Posted first:
        // callers and sources that are notified may take long, and a range that is shown meanwhile stays.
        if note.permit.revocation == note.permit.generation {
            shortages.next()
            post(.narrowing)
        }
        requests.permissionChanged()
    }

    /// Checks the permission before an image is returned; one atomic load if nothing was revoked since it was loaded.
    ///
    /// - Throws: `.library(.notAuthorized)` if reading was forbidden since, `.library(.assetNotFound)` if the asset
    ///   is no longer visible, `.cancelled`, or the reason why that could not be determined.
    package nonisolated func confirm(_ image: DecodedImage, for key: ImageKey) async throws(ImageError) {
        guard let generation = image.generation, generation != access.permission.reading.generation else { return }
        do throws(LibraryError) {
            let confirmed = try await access.confirm(key.asset, gotAt: generation)
            cache.confirm([key], visible: [key.asset], at: confirmed)
        } catch {
            throw ImageError(error)
        }
    }
}

// MARK: - Memory

extension CachingImageManager {
    /// The reason for freeing memory.
    public enum MemoryReclaim: Hashable, Sendable, CaseIterable {
        /// The app entered the background: the cache keeps the fraction ``AssetImageCacheLimits/backgroundShare``
        /// of its limit.
        case background
        /// Memory is short: the cache is cleared.
        case pressure
    }

    /// Frees memory, and stops prefetching: windows are empty until they are shown again.
    ///
    /// Images that are shown are released when they are no longer shown. Pressure that the manager's
    /// ``MemoryPressure`` reports calls this automatically; the app must call it when it enters the background.
    public nonisolated func reclaimMemory(_ reason: MemoryReclaim) {
        shortages.next()
        trimCache(reason)
        post(.reclaim(reason))
    }

    /// Removes cached images, as many as the reason requires.
    nonisolated func trimCache(_ reason: MemoryReclaim) {
        switch reason {
        case .background: cache.trim(toCost: cache.limits.backgroundCost)
        case .pressure: cache.removeAll()
        }
    }
}

// MARK: - Deliveries

/// The deliveries of an image request, as a sequence; created by `CachingImageManager.deliveries(for:)`.
public struct ImageDeliveries: AsyncSequence, Sendable {
    let manager: CachingImageManager
    let request: AssetImageRequest

    /// Creates an iterator, which makes the request with the first call of `next`.
    public func makeAsyncIterator() -> Iterator {
        Iterator(deliveries: self)
    }

    /// Waits for one delivery with each call of `next`.
    public struct Iterator: AsyncIteratorProtocol {
        private let deliveries: ImageDeliveries
        private var place: ImageQueuePlace?
        private var isOver = false

        init(deliveries: ImageDeliveries) {
            self.deliveries = deliveries
        }

        /// Waits for the next delivery; returns nil after the last image and after an error.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(ImageError) -> ImageDelivery? {
            guard !isOver else { return nil }
            do throws(ImageError) {
                let place = try takePlace()
                let (manager, waiter) = (place.manager, place.waiter)
                let hasDeadline = manager.startDeadline(of: waiter, key: place.key)
                defer { if hasDeadline { manager.requests.endDeadline(of: waiter) } }
                let delivery = try await manager.next(of: waiter, key: place.key)
                if let image = delivery?.image {
                    try await manager.confirm(image, for: place.key)
                }
                if delivery?.isLast ?? true { isOver = true }
                return delivery
            } catch {
                isOver = true
                place = nil
                throw error
            }
        }

        private mutating func takePlace() throws(ImageError) -> ImageQueuePlace {
            if let place { return place }
            let taken = try ImageQueuePlace(for: deliveries.request, at: deliveries.manager)
            place = taken
            return taken
        }
    }
}

@available(*, unavailable)
extension ImageDeliveries.Iterator: Sendable {}

/// A caller's place in the queue for an image; releasing it leaves the queue.
package final class ImageQueuePlace: Sendable {
    let manager: CachingImageManager
    let waiter: ImageWaiter
    let key: ImageKey
    private let interval: WorkInterval

    /// Takes the place at once; an image that is cached is delivered without one.
    package init(for request: AssetImageRequest, at manager: CachingImageManager) throws(ImageError) {
        self.manager = manager
        waiter = try manager.open(request)
        key = request.key
        interval = WorkInterval("image", request.asset.rawValue)
        let stores = manager.cache.stores
        if let image = manager.cache.imageToConfirm(for: key) {
            waiter.receive(.final(image))
        } else {
            manager.requests.join(waiter, request, since: stores)
        }
    }

    deinit {
        interval.end()
        if !waiter.isOver { manager.requests.leave(waiter, key: key) }
    }
}
