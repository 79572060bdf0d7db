@testable import CameraRoll

/// A subscriber whose tasks a test runs: when it has asked, it is known to wait.
struct ManualSubscriber: Sendable {
    let tasks = SteppedTasks()
    let inbox: ChangeInbox

    init(_ message: LatestMessageState.Message? = nil) {
        inbox = ChangeInbox(message)
    }

    /// Asks, and returns once the answer is there or is waited for.
    func ask() -> Task<LatestMessageState.Step, Never> {
        tasks.start { [inbox] in
            do throws(LibraryError) {
                return .success(try await inbox.next())
            } catch {
                return .failure(error)
            }
        }
    }

    /// What came of asking, which has been answered, or is about to be.
    func answer(of task: Task<LatestMessageState.Step, Never>) async -> LatestMessageState.Step {
        await tasks.value(of: task)
    }
}
