/// One call of a library, from its first turn to its one end: a pure state machine (*Ends Exactly Once*).
///
/// Three parties meet here, in any order: the caller, who waits or gives up; the executor, which takes turns; and the
/// deadline. Whoever ends the call first decides; whatever the others do later has no effect.
struct CallState<Read: SlicedRead> {
    typealias Outcome = Result<Read.Output, LibraryError>
    typealias Waiter = CheckedContinuation<Outcome, Never>

    private enum Phase {
        /// In the lane.
        case queued
        /// A turn has the read.
        case inTurn
        /// Over; the outcome is kept for a caller who has not come for it yet, and handed over once.
        case ended(Outcome?)
    }

    enum TurnStart {
        case run
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

    private var phase = Phase.queued
    /// The read as far as it has come, while the call is in its lane.
    ///
    /// Moved out and in, never copied: with a second owner, each slice would copy all that was read before it.
    private var read: Read?
    private var waiter: Waiter?
    private(set) var lane: ExecutorLane

    init(_ read: Read, lane: ExecutorLane) {
        self.read = read
        self.lane = lane
    }

    /// Whether the call is over.
    var hasEnded: Bool {
        if case .ended = phase { true } else { false }
    }

    /// The caller has come to wait.
    ///
    /// Returns the outcome where there is one already; `.cancelled` where it was handed over before.
    mutating func wait(_ continuation: Waiter) -> Outcome? {
        guard case .ended(let outcome) = phase else {
            assert(waiter == nil, "a call has one caller")
            waiter = continuation
            return nil
        }
        phase = .ended(nil)
        return outcome ?? .failure(.cancelled)
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
    ///
    /// - Parameter read: where the read is moved to, if the turn is to run.
    mutating func beginTurn(from lane: ExecutorLane, taking read: inout Read?) -> TurnStart {
        switch phase {
        case .ended: return .passBy
        case .inTurn: return .staleLane
        case .queued:
            guard lane == self.lane else { return .staleLane }
            phase = .inTurn
            read = self.read.take()
            return .run
        }
    }

    /// The turn is over.
    ///
    /// Its result is dropped where the call was ended during it.
    ///
    /// - Parameter read: the turn's read, which is moved from there if there is more to read.
    mutating func endTurn(_ read: inout Read?, _ result: Result<Read.Output?, LibraryError>) -> TurnEnd {
        guard case .inTurn = phase else { return .passBy }
        switch result {
        case .success(nil):
            phase = .queued
            self.read = read.take()
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
        guard !hasEnded else { return (nil, nil) }
        // Kept only for a caller who has yet to come: one who has may then change what he gets without a copy.
        phase = .ended(waiter == nil ? outcome : nil)
        return (waiter.take(), read.take())
    }

    private mutating func finish(_ outcome: Outcome) -> TurnEnd {
        .finish(end(outcome).waiter, outcome)
    }
}
