import CameraRoll
import CameraRollTesting

/// Runs tasks when a test says: once no job is queued, each task has ended or waits.
///
/// A task executor, since parts of an awaited function may belong to no actor, and would run elsewhere otherwise.
final class SteppedTasks: TaskExecutor {
    private let jobs = Lock<[UnownedJob]>([])
    private let arrivals = Activity()

    /// The number of queued jobs.
    var waitingJobs: Int { jobs.withLock(\.count) }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
        arrivals.note()
    }

    /// Runs jobs, and those that they enqueue, until none is queued.
    func runAll() {
        while let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
            job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }

    /// Starts a task, and returns once it has ended or waits.
    func start<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) -> Task<Value, Never> {
        let task = Task(executorPreference: self, operation: body)
        runAll()
        return task
    }

    /// The value of a task that has ended, or is ready to continue.
    func value<Value: Sendable>(of task: Task<Value, Never>) async -> Value {
        runAll()
        return await task.value
    }

    func waitUntilEnqueued(_ count: Int) async {
        await arrivals.wait { self.waitingJobs >= count }
    }
}
