package import CameraRollTesting

extension ManualExecutor {
    /// Runs jobs, and those that they enqueue, until a task has ended; returns the task.
    package func outcome<Success: Sendable>(of task: Task<Success, any Error>) async -> Task<Success, any Error> {
        await task.runningJobs(until: { await self.waitForJob() }, { runAll() })
        runAll()
        return task
    }

    /// Waits for a job, until the task has ended that is waited for.
    private func waitForJob() async {
        await WaitReport.withoutReports { await waitUntilEnqueued(1) }
    }

    /// Runs jobs until some work has ended.
    package func finish<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
        try await outcome(of: Task { try await body() }).value
    }
}

extension Task where Success: Sendable, Failure == any Error {
    /// Runs jobs as they come until the task has ended.
    ///
    /// - Parameters:
    ///   - arrival: waits until there is a job.
    ///   - run: runs all jobs.
    package func runningJobs(until arrival: @escaping @Sendable () async -> Void, _ run: () -> Void) async {
        let ended = Gate()
        let watch = Task<Void, Never> {
            _ = await result
            ended.open()
        }
        while !ended.isOpen {
            run()
            await withTaskGroup { group in
                group.addTask { await arrival() }
                group.addTask { await ended.wait() }
                await group.next()
                group.cancelAll()
            }
        }
        await watch.value
    }
}
