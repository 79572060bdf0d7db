#if FolderLibrary || canImport(Darwin)

/// One thing that happened to the library, as a row of `journal`.
enum JournalEntry: Hashable, Sendable {
    /// What became of an album or a folder itself.
    enum Fate: Int64, Sendable {
        case inserted
        /// Its title or its place.
        case updated
        /// All its members may stand elsewhere.
        case reordered
        case deleted
    }

    /// Assets of these rows came.
    case inserted(ClosedRange<Int64>)
    /// Something else is said of the assets of these rows.
    case updated(ClosedRange<Int64>)
    case deleted(Int64)
    /// An asset was put into an album of the user's, taken out of it, or moved in it.
    case member(Int64, album: Int64)
    /// An album or folder of the user's.
    case album(Int64, Fate)
    /// The album of a folder of the tree.
    case directory(FolderID, Fate)
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

    /// The entry of a row; nil for one that this version does not know, or that no version wrote.
    init?(kind: Int64, first: Int64, last: Int64) {
        let areRows = AssetRow.all.contains(first) && AssetRow.all.contains(last)
        switch kind {
        case 1 where areRows && first <= last: self = .inserted(first...last)
        case 2 where areRows && first <= last: self = .updated(first...last)
        case 3: self = .deleted(first)
        case 4: self = .member(first, album: last)
        case 5:
            guard let fate = Fate(rawValue: last) else { return nil }
            self = .album(first, fate)
        case 6:
            guard let fate = Fate(rawValue: last) else { return nil }
            self = .directory(FolderID(row: first), fate)
        case 7: self = .left(FolderID(row: first))
        default: return nil
        }
    }

    /// This entry and the next in one; nil if they are of different kinds, or not in a row.
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
#endif
