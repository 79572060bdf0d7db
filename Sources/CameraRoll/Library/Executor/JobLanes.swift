/// The waiting jobs of an executor, by urgency, with ageing: a pure value, without clock or thread.
///
/// The most urgent lane goes first. A lane that has waited while `patience` jobs of other lanes went before it goes
/// next, so that the lowest lane moves even while urgent jobs never end. Where several have aged, a job of the most
/// urgent lane goes between each two of them: an urgent job waits for one aged job at most (*Bounded Wait*). Ageing
/// counts jobs and reads no clock: the same jobs always run in the same order (*Deterministic*).
struct JobLanes<Job> {
    /// How many jobs may overtake a waiting lane before it is served.
    static var patience: Int { 32 }

    private var lanes = ExecutorLane.allCases.map { _ in RingBuffer<Job>() }
    private var overtaken = ExecutorLane.allCases.map { _ in 0 }
    /// Whether the last job went before a more urgent one, because its lane had aged.
    private var lastHadAged = false
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    /// How many jobs wait in a lane.
    func count(in lane: ExecutorLane) -> Int {
        lanes[lane.rawValue].count
    }

    /// - Complexity: O(1) amortised.
    mutating func append(_ job: Job, to lane: ExecutorLane) {
        lanes[lane.rawValue].append(job)
        count += 1
    }

    /// Takes the job that is to run next.
    ///
    /// - Complexity: O(lanes).
    mutating func popNext() -> (job: Job, lane: ExecutorLane)? {
        guard count > 0, let lane = nextLane(), let job = lanes[lane.rawValue].popFirst() else { return nil }
        count -= 1
        for other in ExecutorLane.allCases where other != lane && !lanes[other.rawValue].isEmpty {
            overtaken[other.rawValue] += 1
        }
        overtaken[lane.rawValue] = 0
        return (job, lane)
    }

    private mutating func nextLane() -> ExecutorLane? {
        let urgent = ExecutorLane.allCases.first { !lanes[$0.rawValue].isEmpty }
        let aged = lastHadAged ? nil : firstAgedLane
        lastHadAged = aged != nil && aged != urgent
        return aged ?? urgent
    }

    private var firstAgedLane: ExecutorLane? {
        ExecutorLane.allCases.first { !lanes[$0.rawValue].isEmpty && overtaken[$0.rawValue] >= Self.patience }
    }
}
