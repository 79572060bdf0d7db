#if FolderLibrary || canImport(Darwin)
import CameraRoll

/// A caller's subscription to a scan: receives the latest progress, and the end.
final class ScanSubscription: Sendable {
    typealias Outcome = Result<IndexingProgress, FolderError>

    private struct Contents {
        var outcome: Outcome?
        var waiters: [CheckedContinuation<Outcome, Never>] = []
    }

    let progress: AsyncStream<IndexingProgress>
    private let continuation: AsyncStream<IndexingProgress>.Continuation
    private let onEnd: @Sendable (Bool) -> Void
    private let contents = Lock(Contents())

    /// - Parameter onEnd: called once, on any thread, with whether the scan succeeded.
    init(onEnd: @escaping @Sendable (Bool) -> Void) {
        self.onEnd = onEnd
        (progress, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func report(_ progress: IndexingProgress) {
        continuation.yield(progress)
    }

    func wait(_ waiter: CheckedContinuation<Outcome, Never>) {
        let outcome = contents.withLock { contents in
            if contents.outcome == nil { contents.waiters.append(waiter) }
            return contents.outcome
        }
        if let outcome { waiter.resume(returning: outcome) }
    }

    /// Ends the subscription and resumes all waiters; only the first call has an effect.
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
