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
        case passBy
        /// The call's priority was raised, and its turns are queued in another lane.
        case staleLane
    }

    enum TurnEnd {
        case takeAnother
        /// This turn ended the call; the waiter, if there is one, is to be resumed.
        case finish(Waiter?, Outcome)
        /// The call was ended by another party during the turn.
        case passBy
    }

    private var completion = CompletionState<Outcome>()
    /// Whether a turn runs, and owns the read; otherwise the call waits in its lane, until it has ended.
    private var isInTurn = false
    /// The read with its progress, while the call waits in its lane.
    ///
    /// Moved out and in, never copied: with a second owner, each slice would copy everything read before it.
    private var read: Read?
    private(set) var lane: ExecutorLane

    init(_ read: Read, lane: ExecutorLane) {
        self.read = read
        self.lane = lane
    }

    /// Whether the call has ended.
    var hasEnded: Bool { completion.hasEnded }

    /// Registers the caller that waits.
    ///
    /// Returns the outcome if there is one already; `.cancelled` if it was returned before.
    mutating func wait(_ continuation: Waiter) -> Outcome? {
        guard case .ended(let outcome) = completion.wait(continuation) else { return nil }
        return outcome ?? .failure(.cancelled)
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
        if hasEnded { return .passBy }
        guard !isInTurn, lane == self.lane else { return .staleLane }
        isInTurn = true
        read = self.read.take()
        return .run
    }

    /// Ends a turn.
    ///
    /// Its result is dropped if the call was ended during it.
    ///
    /// - Parameter read: the turn's read, which is moved back if there is more to read.
    mutating func endTurn(_ read: inout Read?, _ result: Result<Read.Output?, LibraryError>) -> TurnEnd {
        guard isInTurn, !hasEnded else { return .passBy }
        switch result {
        case .success(nil):
            isInTurn = false
            self.read = read.take()
            return .takeAnother
        case .success(.some(let output)): return finish(.success(output))
        case .failure(let error): return finish(.failure(error))
        }
    }

    /// Ends the call, unless it has ended.
    ///
    /// - Returns: the waiter, if any, to be resumed with the outcome, and the abandoned read, to be released outside
    ///   of the lock.
    mutating func end(_ outcome: Outcome) -> (waiter: Waiter?, abandoned: Read?) {
        let (isFirst, waiter) = completion.end(outcome)
        return isFirst ? (waiter, read.take()) : (nil, nil)
    }

    private mutating func finish(_ outcome: Outcome) -> TurnEnd {
        .finish(end(outcome).waiter, outcome)
    }
}
