/// One caller that waits for an image; it keeps at most one delivery of each kind.
///
/// A slow caller receives the latest progress and the latest degraded image, and then the end; nothing is queued.
final class ImageWaiter: Sendable {
    private typealias Step = Result<ImageDelivery?, ImageError>
    private typealias Caller = CheckedContinuation<Step, Never>

    private struct State {
        var progress: Double?
        var reported = 0.0
        var degraded: DecodedImage?
        var ending: Result<ImageDelivery, ImageError>?
        /// Whether the caller has received the end.
        var isOver = false
        var caller: Caller?
    }

    private let state = Lock(State())

    /// Whether the caller has received the end.
    var isOver: Bool { state.withLock(\.isOver) }

    /// Waits for the next delivery; returns nil after the last one.
    ///
    /// A caller that already waits, as a copy of an iterator may, is replaced, and receives nil.
    func next() async throws(ImageError) -> ImageDelivery? {
        let step = await withCheckedContinuation { (caller: Caller) in
            let (step, replaced) = state.withLock { state in
                let step = takeStep(&state)
                guard step == nil else { return (step, Caller?.none) }
                defer { state.caller = caller }
                return (step, state.caller)
            }
            if let step { caller.resume(returning: step) }
            replaced?.resume(returning: .success(nil))
        }
        return try step.get()
    }

    func receive(_ delivery: ImageDelivery) {
        change { state in
            switch delivery {
            case .progress(let fraction):
                guard fraction > state.reported else { return }
                (state.reported, state.progress) = (fraction, fraction)
            case .degraded(let image): state.degraded = image
            case .final, .fallback: state.ending = .success(delivery)
            }
        }
    }

    func fail(_ error: ImageError) {
        change { $0.ending = .failure(error) }
    }

    /// Changes the state unless the end is known, and resumes a waiting caller if there is something for it.
    private func change(_ body: (inout State) -> Void) {
        let (caller, step) = state.withLock { state in
            guard state.ending == nil, !state.isOver else { return (Caller?.none, Step?.none) }
            body(&state)
            guard state.caller != nil, let step = takeStep(&state) else { return (nil, nil) }
            return (state.caller.take(), step)
        }
        if let step { caller?.resume(returning: step) }
    }

    private func takeStep(_ state: inout State) -> Step? {
        if state.isOver { return .success(nil) }
        // After a cancellation or a close nothing more is delivered; after other errors the local image is useful.
        if case .failure(let error) = state.ending, error.endsDelivery { return end(&state, with: .failure(error)) }
        if let image = state.degraded.take() { return .success(.degraded(image)) }
        if case .failure(let error) = state.ending { return end(&state, with: .failure(error)) }
        if let fraction = state.progress.take() { return .success(.progress(fraction)) }
        if case .success(let delivery) = state.ending { return end(&state, with: .success(delivery)) }
        return nil
    }

    private func end(_ state: inout State, with step: Step) -> Step {
        state.isOver = true
        (state.progress, state.degraded, state.ending) = (nil, nil, nil)
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
