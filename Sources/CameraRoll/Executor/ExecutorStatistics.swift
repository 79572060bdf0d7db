/// The statistics of an executor since its creation, consistent at one moment.
public struct ExecutorStatistics: Hashable, Sendable {
    /// The statistics of one lane.
    public struct Lane: Hashable, Sendable {
        /// The number of jobs that ran to their end.
        public var jobs = 0
        /// The longest wait of a job, in nanoseconds.
        public var longestWait: UInt64 = 0
        /// The total wait of all jobs, in nanoseconds.
        public var totalWait: UInt64 = 0
        /// The longest run of a job, in nanoseconds.
        public var longestRun: UInt64 = 0
        /// The total run time of all jobs, in nanoseconds.
        public var totalRun: UInt64 = 0
        /// The number of jobs waiting now.
        public var depth = 0
    }

    /// The statistics by lane.
    public internal(set) var lanes: [ExecutorLane: Lane] = [:]
    /// The number of times the thread was woken from sleep.
    public internal(set) var wakeUps = 0
    /// The highest number of jobs that waited at a time, in all lanes together.
    public internal(set) var greatestDepth = 0

    /// The number of jobs of all lanes that ran to their end.
    public var jobs: Int { lanes.values.reduce(0) { $0 + $1.jobs } }
}

/// A named interval of work on a library executor.
public struct ExecutorActivity: Hashable, Sendable {
    /// The operation; nil for an actor's own job, which has no name.
    public var operation: LibraryOperation?
    /// When it began, in nanoseconds of the system's uptime.
    public var start: UInt64
    /// When it ended, in nanoseconds of the system's uptime; nil while it runs.
    public var end: UInt64?
}
