/// One caller who waits for an image: a pure state machine, which keeps at most one delivery of each kind.
///
/// A slow caller sees the latest progress and the latest degraded image, and then the end; nothing queues.
struct ImageWaiterState {
    typealias Step = Result<ImageDelivery?, ImageError>
    typealias Continuation = CheckedContinuation<Step, Never>

    private var progress: Double?
    private var reported = 0.0
    private var degraded: DecodedImage?
    private var ending: Result<ImageDelivery, ImageError>?
    /// Whether the caller has been given the end.
    private(set) var isOver = false
    private var continuation: Continuation?

    /// The caller asks for the next delivery; `step` is nil where there is none yet and the caller waits.
    ///
    /// `outdone` is one who waited already, by a copy of the iterator, and is to be told that nothing comes any more.
    mutating func next(_ caller: Continuation) -> (step: Step?, outdone: Continuation?) {
        if let step = takeStep() { return (step, nil) }
        defer { continuation = caller }
        return (nil, continuation)
    }

    /// Something came; returns the caller to be resumed, if one waits.
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

    /// The request failed; returns the caller to be resumed, if one waits.
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
        // Who gave up wants nothing more; who is told of an error still has a use for the local image.
        if case .failure(let error) = ending, error.isCancellation { return end(with: .failure(error)) }
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
