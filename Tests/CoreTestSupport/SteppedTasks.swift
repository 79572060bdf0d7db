import CameraRoll
import CameraRollTesting

/// Runs tasks when a test says: once no job is queued, each task has ended or waits.
///
/// A task executor, since parts of an awaited function may belong to no actor, and would run elsewhere otherwise.
package final class SteppedTasks: TaskExecutor {
    private let jobs = Lock<[UnownedJob]>([])
    private let arrivals = Activity()

    package init() {}

    /// The number of queued jobs.
    package var waitingJobs: Int { jobs.withLock(\.count) }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
        arrivals.note()
    }

    /// Runs jobs, and those that they enqueue, until none is queued.
    package func runAll() {
        while let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
            job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }

    /// Starts a task, and returns once it has ended or waits.
    package func start<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) -> Task<Value, Never> {
        let task = Task(executorPreference: self, operation: body)
        runAll()
        return task
    }

    /// The value of a task that has ended, or is ready to continue.
    package func value<Value: Sendable>(of task: Task<Value, Never>) async -> Value {
        runAll()
        return await task.value
    }

    package func waitUntilEnqueued(_ count: Int) async {
        await arrivals.wait { self.waitingJobs >= count }
    }
}
