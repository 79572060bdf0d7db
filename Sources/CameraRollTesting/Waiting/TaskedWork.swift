import CameraRoll
import Foundation

/// Work in a separate task, awaited once and until a deadline.
final class TaskedWork<Value: Sendable>: Sendable {
    private let completion: Completion<Value?>
    private let task: Task<Void, Never>

    /// Starts the work immediately.
    init(_ body: @escaping @Sendable () async -> Value) {
        let completion = Completion<Value?>()
        self.completion = completion
        task = Task { completion.end(await body()) }
    }

    /// Cancels the work's task.
    func cancel() {
        task.cancel()
    }

    /// The result of the work; nil if it has not come by the deadline, or the task is canceled: then so is the work.
    func value(within deadline: Duration) async -> Value? {
        let value = await completion.value(within: deadline)
        if value == nil { cancel() }
        return value
    }
}

/// Work that may block, on its own thread, awaited once and until a deadline.
final class ThreadedWork<Value: Sendable>: Sendable {
    private let completion = Completion<Value?>()

    /// Starts the work immediately.
    init(_ body: @escaping @Sendable () -> Value) {
        Thread.detachNewThread { [completion] in
            // Like the threads of an image manager: a source may wait there for a turn of the library's executor.
            BlockingThread.markCurrent(.visible)
            completion.end(body())
        }
    }

    /// The result of the work; nil if it has not come by the deadline, or the task is canceled.
    func value(within deadline: Duration) async -> Value? {
        await completion.value(within: deadline)
    }
}

/// The deadlines of the conformance checks.
package enum CheckDeadline {
    /// Waits until a deadline has passed; tests of the checks decide instead when a wait is known to have no end.
    @TaskLocal package static var pass: @Sendable (_ subject: String, _ deadline: Duration) async throws -> Void = {
        try await Task.sleep(for: $1)
    }

    /// The name of the wait; empty if it has none.
    @TaskLocal static var subject = ""

    fileprivate static func wait(for deadline: Duration) async throws {
        try await pass(subject, deadline)
    }
}

extension Completion {
    /// Waits for the value; returns nil if it has not come by the deadline, or the task is canceled.
    func value<Wrapped>(within deadline: Duration) async -> Value where Value == Wrapped? {
        let timer = Task {
            try await CheckDeadline.wait(for: deadline)
            end(nil)
        }
        defer { timer.cancel() }
        return await value(ifCancelled: nil)
    }
}

extension Completion<Void> {
    /// Waits for the end until a deadline; a cancellation ends the wait too.
    func wait(within deadline: Duration) async {
        let timer = Task {
            try await CheckDeadline.wait(for: deadline)
            end()
        }
        defer { timer.cancel() }
        await wait()
    }
}
