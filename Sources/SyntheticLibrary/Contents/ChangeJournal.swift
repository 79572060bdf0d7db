import CameraRoll
import Foundation
import LibraryEditing

/// The history of a library's changes, by sequence numbers; the oldest entries are replaced by new ones.
struct ChangeJournal: Sendable {
    private let limit: Int
    /// An entry is stored at its sequence number modulo the limit.
    private var entries: [JournalEntry] = []
    /// The sequence number of the oldest kept entry.
    private(set) var start = 0
    /// The sequence number of the next entry: the current place in the history.
    private(set) var end = 0

    /// Creates an empty journal that keeps at most `limit` entries.
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

    /// Records an unknown change: no reader can follow from an older place.
    mutating func forget() {
        entries = []
        end += 1
        // The next entry must be stored at its remainder, and the first one is stored at 0.
        end += limit > 0 ? (limit - end % limit) % limit : 0
        start = end
    }

    /// The allocated memory in bytes.
    var memoryFootprint: Int { entries.capacity * MemoryLayout<JournalEntry>.stride }

    /// Whether all entries since a place are kept.
    func reaches(_ place: Int) -> Bool { place >= start }

    /// Calls `body` with each entry since a place, for which ``reaches(_:)`` must be true.
    func forEach(since place: Int, _ body: (JournalEntry) -> Void) {
        forEach(in: min(place, end)..<end, body)
    }

    /// Calls `body` with each kept entry between two places, of which the second is not after the end.
    func forEach(in places: Range<Int>, _ body: (JournalEntry) -> Void) {
        guard limit > 0 else { return }
        for number in places where number >= start { body(entries[number % limit]) }
    }

    /// The place `count` entries after a place, which is not after the end; at most the end.
    func end(of count: Int, since place: Int) -> Int {
        end - place > count ? place + count : end
    }
}

/// A change of a library.
enum JournalEntry: Sendable {
    case inserted(UInt32)
    /// The data of an asset has changed.
    case updated(UInt32, before: RowTraits)
    case deleted(UInt32)
    /// An asset was added to an album, removed from it, or moved in it; the others kept their order.
    case member(UInt32, of: AlbumID)
    case collection(AlbumID, CollectionChange)
    /// The user selected an asset for apps with limited access.
    case selected(UInt32)
    case deselected(UInt32)

    /// The entry as an event that all libraries share; nil for a selection.
    var event: JournalEvent<UInt32, AlbumID>? {
        switch self {
        case .inserted(let row): .inserted(row)
        case .updated(let row, _): .updated(row)
        case .deleted(let row): .deleted(row)
        case .member(let row, let album): .member(row, of: album)
        case .collection(let id, let change): .collection(id, change)
        case .selected, .deselected: nil
        }
    }
}

/// The changes of a library's contents that the store has not recorded yet.
struct ChangeLog: Sendable {
    /// The sequence number of the first entry.
    private(set) var start = 0
    private(set) var entries: [JournalEntry] = []

    mutating func note(_ entry: JournalEntry) {
        entries.append(entry)
    }

    /// Restarts at a place in the journal.
    mutating func restart(at place: Int) {
        start = place
        entries = []
    }
}

/// A place in a library's history, as stored in change tokens: a kind of access and a sequence number.
struct JournalPlace: Hashable {
    /// The sequence number in the journal.
    let number: Int
    /// Whether the library showed only selected assets.
    let isLimited: Bool

    private static let length = 9

    init(number: Int, isLimited: Bool) {
        self.number = number
        self.isLimited = isLimited
    }

    /// Reads a place; nil if the bytes are not those of a token.
    init?(_ data: Data) {
        guard data.count == Self.length, let kind = data.first, kind <= 1,
            let number = Int(exactly: data.dropFirst().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
        else { return nil }
        self.init(number: number, isLimited: kind == 1)
    }

    /// One byte for the kind of access, and eight for the number, in big-endian order.
    var data: Data {
        let bytes = stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
        return Data([isLimited ? 1 : 0] + bytes)
    }
}
