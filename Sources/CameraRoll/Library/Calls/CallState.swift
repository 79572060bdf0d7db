/// One call of a library, from its first turn to its one end: a pure state machine (*Ends Exactly Once*).
///
/// Three parties meet here, in any order: the caller, who waits or gives up; the executor, which takes turns; and the
/// deadline. Whoever ends the call first decides; whatever the others do later has no effect.
struct CallState<Read: SlicedRead> {
    typealias Outcome = Result<Read.Output, LibraryError>
    typealias Waiter = CheckedContinuation<Outcome, Never>

    private enum Phase {
        /// In the lane, with the read as far as it has come.
        case queued(Read)
        /// A turn has the read.
        case inTurn
        /// Over; the outcome is kept for a caller who has not come for it yet.
        case ended(Outcome)
    }

    enum TurnStart {
        case run(Read)
        /// The call is over: its turn passes it by.
        case passBy
        /// The call has become more urgent and has its turns in another lane.
        case staleLane
    }

    enum TurnEnd {
        case takeAnother
        /// This turn ended the call; the waiter, if one has come already, is to be resumed.
        case finish(Waiter?, Outcome)
        /// Somebody else ended the call during the turn.
        case passBy
    }

    private var phase: Phase
    private var waiter: Waiter?
    private(set) var lane: ExecutorLane

    init(_ read: Read, lane: ExecutorLane) {
        phase = .queued(read)
        self.lane = lane
    }

    /// Whether the call is over.
    var hasEnded: Bool {
        if case .ended = phase { true } else { false }
    }

    /// The caller has come to wait.
    ///
    /// Returns the outcome where there is one already.
    mutating func wait(_ continuation: Waiter) -> Outcome? {
        if case .ended(let outcome) = phase { return outcome }
        waiter = continuation
        return nil
    }

    /// The caller has become more urgent; true where the call is to be put into the lane too.
    mutating func raise(to lane: ExecutorLane) -> Bool {
        guard lane < self.lane, !hasEnded else { return false }
        self.lane = lane
        // During a turn the call is in no lane: the turn's end puts it into the new one.
        if case .queued = phase { return true }
        return false
    }

    /// The executor takes a turn, from a lane.
    mutating func beginTurn(from lane: ExecutorLane) -> TurnStart {
        switch phase {
        case .ended: return .passBy
        case .inTurn: return .staleLane
        case .queued(let read):
            guard lane == self.lane else { return .staleLane }
            phase = .inTurn
            return .run(read)
        }
    }

    /// The turn is over.
    ///
    /// Its result is dropped where the call was ended during it.
    mutating func endTurn(_ read: Read, _ result: Result<Read.Output?, LibraryError>) -> TurnEnd {
        guard case .inTurn = phase else { return .passBy }
        switch result {
        case .success(nil):
            phase = .queued(read)
            return .takeAnother
        case .success(.some(let output)): return finish(.success(output))
        case .failure(let error): return finish(.failure(error))
        }
    }

    /// Ends the call, unless it is over.
    ///
    /// - Returns: the waiter, if any, to be resumed with the outcome, and the read that is not gone on with, to be
    ///   let go outside of the lock.
    mutating func end(_ outcome: Outcome) -> (waiter: Waiter?, abandoned: Read?) {
        switch phase {
        case .ended: return (nil, nil)
        case .inTurn:
            phase = .ended(outcome)
            return (waiter.take(), nil)
        case .queued(let read):
            phase = .ended(outcome)
            return (waiter.take(), read)
        }
    }

    private mutating func finish(_ outcome: Outcome) -> TurnEnd {
        .finish(end(outcome).waiter, outcome)
    }
}
