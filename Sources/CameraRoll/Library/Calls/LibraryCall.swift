/// One call of a library on its way through the executor's lanes: the shell of ``CallState``.
///
/// It is started from any thread without waiting, and waited for by at most one task. It holds no lock while the library
/// works or a continuation resumes.
final class LibraryCall<Read: SlicedRead>: LibraryTurn, EndableCall {
    typealias Outcome = CallState<Read>.Outcome

    let operation: LibraryOperation
    private let lane: ExecutorLane
    private let room: LibraryRoom
    private let calls: CallsInFlight
    private let state: Lock<CallState<Read>>

    init(
        _ read: Read, operation: LibraryOperation, lane: ExecutorLane, room: LibraryRoom, calls: CallsInFlight
    ) {
        self.calls = calls
        self.operation = operation
        self.lane = lane
        self.room = room
        state = Lock(CallState(read))
    }

    /// Puts the call into its lane.
    ///
    /// - Throws: `.invalidDeadline`, `.tooManyCalls`.
    func start(deadline: Duration?) throws(LibraryError) {
        try calls.admit(self, deadline: deadline)
        guard !room.executor.accept(self, lane: lane) else { return }
        calls.leave(self)
        end(.shutDown)
    }

    /// Ends the call with an error unless it is over; the executor then passes it by.
    func end(_ error: LibraryError) {
        let (waiter, abandoned) = state.withLock { $0.end(.failure(error)) }
        waiter?.resume(returning: .failure(error))
        withExtendedLifetime(abandoned) {}
    }

    /// Waits for the outcome; ends at once when the waiting task is cancelled.
    func outcome() async -> Outcome {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if let outcome = state.withLock({ $0.wait(continuation) }) {
                    continuation.resume(returning: outcome)
                }
            }
        } onCancel: {
            end(.cancelled)
        }
    }

    func run() {
        while var read = state.withLock({ $0.beginTurn() }) {
            let result = slice(of: &read)
            switch state.withLock({ $0.endTurn(read, result) }) {
            case .nothing: return calls.leave(self)
            case .resume(let waiter, let outcome):
                calls.leave(self)
                return waiter.resume(returning: outcome)
            case .takeAnother:
                // With nobody to let go first, the lanes would only bring this call back.
                guard room.executor.hasWaitingWork else { continue }
                return room.executor.again(self, lane: lane)
            }
        }
        // It ended while it waited, and its turn passes it by.
        calls.leave(self)
    }

    private func slice(of read: inout Read) -> Result<Read.Output?, LibraryError> {
        room.assumeIsolated { room in
            do throws(LibraryError) {
                return .success(try room.advance(&read, of: operation))
            } catch {
                return .failure(error)
            }
        }
    }
}
