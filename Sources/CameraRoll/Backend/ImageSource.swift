/// The source of a library's images: obtained on the library executor, and used where its lane specifies.
///
/// The library executor returns sources and never decodes. A source receives one image per call, up to its request
/// limit at a time, and answers through an ``ImageSink``: early, late, twice, on any thread, or never. The manager
/// ensures that each request still ends exactly once.
public protocol ImageSource: Sendable {
    /// Where ``start(_:sink:)`` is called.
    var lane: ImageLane { get }
    /// The most requests in flight at a time, at least 1; the manager has its own limit too.
    var requestLimit: Int { get }

    /// Starts to load an image.
    ///
    /// - Parameters:
    ///   - request: the valid request, with the delivery mode that its waiters need.
    ///   - sink: the receiver of the answers.
    /// - Returns: a closure that cancels the request, and may be called after its end; nil if it cannot be canceled.
    func start(_ request: AssetImageRequest, sink: ImageSink) -> (@Sendable () -> Void)?
}

/// Where an image source is called.
public enum ImageLane: Hashable, Sendable {
    /// On the threads of the decode pool, where it may block: codecs that read files.
    case decodePool
    /// On the library executor, where it must not block: requests that only start an operation.
    case library
    /// On the main actor, where it must not block: reportedly required by Photos' image manager.
    case main
}

/// The receiver of an image source's answers; safe to call early, late, twice and from any thread.
///
/// Only the first end counts, and everything after it is dropped. Progress that decreases is dropped too.
public struct ImageSink: Sendable {
    package let send: @Sendable (ImageSourceEvent) -> Void
    private let isOver: @Sendable () -> Bool

    /// Creates a sink that forwards every event of a source, for the image manager and for tests of sources.
    ///
    /// - Parameter isOver: whether no caller needs the answer any more.
    package init(
        isOver: @escaping @Sendable () -> Bool = { false }, send: @escaping @Sendable (ImageSourceEvent) -> Void
    ) {
        self.send = send
        self.isOver = isOver
    }

    /// Whether no caller waits for the answer any more.
    ///
    /// For a source that works within ``ImageSource/start(_:sink:)`` and so has not returned its cancellation yet: it
    /// checks this from time to time, stops, and fails with `.cancelled`. Takes about as long as a lock.
    public var isCancelled: Bool { isOver() }

    /// Reports the fraction of a download that has arrived, 0 to 1.
    public func progress(_ fraction: Double) {
        send(.progress(fraction))
    }

    /// Delivers a preliminary image, to be replaced by the final one.
    public func degraded(_ image: DecodedImage) {
        send(.degraded(image))
    }

    /// Delivers the requested image, and ends the request.
    public func final(_ image: DecodedImage) {
        send(.end(.success(image)))
    }

    /// Reports an error, and ends the request.
    public func fail(_ error: ImageError) {
        send(.end(.failure(error)))
    }

    /// Reports the end without an image or an error, as Photos sometimes does; ends the request with `.noImage`.
    public func finish() {
        send(.finished)
    }
}

/// An event of one request, as reported by its source.
package enum ImageSourceEvent: Sendable {
    case progress(Double)
    case degraded(DecodedImage)
    case end(Result<DecodedImage, ImageError>)
    case finished
}
