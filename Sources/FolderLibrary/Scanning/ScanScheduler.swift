#if FolderLibrary || canImport(Darwin)
import CameraRoll
import Synchronization

/// Runs the scans of one folder, one after another, on their own thread.
final class ScanScheduler: Sendable {
    /// The maximum number of waiting scans; few wait, since requests for the whole tree share one.
    private static let waiting = 256

    private let store: FolderStore
    private let pool = Lock<WorkPool?>(nil)
    let register = ScanRegistry()

    init(_ store: FolderStore) {
        self.store = store
        store.health.listen { [weak register] in register?.note(indexProblem: $0) }
    }

    deinit {
        register.close()
    }

    /// Queues a scan, or joins an existing one.
    ///
    /// - Parameters:
    ///   - joiningOneUnderWay: whether the scan may have begun; a watch then reports changes in folders that it has
    ///     passed.
    ///   - onEnd: called once, on any thread, with whether the scan succeeded.
    @discardableResult
    func begin(
        _ scope: ScanScope, joiningOneUnderWay: Bool = false, onEnd: @escaping @Sendable (Bool) -> Void = { _ in }
    ) -> IndexingTask {
        let subscription = ScanSubscription(onEnd: onEnd)
        let isWhole = if case .everything = scope { true } else { false }
        let (id, control) = register.admit(subscription, isWhole: isWhole, joiningOneUnderWay: joiningOneUnderWay)
        if let control {
            submit(ScanWork(store: store, scope: scope, id: id, control: control, register: register))
        }
        return IndexingTask(id, subscription, of: self)
    }

    private func submit(_ work: ScanWork) {
        do throws(PoolError) {
            _ = try openPool().submit(work, priority: .visible)
        } catch {
            work.finish(.failure(.index(reason: ErrorReason(error))))
        }
    }

    /// The thread, created for the first scan.
    private func openPool() throws(PoolError) -> WorkPool {
        try pool.withLock { pool throws(PoolError) in
            if let pool { return pool }
            let made = try WorkPool(
                label: "cameraroll.scan", limits: PoolLimits(threads: 1, waiting: Self.waiting))
            pool = made
            return made
        }
    }
}

/// The job that runs a scan.
private struct ScanWork: PoolWork {
    let store: FolderStore
    let scope: ScanScope
    let id: ScanQueueState.ID
    let control: ScanControl
    let register: ScanRegistry

    func run() {
        store.users.join()
        register.begin(id)
        let outcome: Result<IndexingProgress, FolderError>
        do {
            outcome = .success(try store.guardingDamage { try TreeScan(store, control).run(scope) })
        } catch {
            outcome = .failure(FolderError(error))
        }
        // A process that has received the report may exit at once, or copy the index. Parts of the log that a reader or
        // a full disk holds back are moved later.
        let isInIndexFile = store.moveLog()
        store.users.leaveBlocking()
        if case .success(var progress) = outcome {
            progress.isInIndexFile = isInIndexFile
            control.report(progress)
            finish(.success(progress))
        } else {
            finish(outcome)
        }
    }

    func cancel() {
        finish(.failure(.cancelled))
    }

    /// Ends the scan for all subscribers.
    func finish(_ outcome: Result<IndexingProgress, FolderError>) {
        register.end(id, outcome)
    }
}

/// An object that watches the folders that scans visit.
protocol ScanWatch: AnyObject, Sendable {
    /// Whether all changes in folders that are visited from now on are reported.
    var reportsEverything: Bool { get }

    /// Watches a folder, and returns whether all changes in it are reported from now on.
    func watch(_ folder: OpenFolder, _ id: FolderID) -> Bool
}

/// A caller's handle for an indexing run of the folder.
///
/// ```swift
/// let run = folder.index()
/// for await progress in run.progress { show(progress.fractionCompleted) }
/// try await run.waitUntilFinished()
/// ```
///
/// Several callers that index the whole tree may share one scan, but each has its own run. A scan ends if both the run
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

    /// The progress of the scan: only the latest value, and for one reader; ends with the run.
    ///
    /// The last value of a run that succeeds has the fraction 1.
    public var progress: some AsyncSequence<IndexingProgress, Never> & Sendable { subscription.progress }

    /// Ends the run soon; indexed files stay in the index, and the next run continues from there.
    ///
    /// A scan that other callers share, such as an open library that follows the folder, continues for them.
    public func cancel() {
        guard !hasLeft.exchange(true, ordering: .relaxed) else { return }
        scheduler.register.leave(scan, subscription)
    }

    /// Waits for the end, and returns the counts of the scan; canceling the task ends the run.
    ///
    /// At that point, all data are in the file of the index, and SQLite's log next to it is empty, unless a reader
    /// keeps an older snapshot for longer than a quarter of a second, or the disk is full: the rest is then in the log,
    /// and just as safe.
    ///
    /// - Throws: `FolderError`; single files cause none, see `PhotoFolder.problems(limit:)`.
    @discardableResult
    public func waitUntilFinished() async throws(FolderError) -> IndexingProgress {
        let outcome = await withCancellableContinuation {
            subscription.wait($0)
        } onCancel: {
            cancel()
        }
        return try outcome.get()
    }
}
#endif
