/// The waiting jobs of an executor, by priority, with aging: a pure value, without clock or thread.
///
/// The most urgent lane goes first. A lane goes next after `patience` jobs of other lanes were taken before it, so
/// that the lowest lane makes progress even while urgent jobs never end. If several lanes have aged, a job of the
/// most urgent lane goes between each two of them: an urgent job waits for at most one aged job (*Bounded Wait*).
/// Aging counts jobs and reads no clock: the same jobs always run in the same order (*Deterministic*).
struct PriorityJobQueue<Job: Sendable>: Sendable {
    /// The number of jobs that may overtake a waiting lane before it is served.
    static var patience: Int { 32 }

    /// The jobs by lane; none before the first job, so that a queue that is not used takes no memory.
    private var lanes: [LaneQueue<Job>] = []
    private var overtaken: [Int] = []
    /// Whether the last job was taken before a more urgent one because its lane had aged.
    private var lastHadAged = false
    private(set) var count = 0
    /// The jobs in the order of their lanes, and of their arrival.
    var all: [Job] { lanes.flatMap(\.all) }

    /// The number of jobs waiting in a lane.
    func count(in lane: ExecutorLane) -> Int {
        lanes.isEmpty ? 0 : lanes[lane.rawValue].count
    }

    /// Adds a job.
    ///
    /// - Parameter items: about how many items its call has left to read.
    /// - Complexity: O(log n) amortized.
    mutating func append(_ job: Job, to lane: ExecutorLane, items: Int = 1) {
        if lanes.isEmpty {
            lanes = ExecutorLane.allCases.map { _ in LaneQueue() }
            overtaken = ExecutorLane.allCases.map { _ in 0 }
        }
        lanes[lane.rawValue].append(job, items: items)
        count += 1
    }

    /// Removes the job to run next.
    ///
    /// - Complexity: O(lanes + log n).
    mutating func popNext() -> (job: Job, lane: ExecutorLane)? {
        guard count > 0, let index = nextIndex(), let lane = ExecutorLane(rawValue: index),
            let job = lanes[index].popNext()
        else { return nil }
        count -= 1
        for other in lanes.indices where other != index && !lanes[other].isEmpty { overtaken[other] += 1 }
        overtaken[index] = 0
        return (job, lane)
    }

    /// The index of the lane whose job runs next; nil if no job waits.
    private mutating func nextIndex() -> Int? {
        var (urgent, aged): (Int?, Int?)
        for index in lanes.indices where !lanes[index].isEmpty {
            if urgent == nil { urgent = index }
            if aged == nil, !lastHadAged, overtaken[index] >= Self.patience { aged = index }
        }
        lastHadAged = aged != nil && aged != urgent
        return aged ?? urgent
    }
}
