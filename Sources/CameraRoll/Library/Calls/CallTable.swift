/// The table of ``CallsInFlight``: a pure value.
struct CallTable {
    /// Stands for a call in the table.
    struct Ticket: Hashable {
        fileprivate let number: UInt64
    }

    struct Entry {
        let call: any EndableCall
        /// How long the call may take; for ever where nil.
        let deadline: Duration?
        /// When that is over, on the clock of the table's owner.
        let end: Duration?
    }

    /// A timer is set no closer than this to the one before: many deadlines close together cost one look at the table,
    /// and a deadline may be kept so much late.
    static let granularity = Duration.milliseconds(2)

    private var entries: [Ticket: Entry] = [:]
    private var nextNumber: UInt64 = 0
    /// What the timer is set to.
    private var timer: Duration?

    var count: Int { entries.count }

    /// Takes a call on; nil where there are too many.
    ///
    /// `timer` is what the timer is to be set to, where that changes.
    ///
    /// - Complexity: O(1).
    mutating func admit(
        _ call: any EndableCall, deadline: Duration?, now: Duration, limit: Int
    ) -> (ticket: Ticket, timer: Duration?)? {
        guard entries.count < limit else { return nil }
        let ticket = Ticket(number: nextNumber)
        nextNumber += 1
        let end = deadline.map { now + $0 }
        entries[ticket] = Entry(call: call, deadline: deadline, end: end)
        guard let end, timer.map({ end < $0 }) ?? true else { return (ticket, nil) }
        timer = end
        return (ticket, end)
    }

    /// Takes a call out.
    mutating func leave(_ ticket: Ticket) -> Entry? {
        entries.removeValue(forKey: ticket)
    }

    /// Takes out the calls whose time is over, and says what the timer is to be set to; nil where no call needs it.
    ///
    /// - Complexity: O(calls in flight), at most once in each `granularity`.
    mutating func expire(now: Duration) -> (expired: [Entry], timer: Duration?) {
        let expired = entries.filter { $0.value.end.map { $0 <= now } ?? false }
        for ticket in expired.keys { entries[ticket] = nil }
        let earliest = entries.values.compactMap(\.end).min()
        timer = earliest.map { max($0, now + Self.granularity) }
        return (Array(expired.values), timer)
    }
}
