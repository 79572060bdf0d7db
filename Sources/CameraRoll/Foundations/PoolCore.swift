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
    private let overrides: QualityOverrides?

    init(
        label: String, limits: PoolLimits, order: PoolOrder = .firstInFirstOut,
        overrides: QualityOverrides? = .system
    ) {
        self.label = label
        self.overrides = overrides
        idleTime = .milliseconds(limits.idleMilliseconds)
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
    ///
    /// The thread of running work is raised until the work ends, and never lowered.
    func setPriority(_ priority: PoolPriority, of ticket: PoolTicket) {
        state.withLock { state in
            guard let thread = state.setPriority(priority, of: ticket) else { return }
            // Within the lock: the thread does not finish the work, and does not end, before.
            if let end = overrides?.begin(thread, priority) { state.keep(end, of: ticket) }
        }
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
        let (work, threads) = state.withLock { $0.shutDown() }
        threads.forEach { $0.signal() }
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
        case .signal(let thread): thread.signal()
        }
    }
}

// MARK: - The threads

extension PoolCore {
    private func runUntilExit() {
        // The thread's own, which no other thread can take.
        let signal = DispatchSemaphore(value: 0)
        let number = overrides?.thread() ?? 0
        var event = PoolState.ThreadEvent.started
        var priority: PoolPriority?
        while true {
            let (action, ends) = state.withLock { state in
                (state.next(after: event, of: signal, number: number), state.takeOverrides())
            }
            ends.forEach { $0() }
            guard let next = carryOut(action, signal, at: &priority) else { return }
            event = next
        }
    }

    /// Carries out an action, and returns the thread's next event; nil if the thread ends.
    ///
    /// - Parameters:
    ///   - signal: the thread's signal.
    ///   - priority: the priority of the thread's last work; nil before the first one.
    private func carryOut(
        _ action: PoolState.NextAction, _ signal: DispatchSemaphore, at priority: inout PoolPriority?
    ) -> PoolState.ThreadEvent? {
        switch action {
        case .run(let queued, let ticket):
            if priority != queued.priority { Self.setPriority(queued.priority) }
            priority = queued.priority
            withAutoreleasePool { queued.work.run() }
            return .finished(ticket)
        case .wait:
            return signal.wait(timeout: .now() + idleTime) == .success ? .woken : .timedOut
        case .takeSignal:
            signal.wait()
            return .woken
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
        /// Waits for the thread's signal, at most for the idle time of a thread.
        case wait
        /// Takes the signal that was sent, or is just being sent, to this thread.
        case takeSignal
        /// Ends the thread, and resumes the callers that wait for the last thread to end.
        case exit([CheckedContinuation<Void, Never>])
    }

    enum WakeAction {
        case none, startThread
        /// Sends a thread its signal.
        case signal(DispatchSemaphore)
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
    /// The signals of the threads that wait for work or are about to, the latest last; none that is to be sent.
    private var idle: [DispatchSemaphore] = []
    /// The running work with its thread, the highest priority that it was given, and whether it was given up but still
    /// holds its thread.
    private var running: [PoolTicket: (thread: UInt, priority: PoolPriority, isGivenUp: Bool)] = [:]
    /// The overrides of running work.
    private var overrides: [PoolTicket: [QualityOverrides.End]] = [:]
    /// The overrides of work that has ended, which its thread ends next.
    private var endedOverrides: [QualityOverrides.End] = []
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
    ///
    /// - Returns: the thread of work that runs, and that was never as urgent.
    @discardableResult
    mutating func setPriority(_ priority: PoolPriority, of ticket: PoolTicket) -> UInt? {
        if let work = running[ticket] {
            guard priority.rawValue > work.priority.rawValue else { return nil }
            running[ticket]?.priority = priority
            return work.thread
        }
        guard order == .byPriority, let queued = queue[ticket.slot], queued.priority != priority else { return nil }
        _ = queue.update(ticket.slot) { $0.priority = priority }
        queue.move(ticket.slot, to: list(of: priority))
        return nil
    }

    /// Keeps an override of running work until the work ends.
    mutating func keep(_ end: @escaping QualityOverrides.End, of ticket: PoolTicket) {
        overrides[ticket, default: []].append(end)
    }

    /// The overrides of the work that the calling thread has just finished.
    mutating func takeOverrides() -> [QualityOverrides.End] {
        defer { endedOverrides = [] }
        return endedOverrides
    }

    /// Marks running work as hung: another thread may replace its thread until it returns.
    ///
    /// - Returns: nil if the work is not running. Otherwise the waiting work to be refused with the error, because no
    ///   thread is left and none may be started; and whether to start or wake a thread.
    mutating func giveUp(_ ticket: PoolTicket) -> (refused: [any PoolWork], error: PoolError, action: WakeAction)? {
        guard running[ticket]?.isGivenUp == false else { return nil }
        running[ticket]?.isGivenUp = true
        figures.hung += 1
        let error = PoolError.hung(threads: figures.hung)
        guard isHung else { return ([], error, waiting > 0 ? wakeOne() : .none) }
        let refused = takeAll()
        return (refused, error, .none)
    }

    /// Accepts no further work, removes the waiting work, which the caller then cancels, and lets the threads end.
    ///
    /// - Returns: the work, and the signals to be sent.
    mutating func shutDown() -> (work: [any PoolWork], threads: [DispatchSemaphore]) {
        isShutDown = true
        defer { idle = [] }
        return (takeAll(), idle)
    }

    /// Keeps a continuation until the last thread ends; returns false if no thread is running.
    mutating func awaitExit(_ continuation: CheckedContinuation<Void, Never>) -> Bool {
        guard figures.threads > 0 else { return false }
        awaitingExit.append(continuation)
        return true
    }

    /// Decides what a thread does next, which is known by its signal.
    ///
    /// - Parameter number: identifies the thread for overrides.
    mutating func next(after event: ThreadEvent, of thread: DispatchSemaphore, number: UInt = 0) -> NextAction {
        switch event {
        case .started, .woken: break
        case .finished(let ticket):
            finish(ticket)
            // The thread was given up, and has returned while a replacement runs.
            if figures.threads > mostThreads { return exit() }
        case .timedOut:
            // A thread that has left the list is being signaled: it would end with the work that the signal is for.
            guard let index = idle.lastIndex(where: { $0 === thread }) else { return .takeSignal }
            idle.remove(at: index)
            return exit()
        }
        return nextWork(for: thread, number)
    }
}

extension PoolState {
    /// The maximum number of threads at this moment.
    private var mostThreads: Int { limits.threads + min(figures.hung, limits.replacements) }

    /// Whether every thread, replacements included, is held by work that does not return.
    private var isHung: Bool { figures.hung >= limits.threads + limits.replacements }

    private mutating func wakeOne() -> WakeAction {
        if let thread = idle.popLast() { return .signal(thread) }
        guard figures.threads < mostThreads else { return .none }
        figures.threads += 1
        figures.mostThreads = max(figures.mostThreads, figures.threads)
        return .startThread
    }

    private mutating func finish(_ ticket: PoolTicket) {
        if running.removeValue(forKey: ticket)?.isGivenUp == true { figures.hung -= 1 }
        if !overrides.isEmpty { endedOverrides = overrides.removeValue(forKey: ticket) ?? [] }
        figures.running -= 1
        figures.finished += 1
    }

    private mutating func nextWork(for thread: DispatchSemaphore, _ number: UInt) -> NextAction {
        if let slot = nextSlot(), let queued = queue.remove(slot) {
            waiting -= 1
            running[PoolTicket(slot: slot)] = (number, queued.priority, false)
            figures.running += 1
            figures.mostRunning = max(figures.mostRunning, figures.running)
            return .run(queued, PoolTicket(slot: slot))
        }
        guard !isShutDown else { return exit() }
        idle.append(thread)
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

    /// Gives the work another priority: its place while it waits, and later, if it is higher, that of its thread.
    func setPriority(_ priority: PoolPriority) { pool.setPriority(priority, of: ticket) }
}
