/// What happened to a library, by sequence numbers; the oldest entries give way to new ones.
struct ChangeJournal: Sendable {
    private let limit: Int
    /// An entry stands at the remainder of its sequence number by the limit.
    private var entries: [JournalEntry] = []
    /// The sequence number of the oldest entry that is kept.
    private(set) var start = 0
    /// The sequence number that the next entry will have: where the history stands.
    private(set) var end = 0

    /// An empty journal that keeps so many entries.
    init(limit: Int) {
        self.limit = max(limit, 0)
    }

    mutating func append(_ entry: JournalEntry) {
        defer { end += 1 }
        guard limit > 0 else { return start = end + 1 }
        if entries.count < limit {
            entries.append(entry)
        } else {
            entries[end % limit] = entry
        }
        start = max(start, end + 1 - limit)
    }

    /// Takes note that something happened which no entry tells of: nobody can follow from an older place.
    mutating func forget() {
        entries = []
        end += 1
        // The next entry must stand at its remainder, and the first one stands at 0.
        end += limit > 0 ? (limit - end % limit) % limit : 0
        start = end
    }

    /// What is allocated, in bytes.
    var memoryFootprint: Int { entries.capacity * MemoryLayout<JournalEntry>.stride }

    /// Whether all entries since a place are still there.
    func reaches(_ place: Int) -> Bool { place >= start }

    /// Calls `body` with each entry from a place on that ``reaches(_:)`` allows.
    func forEach(since place: Int, _ body: (JournalEntry) -> Void) {
        guard limit > 0 else { return }
        for number in max(place, start)..<max(end, start) { body(entries[number % limit]) }
    }
}
