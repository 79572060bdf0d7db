public import CameraRoll

/// A library executor without a thread: a test runs its jobs on the test's own thread (*Deterministic*).
///
/// It has the priority queues and the order of every `LibraryExecutor`, so a test sees which job is next and what
/// happens between two slices:
///
/// ```swift
/// let manual = ManualExecutor()
/// let access = LibraryAccess(factory, executor: manual.executor)
/// async let page = access.read("page") { library in ... }
/// await manual.waitUntilEnqueued(1)     // the read has arrived
/// manual.runNext()                // and now it runs
/// ```
///
/// A shutdown of the executor ends when the test next finds no job to run. Code after an `await` may arrive through
/// another thread: wait for its job with ``waitUntilEnqueued(_:fileID:line:)`` before running it.
public final class ManualExecutor: Sendable {
    /// The executor to pass to a manager or to `LibraryAccess`.
    public let executor: LibraryExecutor
    let watchers: Watchers

    /// Creates an executor that runs nothing by itself.
    ///
    /// - Parameter label: its name, in messages and ledgers.
    public convenience init(label: String = "manual") {
        self.init(label: label) {}
    }

    /// Creates an executor that runs nothing by itself, with a callback for each job.
    ///
    /// - Parameters:
    ///   - label: its name, in messages and ledgers.
    ///   - onJob: called on the thread that submits the job, before tasks that wait for jobs are resumed.
    package init(label: String = "manual", onJob: @escaping @Sendable () -> Void) {
        let watchers = Watchers()
        self.watchers = watchers
        executor = LibraryExecutor(label: label, isManual: true) { _ in
            onJob()
            watchers.check()
        }
    }

    /// The number of waiting jobs.
    public var waitingJobs: Int { executor.waitingJobs }

    /// Runs the next job on the calling thread; returns whether there was one.
    ///
    /// Only one caller may run jobs at a time, and no job may run others; both are fatal errors.
    @discardableResult
    public func runNext() -> Bool {
        executor.runNextByHand()
    }

    /// Runs jobs, including those that they submit, until none waits; returns the number of jobs run.
    ///
    /// Jobs submitted through other threads may arrive later: see ``waitUntilEnqueued(_:fileID:line:)``.
    ///
    /// - Parameter limit: the maximum number of jobs, so that jobs that submit each other endlessly do not hang a
    ///   test.
    @discardableResult
    public func runAll(limit: Int = 100_000) -> Int {
        var count = 0
        while count < limit, runNext() { count += 1 }
        return count
    }

    /// Waits without polling until at least this many jobs wait, or the task is canceled.
    ///
    /// A canceled wait reports on standard error where it was, and what waits.
    public func waitUntilEnqueued(_ count: Int, fileID: StaticString = #fileID, line: UInt = #line) async {
        if await watchers.hasComeTrue({ [executor] in executor.waitingJobs >= count }) { return }
        WaitReport.write("waitUntilEnqueued(\(count)): canceled; \(waitingJobsText)", fileID, line)
    }

    /// The jobs that wait, as a sentence.
    var waitingJobsText: String {
        let waiting = executor.waitingNames
        return waiting.isEmpty ? "no job waits." : "these jobs wait: \(waiting.joined(separator: ", "))."
    }
}
