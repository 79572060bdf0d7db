import Dispatch
import Foundation

/// The working part of a pool: its state under a lock, and its threads.
///
/// The threads retain the core and not the pool. A pool that is no longer used is therefore released even while its
/// threads wait, and its release ends them.
final class PoolCore: Sendable {
    private let label: String
    private let idleTime: DispatchTimeInterval
    private let state: Lock<PoolState>
    private let signals = DispatchSemaphore(value: 0)

    init(label: String, limits: PoolLimits, order: PoolOrder = .firstInFirstOut) {
        self.label = label
        // Not zero: a thread that times out while its signal is being sent would spin until it comes.
        idleTime = .milliseconds(max(limits.idleMilliseconds, 1))
        state = Lock(PoolState(limits: limits, order: order))
    }

    var statistics: PoolStatistics { state.withLock(\.statistics) }

    func submit(_ work: any PoolWork, priority: PoolPriority) throws(PoolError) -> PoolTicket {
        let (ticket, action) = try state.withLock { state throws(PoolError) in
            try state.submit(work, priority: priority)
        }
        carryOut(action)
        return ticket
    }

    /// Gives waiting work another priority: it runs after all work that has that priority now.
    func setPriority(_ priority: PoolPriority, of ticket: PoolTicket) {
        state.withLock { $0.setPriority(priority, of: ticket) }
    }

    /// The priority of waiting work; nil if it no longer waits.
    func priority(of ticket: PoolTicket) -> PoolPriority? { state.withLock { $0.priority(of: ticket) } }

    @discardableResult func cancel(_ ticket: PoolTicket) -> Bool {
        guard let work = state.withLock({ $0.cancel(ticket) }) else { return false }
        work.cancel()
        return true
    }

    /// Returns true if the work was running.
    func giveUp(_ ticket: PoolTicket) -> Bool {
        guard let (refused, error, action) = state.withLock({ $0.giveUp(ticket) }) else { return false }
        carryOut(action)
        refused.forEach { $0.refuse(error) }
        return true
    }

    /// Cancels the waiting work and lets the threads end, each after the work it has begun.
    func shutDown() {
        let (work, action) = state.withLock { $0.shutDown() }
        carryOut(action)
        work.forEach { $0.cancel() }
    }

    /// Waits until no thread is left.
    func awaitExit() async {
        await withCheckedContinuation { continuation in
            if !state.withLock({ $0.awaitExit(continuation) }) { continuation.resume() }
        }
    }

    private func carryOut(_ action: PoolState.WakeAction) {
        switch action {
        case .none: break
        case .startThread: NamedThread.start(label, .utility) { self.runUntilExit() }
        case .signal(let count): for _ in 0..<count { signals.signal() }
        }
    }
}

// MARK: - The threads

extension PoolCore {
    private func runUntilExit() {
        var event = PoolState.ThreadEvent.started
        var priority: PoolPriority?
        while let next = carryOut(state.withLock({ $0.next(after: event) }), at: &priority) { event = next }
    }

    /// Carries out an action, and returns the thread's next event; nil if the thread ends.
    ///
    /// - Parameter priority: the priority of the thread's last work; nil before the first one.
    private func carryOut(
        _ action: PoolState.NextAction, at priority: inout PoolPriority?
    ) -> PoolState.ThreadEvent? {
        switch action {
        case .run(let queued, let ticket):
            if priority != queued.priority { Self.setPriority(queued.priority) }
            priority = queued.priority
            withAutoreleasePool { queued.work.run() }
            return .finished(ticket)
        case .wait:
            return signals.wait(timeout: .now() + idleTime) == .success ? .woken : .timedOut
        case .exit(let waiting):
            waiting.forEach { $0.resume() }
            return nil
        }
    }

    /// Gives the calling thread the priority of its next work, and that work's quality of service.
    private static func setPriority(_ priority: PoolPriority) {
        #if canImport(Darwin)
            pthread_set_qos_class_self_np(priority.qualityOfService, 0)
        #endif
        BlockingThread.markCurrent(priority)
    }
}

#if canImport(Darwin)
    extension PoolPriority {
        fileprivate var qualityOfService: qos_class_t {
            switch self {
            // More urgent work may wait for the thread, so it is never throttled as background work is.
            case .background, .prefetch: QOS_CLASS_UTILITY
            case .standard: QOS_CLASS_DEFAULT
            case .visible: QOS_CLASS_USER_INITIATED
            }
        }
    }
#endif

/// The state of a pool: its waiting work, what its threads do, and its statistics.
///
/// A pure value. The pool keeps it under a lock, and carries out the returned actions after it releases the lock.
struct PoolState {
    /// What happened to a thread before it asks for its next action.
    enum ThreadEvent {
        /// The thread was started.
        case started
        /// The thread finished a piece of work.
        case finished(PoolTicket)
        /// The thread took a signal.
        case woken
        /// The thread waited for a signal until its idle time was over.
        case timedOut
    }

    enum NextAction {
        case run(QueuedWork, PoolTicket)
        /// Waits for a signal, at most for the idle time of a thread.
        case wait
        /// Ends the thread, and resumes the callers that wait for the last thread to end.
        case exit([CheckedContinuation<Void, Never>])
    }

    enum WakeAction {
        case none, startThread
        case signal(Int)
    }

    private(set) var isShutDown = false
    /// The number of more urgent pieces of work after which the next less urgent one has a turn.
    static let mostPassed = 16

    /// One for each priority.
    private static let lists = PoolPriority.allCases.count

    private let limits: PoolLimits
    private let order: PoolOrder
    /// The waiting work: in one list, in the order of submission, or in one for each priority, in the order in which it
    /// was given that priority.
    private var queue: LinkedSlots<QueuedWork>
    private var waiting = 0
    /// The number of pieces of work that ran in a row while less urgent ones waited.
    private var passed = 0
    private var figures = PoolStatistics()
    /// The number of threads that wait for a signal, or are about to.
    private var idle = 0
    /// The number of signals decided on and not yet taken; never more than `idle`.
    private var signals = 0
    /// The running work; the value is true if the work was given up but still holds its thread.
    private var running: [PoolTicket: Bool] = [:]
    private var awaitingExit: [CheckedContinuation<Void, Never>] = []

    init(limits: PoolLimits, order: PoolOrder = .firstInFirstOut) {
        self.limits = limits
        self.order = order
        queue = LinkedSlots(lists: order == .byPriority ? Self.lists : 1)
    }

    var statistics: PoolStatistics {
        var statistics = figures
        statistics.waiting = waiting
        return statistics
    }

    /// Accepts work, which will be run, canceled or refused.
    mutating func submit(
        _ work: any PoolWork, priority: PoolPriority
    ) throws(PoolError) -> (ticket: PoolTicket, action: WakeAction) {
        guard !isShutDown else { throw .shutDown }
        guard !isHung else { throw .hung(threads: figures.hung) }
        guard waiting < limits.waiting else { throw .tooMuchWork(limit: limits.waiting) }
        let queued = QueuedWork(work: work, priority: priority, number: figures.submitted)
        let ticket = PoolTicket(slot: queue.append(queued, to: list(of: priority)))
        waiting += 1
        figures.submitted += 1
        figures.mostWaiting = max(figures.mostWaiting, waiting)
        return (ticket, wakeOne())
    }

    /// Removes work, which the caller then cancels; returns nil if it is no longer waiting.
    mutating func cancel(_ ticket: PoolTicket) -> (any PoolWork)? {
        guard let queued = queue.remove(ticket.slot) else { return nil }
        waiting -= 1
        figures.cancelled += 1
        return queued.work
    }

    /// The priority of waiting work; nil if it no longer waits.
    func priority(of ticket: PoolTicket) -> PoolPriority? { queue[ticket.slot]?.priority }

    /// Gives waiting work another priority; it joins the end of that list, and keeps its age.
    mutating func setPriority(_ priority: PoolPriority, of ticket: PoolTicket) {
        guard order == .byPriority, let queued = queue[ticket.slot], queued.priority != priority else { return }
        _ = queue.update(ticket.slot) { $0.priority = priority }
        queue.move(ticket.slot, to: list(of: priority))
    }

    /// Marks running work as hung: another thread may replace its thread until it returns.
    ///
    /// - Returns: nil if the work is not running. Otherwise the waiting work to be refused with the error, because no
    ///   thread is left and none may be started; and whether to start or wake a thread.
    mutating func giveUp(_ ticket: PoolTicket) -> (refused: [any PoolWork], error: PoolError, action: WakeAction)? {
        guard running[ticket] == false else { return nil }
        running[ticket] = true
        figures.hung += 1
        let error = PoolError.hung(threads: figures.hung)
        guard isHung else { return ([], error, waiting > 0 ? wakeOne() : .none) }
        let refused = takeAll()
        return (refused, error, .none)
    }

    /// Accepts no further work, removes the waiting work, which the caller then cancels, and lets the threads end.
    mutating func shutDown() -> (work: [any PoolWork], action: WakeAction) {
        isShutDown = true
        let work = takeAll()
        defer { signals = idle }
        return (work, .signal(idle - signals))
    }

    /// Keeps a continuation until the last thread ends; returns false if no thread is running.
    mutating func awaitExit(_ continuation: CheckedContinuation<Void, Never>) -> Bool {
        guard figures.threads > 0 else { return false }
        awaitingExit.append(continuation)
        return true
    }

    /// Decides what a thread does next.
    mutating func next(after event: ThreadEvent) -> NextAction {
        switch event {
        case .started: break
        case .finished(let ticket):
            finish(ticket)
            // The thread was given up, and has returned while a replacement runs.
            if figures.threads > mostThreads { return exit() }
        case .woken: takeSignal()
        case .timedOut:
            // As many signals as waiting threads: one may be for this thread, and would be lost if the thread ended
            // without taking it. A thread that begins to wait meanwhile can take it, so it is not waited for for ever.
            guard signals < idle else { return .wait }
            idle -= 1
            return exit()
        }
        return nextWork()
    }
}

extension PoolState {
    /// The maximum number of threads at this moment.
    private var mostThreads: Int { limits.threads + min(figures.hung, limits.replacements) }

    /// Whether every thread, replacements included, is held by work that does not return.
    private var isHung: Bool { figures.hung >= limits.threads + limits.replacements }

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
        if let slot = nextSlot(), let queued = queue.remove(slot) {
            waiting -= 1
            running[PoolTicket(slot: slot)] = false
            figures.running += 1
            figures.mostRunning = max(figures.mostRunning, figures.running)
            return .run(queued, PoolTicket(slot: slot))
        }
        guard !isShutDown else { return exit() }
        idle += 1
        return .wait
    }

    private func list(of priority: PoolPriority) -> Int {
        order == .byPriority ? PoolPriority.visible.rawValue - priority.rawValue : 0
    }

    /// The work to run next: the first of the most urgent, or, once others have waited for too many, the first of
    /// another list, of those the one submitted earliest.
    private mutating func nextSlot() -> LinkedSlots<QueuedWork>.Slot? {
        guard order == .byPriority else { return queue.first(of: 0) }
        var (urgent, oldest) = (LinkedSlots<QueuedWork>.Slot?.none, LinkedSlots<QueuedWork>.Slot?.none)
        var (list, least) = (0, Int.max)
        while list < Self.lists {
            defer { list += 1 }
            guard let slot = queue.first(of: list) else { continue }
            if urgent == nil {
                urgent = slot
            } else if let number = queue[slot]?.number, number < least {
                (oldest, least) = (slot, number)
            }
        }
        passed = oldest == nil ? 0 : passed + 1
        guard passed > Self.mostPassed else { return urgent }
        passed = 0
        return oldest
    }

    /// Removes the waiting work, in the order in which it would have run, and counts it as canceled.
    ///
    /// - Complexity: O(waiting work).
    private mutating func takeAll() -> [any PoolWork] {
        var all: [any PoolWork] = []
        while let slot = nextSlot(), let queued = queue.remove(slot) { all.append(queued.work) }
        waiting = 0
        figures.cancelled += all.count
        return all
    }

    private mutating func exit() -> NextAction {
        figures.threads -= 1
        guard figures.threads == 0 else { return .exit([]) }
        defer { awaitingExit = [] }
        return .exit(awaitingExit)
    }
}

/// A piece of work that waits for a thread, or that a thread is to run.
struct QueuedWork {
    let work: any PoolWork
    var priority: PoolPriority
    /// The position in the order of submission.
    let number: Int
}

/// A piece of work that a pool accepted, with the operations on it.
struct PoolPlace: Sendable {
    let pool: PoolCore
    let ticket: PoolTicket

    /// Cancels the work, unless it runs or has ended.
    func cancel() { pool.cancel(ticket) }

    /// Starts a replacement for the thread that the work holds; returns false if it holds none.
    @discardableResult func giveUp() -> Bool { pool.giveUp(ticket) }

    /// Gives the work another priority while it waits.
    func setPriority(_ priority: PoolPriority) { pool.setPriority(priority, of: ticket) }
}
