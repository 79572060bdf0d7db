import Synchronization

// MARK: - Asking

extension CachingImageManager {
    /// The final image; degraded ones are passed over.
    ///
    /// Cancelling the task ends the wait at once, and `withReadDeadline` when its time is over.
    ///
    /// - Throws: `ImageError`.
    public nonisolated func image(for request: ImageRequest) async throws(ImageError) -> DecodedImage {
        let waiter = try open(request)
        if let image = cache.image(for: request.key) { return image }
        await send(.join(waiter, request))
        let image = try await withCancellation(of: waiter, key: request.key) { () async throws(ImageError) in
            while let delivery = try await waiter.next() {
                if delivery.isLast, let image = delivery.image { return image }
            }
            throw .noImage(request.asset)
        }
        try await confirm(image, of: request.asset)
        return image
    }

    /// What comes of a request: progress and degraded images, then the final one, or an error.
    ///
    /// Each iteration asks anew. A slow caller sees the latest of each kind; nothing queues.
    public nonisolated func images(for request: ImageRequest) -> ImageDeliveries {
        ImageDeliveries(manager: self, request: request)
    }

    /// The image, if it is in memory: at once, on the caller's thread, for a cell that is being configured.
    ///
    /// A request that accepts a fallback gets that, `isDegraded`, where the final image could not be had before.
    ///
    /// - Complexity: O(1).
    public nonisolated func cachedImage(for request: ImageRequest) -> DecodedImage? {
        if let image = cache.image(for: request.key) { return image }
        return request.acceptsFallback ? cache.image(for: request.key.ofFallback) : nil
    }

    nonisolated func open(_ request: ImageRequest) throws(ImageError) -> ImageWaiter {
        guard !Task.isCancelled else { throw .cancelled }
        guard !isClosed.load(ordering: .acquiring) else { throw .shutDown }
        if let deadline = ReadDeadline.current?.duration, deadline <= .zero { throw .invalidDeadline(deadline) }
        try request.validate()
        return ImageWaiter()
    }

    /// Waits, and leaves the line as soon as the task is cancelled or the time of `withReadDeadline` is over.
    nonisolated func withCancellation<Value>(
        of waiter: ImageWaiter, key: ImageKey, _ body: () async throws(ImageError) -> Value
    ) async throws(ImageError) -> Value {
        let caller = ImageDeadline.caller(ObjectIdentifier(waiter))
        let deadline = ReadDeadline.current?.duration
        if let deadline {
            deadlines.start(caller, after: deadline) { [weak self] in self?.post(.expire(waiter, key, deadline)) }
        }
        defer { if deadline != nil { deadlines.end(caller) } }
        let result = await withTaskCancellationHandler { () async -> Result<Value, ImageError> in
            do throws(ImageError) {
                return .success(try await body())
            } catch {
                return .failure(error)
            }
        } onCancel: {
            waiter.fail(.cancelled)
            post(.leave(waiter, key))
        }
        return try result.get()
    }
}

// MARK: - Caching ahead

extension CachingImageManager {
    /// Gets images into memory before they are asked for, and holds them there until they are stopped.
    ///
    /// Idempotent, and needs no balance: an image that is started twice is stopped once. The first request for an asset
    /// has precedence: one of another size is counted as a mismatch, and nothing else. What is visible is got first.
    ///
    /// What failed, or was evicted, is got again when it is started again. A request that allows the network downloads
    /// what is in the cloud.
    ///
    /// - Throws: `ImageError` of the first request that makes no sense, `.shutDown`, or `.tooMuchWork` if more than
    ///   100,000 images would be started at a time; nothing is started then.
    /// - Complexity: O(requests), less than a microsecond for each; a ``CachingWindow`` costs the caller the same for
    ///   any number.
    public nonisolated func startCaching(_ requests: [ImageRequest]) throws(ImageError) {
        guard !isClosed.load(ordering: .acquiring) else { throw .shutDown }
        for request in requests { try request.validate() }
        if try calls.start(requests, shortage: shortages.current) { post(.calls) }
    }

    /// Gets these images no further, unless somebody waits for them; those in memory may be evicted.
    public nonisolated func stopCaching(_ requests: [ImageRequest]) {
        if calls.stop(requests, shortage: shortages.current) { post(.calls) }
    }

    /// Stops all that was started by `startCaching`; caching windows are for themselves.
    public nonisolated func stopCachingAll() {
        if calls.stopAll() { post(.calls) }
    }

    /// Cancels everything and clears the cache: whoever waits gets `.shutDown`, and so does everybody later.
    public nonisolated func close() {
        guard !isClosed.exchange(true, ordering: .acquiringAndReleasing) else { return }
        post(.close)
        resources.close()
    }
}

/// What comes of a request for an image, as a sequence; made by `CachingImageManager.images(for:)`.
public struct ImageDeliveries: AsyncSequence, Sendable {
    /// What it gives.
    public typealias Element = ImageDelivery
    /// What it fails with.
    public typealias Failure = ImageError

    let manager: CachingImageManager
    let request: ImageRequest

    /// Asks with the first call of `next`.
    public func makeAsyncIterator() -> Iterator {
        Iterator(deliveries: self)
    }

    /// Waits for one delivery with each call of `next`.
    public struct Iterator: AsyncIteratorProtocol {
        private let deliveries: ImageDeliveries
        private var line: Line?
        private var isOver = false

        init(deliveries: ImageDeliveries) {
            self.deliveries = deliveries
        }

        /// The next delivery; nil behind the final image and after a throw.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(ImageError) -> ImageDelivery? {
            guard !isOver else { return nil }
            do throws(ImageError) {
                let line = try await openLine()
                let waiter = line.waiter
                let delivery = try await line.manager.withCancellation(of: waiter, key: line.key) {
                    () async throws(ImageError) in try await waiter.next()
                }
                if let image = delivery?.image {
                    try await line.manager.confirm(image, of: deliveries.request.asset)
                }
                if delivery?.isLast ?? true { isOver = true }
                return delivery
            } catch {
                isOver = true
                line = nil
                throw error
            }
        }

        private mutating func openLine() async throws(ImageError) -> Line {
            if let line { return line }
            let request = deliveries.request
            let waiter = try deliveries.manager.open(request)
            let opened = Line(manager: deliveries.manager, waiter: waiter, key: request.key)
            line = opened
            if let image = opened.manager.cache.image(for: request.key) {
                waiter.receive(.final(image))
            } else {
                await opened.manager.send(.join(waiter, request))
            }
            return opened
        }
    }
}

@available(*, unavailable)
extension ImageDeliveries.Iterator: Sendable {}

/// A caller's place in the line; given up with the iterator that holds it.
private final class Line {
    let manager: CachingImageManager
    let waiter: ImageWaiter
    let key: ImageKey

    init(manager: CachingImageManager, waiter: ImageWaiter, key: ImageKey) {
        self.manager = manager
        self.waiter = waiter
        self.key = key
    }

    deinit {
        if !waiter.isOver { manager.post(.leave(waiter, key)) }
    }
}
