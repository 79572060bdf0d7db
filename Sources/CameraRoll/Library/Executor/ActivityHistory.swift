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
