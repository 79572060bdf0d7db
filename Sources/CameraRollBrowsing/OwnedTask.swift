import CameraRoll

/// A task that ends with its owner.
///
/// The task must not retain its owner while it waits; otherwise the owner would live until the library answers.
final class OwnedTask: Sendable {
    private let task: Lock<Task<Void, Never>?>

    init(_ task: Task<Void, Never>? = nil) {
        self.task = Lock(task)
    }

    deinit {
        replace(with: nil)
    }

    /// Cancels the task and owns another one instead.
    func replace(with next: Task<Void, Never>?) {
        exchange(next)?.cancel()
    }

    /// Returns the task and no longer owns it.
    func take() -> Task<Void, Never>? { exchange(nil) }

    private func exchange(_ next: Task<Void, Never>?) -> Task<Void, Never>? {
        task.withLock { task in
            defer { task = next }
            return task
        }
    }
}
