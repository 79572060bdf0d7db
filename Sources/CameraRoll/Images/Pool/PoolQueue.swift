/// The waiting work of a pool, the most urgent first, and first in, first out among equals: a pure value.
///
/// The order is strict: the less urgent waits while anything more urgent does. All operations are O(priorities).
struct PoolQueue {
    private var slots = LinkedSlots<any PoolWork>(lists: ImagePriority.allCases.count)
    private(set) var count = 0

    /// How much work of a priority waits.
    func count(of priority: ImagePriority) -> Int {
        slots.count(of: Int(priority.rawValue))
    }

    mutating func append(_ work: any PoolWork, priority: ImagePriority) -> PoolTicket {
        count += 1
        return PoolTicket(slot: slots.append(work, to: Int(priority.rawValue)))
    }

    /// Takes the work that is to run next.
    mutating func popFirst() -> (work: any PoolWork, priority: ImagePriority, ticket: PoolTicket)? {
        for priority in ImagePriority.allCases.reversed() {
            guard let slot = slots.first(of: Int(priority.rawValue)), let work = remove(PoolTicket(slot: slot))
            else { continue }
            return (work, priority, PoolTicket(slot: slot))
        }
        return nil
    }

    /// Takes work out; nil where it does not wait any more.
    mutating func remove(_ ticket: PoolTicket) -> (any PoolWork)? {
        guard let work = slots.remove(ticket.slot) else { return nil }
        count -= 1
        return work
    }

    /// Puts work behind all that is as urgent; false where it does not wait any more.
    ///
    /// Work that has the priority keeps its place.
    mutating func setPriority(_ priority: ImagePriority, of ticket: PoolTicket) -> Bool {
        guard let list = slots.list(of: ticket.slot) else { return false }
        if list != Int(priority.rawValue) { slots.move(ticket.slot, to: Int(priority.rawValue)) }
        return true
    }

    /// Takes all work out, in the order in which it would have run.
    ///
    /// - Complexity: O(waiting work).
    mutating func removeAll() -> [any PoolWork] {
        var all: [any PoolWork] = []
        while let next = popFirst() { all.append(next.work) }
        return all
    }
}
