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

    enum TurnEnd {
        case takeAnother
        case resume(Waiter, Outcome)
        case nothing
    }

    private var phase: Phase
    private var waiter: Waiter?

    init(_ read: Read) {
        phase = .queued(read)
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

    /// The executor takes a turn; nil where the call is over and nothing is to be done.
    mutating func beginTurn() -> Read? {
        guard case .queued(let read) = phase else { return nil }
        phase = .inTurn
        return read
    }

    /// The turn is over.
    ///
    /// Its result is dropped where the call was ended during it.
    mutating func endTurn(_ read: Read, _ result: Result<Read.Output?, LibraryError>) -> TurnEnd {
        guard case .inTurn = phase else { return .nothing }
        switch result {
        case .success(nil):
            phase = .queued(read)
            return .takeAnother
        case .success(.some(let output)): return turnEnd(.success(output))
        case .failure(let error): return turnEnd(.failure(error))
        }
    }

    /// Ends the call, unless it is over.
    ///
    /// - Returns: the waiter, if any, to be resumed with the outcome, and the read that is not gone on with, to be let go
    ///   outside of the lock.
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

    private mutating func turnEnd(_ outcome: Outcome) -> TurnEnd {
        end(outcome).waiter.map { .resume($0, outcome) } ?? .nothing
    }
}
