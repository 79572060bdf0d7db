/// One caller who waits for an image: the shell of ``ImageWaiterState``.
final class ImageWaiter: Sendable {
    private let state = Lock(ImageWaiterState())

    /// Whether the caller has been given the end.
    var isOver: Bool { state.withLock(\.isOver) }

    /// The next delivery; nil behind the last one.
    func next() async throws(ImageError) -> ImageDelivery? {
        let step = await withCheckedContinuation { continuation in
            let (step, outdone) = state.withLock { $0.next(continuation) }
            if let step { continuation.resume(returning: step) }
            outdone?.resume(returning: .success(nil))
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
