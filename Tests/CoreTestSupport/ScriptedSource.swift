import CameraRoll
import CameraRollTesting

/// An image source that stores its requests, and reports what a test says.
final class ScriptedSource: ImageSource {
    struct Asked: Sendable {
        let request: AssetImageRequest
        let sink: ImageSink
    }

    private struct Contents {
        var asked: [Asked] = []
        var cancelled: [AssetID] = []
        var calls: [PreparationCall] = []
        var preparedRequests: [AssetImageRequest] = []
    }

    /// What the source was told of images that are not requested yet.
    enum PreparationCall: Hashable, Sendable {
        case prepare([AssetID])
        case release([AssetID])
    }

    /// Notes each request that reaches the source.
    let activity = Activity()
    let lane: ImageLane
    let requestLimit: Int
    let preparationLimit: Int
    let needsLibrary: Bool
    private let contents = Lock(Contents())
    private let onStart: @Sendable (Asked) -> Void
    private let onCancel: @Sendable (AssetID) -> Void

    private let isCancellable: Bool

    init(
        lane: ImageLane = .library, requestLimit: Int = 10, preparationLimit: Int = 0, isCancellable: Bool = true,
        needsLibrary: Bool = true, onStart: @escaping @Sendable (Asked) -> Void = { _ in },
        onCancel: @escaping @Sendable (AssetID) -> Void = { _ in }
    ) {
        self.lane = lane
        self.requestLimit = requestLimit
        self.preparationLimit = preparationLimit
        self.isCancellable = isCancellable
        self.needsLibrary = needsLibrary
        self.onCancel = onCancel
        self.onStart = onStart
    }

    var asked: [Asked] { contents.withLock(\.asked) }
    var cancelled: [AssetID] { contents.withLock(\.cancelled) }
    var calls: [PreparationCall] { contents.withLock(\.calls) }
    /// All requests that were to be prepared, in order.
    var preparedRequests: [AssetImageRequest] { contents.withLock(\.preparedRequests) }
    /// The images that are prepared now, in order.
    var prepared: [AssetID] {
        calls.reduce(into: []) { prepared, call in
            switch call {
            case .prepare(let assets): prepared += assets
            case .release(let assets): prepared.removeAll { assets.contains($0) }
            }
        }
    }

    func prepare(_ requests: [AssetImageRequest]) {
        contents.withLock { contents in
            contents.calls.append(.prepare(requests.map(\.asset)))
            contents.preparedRequests += requests
        }
    }

    func release(_ requests: [AssetImageRequest]) {
        contents.withLock { $0.calls.append(.release(requests.map(\.asset))) }
    }

    func start(_ request: AssetImageRequest, sink: ImageSink) -> (@Sendable () -> Void)? {
        let asked = Asked(request: request, sink: sink)
        contents.withLock { $0.asked.append(asked) }
        activity.note()
        onStart(asked)
        guard isCancellable else { return nil }
        return { [self] in
            contents.withLock { $0.cancelled.append(request.asset) }
            onCancel(request.asset)
        }
    }
}
