/// What happened to the contents of a library since the store last took note.
struct ChangeLog: Sendable {
    /// The sequence number of the first entry.
    private(set) var start = 0
    private(set) var entries: [JournalEntry] = []

    mutating func note(_ entry: JournalEntry) {
        entries.append(entry)
    }

    /// Begins anew, at a place in the journal.
    mutating func restart(at place: Int) {
        start = place
        entries = []
    }
}
