/// The latest entries of a ledger: a pure value.
struct LedgerRing {
    private let capacity: Int
    private var slots: [AccessLedger.Entry] = []
    private var oldest = 0
    private(set) var dropped = 0

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// The entries, the oldest first.
    var entries: [AccessLedger.Entry] {
        Array(slots[oldest...] + slots[..<oldest])
    }

    mutating func append(_ entry: AccessLedger.Entry) {
        guard slots.count == capacity else { return slots.append(entry) }
        slots[oldest] = entry
        oldest = (oldest + 1) % capacity
        dropped += 1
    }
}
