/// When which deadline is over, and what the one timer of all is set to: a pure value, the state of ``Deadlines``.
struct DeadlineSchedule<Key: Hashable, Action> {
    /// A timer that was set; its number tells it from those set before.
    struct Timer: Hashable {
        let number: Int
        /// When it is to wake.
        let due: Duration
    }

    /// What a timer found when it woke.
    struct Wake {
        /// What is to be done for the deadlines that are over, the earliest first.
        var expired: [Action] = []
        /// The timer to be set next; nil where no deadline needs one, and where the timer that woke was not the last.
        var timer: Timer?
    }

    private struct Entry {
        let duration: Duration
        let action: Action
        /// Whether it has started again after the process slept, and made no progress since.
        var hasRestarted = false
    }

    /// A timer is set no closer than this to the one before: many deadlines close together cost one look at the
    /// schedule, and a deadline may be kept so much late.
    static var granularity: Duration { .milliseconds(2) }

    /// A timer that wakes so much later than its moment has slept together with the process.
    static var longestDelay: Duration { .seconds(1) }

    private var entries: [Key: Entry] = [:]
    private var heap = DeadlineHeap<Key>()
    /// What is set now.
    private(set) var timer: Timer?
    private var lastNumber = 0

    /// How many deadlines are pending.
    var count: Int { entries.count }

    /// Whether a deadline is pending: it was started, and neither ended nor is it over.
    func isPending(_ key: Key) -> Bool { entries[key] != nil }

    /// Starts a deadline; one of the same key is replaced.
    ///
    /// - Parameter since: from when its time counts, no earlier than so long ago; if it starts again, it has the whole
    ///   time.
    /// - Returns: the timer that is to be set instead of the one before, if any, and the action that was replaced.
    /// - Complexity: O(log n) in the pending deadlines; O(1) for one that is no earlier than the others.
    mutating func start(
        _ key: Key, after duration: Duration, since: Duration? = nil, now: Duration, _ action: Action
    ) -> (timer: Timer?, replaced: Action?) {
        let replaced = entries.updateValue(Entry(duration: duration, action: action), forKey: key)?.action
        // A timer whose moment is long past would be taken for one that has slept with its process.
        let due = max((since ?? now) + duration, now)
        heap.set(key, to: due)
        guard timer.map({ due < $0.due }) ?? true else { return (nil, replaced) }
        return (setTimer(to: due), replaced)
    }

    /// Gives a pending deadline its whole time again; the timer, which is then set too early, finds nothing to do.
    ///
    /// - Complexity: O(log n).
    mutating func renew(_ key: Key, now: Duration) {
        guard let entry = entries[key] else { return }
        entries[key]?.hasRestarted = false
        heap.set(key, to: now + entry.duration)
    }

    /// Takes a deadline out; returns its action, to be let go outside of the lock.
    ///
    /// - Complexity: O(log n).
    mutating func end(_ key: Key) -> Action? {
        guard let entry = entries.removeValue(forKey: key) else { return nil }
        heap.remove(key)
        if entries.isEmpty, entries.capacity > 256 { entries = [:] }
        return entry.action
    }

    /// A timer has woken; one that was replaced meanwhile finds nothing, so that there is never more than one.
    ///
    /// - Complexity: O(e log n) in the deadlines that are over; O(n log n) where the process slept.
    mutating func wake(_ number: Int, now: Duration) -> Wake {
        guard let timer, timer.number == number else { return Wake() }
        if now - timer.due > Self.longestDelay { restart(now: now) }
        var wake = Wake()
        while let first = heap.first, first.end <= now {
            if let action = end(first.key) { wake.expired.append(action) }
        }
        self.timer = nil
        wake.timer = heap.first.map { setTimer(to: max($0.end, now + Self.granularity)) }
        return wake
    }

    /// Starts each deadline again, once: the process slept, and those who were to answer in time slept with it.
    ///
    /// Once, so that timers that are always late do not keep a request waiting without end.
    private mutating func restart(now: Duration) {
        heap.update { item in
            guard let entry = entries[item.key], !entry.hasRestarted else { return nil }
            entries[item.key]?.hasRestarted = true
            return now + entry.duration
        }
    }

    /// Forgets the timer if nothing is pending; it then finds nothing when it wakes.
    ///
    /// - Returns: whether it is to be cancelled.
    mutating func dropTimerIfIdle() -> Bool {
        guard entries.isEmpty, timer != nil else { return false }
        timer = nil
        return true
    }

    private mutating func setTimer(to due: Duration) -> Timer {
        lastNumber += 1
        let timer = Timer(number: lastNumber, due: due)
        self.timer = timer
        return timer
    }
}
