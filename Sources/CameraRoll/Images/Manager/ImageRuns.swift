/// The runs under way, to be cancelled also by a manager that is going.
final class ImageRuns: Sendable {
    private let runs = Lock<[ImageJobs.RunID: ImageRun]>([:])

    subscript(id: ImageJobs.RunID) -> ImageRun? {
        runs.withLock { $0[id] }
    }

    func add(_ run: ImageRun) {
        runs.withLock { $0[run.id] = run }
    }

    /// Forgets a run that has ended.
    func finish(_ id: ImageJobs.RunID) {
        runs.withLock { $0.removeValue(forKey: id) }?.finish()
    }

    /// Cancels a run; true where nothing of it is left at the source.
    func cancel(_ id: ImageJobs.RunID) -> Bool {
        guard let run = self[id] else { return true }
        guard run.cancel() else { return false }
        finish(id)
        return true
    }

    /// Gives a run up whose source was silent for too long; true where that holds a thread.
    func giveUp(_ id: ImageJobs.RunID) -> Bool {
        runs.withLock { $0.removeValue(forKey: id) }?.giveUp() ?? false
    }

    /// Cancels all runs, the first first.
    func cancelAll() {
        let all = runs.withLock { runs in
            defer { runs = [:] }
            return runs.values.sorted { $0.id.number < $1.id.number }
        }
        all.forEach { $0.cancel() }
    }
}
