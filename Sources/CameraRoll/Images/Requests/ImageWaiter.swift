/// One caller that waits for an image: the concurrent wrapper of ``ImageWaiterState``.
final class ImageWaiter: Sendable {
    private let state = Lock(ImageWaiterState())

    /// Whether the caller has received the end.
    var isOver: Bool { state.withLock(\.isOver) }

    /// Waits for the next delivery; returns nil after the last one.
    ///
    /// - Parameter leave: called, once the waiter has failed with `.cancelled`, if the task is canceled.
    func next(onCancel leave: @Sendable () -> Void = {}) async throws(ImageError) -> ImageDelivery? {
        let step = await withCancellableContinuation { continuation in
            let (step, displaced) = state.withLock { $0.next(continuation) }
            if let step { continuation.resume(returning: step) }
            displaced?.resume(returning: .success(nil))
        } onCancel: {
            fail(.cancelled)
            leave()
        }
        return try step.get()
    }

    func receive(_ delivery: ImageDelivery) {
        if let (caller, step) = state.withLock({ $0.receive(delivery) }) { caller.resume(returning: step) }
    }

    func fail(_ error: ImageError) {
        if let (caller, step) = state.withLock({ $0.fail(error) }) { caller.resume(returning: step) }
    }
}

/// One caller that waits for an image: a pure state machine, which keeps at most one delivery of each kind.
///
/// A slow caller receives the latest progress and the latest degraded image, and then the end; nothing is queued.
struct ImageWaiterState {
    typealias Step = Result<ImageDelivery?, ImageError>
    typealias Continuation = CallerContinuation<Step>

    private var progress: Double?
    private var reported = 0.0
    private var degraded: DecodedImage?
    private var ending: Result<ImageDelivery, ImageError>?
    /// Whether the caller has received the end.
    private(set) var isOver = false
    private var continuation: Continuation?

    /// Requests the next delivery; `step` is nil if no delivery is ready and the caller waits.
    ///
    /// `displaced` is a caller that a copy of the iterator registered earlier; it must be resumed with the end.
    mutating func next(_ caller: Continuation) -> (step: Step?, displaced: Continuation?) {
        if let step = takeStep() { return (step, nil) }
        defer { continuation = caller }
        return (nil, continuation)
    }

    /// Handles a delivery; returns the caller to be resumed, if one waits.
    mutating func receive(_ delivery: ImageDelivery) -> (Continuation, Step)? {
        guard ending == nil, !isOver else { return nil }
        switch delivery {
        case .progress(let fraction):
            guard fraction > reported else { return nil }
            reported = fraction
            progress = fraction
        case .degraded(let image): degraded = image
        case .final, .fallback: ending = .success(delivery)
        }
        return wake()
    }

    /// Handles a failure; returns the caller to be resumed, if one waits.
    mutating func fail(_ error: ImageError) -> (Continuation, Step)? {
        guard ending == nil, !isOver else { return nil }
        ending = .failure(error)
        return wake()
    }

    private mutating func wake() -> (Continuation, Step)? {
        guard let caller = continuation, let step = takeStep() else { return nil }
        continuation = nil
        return (caller, step)
    }

    private mutating func takeStep() -> Step? {
        if isOver { return .success(nil) }
        // After a cancellation or a close nothing more is delivered; after other errors the local image is useful.
        if case .failure(let error) = ending, error.endsDelivery { return end(with: .failure(error)) }
        if let image = degraded.take() { return .success(.degraded(image)) }
        if case .failure(let error) = ending { return end(with: .failure(error)) }
        if let fraction = progress.take() { return .success(.progress(fraction)) }
        if case .success(let delivery) = ending { return end(with: .success(delivery)) }
        return nil
    }

    private mutating func end(with step: Step) -> Step {
        isOver = true
        (progress, degraded, ending) = (nil, nil, nil)
        return step
    }
}

/// A delivery of an image request, up to the final one.
public enum ImageDelivery: Sendable {
    /// The fraction of a download that has arrived, 0 to 1, never less than before.
    case progress(Double)
    /// A preliminary image, to be replaced by the final one.
    case degraded(DecodedImage)
    /// The requested image; the last delivery.
    ///
    /// In the delivery mode `.fast`, the first available image (`isDegraded`).
    case final(DecodedImage)
    /// The best local image instead of the final one, and the reason; the last delivery, for requests that accept it.
    case fallback(DecodedImage, because: ImageError)

    /// The image, if the delivery has one.
    public var image: DecodedImage? {
        switch self {
        case .progress: nil
        case .degraded(let image), .final(let image), .fallback(let image, _): image
        }
    }

    /// Whether this is the last delivery.
    public var isLast: Bool {
        switch self {
        case .progress, .degraded: false
        case .final, .fallback: true
        }
    }
}
