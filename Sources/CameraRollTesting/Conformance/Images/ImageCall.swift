import CameraRoll
import Foundation

/// One request to a source, and its events.
///
/// Decodes that the source hands over run on threads of their own, as on those of an image manager's pool; or they are
/// dropped, as by an image manager without waiting callers.
final class ImageCall: Sendable {
    fileprivate struct State {
        var answer = ImageAnswer()
        /// Whether the source has ended with a decode, or otherwise.
        var hasEnded = false
        var droppedDecodes = 0
        /// What the library resolved for the request.
        var resolved: (any Sendable)?
        var cancel: (@Sendable () -> Void)?
        var isCancelled = false
    }

    let request: AssetImageRequest
    private let state = Lock(State())
    private let started = Completion<Void>()
    private let ended = Completion<Void>()
    private let dropsDecodes: Bool

    init(_ request: AssetImageRequest, dropsDecodes: Bool = false) {
        self.request = request
        self.dropsDecodes = dropsDecodes
    }

    /// The number of dropped decodes that the source handed over.
    var droppedDecodes: Int { state.withLock(\.droppedDecodes) }

    /// Sets what the library resolved for the request; with an error, the request has ended.
    func resolve(_ resolved: Result<(any Sendable)?, LibraryError>) {
        switch resolved {
        case .success(let object): state.withLock { $0.resolved = object }
        case .failure(let error): take(.event(.end(.failure(.library(error)))))
        }
    }

    /// Starts the request at a source, unless it has ended; must be called once, in the source's lane.
    func start(at source: any ImageSource) {
        defer { started.end() }
        var sink = ImageSink(unless: { false }) { answer in self.take(answer) }
        let (resolved, hasEnded) = state.withLock { ($0.resolved, $0.hasEnded) }
        guard !hasEnded else { return }
        sink.resolved = resolved
        let cancel = source.start(request, sink: sink)
        let isCancelled = state.withLock { state in
            state.cancel = cancel
            return state.isCancelled
        }
        if isCancelled { cancelTwice(cancel) }
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

    /// The events up to the end; nil if it has not come by the deadline, or the task is canceled.
    func answer(within deadline: Duration) async -> ImageAnswer? {
        await ended.wait(within: deadline)
        let answer = state.withLock(\.answer)
        return answer.end == nil ? nil : answer
    }

    private func cancelTwice(_ cancel: (@Sendable () -> Void)?) {
        cancel?()
        cancel?()
    }

    private func take(_ answer: ImageSink.Answer) {
        // Only the first end counts.
        guard state.withLock({ $0.begin(answer) }) else { return }
        switch answer {
        case .event(let event): take(event)
        case .decode(let decode) where dropsDecodes:
            state.withLock { $0.droppedDecodes += 1 }
            if decode.isFinal { take(.end(.failure(.cancelled))) }
        case .decode(let decode):
            Thread.detachNewThread {
                if let event = decode.run() { self.take(event) }
            }
        }
    }

    private func take(_ event: ImageSourceEvent) {
        let isOver = state.withLock { state in
            state.answer.take(event, of: request.asset)
            return state.answer.end != nil
        }
        if isOver { ended.end() }
    }
}

extension ImageCall.State {
    /// Handles an answer; returns false if the source has ended before.
    fileprivate mutating func begin(_ answer: ImageSink.Answer) -> Bool {
        guard !hasEnded else { return false }
        switch answer {
        case .event(.end), .event(.finished): hasEnded = true
        case .event(.progress), .event(.degraded): break
        case .decode(let decode): hasEnded = decode.isFinal
        }
        return true
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
