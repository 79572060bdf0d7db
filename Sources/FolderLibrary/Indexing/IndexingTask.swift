#if FolderLibrary || canImport(Darwin)
import Synchronization

/// A caller's handle of an indexing of the folder.
///
/// ```swift
/// let run = folder.index()
/// for await progress in run.progress { show(progress.files) }
/// try await run.waitUntilFinished()
/// ```
///
/// Several callers that index the whole tree may share one scan; each has its own run. A scan ends if both the run
/// and the folder are released.
public final class IndexingTask: Sendable {
    let scan: ScanQueueState.ID
    private let subscription: ScanSubscription
    /// Kept alive, since its release cancels the scan.
    private let scheduler: ScanScheduler
    private let hasLeft = Atomic(false)

    init(_ scan: ScanQueueState.ID, _ subscription: ScanSubscription, of scheduler: ScanScheduler) {
        (self.scan, self.subscription, self.scheduler) = (scan, subscription, scheduler)
    }

    /// The progress of the scan: only the latest value, for one reader; ends with the run.
    public var progress: some AsyncSequence<IndexingProgress, Never> & Sendable { subscription.progress }

    /// Ends the run soon; indexed files stay in the index, and the next run continues from there.
    ///
    /// A scan that other callers share, such as an open library that follows the folder, continues for them.
    public func cancel() {
        guard !hasLeft.exchange(true, ordering: .relaxed) else { return }
        scheduler.register.leave(scan, subscription)
    }

    /// Waits for the end, and returns what was scanned; cancelling the task ends the run.
    ///
    /// At that point all data are in the file of the index, and SQLite's log beside it is empty, unless a reader
    /// keeps an older snapshot for longer than a quarter of a second: then the rest is in the log, and just as
    /// safe.
    ///
    /// - Throws: `FolderError`; single files cause none, see `PhotoFolder.problems(limit:)`.
    @discardableResult
    public func waitUntilFinished() async throws(FolderError) -> IndexingProgress {
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { subscription.wait($0) }
        } onCancel: {
            cancel()
        }
        return try outcome.get()
    }
}
#endif
