import Foundation

/// A few threads for work that blocks or computes for long, separate from the cooperative pool (*Never Blocked*).
///
/// Work runs first in, first out, or, if the pool is created so, the most urgent first; work of one priority runs in
/// the order of its submission, and work that is given the priority later runs after what has it then. Threads have a
/// name, start when there is work for them, and end when they are idle for a while, or with the pool. ``PoolLimits``
/// states how many threads there may be, and how much work may wait.
///
/// Accepted work is run, canceled or refused, exactly once, even if the pool is shut down or released.
///
/// Work that hangs keeps its thread. Once its owner gives it up, another thread replaces that one until the work
/// returns; there are at most ``PoolLimits/replacements`` of them. If all threads hang, waiting and new work is
/// refused with `.hung`, until one of them returns.
package final class WorkPool: Sendable {
    /// The limits of the pool.
    package let limits: PoolLimits

    let core: PoolCore

    /// Creates a pool, without threads yet.
    ///
    /// - Parameters:
    ///   - label: the name of its threads; the system may cut it short (15 bytes on Linux).
    ///   - limits: how many threads there may be, and how much work may wait.
    ///   - order: the order in which work runs.
    /// - Throws: `PoolError.invalidLimit`.
    package init(
        label: String = "cameraroll.dec", limits: PoolLimits = PoolLimits(), order: PoolOrder = .firstInFirstOut
    ) throws(PoolError) {
        try limits.validate()
        self.limits = limits
        core = PoolCore(label: label, limits: limits, order: order)
    }

    deinit {
        core.shutDown()
    }

    /// The current statistics.
    package var statistics: PoolStatistics { core.statistics }

    /// Accepts work, which runs after all work that has its priority now.
    ///
    /// - Parameter priority: the quality of service with which a thread runs the work, and its place in a pool that
    ///   runs the most urgent work first.
    /// - Complexity: O(1) amortized; starts a thread if all are busy and another is allowed.
    /// - Throws: `PoolError.tooMuchWork`, `.hung`, `.shutDown`; no function of the work is called then.
    package func submit(_ work: some PoolWork, priority: PoolPriority) throws(PoolError) -> PoolTicket {
        try core.submit(work, priority: priority)
    }

    /// Cancels waiting work: its `cancel` is called before this function returns, and it does not run.
    ///
    /// - Returns: false if the work runs or has ended; then nothing happens.
    /// - Complexity: O(1).
    @discardableResult
    package func cancel(_ ticket: PoolTicket) -> Bool {
        core.cancel(ticket)
    }

    /// Marks running work as hung: it does not return, and its owner no longer waits for it.
    ///
    /// - Returns: false if the work waits or has ended; then nothing happens.
    /// - Complexity: O(1); O(waiting work) if all threads hang now.
    @discardableResult
    package func giveUp(_ ticket: PoolTicket) -> Bool {
        core.giveUp(ticket)
    }

    /// Cancels all waiting work, and returns once the running work and the threads have ended.
    ///
    /// Later work is refused with `PoolError.shutDown`. May be called more than once, but not by work of the pool.
    package func shutdown() async {
        core.shutDown()
        await core.awaitExit()
    }
}

/// The order in which a pool runs work.
package enum PoolOrder: Hashable, Sendable {
    /// In the order of submission, whatever its priority.
    case firstInFirstOut
    /// The most urgent first; after ``PoolState/mostPassed`` more urgent pieces, the first of another priority has a
    /// turn, the one submitted earliest.
    case byPriority
}

/// The quality of service with which a pool's thread runs a piece of work, and its urgency.
///
/// Work that waits for the library executor waits there in the lane of this priority.
package enum PoolPriority: Int, Hashable, Sendable, CaseIterable {
    /// Work that no user waits for.
    case background
    /// Work whose result is needed later, or never.
    case prefetch
    /// Work of tasks without an explicit priority.
    case standard
    /// Work whose result is needed now.
    case visible

    /// The priority of the work for a task of a given priority.
    package init(_ priority: TaskPriority) {
        self =
            switch priority {
            case .userInitiated...: .visible
            case .medium...: .standard
            case .utility...: .prefetch
            default: .background
            }
    }
}

/// An error that occurs when creating a pool or submitting work to it.
package enum PoolError: Error, Hashable, Sendable {
    /// A limit is below its minimum.
    case invalidLimit(Int, least: Int)
    /// The limit of waiting work is reached.
    case tooMuchWork(limit: Int)
    /// All threads, replacements included, are held by work that does not return.
    case hung(threads: Int)
    /// The pool was shut down.
    case shutDown
}

extension PoolError: CustomStringConvertible {
    /// A description of the error and its value, for logs.
    package var description: String {
        switch self {
        case .invalidLimit(let limit, let least): "A limit cannot be \(limit): it is at least \(least)."
        case .tooMuchWork(let limit): "More than \(limit) pieces of work wait."
        case .hung(let threads): "All \(threads) threads are held by work that does not return."
        case .shutDown: "The threads were shut down."
        }
    }
}

/// How many threads a pool may have, how much work may wait for them, and how long an idle thread is kept.
package struct PoolLimits: Hashable, Sendable {
    /// The maximum number of threads, without replacements for hung ones.
    package var threads: Int
    /// The maximum number of replacements for threads whose work was given up and does not return; four by default.
    package var replacements: Int
    /// The maximum number of pieces of work that may wait; 65,536 by default.
    package var waiting: Int
    /// How long a thread without work waits before it ends, in milliseconds; five seconds by default.
    package var idleMilliseconds: Int

    /// Creates limits, each with its default.
    package init(
        threads: Int = Self.suggestedThreads, replacements: Int = Self.suggestedReplacements, waiting: Int = 65_536,
        idleMilliseconds: Int = 5_000
    ) {
        self.threads = threads
        self.replacements = replacements
        self.waiting = waiting
        self.idleMilliseconds = idleMilliseconds
    }

    /// The number of cores minus one for the main actor, at most four, since decoding needs memory too.
    package static var suggestedThreads: Int { suggestedThreads(cores: ProcessInfo.processInfo.activeProcessorCount) }

    package static func suggestedThreads(cores: Int) -> Int { min(4, max(1, cores - 1)) }

    /// The default number of replacements: few, since a hung thread keeps its stack and the data that its source has
    /// decoded so far.
    package static let suggestedReplacements = 4

    /// Throws if a limit is invalid.
    func validate() throws(PoolError) {
        for limit in [threads, waiting] where limit < 1 { throw .invalidLimit(limit, least: 1) }
        for limit in [replacements, idleMilliseconds] where limit < 0 { throw .invalidLimit(limit, least: 0) }
    }
}

/// The statistics of a pool: totals since its creation, and its present state.
package struct PoolStatistics: Hashable, Sendable {
    /// Pieces of work accepted.
    package internal(set) var submitted = 0
    /// Pieces of work that ran to their end.
    package internal(set) var finished = 0
    /// Pieces of work canceled before they ran.
    package internal(set) var cancelled = 0
    /// Pieces of work running now.
    package internal(set) var running = 0
    /// The highest number of pieces of work that ran at a time.
    package internal(set) var mostRunning = 0
    /// Pieces of work waiting now.
    package internal(set) var waiting = 0
    /// The highest number of pieces of work that waited at a time.
    package internal(set) var mostWaiting = 0
    /// The number of threads now.
    package internal(set) var threads = 0
    /// The number of threads held by work that was given up and has not returned.
    package internal(set) var hung = 0
    /// The highest number of threads at a time.
    package internal(set) var mostThreads = 0
}

/// Identifies a piece of work that a ``WorkPool`` accepted; not valid for another pool.
package struct PoolTicket: Hashable, Sendable {
    let slot: LinkedSlots<QueuedWork>.Slot
}

/// A piece of work for a ``WorkPool``: it is run, canceled or refused, exactly once (*Ends Exactly Once*).
package protocol PoolWork: Sendable {
    /// Does the work, on a thread of the pool; may block.
    func run()

    /// Called if the work will never run, on the thread that canceled it or shut down the pool.
    func cancel()

    /// Called if the work will never run although no caller canceled it, on the thread that found the cause.
    func refuse(_ error: PoolError)
}

extension PoolWork {
    /// By default, treats a refusal as a cancellation.
    package func refuse(_ error: PoolError) {
        cancel()
    }
}
