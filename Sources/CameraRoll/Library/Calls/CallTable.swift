/// The table of ``CallsInFlight``: a pure value.
struct CallTable {
    private struct Entry {
        let call: any EndableCall
        /// How long the call may take.
        let deadline: ReadDeadline
        /// When that is over, on the clock of the table's owner; nil also once it is.
        var end: Duration?
    }

    struct Expired {
        let call: any EndableCall
        let deadline: Duration
    }

    /// A timer is set no closer than this to the one before: many deadlines close together cost one look at the table,
    /// and a deadline may be kept so much late.
    static let granularity = Duration.milliseconds(2)

    private var entries: [ObjectIdentifier: Entry] = [:]
    /// One place for each call with a deadline, and for some that have left or were given more time since.
    private var deadlines = DeadlineHeap()
    /// What the timer is set to.
    private var timer: Duration?

    var count: Int { entries.count }

    /// Takes a call on; false where there are too many.
    ///
    /// `timer` is what the timer is to be set to, where that changes.
    ///
    /// - Complexity: O(log n) in the calls with deadlines; O(1) for one that is no earlier than the others.
    mutating func admit(
        _ call: any EndableCall, deadline: ReadDeadline, now: Duration, limit: Int
    ) -> (isAdmitted: Bool, timer: Duration?) {
        guard entries.count < limit else { return (false, nil) }
        let end = deadline.duration.map { now + $0 }
        entries[ObjectIdentifier(call)] = Entry(call: call, deadline: deadline, end: end)
        guard let end else { return (true, nil) }
        deadlines.insert(DeadlineHeap.Item(end: end, call: ObjectIdentifier(call)))
        guard timer.map({ end < $0 }) ?? true else { return (true, nil) }
        timer = end
        return (true, end)
    }

    /// Gives a call its time anew; the timer, which is then set too early, finds nothing and is set again.
    mutating func renew(_ call: any EndableCall, now: Duration) {
        guard let entry = entries[ObjectIdentifier(call)], entry.deadline.isRenewedByProgress, entry.end != nil else {
            return
        }
        entries[ObjectIdentifier(call)]?.end = entry.deadline.duration.map { now + $0 }
    }

    /// Takes out a call that has left its lane for good.
    ///
    /// - Complexity: O(1) amortised.
    mutating func leave(_ call: any EndableCall) {
        entries[ObjectIdentifier(call)] = nil
        if deadlines.count > 2 * entries.count + 64 { dropStalePlaces() }
    }

    /// The calls whose time is over, and what the timer is to be set to; nil where no call needs it.
    ///
    /// They stay in the table, and count, until they leave their lane: a library that is wedged must not collect them.
    ///
    /// - Complexity: O(e log n) in the calls that expire.
    mutating func expire(now: Duration) -> (expired: [Expired], timer: Duration?) {
        var expired: [Expired] = []
        while let item = deadlines.first, item.end <= now {
            _ = deadlines.popFirst()
            guard let entry = entries[item.call], let end = entry.end else { continue }
            if end > now {
                deadlines.insert(DeadlineHeap.Item(end: end, call: item.call))
            } else {
                entries[item.call]?.end = nil
                expired.append(Expired(call: entry.call, deadline: entry.deadline.duration ?? .zero))
            }
        }
        timer = deadlines.first.map { max($0.end, now + Self.granularity) }
        return (expired, timer)
    }

    private mutating func dropStalePlaces() {
        deadlines = DeadlineHeap(
            entries.lazy.compactMap { call, entry in entry.end.map { DeadlineHeap.Item(end: $0, call: call) } })
    }
}
