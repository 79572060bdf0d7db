/// What a pool knows: its waiting work, what its threads do, and its figures.
///
/// A pure value; the pool keeps it under a lock and carries out the actions it returns once the lock is released.
struct PoolState {
    /// Where a thread of the pool comes from when it asks what to do.
    enum ThreadEvent {
        /// From its start.
        case started
        /// From work, which it has done.
        case finished(PoolTicket)
        /// From a signal, which it has taken.
        case woken
        /// From waiting for a signal in vain.
        case timedOut
    }

    enum NextAction {
        case run(any PoolWork, PoolPriority, PoolTicket)
        /// Waits for a signal, and no longer than a thread may be idle.
        case wait
        /// Takes a signal that was given, or is just being given, for this thread.
        case takeSignal
        /// The thread ends; whoever waits for the last one is to be told.
        case exit([CheckedContinuation<Void, Never>])
    }

    enum WakeAction {
        case none, startThread
        case signal(Int)
    }

    private(set) var isShutDown = false
    private let limits: PoolLimits
    private var queue = PoolQueue()
    private var figures = PoolStatistics()
    /// Threads that wait for a signal, or are about to.
    private var idle = 0
    /// Signals for them that were decided on, and not yet taken; never more than `idle`.
    private var signals = 0
    /// What runs; true where it was given up, and holds its thread all the same.
    private var running: [PoolTicket: Bool] = [:]
    private var awaitingExit: [CheckedContinuation<Void, Never>] = []

    init(limits: PoolLimits) {
        self.limits = limits
    }

    var statistics: PoolStatistics {
        var statistics = figures
        for priority in PoolPriority.allCases { statistics.waiting[priority] = queue.count(of: priority) }
        return statistics
    }

    /// Takes work on: it will run, or be handed out to be cancelled.
    mutating func submit(
        _ work: any PoolWork, priority: PoolPriority
    ) throws(PoolError) -> (ticket: PoolTicket, action: WakeAction) {
        guard !isShutDown else { throw .shutDown }
        guard !isWedged else { throw .wedged(threads: figures.hung) }
        guard queue.count < limits.waiting else { throw .tooMuchWork(limit: limits.waiting) }
        let ticket = queue.append(work, priority: priority)
        figures.submitted += 1
        figures.mostWaiting = max(figures.mostWaiting, queue.count)
        return (ticket, wakeOne())
    }

    /// Changes the priority of work; false where it does not wait any more.
    mutating func setPriority(_ priority: PoolPriority, of ticket: PoolTicket) -> Bool {
        queue.setPriority(priority, of: ticket)
    }

    /// Takes work out, to be cancelled; nil where it does not wait any more.
    mutating func cancel(_ ticket: PoolTicket) -> (any PoolWork)? {
        guard let work = queue.remove(ticket) else { return nil }
        figures.cancelled += 1
        return work
    }

    /// Takes note that work which runs does not return: another thread may stand in for its own until it does.
    ///
    /// - Returns: nil where it does not run. Otherwise what waited in vain, since no thread is left and no other may be
    ///   started, to be refused with the error; and whether a thread is to be started or woken.
    mutating func giveUp(_ ticket: PoolTicket) -> (refused: [any PoolWork], error: PoolError, action: WakeAction)? {
        guard running[ticket] == false else { return nil }
        running[ticket] = true
        figures.hung += 1
        let error = PoolError.wedged(threads: figures.hung)
        guard isWedged else { return ([], error, queue.count > 0 ? wakeOne() : .none) }
        let refused = queue.removeAll()
        figures.cancelled += refused.count
        return (refused, error, .none)
    }

    /// Takes on no more work, takes out what waits, to be cancelled, and lets the threads end.
    mutating func shutDown() -> (work: [any PoolWork], action: WakeAction) {
        isShutDown = true
        let work = queue.removeAll()
        figures.cancelled += work.count
        defer { signals = idle }
        return (work, .signal(idle - signals))
    }

    /// Keeps a continuation until no thread is left; false where none is.
    mutating func awaitExit(_ continuation: CheckedContinuation<Void, Never>) -> Bool {
        guard figures.threads > 0 else { return false }
        awaitingExit.append(continuation)
        return true
    }

    /// Says what a thread is to do next.
    mutating func next(after event: ThreadEvent) -> NextAction {
        switch event {
        case .started: break
        case .finished(let ticket):
            finish(ticket)
            // A thread that came back, and for which another stands in.
            if figures.threads > mostThreads { return exit() }
        case .woken: takeSignal()
        case .timedOut:
            // As many signals as threads wait: one is this thread's, and is lost where it ends or does not take it.
            guard signals < idle else { return .takeSignal }
            idle -= 1
            return exit()
        }
        return nextWork()
    }
}

extension PoolState {
    /// How many threads there may be now.
    private var mostThreads: Int { limits.threads + min(figures.hung, limits.replacements) }

    /// Whether every thread that there may ever be is held by work that does not return.
    private var isWedged: Bool { figures.hung >= limits.threads + limits.replacements }

    private mutating func wakeOne() -> WakeAction {
        if signals < idle {
            signals += 1
            return .signal(1)
        }
        guard figures.threads < mostThreads else { return .none }
        figures.threads += 1
        figures.mostThreads = max(figures.mostThreads, figures.threads)
        return .startThread
    }

    private mutating func finish(_ ticket: PoolTicket) {
        if running.removeValue(forKey: ticket) == true { figures.hung -= 1 }
        figures.running -= 1
        figures.finished += 1
    }

    private mutating func takeSignal() {
        idle -= 1
        signals -= 1
    }

    private mutating func nextWork() -> NextAction {
        if let (work, priority, ticket) = queue.popFirst() {
            running[ticket] = false
            figures.running += 1
            figures.mostRunning = max(figures.mostRunning, figures.running)
            return .run(work, priority, ticket)
        }
        guard !isShutDown else { return exit() }
        idle += 1
        return .wait
    }

    private mutating func exit() -> NextAction {
        figures.threads -= 1
        guard figures.threads == 0 else { return .exit([]) }
        defer { awaitingExit = [] }
        return .exit(awaitingExit)
    }
}

/// The waiting work of a pool, the most urgent first, and first in, first out among equals: a pure value.
///
/// The order is strict: the less urgent waits while anything more urgent does. All operations are O(priorities).
struct PoolQueue {
    private var slots = LinkedSlots<any PoolWork>(lists: PoolPriority.allCases.count)
    private(set) var count = 0

    /// How much work of a priority waits.
    func count(of priority: PoolPriority) -> Int {
        slots.count(of: Int(priority.rawValue))
    }

    mutating func append(_ work: any PoolWork, priority: PoolPriority) -> PoolTicket {
        count += 1
        return PoolTicket(slot: slots.append(work, to: Int(priority.rawValue)))
    }

    /// Takes the work that is to run next.
    mutating func popFirst() -> (work: any PoolWork, priority: PoolPriority, ticket: PoolTicket)? {
        for priority in PoolPriority.allCases.reversed() {
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
    mutating func setPriority(_ priority: PoolPriority, of ticket: PoolTicket) -> Bool {
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
