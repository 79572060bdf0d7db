import CameraRoll

/// The albums of a browser in sections by kind, and where each of them is: a pure value.
///
/// `AlbumListing` creates it off the main actor, which only assigns it and changes single rows.
struct AlbumTable: Sendable {
    /// Where an album is.
    struct Place: Comparable, Sendable {
        /// The number of the section.
        var section: Int
        /// The number of the row in its section.
        var row: Int

        static func < (left: Place, right: Place) -> Bool {
            (left.section, left.row) < (right.section, right.row)
        }
    }

    /// The sections, without empty ones, in the order of their kinds.
    private(set) var sections: [AlbumSection] = []
    private var places: [AlbumID: Place] = [:]

    /// The number of albums.
    var count: Int { places.count }

    /// Creates a table without albums.
    init() {}

    /// Sorts albums into sections.
    ///
    /// An album that was in the list before keeps its count and its cover until they are read again; a later duplicate
    /// of an album is left out.
    ///
    /// - Parameters:
    ///   - albums: the albums in the library's order.
    ///   - previous: the table from before.
    ///   - partLength: the number of rows that are compared and changed together.
    ///   - isWanted: whether the table is still wanted, called repeatedly.
    /// - Returns: the table; nil if it is no longer wanted.
    /// - Complexity: O(n) in the number of albums.
    init?(
        _ albums: [Album], keeping previous: AlbumTable = AlbumTable(), partLength: Int = AlbumRows.partLength,
        while isWanted: () -> Bool
    ) {
        places.reserveCapacity(albums.count)
        guard let rows = sortedRows(albums, keeping: previous, partLength: partLength, while: isWanted) else {
            return nil
        }
        for kind in AlbumSection.Kind.allCases {
            guard let ofKind = rows[kind], !ofKind.isEmpty else { continue }
            let old = previous.sections.first { $0.kind == kind }?.rows
            let inOrder = kind == .main ? ofKind.inPickerOrder() : ofKind
            guard let rows = AlbumRows(inOrder, sharing: old, partLength: partLength, while: isWanted) else {
                return nil
            }
            for (number, row) in inOrder.enumerated() {
                places[row.id] = Place(section: sections.count, row: number)
            }
            sections.append(AlbumSection(kind: kind, rows: rows))
        }
    }

    /// The rows of each kind, in the library's order; nil if they are no longer wanted.
    ///
    /// Gives each album a provisional place, to recognize duplicates.
    private mutating func sortedRows(
        _ albums: [Album], keeping previous: AlbumTable, partLength: Int, while isWanted: () -> Bool
    ) -> [AlbumSection.Kind: [AlbumRow]]? {
        var rows: [AlbumSection.Kind: [AlbumRow]] = [:]
        for (number, album) in albums.enumerated() {
            if number % partLength == 0, !isWanted() { return nil }
            guard places.updateValue(Place(section: 0, row: 0), forKey: album.id) == nil else { continue }
            rows[AlbumSection.Kind(of: album), default: []].append(AlbumRow(album, keeping: previous[album.id]))
        }
        return rows
    }

    /// Whether another table lists the same: the same albums in the same order, with the same counts and covers.
    ///
    /// - Complexity: O(n) in the number of albums in parts that the tables do not share.
    func lists(theSameAs other: AlbumTable) -> Bool { sections == other.sections }

    /// The place of an album; nil if it is not in the list.
    ///
    /// - Complexity: O(1).
    func place(of id: AlbumID) -> Place? { places[id] }

    /// The row of an album; nil if it is not in the list.
    ///
    /// - Complexity: O(1).
    subscript(id: AlbumID) -> AlbumRow? {
        places[id].map { sections[$0.section].rows[$0.row] }
    }

    /// Whether the count or the cover of a summary differs from that in the list.
    ///
    /// - Complexity: O(1).
    func isChanged(by summary: AlbumSummary) -> Bool {
        guard var row = self[summary.id] else { return false }
        row.take(summary)
        return row != self[summary.id]
    }

    /// Takes the count and the cover of an album, if it is in the list.
    ///
    /// - Complexity: that of a change of `AlbumRows`.
    mutating func take(_ summary: AlbumSummary) {
        guard let place = places[summary.id] else { return }
        sections[place.section].rows.change(at: place.row) { $0.take(summary) }
    }
}

extension [AlbumRow] {
    /// The rows by the places of their subtypes in a picker; rows of one subtype stay in their order.
    fileprivate func inPickerOrder() -> [AlbumRow] {
        let order = AlbumSubtype.pickerSmartAlbums
        return order.flatMap { subtype in filter { $0.album.subtype == subtype } }
    }
}
