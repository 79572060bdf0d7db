#if FolderLibrary || canImport(Darwin)
import CameraRoll
import Foundation
import LibraryEditing

/// A change of the library, as a row of `journal`.
enum JournalEntry: Hashable, Sendable {
    /// Assets with these rows were added.
    case inserted(ClosedRange<Int64>)
    /// The facts of the assets with these rows have changed.
    case updated(ClosedRange<Int64>)
    case deleted(Int64)
    /// An asset was added to a user's album, removed from it, or moved in it.
    case member(Int64, album: Int64)
    /// A user's album or folder changed.
    case album(Int64, CollectionChange)
    /// The album of a folder of the tree changed.
    case directory(FolderID, CollectionChange)
    /// An asset left a folder of the tree.
    case left(FolderID)
}

extension JournalEntry {
    /// The columns `kind`, `first` and `last`.
    var columns: (kind: Int64, first: Int64, last: Int64) {
        switch self {
        case .inserted(let rows): (1, rows.lowerBound, rows.upperBound)
        case .updated(let rows): (2, rows.lowerBound, rows.upperBound)
        case .deleted(let row): (3, row, row)
        case .member(let row, let album): (4, row, album)
        case .album(let album, let fate): (5, album, fate.rawValue)
        case .directory(let folder, let fate): (6, folder.row, fate.rawValue)
        case .left(let folder): (7, folder.row, 0)
        }
    }

    /// The entry in a row; nil if it is invalid, or this version does not know it.
    init?(kind: Int64, first: Int64, last: Int64) {
        let areRows = AssetRow.all.contains(first) && AssetRow.all.contains(last)
        switch kind {
        case 1 where areRows && first <= last: self = .inserted(first...last)
        case 2 where areRows && first <= last: self = .updated(first...last)
        case 3: self = .deleted(first)
        case 4: self = .member(first, album: last)
        case 5:
            guard let fate = CollectionChange(rawValue: last) else { return nil }
            self = .album(first, fate)
        case 6:
            guard let fate = CollectionChange(rawValue: last) else { return nil }
            self = .directory(FolderID(row: first), fate)
        case 7: self = .left(FolderID(row: first))
        default: return nil
        }
    }

    /// The number of assets that it inserts or updates.
    var rowCount: Int {
        switch self {
        case .inserted(let rows), .updated(let rows): rows.count
        default: 0
        }
    }

    /// Calls `body` with each event that corresponds to one of other libraries.
    func forEachEvent(_ body: (JournalEvent<Int64, AlbumName>) -> Void) {
        switch self {
        case .inserted(let rows): for row in rows { body(.inserted(row)) }
        case .updated(let rows): for row in rows { body(.updated(row)) }
        case .deleted(let row): body(.deleted(row))
        case .member(let row, let album): body(.member(row, of: .album(album)))
        case .album(let album, let fate): body(.collection(.album(album), fate))
        case .directory(let folder, let fate): body(.collection(.directory(folder), fate))
        case .left: break
        }
    }

    /// Merges this entry with the next; nil if they are of different kinds, or not consecutive.
    func joined(with next: JournalEntry) -> JournalEntry? {
        switch (self, next) {
        case (.inserted(let rows), .inserted(let more)) where rows.upperBound + 1 == more.lowerBound:
            .inserted(rows.lowerBound...more.upperBound)
        case (.updated(let rows), .updated(let more)) where rows.upperBound + 1 == more.lowerBound:
            .updated(rows.lowerBound...more.upperBound)
        case (.left(let folder), .left(let other)) where folder == other: self
        default: nil
        }
    }
}

/// A position in the history, as stored in change tokens: the number of the next entry, and the stamp of the previous
/// one.
///
/// Each entry has a random stamp. An index that went back in time, because of a power failure or a backup, continues
/// with other entries under the same numbers: their stamps show that a token belongs to a lost history.
struct JournalPlace: Hashable {
    private static let version: UInt8 = 2
    /// The version of tokens without a stamp; entries from that time have the stamp 0.
    private static let firstVersion: UInt8 = 1
    private static let numberLength = 8
    /// The valid positions in a history.
    static let all: ClosedRange<Int64> = 0...1 << 60

    let number: Int64
    /// The stamp of the previous entry; 0 if there is none.
    let stamp: Int64

    init(_ number: Int64, stamp: Int64) {
        (self.number, self.stamp) = (number, stamp)
    }

    /// Reads a position; nil if the bytes are not those of a token.
    init?(_ data: Data) {
        let numbers = data.dropFirst()
        switch (data.first, numbers.count) {
        case (Self.version, 2 * Self.numberLength): stamp = Self.number(in: numbers.suffix(Self.numberLength))
        case (Self.firstVersion, Self.numberLength): stamp = 0
        default: return nil
        }
        number = Self.number(in: numbers.prefix(Self.numberLength))
        if number < 0 { return nil }
    }

    /// A version, the number and the stamp, in big-endian order.
    var data: Data {
        Data([Self.version] + Self.bytes(of: number) + Self.bytes(of: stamp))
    }

    static func freshStamp() -> Int64 {
        .random(in: 1...Int64.max)
    }

    private static func number(in data: Data) -> Int64 {
        Int64(bitPattern: data.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }

    private static func bytes(of number: Int64) -> [UInt8] {
        stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}

extension SQLiteConnection {
    /// The current position in the history.
    func journalPlace() throws(SQLiteError) -> JournalPlace {
        let place = try first(
            "SELECT journal_end, (SELECT stamp FROM journal WHERE number = journal_end - 1) FROM library",
            read: { JournalPlace($0.integer(0), stamp: $0.integer(1)) })
        return place ?? JournalPlace(0, stamp: 0)
    }

    /// Whether a position is in this history, as far as it is kept.
    func knows(_ place: JournalPlace) throws(SQLiteError) -> Bool {
        try stamp(before: place.number) == place.stamp
    }

    /// The position a number of entries after another one; at most the end of the history.
    func place(
        after count: Int, since place: JournalPlace, atMost end: JournalPlace
    ) throws(SQLiteError) -> JournalPlace {
        guard end.number > place.number, end.number - place.number > count else { return end }
        let number = place.number + Int64(count)
        return JournalPlace(number, stamp: try stamp(before: number))
    }

    private func stamp(before number: Int64) throws(SQLiteError) -> Int64 {
        try self.number("SELECT stamp FROM journal WHERE number = ?", .integer(number - 1))
    }
}

extension SQLiteConnection {
    /// The entries of the history between two positions; nil if it does not include both.
    func entries(from start: Int64, to end: Int64) throws(SQLiteError) -> [JournalEntry]? {
        let kept = try first("SELECT journal_start, journal_end FROM library") { ($0.integer(0), $0.integer(1)) }
        guard let kept, start >= kept.0, end <= kept.1, start <= end else { return nil }
        return try rows(
            "SELECT kind, first, last FROM journal WHERE number >= ? AND number < ? ORDER BY number",
            [.integer(start), .integer(end)]
        ) { row in
            JournalEntry(kind: row.integer(0), first: row.integer(1), last: row.integer(2))
        }.compactMap(\.self)
    }

    /// The net changes between two positions; nil if the history does not include them.
    func changes(from place: JournalPlace, to end: JournalPlace) throws(SQLiteError) -> MergedChanges? {
        guard try knows(place), let entries = try entries(from: place.number, to: end.number) else { return nil }
        var changes = MergedChanges()
        for entry in entries { changes.note(entry) }
        return changes
    }

    /// The albums whose count, cover or order may have changed; nil if any may have.
    ///
    /// - Complexity: O(k log n) in the assets that changed.
    func affectedAlbums(of changes: MergedChanges) throws(SQLiteError) -> Set<AlbumID>? {
        // A page may end between the entries of an asset and of the folder that it left.
        var affected = Set(changes.net.collections.keys.map(\.id))
        affected.formUnion(changes.left.map { AlbumName.directory($0).id })
        guard !changes.net.rows.isEmpty else { return affected }
        // For more, it is cheaper to check each shown album.
        guard changes.net.rows.count <= 1_000 else { return nil }
        affected.formUnion(SmartAlbums.all.map(\.id))
        for row in changes.net.rows.keys {
            let values = [SQLiteValue.integer(row)]
            let albums = try rows("SELECT album FROM member WHERE asset = ?", values) { $0.integer(0) }
            affected.formUnion(albums.map { AlbumName.album($0).id })
            let folder = try first("SELECT folder FROM asset WHERE id = ?", values) { FolderID(row: $0.integer(0)) }
            if let folder { affected.insert(AlbumName.directory(folder).id) }
        }
        return affected
    }
}

extension SQLiteConnection {
    /// The current end of the history.
    func journalEnd() throws(SQLiteError) -> Int64 {
        try number("SELECT journal_end FROM library")
    }
}

/// The net changes of a series of entries.
struct MergedChanges {
    /// The maximum number of changed assets that are reported individually.
    static let mostAssets = 200_000

    private(set) var net = NetChanges<Int64, AlbumName>()
    /// The folders that assets left.
    private(set) var left: Set<FolderID> = []
    /// Whether there were too many changed assets.
    private(set) var isOverLimit = false

    mutating func note(_ entry: JournalEntry) {
        if case .left(let folder) = entry { left.insert(folder) }
        let count = entry.rowCount
        guard count == 0 || count + net.rows.count <= Self.mostAssets else { return isOverLimit = true }
        entry.forEachEvent { net.note($0) }
    }
}

// MARK: - Public form

extension MergedChanges {
    /// The changes of assets and albums; affected albums are added from the index.
    func libraryChanges(upTo token: ChangeToken) -> LibraryChanges {
        var changes = LibraryChanges(affectedAlbums: [], upTo: token)
        for (row, fate) in net.rows where fate.isNews { changes.assets.add(AssetRow.id(row), fate) }
        for (name, fate) in net.collections where fate.isNews { changes.albums.add(name.id, fate) }
        return changes
    }
}
#endif
