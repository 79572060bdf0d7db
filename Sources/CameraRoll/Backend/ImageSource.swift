/// What a library offers for images: it is handed out behind the door, and used where its lane says.
///
/// The library executor hands out sources and never decodes. A source is asked for one image at a time, as often as its
/// limit of requests allows, and answers through an ``ImageSink``: early, late, twice, on any thread, or never. The
/// manager sees to it that each request ends exactly once all the same.
public protocol ImageSource: Sendable {
    /// Where ``start(_:sink:)`` is called.
    var lane: ImageLane { get }
    /// How many requests may be in flight at once, at least 1; the manager has a limit of its own beside it.
    var requestLimit: Int { get }

    /// Starts to get an image.
    ///
    /// - Parameters:
    ///   - request: what is wanted; valid, its delivery mode as the waiters need it.
    ///   - sink: where the answers go.
    /// - Returns: what cancels the request, and may do so after its end; nil where nothing can.
    func start(_ request: ImageRequest, sink: ImageSink) -> (@Sendable () -> Void)?
}

/// Where an image source works.
public enum ImageLane: Hashable, Sendable {
    /// On the threads of the decode pool, where it may block: codecs that read files.
    case decodePool
    /// On the library executor, where it must not block: requests that only start something.
    case library
    /// On the main actor, where it must not block: what Photos' image manager is said to need.
    case main
}

/// Where an image source delivers to; safe to call early, late, twice and from any thread.
///
/// Only the first end counts, and whatever comes after it is dropped. Progress that goes back is dropped too.
public struct ImageSink: Sendable {
    package let send: @Sendable (ImageSourceEvent) -> Void
    private let isOver: @Sendable () -> Bool

    /// A sink that passes on whatever a source says; for the image manager, and for checks of sources.
    ///
    /// - Parameter isOver: whether nobody wants to hear of the request any more.
    package init(
        isOver: @escaping @Sendable () -> Bool = { false }, send: @escaping @Sendable (ImageSourceEvent) -> Void
    ) {
        self.send = send
        self.isOver = isOver
    }

    /// Whether nobody waits for the answer any more.
    ///
    /// For a source that works within ``ImageSource/start(_:sink:)`` and so has not said yet how to cancel it: it asks
    /// from time to time, stops, and fails with `.cancelled`. Takes about as long as a lock.
    public var isCancelled: Bool { isOver() }

    /// How much of a download has come, 0 to 1.
    public func progress(_ fraction: Double) {
        send(.progress(fraction))
    }

    /// An image that will do until the final one comes.
    public func degraded(_ image: DecodedImage) {
        send(.degraded(image))
    }

    /// The image as asked for; ends the request.
    public func final(_ image: DecodedImage) {
        send(.end(.success(image)))
    }

    /// Why there is none; ends the request.
    public func fail(_ error: ImageError) {
        send(.end(.failure(error)))
    }

    /// Done, without an image or an error, as Photos does at times; ends the request with `.noImage`.
    public func finish() {
        send(.finished)
    }
}

/// What a source says of one request.
package enum ImageSourceEvent: Sendable {
    case progress(Double)
    case degraded(DecodedImage)
    case end(Result<DecodedImage, ImageError>)
    case finished
}
