import Foundation

/// A few threads for work that blocks or computes for long, apart from the cooperative pool (*Never Blocked*).
///
/// The most urgent work runs first, and first in, first out among equals; the less urgent waits as long as anything
/// more urgent does. Threads start when there is work for them, are named, end when they had none for a while, and with
/// the pool. How many there may be, and how much may wait, is stated by ``PoolLimits``.
///
/// Work that was taken on is run, cancelled or refused, exactly once, also when the pool is shut down
/// or released.
///
/// Work that hangs keeps its thread. Once its owner gives it up, another thread stands in for that one, as many as
/// ``PoolLimits/replacements``, until the work returns. If all threads hang, what waits is refused with `.wedged`, and
/// so is all that comes, until one of them returns.
package final class WorkPool: Sendable {
    /// What it may have.
    package let limits: PoolLimits

    let core: PoolCore

    /// A pool without threads yet.
    ///
    /// - Parameters:
    ///   - label: the name of its threads; the system may cut it short (15 bytes on Linux).
    ///   - limits: how many threads, and how much work may wait.
    /// - Throws: `PoolError.invalidLimit`.
    package init(label: String = "cameraroll.dec", limits: PoolLimits = PoolLimits()) throws(PoolError) {
        try limits.validate()
        self.limits = limits
        core = PoolCore(label: label, limits: limits)
    }

    deinit {
        core.shutDown()
    }

    /// The figures of this moment.
    package var statistics: PoolStatistics { core.statistics }

    /// Takes work on.
    ///
    /// - Complexity: O(1) amortised; starts a thread where all are busy and there may be another.
    /// - Throws: `PoolError.tooMuchWork`, `.wedged`, `.shutDown`; the work is told nothing then.
    package func submit(_ work: some PoolWork, priority: PoolPriority) throws(PoolError) -> PoolTicket {
        try core.submit(work, priority: priority)
    }

    /// Makes waiting work more or less urgent: it goes behind all that is as urgent, or keeps its place if it was.
    ///
    /// - Returns: false where it runs, or has ended.
    /// - Complexity: O(1).
    @discardableResult
    package func setPriority(_ priority: PoolPriority, of ticket: PoolTicket) -> Bool {
        core.setPriority(priority, of: ticket)
    }

    /// Cancels waiting work: it is told so before this returns, and does not run.
    ///
    /// - Returns: false where it runs, or has ended; then nothing happens.
    /// - Complexity: O(1).
    @discardableResult
    package func cancel(_ ticket: PoolTicket) -> Bool {
        core.cancel(ticket)
    }

    /// Takes note that work hangs: it was begun, does not return, and its owner waits for it no more.
    ///
    /// - Returns: false where it waits, or has ended; then nothing happens.
    /// - Complexity: O(1); O(waiting work) where all threads hang now.
    @discardableResult
    package func giveUp(_ ticket: PoolTicket) -> Bool {
        core.giveUp(ticket)
    }

    /// Cancels all waiting work, and returns once what ran has ended, and the threads with it.
    ///
    /// Later work is refused with `PoolError.shutDown`. May be called more than once; not by work of the pool.
    package func shutdown() async {
        core.shutDown()
        await core.awaitExit()
    }
}

/// How soon a pool's work is needed; the most urgent runs first.
package enum PoolPriority: UInt8, Hashable, Sendable, CaseIterable {
    /// Perhaps never.
    case background
    /// Soon.
    case prefetch
    /// Now.
    case visible
}

/// Why a pool is not made, or takes no work on.
package enum PoolError: Error, Hashable, Sendable {
    /// A limit is less than the least that it can be.
    case invalidLimit(Int)
    /// So much work waits that no more is taken on.
    case tooMuchWork(limit: Int)
    /// So many threads are held by work that does not return, and no more may stand in for them.
    case wedged(threads: Int)
    /// The pool was shut down.
    case shutDown
}

extension PoolError: CustomStringConvertible {
    /// What went wrong with which value, for logs.
    package var description: String {
        switch self {
        case .invalidLimit(let limit): "A limit cannot be \(limit)."
        case .tooMuchWork(let limit): "More than \(limit) pieces of work wait."
        case .wedged(let threads): "All \(threads) threads are held by work that does not return."
        case .shutDown: "The threads were shut down."
        }
    }
}

/// How many threads a pool may have, how much may wait for them, and how long they wait for more.
package struct PoolLimits: Hashable, Sendable {
    /// The most threads at a time, those left out that stand in for hung ones.
    package var threads: Int
    /// The most threads that stand in for others whose work was given up and does not return; four by default.
    package var replacements: Int
    /// The most pieces of work that may wait; 65,536 by default.
    package var waiting: Int
    /// How long a thread without work waits before it ends, in milliseconds; five seconds by default.
    package var idleMilliseconds: Int

    /// Limits, each with its default.
    package init(
        threads: Int = Self.suggestedThreads, replacements: Int = Self.suggestedReplacements, waiting: Int = 65_536,
        idleMilliseconds: Int = 5_000
    ) {
        self.threads = threads
        self.replacements = replacements
        self.waiting = waiting
        self.idleMilliseconds = idleMilliseconds
    }

    /// As many threads as there are cores, less one for the main actor, and at most four: decoding wants memory too.
    package static var suggestedThreads: Int {
        min(4, max(1, ProcessInfo.processInfo.activeProcessorCount - 1))
    }

    /// A few: a hung thread keeps its stack and what its source has decoded so far.
    package static let suggestedReplacements = 4

    /// Refuses what makes no sense.
    func validate() throws(PoolError) {
        for limit in [threads, waiting] where limit < 1 { throw .invalidLimit(limit) }
        for limit in [replacements, idleMilliseconds] where limit < 0 { throw .invalidLimit(limit) }
    }
}

/// What a pool did since it was made, and what it does now.
package struct PoolStatistics: Hashable, Sendable {
    /// Work taken on.
    package internal(set) var submitted = 0
    /// Work that was run to its end.
    package internal(set) var finished = 0
    /// Work that was cancelled before it ran.
    package internal(set) var cancelled = 0
    /// Work that runs now.
    package internal(set) var running = 0
    /// The most work that ever ran at a time.
    package internal(set) var mostRunning = 0
    /// Work that waits now, by priority.
    package internal(set) var waiting: [PoolPriority: Int] = [:]
    /// The most work that ever waited.
    package internal(set) var mostWaiting = 0
    /// How many threads there are now.
    package internal(set) var threads = 0
    /// How many of them are held by work that was given up, and has not returned.
    package internal(set) var hung = 0
    /// The most threads that there ever were at a time.
    package internal(set) var mostThreads = 0
}

/// Names a piece of work that a ``WorkPool`` took on; means nothing to another pool.
package struct PoolTicket: Hashable, Sendable {
    let slot: LinkedSlots<any PoolWork>.Slot
}

/// A piece of work for a ``WorkPool``: it is run, cancelled or refused, and that exactly once (*Ends Exactly Once*).
package protocol PoolWork: Sendable {
    /// Does the work, on a thread of the pool; may block.
    func run()

    /// Is told that it will never be run, on the thread of whoever cancelled it or ended the pool.
    func cancel()

    /// Is told why it will never be run, although no caller cancelled it, on the thread that found that out.
    func refuse(_ error: PoolError)
}

extension PoolWork {
    /// As if it was cancelled.
    package func refuse(_ error: PoolError) {
        cancel()
    }
}
