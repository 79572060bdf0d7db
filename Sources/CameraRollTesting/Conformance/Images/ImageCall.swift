import CameraRoll

/// One request to a source, and its events.
final class ImageCall: Sendable {
    private struct State {
        var answer = ImageAnswer()
        var cancel: (@Sendable () -> Void)?
        var isCancelled = false
    }

    let request: AssetImageRequest
    private let state = Lock(State())
    private let started = Completion<Void>()
    private let ended = Completion<Void>()

    init(_ request: AssetImageRequest) {
        self.request = request
    }

    /// Starts the request at a source; must be called once, in the source's lane.
    func start(at source: any ImageSource) {
        let cancel = source.start(request, sink: ImageSink { event in self.take(event) })
        let isCancelled = state.withLock { state in
            state.cancel = cancel
            return state.isCancelled
        }
        if isCancelled { cancelTwice(cancel) }
        started.end()
    }

    /// Cancels the request, twice, as soon as its start has returned.
    func cancel() {
        let cancel = state.withLock { state in
            state.isCancelled = true
            return state.cancel
        }
        cancelTwice(cancel)
    }

    /// Waits until the start has returned, or the deadline has passed.
    func start(within deadline: Duration) async {
        await started.wait(within: deadline)
    }

    /// The events up to the end; nil if it has not come by the deadline, or the task is cancelled.
    func answer(within deadline: Duration) async -> ImageAnswer? {
        await ended.wait(within: deadline)
        let answer = state.withLock(\.answer)
        return answer.end == nil ? nil : answer
    }

    private func cancelTwice(_ cancel: (@Sendable () -> Void)?) {
        cancel?()
        cancel?()
    }

    private func take(_ event: ImageSourceEvent) {
        let isOver = state.withLock { state in
            state.answer.take(event, of: request.asset)
            return state.answer.end != nil
        }
        if isOver { ended.end() }
    }
}

/// The events of a source for one request, up to its end; the first end counts, and later events are ignored.
struct ImageAnswer: Sendable {
    private(set) var progress: [Double] = []
    private(set) var degraded: [DecodedImage] = []
    private(set) var end: Result<DecodedImage, ImageError>?

    /// Records an event of a source for an asset.
    mutating func take(_ event: ImageSourceEvent, of asset: AssetID) {
        guard end == nil else { return }
        switch event {
        case .progress(let fraction): progress.append(fraction)
        case .degraded(let image): degraded.append(image)
        case .end(let result): end = result
        case .finished: end = .failure(.noImage(asset))
        }
    }

    /// The reason why there is no image; nil if there is one, and before the end.
    var error: ImageError? {
        if case .failure(let error) = end { error } else { nil }
    }
}
