package import CameraRoll
import CameraRollTesting

/// An image source that stores its requests, and reports what a test says.
package final class ScriptedSource: ImageSource {
    package struct Asked: Sendable {
        package let request: AssetImageRequest
        package let sink: ImageSink
    }

    private struct Contents {
        var asked: [Asked] = []
        var cancelled: [AssetID] = []
        var calls: [PreparationCall] = []
        var preparedRequests: [AssetImageRequest] = []
    }

    /// What the source was told of images that are not requested yet.
    package enum PreparationCall: Hashable, Sendable {
        case prepare([AssetID])
        case release([AssetID])
    }

    /// Notes each request that reaches the source.
    package let activity = Activity()
    package let lane: ImageLane
    package let requestLimit: Int
    package let preparationLimit: Int
    package let needsLibrary: Bool
    private let contents = Lock(Contents())
    private let onStart: @Sendable (Asked) -> Void
    private let onCancel: @Sendable (AssetID) -> Void

    private let isCancellable: Bool

    package init(
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

    package var asked: [Asked] { contents.withLock(\.asked) }
    package var cancelled: [AssetID] { contents.withLock(\.cancelled) }
    package var calls: [PreparationCall] { contents.withLock(\.calls) }
    /// All requests that were to be prepared, in order.
    package var preparedRequests: [AssetImageRequest] { contents.withLock(\.preparedRequests) }
    /// The images that are prepared now, in order.
    package var prepared: [AssetID] {
        calls.reduce(into: []) { prepared, call in
            switch call {
            case .prepare(let assets): prepared += assets
            case .release(let assets): prepared.removeAll { assets.contains($0) }
            }
        }
    }

    package func prepare(_ requests: [AssetImageRequest]) {
        contents.withLock { contents in
            contents.calls.append(.prepare(requests.map(\.asset)))
            contents.preparedRequests += requests
        }
    }

    package func release(_ requests: [AssetImageRequest]) {
        contents.withLock { $0.calls.append(.release(requests.map(\.asset))) }
    }

    package func start(_ request: AssetImageRequest, sink: ImageSink) -> (@Sendable () -> Void)? {
        let asked = Asked(request: request, sink: sink)
        contents.withLock { $0.asked.append(asked) }
        activity.note()
        onStart(asked)
        guard isCancellable else { return nil }
        return { [self] in
            contents.withLock { $0.cancelled.append(request.asset) }
            onCancel(request.asset)
            activity.note()
        }
    }
}
