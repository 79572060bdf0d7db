#if FolderLibrary || canImport(Darwin)
import Synchronization

/// The indexing of a folder, under way.
///
/// ```swift
/// let run = folder.index()
/// for await progress in run.progress { show(progress.files) }
/// try await run.report()
/// ```
///
/// Several who ask for the whole tree may share one scan; each has a run of its own. Whoever drops both the run and the
/// folder ends it.
public final class IndexRun: Sendable {
    let scan: ScanQueueState.ID
    private let subscription: ScanSubscription
    /// What would cancel the scan if it were released.
    private let scheduler: ScanScheduler
    private let hasLeft = Atomic(false)

    init(_ scan: ScanQueueState.ID, _ subscription: ScanSubscription, of scheduler: ScanScheduler) {
        (self.scan, self.subscription, self.scheduler) = (scan, subscription, scheduler)
    }

    /// How far it has come: the latest only, for one reader; ends with the run.
    public var progress: some AsyncSequence<IndexProgress, Never> & Sendable { subscription.progress }

    /// Ends the run soon; what was indexed stays, and the next run goes on from there.
    ///
    /// A scan that others want too, as an open library does that follows the folder, goes on for them.
    public func cancel() {
        guard !hasLeft.exchange(true, ordering: .relaxed) else { return }
        scheduler.register.leave(scan, subscription)
    }

    /// Waits for the end, and says what was looked at; a task that is cancelled ends the run.
    ///
    /// All of it is in the file of the index then, and SQLite's log beside it is empty, unless a reader keeps an older
    /// moment for longer than a quarter of a second: then the rest is in the log, and just as safe.
    ///
    /// - Throws: `FolderError`; single files are no reason, see `PhotoFolder.problems(limit:)`.
    @discardableResult
    public func report() async throws(FolderError) -> IndexProgress {
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { subscription.wait($0) }
        } onCancel: {
            cancel()
        }
        return try outcome.get()
    }
}
#endif
