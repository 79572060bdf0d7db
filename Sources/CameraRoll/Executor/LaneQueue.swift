/// The waiting jobs of one lane, those with the least left to read first: a pure value, without clock or thread.
///
/// A job is enqueued with the number of items that its call has left to read. The job with the fewest goes first, and
/// of several with equally many the one that has waited longest. Equal calls are therefore served one after the
/// other: a call that has begun has less left than the others. Served in turns, all of them would end late.
///
/// Long calls would wait as long as short ones keep coming. So after `patience` jobs, the one that has waited longest
/// goes next, whatever it has left: a job that arrives as the last of `n` waits for at most `n * (patience + 1)` turns
/// of the lane. Short equal calls lose nothing by this, since what has waited longest is their next one anyway.
///
/// The jobs are in a list in the order of their arrival. A binary heap orders their slots; the place of a job that was
/// taken because it had waited longest stays in the heap, and is skipped later.
struct LaneQueue<Job: Sendable>: Sendable {
    private typealias Slot = LinkedSlots<Job>.Slot

    /// The place of a job in the order of what is left.
    private struct Place: Sendable {
        let items: Int
        let slot: Slot

        func precedes(_ other: Place) -> Bool {
            items == other.items ? slot.number < other.slot.number : items < other.items
        }
    }

    /// The number of jobs between two that go next because they have waited longest.
    ///
    /// With more, a whole read beside pages without end would take over three times as long as in turns with them;
    /// with fewer, the median of 50 equal pages of 1,000 would come nearer to the last.
    static var patience: Int { 5 }

    private let patience: Int
    private var jobs = LinkedSlots<Job>(lists: 1)
    /// The places of all jobs, and of some that were taken: a binary heap.
    private var heap: [Place] = []
    /// The number of jobs since the last one that went because it had waited longest.
    private var impatience = 0

    /// - Parameter patience: another patience than the usual one, for a test.
    init(patience: Int = LaneQueue.patience) {
        self.patience = patience
    }

    /// The number of waiting jobs.
    var count: Int { jobs.count(of: 0) }
    var isEmpty: Bool { count == 0 }
    /// The number of places for which storage is allocated.
    var capacity: Int { heap.capacity }
    /// The jobs in the order of their arrival.
    var all: [Job] { jobs.elements(of: 0).map(\.element) }

    /// Adds a job.
    ///
    /// - Parameter items: about how many items its call has left to read; fewer than one count as one.
    /// - Complexity: O(log n) amortized; O(1) if no other job has more left.
    mutating func append(_ job: Job, items: Int) {
        heap.append(Place(items: max(items, 1), slot: jobs.append(job, to: 0)))
        rise(from: heap.count - 1)
    }

    /// Removes the job to run next.
    ///
    /// - Complexity: O(log n) amortized.
    mutating func popNext() -> Job? {
        guard let longest = jobs.first(of: 0) else { return nil }
        let next = impatience < patience ? popLeast() ?? longest : longest
        impatience = impatience < patience ? impatience + 1 : 0
        defer { dropTaken() }
        return jobs.remove(next)
    }
}

extension LaneQueue {
    /// Removes the first place of the heap whose job still waits.
    private mutating func popLeast() -> Slot? {
        while let last = heap.popLast() {
            var least = last
            if !heap.isEmpty {
                swap(&heap[0], &least)
                sink(from: 0)
            }
            if jobs.list(of: least.slot) != nil { return least.slot }
        }
        return nil
    }

    /// Removes the places of jobs that were taken, once most places are such, and releases storage after a burst.
    private mutating func dropTaken() {
        guard heap.count > 2 * count + 64 || isEmpty else { return }
        heap.removeAll { jobs.list(of: $0.slot) == nil }
        if heap.capacity > max(4 * heap.count, LinkedSlots<Job>.smallestCapacity) { heap = heap.map(\.self) }
        for index in stride(from: heap.count / 2 - 1, through: 0, by: -1) { sink(from: index) }
    }

    private mutating func rise(from start: Int) {
        var index = start
        while index > 0, case let parent = (index - 1) / 2, heap[index].precedes(heap[parent]) {
            heap.swapAt(index, parent)
            index = parent
        }
    }

    private mutating func sink(from start: Int) {
        var index = start
        while true {
            var first = index
            for child in 2 * index + 1...2 * index + 2 where child < heap.count && heap[child].precedes(heap[first]) {
                first = child
            }
            guard first != index else { return }
            heap.swapAt(index, first)
            index = first
        }
    }
}
