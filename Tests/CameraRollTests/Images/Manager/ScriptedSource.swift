import CameraRollTesting

@testable import CameraRoll

/// An image source that stores its requests, and reports what a test says.
final class ScriptedSource: ImageSource {
    struct Asked: Sendable {
        let request: AssetImageRequest
        let sink: ImageSink
    }

    private struct Contents {
        var asked: [Asked] = []
        var cancelled: [AssetID] = []
    }

    let lane: ImageLane
    let requestLimit: Int
    private let contents = Lock(Contents())
    private let onStart: @Sendable (Asked) -> Void

    private let isCancellable: Bool

    init(
        lane: ImageLane = .library, requestLimit: Int = 10, isCancellable: Bool = true,
        onStart: @escaping @Sendable (Asked) -> Void = { _ in }
    ) {
        self.lane = lane
        self.requestLimit = requestLimit
        self.isCancellable = isCancellable
        self.onStart = onStart
    }

    var asked: [Asked] { contents.withLock(\.asked) }
    var cancelled: [AssetID] { contents.withLock(\.cancelled) }

    func start(_ request: AssetImageRequest, sink: ImageSink) -> (@Sendable () -> Void)? {
        let asked = Asked(request: request, sink: sink)
        contents.withLock { $0.asked.append(asked) }
        onStart(asked)
        guard isCancellable else { return nil }
        return { [self] in contents.withLock { $0.cancelled.append(request.asset) } }
    }
}
