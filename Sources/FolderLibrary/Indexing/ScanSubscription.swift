#if FolderLibrary || canImport(Darwin)
import CameraRoll

/// One who takes part in a scan: is told how far it has come, of which only the latest is kept, and of its end.
final class ScanSubscription: Sendable {
    typealias Outcome = Result<IndexProgress, FolderError>

    private struct Contents {
        var outcome: Outcome?
        var waiters: [CheckedContinuation<Outcome, Never>] = []
    }

    let progress: AsyncStream<IndexProgress>
    private let continuation: AsyncStream<IndexProgress>.Continuation
    private let onEnd: @Sendable (Bool) -> Void
    private let contents = Lock(Contents())

    /// - Parameter onEnd: called once, on any thread, with whether all was looked at.
    init(onEnd: @escaping @Sendable (Bool) -> Void) {
        self.onEnd = onEnd
        (progress, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func report(_ progress: IndexProgress) {
        continuation.yield(progress)
    }

    func wait(_ waiter: CheckedContinuation<Outcome, Never>) {
        let outcome = contents.withLock { contents in
            if contents.outcome == nil { contents.waiters.append(waiter) }
            return contents.outcome
        }
        if let outcome { waiter.resume(returning: outcome) }
    }

    /// Ends it, for all who follow or wait; only the first time.
    func end(_ outcome: Outcome) {
        let waiters: [CheckedContinuation<Outcome, Never>]? = contents.withLock { contents in
            guard contents.outcome == nil else { return nil }
            defer { contents.waiters = [] }
            contents.outcome = outcome
            return contents.waiters
        }
        guard let waiters else { return }
        continuation.finish()
        for waiter in waiters { waiter.resume(returning: outcome) }
        if case .success = outcome { onEnd(true) } else { onEnd(false) }
    }
}
#endif
