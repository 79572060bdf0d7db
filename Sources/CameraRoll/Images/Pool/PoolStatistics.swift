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
    package internal(set) var waiting: [ImagePriority: Int] = [:]
    /// The most work that ever waited.
    package internal(set) var mostWaiting = 0
    /// How many threads there are now.
    package internal(set) var threads = 0
    /// How many of them are held by work that was given up, and has not returned.
    package internal(set) var hung = 0
    /// The most threads that there ever were at a time.
    package internal(set) var mostThreads = 0
}
