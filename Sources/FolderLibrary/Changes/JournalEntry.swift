#if FolderLibrary || canImport(Darwin)

/// A change of the library, as a row of `journal`.
enum JournalEntry: Hashable, Sendable {
    /// The change of an album or a folder itself.
    enum Fate: Int64, Sendable {
        case inserted
        /// Its title or its place has changed.
        case updated
        /// All its members may have moved.
        case reordered
        case deleted
    }

    /// Assets with these rows were added.
    case inserted(ClosedRange<Int64>)
    /// The facts of the assets with these rows have changed.
    case updated(ClosedRange<Int64>)
    case deleted(Int64)
    /// An asset was added to a user's album, removed from it, or moved in it.
    case member(Int64, album: Int64)
    /// A user's album or folder changed.
    case album(Int64, Fate)
    /// The album of a folder of the tree changed.
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

    /// The entry of a row; nil if it is invalid, or this version does not know it.
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
#endif
