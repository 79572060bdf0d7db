/// One run of a job, from the manager's order to the source's cancellation: whoever comes first decides.
final class ImageRun: Sendable {
    private enum Phase {
        case ordered
        case cancellable(@Sendable () -> Void)
        case cancelled
    }

    private let phase = Lock(Phase.ordered)

    /// Whether the work is useless by now, and need not be begun.
    var isCancelled: Bool {
        phase.withLock { if case .cancelled = $0 { true } else { false } }
    }

    /// Says how to cancel; does so at once where the run was cancelled already.
    func setCancellation(_ cancel: (@Sendable () -> Void)?) {
        guard let cancel else { return }
        let isLate = phase.withLock { phase in
            if case .cancelled = phase { return true }
            phase = .cancellable(cancel)
            return false
        }
        if isLate { cancel() }
    }

    /// Cancels what there is to cancel, once.
    func cancel() {
        let before = phase.withLock { phase in
            defer { phase = .cancelled }
            return phase
        }
        if case .cancellable(let cancel) = before { cancel() }
    }
}

/// The runs under way, to be cancelled also by a manager that is going.
final class ImageRuns: Sendable {
    private let runs = Lock<[ImageJobs.RunID: ImageRun]>([:])

    func add(_ id: ImageJobs.RunID) -> ImageRun {
        let run = ImageRun()
        runs.withLock { $0[id] = run }
        return run
    }

    /// Forgets a run that has ended.
    func remove(_ id: ImageJobs.RunID) {
        let run = runs.withLock { $0.removeValue(forKey: id) }
        withExtendedLifetime(run) {}
    }

    func cancel(_ id: ImageJobs.RunID) {
        runs.withLock { $0.removeValue(forKey: id) }?.cancel()
    }

    func cancelAll() {
        let all = runs.withLock { runs in
            defer { runs = [:] }
            return Array(runs.values)
        }
        all.forEach { $0.cancel() }
    }
}
