/// Makes one message of a burst of changes: a pure value, whatever the length of the burst.
struct ChangeCoalescer {
    private let quiet: Duration
    private let longest: Duration
    /// When the burst that goes on began, and when it was last added to.
    private var burst: (first: Duration, last: Duration)?

    init(_ delay: ChangeDelay) {
        // A clock cannot count to more.
        quiet = min(delay.quiet, ReadDeadline.longest)
        longest = min(delay.longest, ReadDeadline.longest)
    }

    /// What a change leads to.
    enum Step: Equatable {
        /// Tell of it now.
        case tell
        /// Come back then.
        case wait(until: Duration)
        /// Somebody will come back.
        case nothing
    }

    /// The library said that it has changed.
    mutating func note(at now: Duration) -> Step {
        guard quiet > .zero, longest > .zero else { return .tell }
        guard let first = burst?.first else {
            burst = (now, now)
            return .wait(until: due)
        }
        burst = (first, now)
        return .nothing
    }

    /// It was time to come back.
    mutating func wake(at now: Duration) -> Step {
        guard burst != nil else { return .nothing }
        if due > now { return .wait(until: due) }
        burst = nil
        return .tell
    }

    /// Forgets the burst: somebody tells of it now.
    mutating func endBurst() {
        burst = nil
    }

    private var due: Duration {
        burst.map { min($0.last + quiet, $0.first + longest) } ?? .zero
    }
}
