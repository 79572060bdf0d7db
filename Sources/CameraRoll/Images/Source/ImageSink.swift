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

    /// Done, without an image or an error, as Photos does at times (P23); ends the request with `.noImage`.
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
