/// The sleepers of a ``ManualClock`` and its time: a pure value that resumes no task itself.
///
/// A sleeper is announced before it sleeps, since its task may be canceled before that; it has an entry from the
/// announcement to its end.
struct SleeperTable<Sleeper> {
    /// Identifies a sleeper; smaller for earlier ones.
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
        /// The task was canceled before it slept.
        case cancelled
    }

    private var phases: [ID: Phase] = [:]
    private var announced = 0
    private(set) var now = Duration.zero

    /// The number of sleepers.
    var sleeping: Int {
        phases.values.count { if case .asleep = $0 { true } else { false } }
    }

    /// The earliest deadline of a sleeper.
    var nextDeadline: Duration? {
        sleepers.map(\.deadline).min()
    }

    /// The deadlines of all sleepers, the earliest first.
    var deadlines: [Duration] {
        sleepers.map(\.deadline).sorted()
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

    /// Puts an announced sleeper to sleep, unless its deadline has passed or its task was canceled; then its entry
    /// ends.
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

    /// Returns the sleeper that the cancellation must wake; nil if it is not sleeping.
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

    /// Sets the time, never back, and removes the sleepers whose deadlines it reaches: ordered by deadline, and by
    /// arrival for equal ones.
    mutating func advance(to time: Duration) -> [Sleeper] {
        now = max(now, time)
        let due = sleepers.filter { $0.deadline <= now }.sorted { ($0.deadline, $0.id) < ($1.deadline, $1.id) }
        for sleeper in due { phases[sleeper.id] = nil }
        return due.map(\.sleeper)
    }
}
