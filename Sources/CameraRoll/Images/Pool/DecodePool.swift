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
package final class DecodePool: Sendable {
    /// What it may have.
    package let limits: PoolLimits

    let core: PoolCore

    /// A pool without threads yet.
    ///
    /// - Parameters:
    ///   - label: the name of its threads; the system may cut it short (15 bytes on Linux).
    ///   - limits: how many threads, and how much work may wait.
    /// - Throws: `ImageError.invalidLimit`.
    package init(label: String = "cameraroll.dec", limits: PoolLimits = PoolLimits()) throws(ImageError) {
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
    /// - Throws: `ImageError.tooMuchWork`, `.wedged`, `.shutDown`; the work is told nothing then.
    package func submit(_ work: some PoolWork, priority: ImagePriority) throws(ImageError) -> PoolTicket {
        try core.submit(work, priority: priority)
    }

    /// Makes waiting work more or less urgent: it goes behind all that is as urgent, or keeps its place if it was.
    ///
    /// - Returns: false where it runs, or has ended.
    /// - Complexity: O(1).
    @discardableResult
    package func setPriority(_ priority: ImagePriority, of ticket: PoolTicket) -> Bool {
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
    /// Later work is refused with `ImageError.shutDown`. May be called more than once; not by work of the pool.
    package func shutdown() async {
        core.shutDown()
        await core.awaitExit()
    }
}
