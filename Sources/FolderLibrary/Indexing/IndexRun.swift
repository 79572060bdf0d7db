#if FolderLibrary || canImport(Darwin)
import CameraRoll

/// The indexing of a folder, under way.
///
/// ```swift
/// let run = folder.index()
/// for await progress in run.progress { show(progress.files) }
/// try await run.report()
/// ```
///
/// Whoever drops both the run and the folder ends it.
public final class IndexRun: Sendable {
    private let control: ScanControl
    private let end: ScanEnd
    /// What would cancel the scan if it were released.
    private let desk: ScanDesk

    init(_ control: ScanControl, _ end: ScanEnd, of desk: ScanDesk) {
        (self.control, self.end, self.desk) = (control, end, desk)
    }

    /// How far it has come: the latest only, for one reader; ends with the run.
    public var progress: some AsyncSequence<IndexProgress, Never> & Sendable { control.progress }

    /// Ends the run soon; what was indexed stays, and the next run goes on from there.
    public func cancel() {
        control.cancel()
    }

    /// Waits for the end, and says what was looked at; a task that is cancelled ends the run.
    ///
    /// - Throws: `FolderError`; single files are no reason, see `PhotoFolder.problems(limit:)`.
    @discardableResult
    public func report() async throws(FolderError) -> IndexProgress {
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { end.wait($0) }
        } onCancel: {
            cancel()
        }
        return try outcome.get()
    }
}

/// The end of a run, and those who wait for it.
final class ScanEnd: Sendable {
    typealias Outcome = Result<IndexProgress, FolderError>

    private struct Contents {
        var outcome: Outcome?
        var waiters: [CheckedContinuation<Outcome, Never>] = []
    }

    private let contents = Lock(Contents())

    func wait(_ waiter: CheckedContinuation<Outcome, Never>) {
        let outcome = contents.withLock { contents in
            if contents.outcome == nil { contents.waiters.append(waiter) }
            return contents.outcome
        }
        if let outcome { waiter.resume(returning: outcome) }
    }

    func set(_ outcome: Outcome) {
        let waiters = contents.withLock { contents in
            guard contents.outcome == nil else { return [CheckedContinuation<Outcome, Never>]() }
            defer { contents.waiters = [] }
            contents.outcome = outcome
            return contents.waiters
        }
        for waiter in waiters { waiter.resume(returning: outcome) }
    }
}
#endif
