/// What an executor has done since it was made; a consistent picture of one moment.
public struct ExecutorStatistics: Hashable, Sendable {
    /// The figures of one lane.
    public struct Lane: Hashable, Sendable {
        /// Jobs that ran to their end.
        public var jobs = 0
        /// The longest that a job waited for its turn, in nanoseconds.
        public var longestWait: UInt64 = 0
        /// How long all jobs together waited, in nanoseconds.
        public var totalWait: UInt64 = 0
        /// The longest that a job ran, in nanoseconds.
        public var longestRun: UInt64 = 0
        /// How long all jobs together ran, in nanoseconds.
        public var totalRun: UInt64 = 0
        /// Jobs that wait now.
        public var depth = 0
    }

    /// The figures by lane.
    public internal(set) var lanes: [ExecutorLane: Lane] = [:]
    /// How often the thread was woken from sleep.
    public internal(set) var wakeUps = 0
    /// The most jobs that ever waited at once, in all lanes together.
    public internal(set) var greatestDepth = 0

    /// Jobs of all lanes that ran to their end.
    public var jobs: Int { lanes.values.reduce(0) { $0 + $1.jobs } }
}

/// One stretch of work on a library executor, named.
public struct ExecutorActivity: Hashable, Sendable {
    /// What ran; nil for an actor's own job, which has no name.
    public var operation: LibraryOperation?
    /// When it began, in nanoseconds of the system's uptime.
    public var start: UInt64
    /// When it ended, in nanoseconds of the system's uptime; nil while it still runs.
    public var end: UInt64?
}

/// The last stretches of work that were long enough to hold something up; bounded.
struct ActivityHistory {
    /// Shorter work is forgotten at once, in nanoseconds: it cannot be the reason for a stall.
    static let shortest: UInt64 = 100_000
    static let capacity = 256

    private var ring: [ExecutorActivity] = []
    private var oldest = 0

    mutating func record(_ activity: ExecutorActivity) {
        guard let end = activity.end, end &- activity.start >= Self.shortest else { return }
        if ring.count < Self.capacity {
            ring.append(activity)
        } else {
            ring[oldest] = activity
            oldest = (oldest + 1) % Self.capacity
        }
    }

    func activities(from start: UInt64, to end: UInt64) -> [ExecutorActivity] {
        (ring[oldest...] + ring[..<oldest]).filter { $0.start <= end && ($0.end ?? .max) >= start }
    }
}
