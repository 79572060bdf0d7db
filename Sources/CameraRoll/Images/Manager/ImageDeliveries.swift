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
