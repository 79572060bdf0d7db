/// One call of a library on its way through the executor's lanes: the shell of ``CallState``.
///
/// It is started from any thread without waiting, and waited for by at most one task. It holds no lock while the
/// library works or a continuation resumes.
final class LibraryCall<Read: SlicedRead>: LibraryJob, EndableCall {
    typealias Outcome = CallState<Read>.Outcome

    let operation: LibraryOperation
    private let libraryState: LibraryState
    private let calls: CallRegistry
    private let state: Lock<CallState<Read>>

    init(
        _ read: Read, operation: LibraryOperation, lane: ExecutorLane, libraryState: LibraryState, calls: CallRegistry
    ) {
        self.calls = calls
        self.operation = operation
        self.libraryState = libraryState
        state = Lock(CallState(read, lane: lane))
    }

    /// Puts the call into its lane.
    ///
    /// - Throws: `.invalidDeadline`, `.tooManyCalls`.
    func start(_ deadline: ReadDeadline) throws(LibraryError) {
        try calls.admit(self, deadline: deadline)
        guard !libraryState.executor.accept(self, lane: state.withLock { $0.lane }) else { return }
        calls.leave(self)
        end(.shutDown)
    }

    /// Ends the call with an error unless it is over; the executor then passes it by.
    func end(_ error: LibraryError) {
        let (waiter, abandoned) = state.withLock { $0.end(.failure(error)) }
        waiter?.resume(returning: .failure(error))
        withExtendedLifetime(abandoned) {}
    }

    /// Waits for the outcome; ends at once when the waiting task is cancelled, and grows more urgent with it.
    func outcome() async -> Outcome {
        await withTaskCancellationHandler {
            await withEscalation {
                await withCheckedContinuation { continuation in
                    if let outcome = state.withLock({ $0.wait(continuation) }) {
                        continuation.resume(returning: outcome)
                    }
                }
            }
        } onCancel: {
            end(.cancelled)
        }
    }

    /// Follows the waiting task when somebody more urgent awaits it, where the system tells.
    private func withEscalation(_ body: () async -> Outcome) async -> Outcome {
        if #available(macOS 26, iOS 26, tvOS 26, visionOS 26, macCatalyst 26, *) {
            await withTaskPriorityEscalationHandler {
                // Whoever became more urgent between the start and here was told of nothing.
                raise(to: ExecutorLane(Task.currentPriority))
                return await body()
            } onPriorityEscalated: { _, priority in
                self.raise(to: ExecutorLane(priority))
            }
        } else {
            await body()
        }
    }

    /// Puts the call into a more urgent lane as well; its place in the old one then passes it by.
    func raise(to lane: ExecutorLane) {
        if state.withLock({ $0.raise(to: lane) }) { libraryState.executor.reenqueue(self, lane: lane) }
    }

    func run(from lane: ExecutorLane) {
        var lane = lane
        while true {
            // Empty again at the end of each turn: the call's state is the read's one owner between turns.
            var read: Read?
            switch state.withLock({ $0.beginTurn(from: lane, taking: &read) }) {
            case .staleLane: return
            case .passBy: return calls.leave(self)
            case .run:
                guard let next = turn(of: &read) else { return calls.leave(self) }
                // With nobody to let go first, the lanes would only bring this call back.
                guard !libraryState.executor.hasWaitingWork else {
                    return libraryState.executor.reenqueue(self, lane: next)
                }
                lane = next
            }
        }
    }

    /// Runs one slice; the lane of the next one, or nil where the call is over.
    private func turn(of read: inout Read?) -> ExecutorLane? {
        guard var current = read.take() else { return nil }
        let result = slice(of: &current)
        read = consume current
        let (turnEnd, lane) = state.withLock { ($0.endTurn(&read, result), $0.lane) }
        switch turnEnd {
        case .passBy: return nil
        case .takeAnother:
            calls.renew(self)
            return lane
        case .finish(let waiter, let outcome):
            if case .success(let output) = outcome { read?.commit(output) }
            // Before the caller has the result: with one owner, what he changes in it is not copied.
            read = nil
            calls.leave(self)
            waiter?.resume(returning: outcome)
            return nil
        }
    }

    private func slice(of read: inout Read) -> Result<Read.Output?, LibraryError> {
        // One turn may run all slices of a read: what a slice autoreleases is gone before the next one.
        withAutoreleasePool {
            libraryState.assumeIsolated { libraryState in
                do throws(LibraryError) {
                    return .success(try libraryState.advance(&read))
                } catch {
                    return .failure(error)
                }
            }
        }
    }
}

/// A read that was started and is to be waited for, once, or given up.
///
/// Not Sendable: one caller owns it. When the caller drops it, the read ends and its turns are passed by; so a read
/// ahead needs no task, and nothing outlives the iterator that wanted it.
final class PendingRead<Read: SlicedRead> {
    private let call: LibraryCall<Read>

    /// A read that was started.
    init(_ call: LibraryCall<Read>) {
        self.call = call
    }

    deinit {
        call.end(.cancelled)
    }

    /// Waits for the read to end; ends at once with `.cancelled` when the waiting task is cancelled.
    func value() async throws(LibraryError) -> Read.Output {
        try await call.outcome().get()
    }
}

@available(*, unavailable)
extension PendingRead: Sendable {}
