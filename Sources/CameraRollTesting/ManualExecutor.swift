public import CameraRoll

/// A library executor without a thread: its jobs run when the test says, on the test's own thread (*Deterministic*).
///
/// It has the lanes and the order of every `LibraryExecutor`, so a test sees which job goes next and what
/// happens between two slices:
///
/// ```swift
/// let manual = ManualExecutor()
/// let access = LibraryAccess(factory, executor: manual.executor)
/// async let page = access.read("page") { library in ... }
/// await manual.waitForJobs(1)     // the read has arrived
/// manual.runNext()                // and now it runs
/// ```
///
/// A shutdown of the executor ends when the test next finds nothing to run. Code that goes on after an `await` may come
/// by way of another thread: wait for its job with ``waitForJobs(_:)`` before running it.
public final class ManualExecutor: Sendable {
    /// What to hand to a manager or to `LibraryAccess`.
    public let executor: LibraryExecutor
    private let watchers: Watchers

    /// An executor that runs nothing by itself.
    ///
    /// - Parameter label: its name, in messages and ledgers.
    public convenience init(label: String = "manual") {
        self.init(label: label) {}
    }

    /// An executor that runs nothing by itself, and says so when a job has come.
    ///
    /// - Parameters:
    ///   - label: its name, in messages and ledgers.
    ///   - onJob: is called on the thread that the job comes from, before whoever waits for jobs is told.
    package init(label: String = "manual", onJob: @escaping @Sendable () -> Void) {
        let watchers = Watchers()
        self.watchers = watchers
        executor = LibraryExecutor(label: label, isManual: true) { _ in
            onJob()
            watchers.check()
        }
    }

    /// How many jobs wait now.
    public var waitingJobs: Int { executor.waitingJobs }

    /// Runs the job that is next, on the calling thread, and says whether there was one.
    ///
    /// Only one caller may run jobs at a time, and no job may run others; both stop the process.
    @discardableResult
    public func runNext() -> Bool {
        executor.runNextByHand()
    }

    /// Runs jobs, and those that they bring along, until none waits; returns how many ran.
    ///
    /// What another thread brings along may still be on its way: see ``waitForJobs(_:)``.
    ///
    /// - Parameter limit: after how many jobs to stop, so that jobs which call each other for ever do not hang a test.
    @discardableResult
    public func runAll(limit: Int = 100_000) -> Int {
        var count = 0
        while count < limit, runNext() { count += 1 }
        return count
    }

    /// Waits until at least so many jobs wait; without polling, and not longer than until the task is cancelled.
    public func waitForJobs(_ count: Int) async {
        await watchers.wait { [executor] in executor.waitingJobs >= count }
    }
}
