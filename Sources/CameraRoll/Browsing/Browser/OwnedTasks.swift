/// The tasks of a main-actor model, by purpose: each is canceled when another one takes its place, and all of them
/// when the model is released.
///
/// A task must not retain its model while it waits; otherwise the model would live until the library answers.
final class OwnedTasks<Purpose: Hashable & Sendable>: Sendable {
    private let tasks = Lock<[Purpose: Task<Void, Never>]>([:])

    deinit {
        cancelAll()
    }

    /// Stores a task, and cancels the one of the same purpose.
    func replace(_ purpose: Purpose, with task: Task<Void, Never>) {
        let previous = tasks.withLock { tasks in
            defer { tasks[purpose] = task }
            return tasks[purpose]
        }
        previous?.cancel()
    }

    /// Cancels the task of a purpose.
    func cancel(_ purpose: Purpose) {
        let task = tasks.withLock { $0.removeValue(forKey: purpose) }
        task?.cancel()
    }

    /// Cancels all tasks.
    func cancelAll() {
        let all = tasks.withLock { tasks in
            defer { tasks = [:] }
            return Array(tasks.values)
        }
        for task in all { task.cancel() }
    }
}
