/// Reads a page of what a manager shows, and has it show the whole library where it shows nothing yet.
struct CurrentPageRead: SlicedRead {
    private let request: PageRequest
    private let manager: MediaManager
    private var read: Current?
    /// How often what is shown had to be fetched again.
    private var attempts = 0

    private struct Current {
        var range: RangeRead
        let snapshot: AssetSnapshot
        let offset: Int
    }

    init(_ request: PageRequest, of manager: MediaManager) {
        self.request = request
        self.manager = manager
    }

    mutating func advance(in room: isolated LibraryRoom, items: Int) throws(LibraryError) -> SliceOutcome<Page> {
        // Taken, not copied: the assets read so far must have one owner to grow in place.
        var current = if let read = read.take() { read } else { try begin(in: room) }
        let outcome: SliceOutcome<[MediaAsset]>
        do throws(LibraryError) {
            outcome = try current.range.advance(in: room, items: items)
        } catch .snapshotWithdrawn where attempts < 3 {
            // Access is limited, and the user has deselected an asset of the page.
            attempts += 1
            try room.fetchAgain(current.snapshot, shownBy: manager)
            return .more(items: 0)
        }
        switch outcome {
        case .more(let items):
            read = current
            return .more(items: items)
        case .done(let assets, let items):
            return .done(Page(assets, from: current.offset, of: current.snapshot), items: items)
        }
    }

    private func begin(in room: isolated LibraryRoom) throws(LibraryError) -> Current {
        let snapshot = try room.currentSnapshot(of: manager)
        let range = try request.range(inCount: snapshot.count)
        return Current(range: RangeRead(range, of: snapshot), snapshot: snapshot, offset: range.lowerBound)
    }
}
