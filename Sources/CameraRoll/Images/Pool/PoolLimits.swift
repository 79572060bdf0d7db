import Foundation

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
    func validate() throws(ImageError) {
        for limit in [threads, waiting] where limit < 1 { throw .invalidLimit(limit) }
        for limit in [replacements, idleMilliseconds] where limit < 0 { throw .invalidLimit(limit) }
    }
}
