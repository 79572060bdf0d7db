/// The table of ``CallsInFlight``: a pure value.
struct CallTable {
    private struct Entry {
        let call: any EndableCall
        /// How long the call may take; for ever where nil.
        let deadline: Duration?
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
    /// What the timer is set to.
    private var timer: Duration?

    var count: Int { entries.count }

    /// Takes a call on; false where there are too many.
    ///
    /// `timer` is what the timer is to be set to, where that changes.
    ///
    /// - Complexity: O(1).
    mutating func admit(
        _ call: any EndableCall, deadline: Duration?, now: Duration, limit: Int
    ) -> (isAdmitted: Bool, timer: Duration?) {
        guard entries.count < limit else { return (false, nil) }
        let end = deadline.map { now + $0 }
        entries[ObjectIdentifier(call)] = Entry(call: call, deadline: deadline, end: end)
        guard let end, timer.map({ end < $0 }) ?? true else { return (true, nil) }
        timer = end
        return (true, end)
    }

    /// Takes out a call that has left its lane for good.
    mutating func leave(_ call: any EndableCall) {
        entries[ObjectIdentifier(call)] = nil
    }

    /// The calls whose time is over, and what the timer is to be set to; nil where no call needs it.
    ///
    /// They stay in the table, and count, until they leave their lane: a library that is wedged must not collect them.
    ///
    /// - Complexity: O(calls in flight), at most once in each `granularity`.
    mutating func expire(now: Duration) -> (expired: [Expired], timer: Duration?) {
        var expired: [Expired] = []
        var earliest: Duration?
        for (id, entry) in entries {
            guard let end = entry.end, let deadline = entry.deadline else { continue }
            if end <= now {
                entries[id]?.end = nil
                expired.append(Expired(call: entry.call, deadline: deadline))
            } else {
                earliest = min(earliest ?? end, end)
            }
        }
        timer = earliest.map { max($0, now + Self.granularity) }
        return (expired, timer)
    }
}
