import CameraRollTesting

@testable import CameraRoll

/// Runs tasks when a test says: once no job waits, each of them has ended or waits for something.
///
/// A task executor, since parts of what a task awaits may be nobody's and would run elsewhere otherwise.
final class SteppedTasks: TaskExecutor {
    private let jobs = Lock<[UnownedJob]>([])
    private let arrivals = Activity()

    /// How many jobs wait.
    var waitingJobs: Int { jobs.withLock(\.count) }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
        arrivals.note()
    }

    /// Runs jobs, and those that they bring along, until none waits.
    func runAll() {
        while let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
            job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }

    /// Starts a task, and returns once it has ended or waits for something.
    func start<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) -> Task<Value, Never> {
        let task = Task(executorPreference: self, operation: body)
        runAll()
        return task
    }

    /// What a task gives that has ended, or is to go on now.
    func value<Value: Sendable>(of task: Task<Value, Never>) async -> Value {
        runAll()
        return await task.value
    }

    func waitForJobs(_ count: Int) async {
        await arrivals.wait { self.waitingJobs >= count }
    }
}
