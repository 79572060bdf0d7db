import CoreTestSupport

@testable import CameraRoll

/// A subscriber whose tasks a test runs: after it has called `next`, it is known to wait.
struct ManualSubscriber: Sendable {
    let tasks = SteppedTasks()
    let inbox: ChangeInbox

    init(_ message: LatestMessageState.Message? = nil) {
        inbox = ChangeInbox(message)
    }

    /// Calls `next`, and returns once it has its result or waits.
    func ask() -> Task<LatestMessageState.Step, Never> {
        tasks.start { [inbox] in
            do throws(LibraryError) {
                return .success(try await inbox.next())
            } catch {
                return .failure(error)
            }
        }
    }

    /// The result of a call that has ended or is about to end.
    func answer(of task: Task<LatestMessageState.Step, Never>) async -> LatestMessageState.Step {
        await tasks.value(of: task)
    }
}
