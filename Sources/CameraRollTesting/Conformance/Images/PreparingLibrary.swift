import CameraRoll

/// A library whose image source records what it is told to prepare, and passes it on.
///
/// A source that prepares nothing still receives the calls: those of the image manager are checked for each library.
final class PreparingLibrary: ForwardingLibrary {
    private struct Source: ImageSource {
        let base: any ImageSource
        let log: PreparationLog
        let executor: LibraryExecutor

        var lane: ImageLane { base.lane }
        var requestLimit: Int { base.requestLimit }
        var preparationLimit: Int { max(base.preparationLimit, 3) }

        func start(_ request: AssetImageRequest, sink: ImageSink) -> (@Sendable () -> Void)? {
            base.start(request, sink: sink)
        }

        func prepare(_ requests: [AssetImageRequest]) {
            base.prepare(requests)
            log.note(prepared: requests, isOnExecutor: executor.isIsolatingCurrentContext() == true)
        }

        func release(_ requests: [AssetImageRequest]) {
            base.release(requests)
            log.note(released: requests, isOnExecutor: executor.isIsolatingCurrentContext() == true)
        }
    }

    private let log: PreparationLog
    private let executor: LibraryExecutor

    init(_ base: any PhotoLibraryBackend, _ log: PreparationLog, _ executor: LibraryExecutor) {
        (self.log, self.executor) = (log, executor)
        super.init(base)
    }

    override func imageSource() throws(LibraryError) -> (any ImageSource)? {
        try base.imageSource().map { Source(base: $0, log: log, executor: executor) }
    }
}

/// The images that a source was told to prepare, and not to release.
final class PreparationLog: Sendable {
    private struct State {
        var prepared: Set<AssetImageRequest> = []
        var mistakes: [String] = []
    }

    private let state = Lock(State())
    private let watchers = Watchers()

    /// The requests whose images are prepared.
    var prepared: Set<AssetImageRequest> { state.withLock(\.prepared) }
    /// The violations: an image prepared twice, released without being prepared, or either off the executor.
    var mistakes: [String] { state.withLock(\.mistakes) }

    func note(prepared requests: [AssetImageRequest], isOnExecutor: Bool) {
        state.withLock { state in
            if !isOnExecutor { state.mistakes.append("prepared off the executor") }
            for request in requests where !state.prepared.insert(request).inserted {
                state.mistakes.append("'\(request.asset)' is prepared twice")
            }
        }
        watchers.check()
    }

    func note(released requests: [AssetImageRequest], isOnExecutor: Bool) {
        state.withLock { state in
            if !isOnExecutor { state.mistakes.append("released off the executor") }
            for request in requests where state.prepared.remove(request) == nil {
                state.mistakes.append("'\(request.asset)' is released without being prepared")
            }
        }
        watchers.check()
    }

    /// Waits until the prepared images satisfy a condition.
    func wait(
        for subject: String, within deadline: Duration, _ expect: Expectation,
        until isSo: @escaping @Sendable (Set<AssetImageRequest>) -> Bool
    ) async throws {
        guard await !reaches(within: deadline, isSo) else { return }
        try Task.checkCancellation()
        throw expect.fail(subject, expected: "an end within \(deadline)", found: "\(prepared.count) prepared images")
    }

    /// Waits until the prepared images satisfy a condition; returns whether they do in time.
    func reaches(
        within deadline: Duration, _ isSo: @escaping @Sendable (Set<AssetImageRequest>) -> Bool
    ) async -> Bool {
        let end = Completion<Void>()
        let waiter = Task {
            await watchers.wait { [self] in isSo(prepared) }
            end.end()
        }
        await end.wait(within: deadline)
        waiter.cancel()
        return isSo(prepared)
    }
}
