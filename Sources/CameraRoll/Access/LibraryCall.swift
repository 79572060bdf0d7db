/// One library call on its way through the executor's lanes: the concurrent wrapper of ``CallState``.
///
/// It is started from any thread without waiting, and awaited by at most one task. It holds no lock while the library
/// works or a continuation is resumed.
///
/// It is registered, with its deadline, until the executor has dequeued it. A call that was canceled or timed out
/// therefore still counts: callers that keep retrying while the library hangs reach the limit of calls instead of
/// exhausting memory.
final class LibraryCall<Read: SlicedRead>: LibraryJob {
    typealias Outcome = CallState<Read>.Outcome

    let operation: LibraryOperation
    /// The effect of a call whose caller receives its result; applied on the executor, once that is certain.
    private let commit: (@Sendable (Read.Output) -> Bool)?
    private let libraryState: LibraryState
    private let calls: Deadlines<ObjectIdentifier>
    private let state: Lock<CallState<Read>>
    /// The lane in which the call was enqueued first.
    private let firstLane: ExecutorLane

    init(
        _ read: Read, operation: LibraryOperation, lane: ExecutorLane, libraryState: LibraryState,
        calls: Deadlines<ObjectIdentifier>, commit: (@Sendable (Read.Output) -> Bool)? = nil
    ) {
        self.calls = calls
        self.operation = operation
        self.commit = commit
        self.libraryState = libraryState
        state = Lock(CallState(read, lane: lane))
        firstLane = lane
    }

    /// Enqueues the call; called once, with the lane and the read of its creation.
    ///
    /// - Parameter items: about how many items the read has left.
    /// - Throws: `.invalidArgument`, `.tooManyCalls`.
    func start(_ deadline: ReadDeadline, in lane: ExecutorLane, items: Int) throws(LibraryError) {
        if let duration = deadline.duration, duration <= .zero { throw .invalidDeadline(duration) }
        let isAdmitted = calls.start(
            ObjectIdentifier(self), after: deadline.duration, isRenewable: deadline.isRenewedByProgress
        ) { [self] in timeOut(deadline) }
        guard isAdmitted else { throw .tooManyCalls(limit: calls.limit) }
        guard !libraryState.executor.core.accept(self, lane: lane, items: items) else { return }
        leave()
        end(.shutDown)
    }

    private func timeOut(_ deadline: ReadDeadline) {
        let executor = libraryState.executor
        let other = executor.core.read { $0.isRunning(self) } ? nil : executor.currentActivity?.operation
        end(.timedOut(operation, after: deadline.duration ?? .zero, behind: other))
    }

    /// Unregisters the call, which has left its queue for good; its last turn retains it meanwhile.
    private func leave() {
        calls.end(ObjectIdentifier(self))
    }

    /// Ends the call with an error, unless it has ended; the executor then skips it.
    func end(_ error: LibraryError) {
        let (waiter, abandoned) = state.withLock { $0.end(.failure(error)) }
        waiter?.resume(returning: .failure(error))
        withExtendedLifetime(abandoned) {}
    }

    /// Whether the effect of the call was applied; known once the call has ended.
    var isCommitted: Bool { state.withLock(\.isCommitted) }

    /// Waits for the result; called at most once.
    ///
    /// A canceled task ends the call at once, and an escalated task raises its priority.
    func value() async throws(LibraryError) -> Read.Output {
        try await withEscalation {
            await withCancellableContinuation { continuation in
                if let outcome = state.withLock({ $0.wait(continuation) }) { continuation.resume(returning: outcome) }
            } onCancel: {
                end(.cancelled)
            }
        }.get()
    }

    /// Follows priority escalations of the waiting task, on systems that report them.
    private func withEscalation(_ body: () async -> Outcome) async -> Outcome {
        if #available(macOS 26, iOS 26, tvOS 26, visionOS 26, macCatalyst 26, *) {
            await withTaskPriorityEscalationHandler {
                // An escalation between the start and this point was not reported.
                let current = ExecutorLane(Task.currentPriority)
                if current < firstLane { raise(to: current) }
                return await body()
            } onPriorityEscalated: { _, priority in
                self.raise(to: ExecutorLane(priority))
            }
        } else {
            await body()
        }
    }

    /// Enqueues the call in a more urgent lane as well; its entry in the old lane then does nothing.
    func raise(to lane: ExecutorLane) {
        let items = state.withLock { $0.raise(to: lane) ? $0.itemsLeft : nil }
        if let items { libraryState.executor.core.reenqueue(self, lane: lane, items: items) }
    }

    func run(from lane: ExecutorLane) {
        var lane = lane
        while true {
            // Nil again at the end of each turn: between turns the call's state is the only owner of the read.
            var read: Read?
            switch state.withLock({ $0.beginTurn(from: lane, taking: &read) }) {
            case .staleLane: return
            case .skip: return leave()
            case .run:
                guard let (next, items) = turn(of: &read) else { return }
                // If no other job waits, the executor would only dequeue this call again.
                guard !libraryState.executor.core.hasWaitingWork else {
                    return libraryState.executor.core.reenqueue(self, lane: next, items: items)
                }
                lane = next
            }
        }
    }

    /// Runs one slice; returns the lane of the next one and the items left, or nil if the call has ended.
    private func turn(of read: inout Read?) -> (lane: ExecutorLane, items: Int)? {
        guard var current = read.take() else { return nil }
        let result = slice(of: &current)
        let items = current.itemsLeft
        read = consume current
        if let commit, case .success(let output?) = result { apply(commit, output) }
        let (turnEnd, lane) = state.withLock { ($0.endTurn(&read, result), $0.lane) }
        switch turnEnd {
        case .skip:
            leave()
            return nil
        case .takeAnother:
            calls.renew(ObjectIdentifier(self))
            return (lane, items)
        case .finish(let waiter, let outcome):
            // Before the caller receives the result: with one owner, the caller can change it without a copy.
            read = nil
            leave()
            waiter?.resume(returning: outcome)
            return nil
        }
    }

    /// Applies the effect of the call, unless the call was ended during the turn.
    private func apply(_ commit: (Read.Output) -> Bool, _ output: Read.Output) {
        guard state.withLock({ $0.beginCommit() }) else { return }
        let isCommitted = commit(output)
        state.withLock { $0.isCommitted = isCommitted }
    }

    private func slice(of read: inout Read) -> Result<Read.Output?, LibraryError> {
        libraryState.inTurn { libraryState in
            do throws(LibraryError) {
                return .success(try libraryState.advance(&read))
            } catch {
                return .failure(error)
            }
        }
    }
}

/// The state of one library call, from its first turn to its single end: a pure state machine (*Ends Exactly Once*).
///
/// Three parties meet here, in any order: the caller, who waits or cancels; the executor, which runs the call's
/// turns; and the deadline. The first to end the call decides its outcome; later events have no effect.
struct CallState<Read: SlicedRead> {
    typealias Outcome = Result<Read.Output, LibraryError>
    typealias Waiter = CompletionState<Outcome>.Waiter

    enum TurnStart {
        case run
        /// The call has ended: its turn does nothing.
        case skip
        /// The call's priority was raised, and its turns are queued in another lane.
        case staleLane
    }

    enum TurnEnd {
        case takeAnother
        /// This turn ended the call; the waiter, if there is one, is to be resumed.
        case finish(Waiter?, Outcome)
        /// The call was ended by another party during the turn.
        case skip
    }

    private var completion = CompletionState<Outcome>()
    /// Whether a turn runs, and owns the read; otherwise the call waits in its lane, until it has ended.
    private var isInTurn = false
    /// The read with its progress, while the call waits in its lane.
    ///
    /// Moved out and in, never copied: with a second owner, each slice would copy everything read before it.
    private var read: Read?
    private(set) var lane: ExecutorLane
    /// Whether the effect of its result is being applied: then only its turn ends it.
    private var isCommitting = false
    /// Whether that effect was applied.
    var isCommitted = false

    init(_ read: Read, lane: ExecutorLane) {
        self.read = read
        self.lane = lane
    }

    /// Whether the call has ended.
    var hasEnded: Bool { completion.hasEnded }

    /// About how many items are left to read, while the call waits in its lane.
    var itemsLeft: Int { read?.itemsLeft ?? 1 }

    /// Registers the caller that waits.
    ///
    /// Returns the outcome if there is one already; `.cancelled` if it was returned before.
    mutating func wait(_ continuation: Waiter) -> Outcome? {
        completion.wait(continuation, otherwise: .failure(.cancelled))
    }

    /// Raises the priority; returns true if the call has to be enqueued in the new lane.
    mutating func raise(to lane: ExecutorLane) -> Bool {
        guard lane < self.lane, !hasEnded else { return false }
        self.lane = lane
        // During a turn the call is in no lane: the end of the turn enqueues it in the new one.
        return !isInTurn
    }

    /// Begins a turn that was queued in a lane.
    ///
    /// - Parameter read: receives the read, if the turn is to run.
    mutating func beginTurn(from lane: ExecutorLane, taking read: inout Read?) -> TurnStart {
        if hasEnded { return .skip }
        guard !isInTurn, lane == self.lane else { return .staleLane }
        isInTurn = true
        read = self.read.take()
        return .run
    }

    /// Begins to apply the effect of the result of a turn; returns false if the call was ended during it.
    mutating func beginCommit() -> Bool {
        guard !hasEnded else { return false }
        isCommitting = true
        return true
    }

    /// Ends a turn.
    ///
    /// Its result is dropped if the call was ended during it.
    ///
    /// - Parameter read: the turn's read, which is moved back if there is more to read.
    mutating func endTurn(_ read: inout Read?, _ result: Result<Read.Output?, LibraryError>) -> TurnEnd {
        guard isInTurn, !hasEnded else { return .skip }
        switch result {
        case .success(nil):
            isInTurn = false
            self.read = read.take()
            return .takeAnother
        case .success(.some(let output)): return finish(.success(output))
        case .failure(let error): return finish(.failure(error))
        }
    }

    /// Ends the call, unless it has ended, or its effect is being applied.
    ///
    /// - Returns: the waiter, if any, to be resumed with the outcome, and the abandoned read, to be released outside
    ///   of the lock.
    mutating func end(_ outcome: Outcome) -> (waiter: Waiter?, abandoned: Read?) {
        guard !isCommitting else { return (nil, nil) }
        let (isFirst, waiter) = completion.end(outcome)
        return isFirst ? (waiter, read.take()) : (nil, nil)
    }

    private mutating func finish(_ outcome: Outcome) -> TurnEnd {
        isCommitting = false
        return .finish(end(outcome).waiter, outcome)
    }
}
