/// Who sleeps on a ``ManualClock``, and what time it is: a pure value, which resumes nobody itself.
///
/// A sleeper is announced before it sleeps, since its task can be cancelled before that; from the announcement to its
/// one end it has an entry here, and afterwards no trace.
struct SleeperTable<Sleeper> {
    /// Names a sleeper; smaller for those who came earlier.
    struct ID: Hashable, Comparable {
        fileprivate let number: Int

        static func < (lhs: ID, rhs: ID) -> Bool { lhs.number < rhs.number }
    }

    enum SleepAction {
        case sleep, wakeAtOnce, cancelAtOnce
    }

    private enum Phase {
        case announced
        case asleep(Sleeper, until: Duration)
        /// The task was cancelled before it slept.
        case cancelled
    }

    private var phases: [ID: Phase] = [:]
    private var announced = 0
    private(set) var now = Duration.zero

    /// How many sleep.
    var sleeping: Int {
        phases.values.count { if case .asleep = $0 { true } else { false } }
    }

    /// The earliest deadline of those who sleep.
    var nextDeadline: Duration? {
        sleepers.map(\.deadline).min()
    }

    private var sleepers: [(id: ID, deadline: Duration, sleeper: Sleeper)] {
        phases.compactMap { id, phase in
            if case .asleep(let sleeper, let deadline) = phase { (id, deadline, sleeper) } else { nil }
        }
    }

    mutating func announce() -> ID {
        announced += 1
        let id = ID(number: announced)
        phases[id] = .announced
        return id
    }

    /// Puts an announced sleeper to sleep, unless its deadline is over or its task was cancelled; then it has no entry.
    mutating func sleep(_ id: ID, until deadline: Duration, _ sleeper: Sleeper) -> SleepAction {
        if case .cancelled = phases[id] {
            phases[id] = nil
            return .cancelAtOnce
        }
        guard deadline > now else {
            phases[id] = nil
            return .wakeAtOnce
        }
        phases[id] = .asleep(sleeper, until: deadline)
        return .sleep
    }

    /// Returns the sleeper that is to be woken by the cancellation; nil where it does not sleep yet or any more.
    mutating func cancel(_ id: ID) -> Sleeper? {
        switch phases[id] {
        case .announced:
            phases[id] = .cancelled
            return nil
        case .asleep(let sleeper, _):
            phases[id] = nil
            return sleeper
        case .cancelled, nil: return nil
        }
    }

    /// Sets the time, never back, and takes out those whose deadline it reaches: the earliest first, and of the same
    /// deadline those first who came first.
    mutating func advance(to time: Duration) -> [Sleeper] {
        now = max(now, time)
        let due = sleepers.filter { $0.deadline <= now }.sorted { ($0.deadline, $0.id) < ($1.deadline, $1.id) }
        for sleeper in due { phases[sleeper.id] = nil }
        return due.map(\.sleeper)
    }
}
