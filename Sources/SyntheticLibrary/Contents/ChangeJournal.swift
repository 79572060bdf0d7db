import CameraRoll
import Foundation

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

/// One thing that happened to a library.
enum JournalEntry: Sendable {
    /// What became of an album or a folder itself.
    enum CollectionChange: Sendable {
        case inserted
        /// Its title, its place, its key asset.
        case updated
        /// All its members may stand elsewhere.
        case reordered
        case deleted
    }

    case inserted(UInt32)
    /// Something else is said of an asset.
    case updated(UInt32, before: RowTraits)
    case deleted(UInt32)
    /// An asset was put into an album, taken out of it, or moved in it; the others kept their order.
    case member(UInt32, of: AlbumID)
    case collection(AlbumID, CollectionChange)
    /// The user let apps with limited access see an asset.
    case selected(UInt32)
    case deselected(UInt32)
}

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

/// A place in a library's history, as its change tokens have it: a kind of access and a sequence number.
struct JournalPlace: Hashable {
    /// Where in the journal.
    let number: Int
    /// Whether the library showed selected assets only.
    let isLimited: Bool

    private static let length = 9

    init(number: Int, isLimited: Bool) {
        self.number = number
        self.isLimited = isLimited
    }

    /// Reads a place back; nil where the bytes are none of a token's.
    init?(_ data: Data) {
        guard data.count == Self.length, let kind = data.first, kind <= 1,
            let number = Int(exactly: data.dropFirst().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
        else { return nil }
        self.init(number: number, isLimited: kind == 1)
    }

    /// One byte for the kind of access, and eight for the number, the highest first.
    var data: Data {
        let bytes = stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
        return Data([isLimited ? 1 : 0] + bytes)
    }
}
