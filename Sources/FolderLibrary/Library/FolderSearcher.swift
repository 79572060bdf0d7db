#if FolderLibrary || canImport(Darwin)
import CameraRoll

extension FolderBackend {
    /// Returns the search over the index.
    func searcher() throws(LibraryError) -> (any AssetSearcher)? { FolderSearcher(self) }
}

/// Finds assets in the index by their texts and places, in the order of its rows.
///
/// Rows are compared one by one. SQLite's full-text index, FTS5, would find a rare word sooner; but it cannot find a
/// part of a word with fewer than three characters, which includes most Chinese words, and damage to it would end the
/// transaction of an edit or of a scan.
private final class FolderSearcher: AssetSearcher {
    private let library: FolderBackend

    init(_ library: FolderBackend) {
        self.library = library
    }

    func find(
        _ search: AssetSearch, from place: Int64?, items: Int
    ) throws(LibraryError) -> (found: [AssetID], next: Int64?) {
        try library.read("search") {
            guard let start = try firstRow(after: place ?? 0) else { return ([], nil) }
            let (condition, values) = Self.condition(of: search)
            // A damaged index may contain any row.
            let end = start > .max - Int64(items) ? .max : start + Int64(items)
            let found = try library.connection.rows(
                // This index has a third of the table's bytes.
                "SELECT id FROM asset \(search.area == nil ? "INDEXED BY asset_texts" : "") "
                    + "WHERE id >= ? AND id < ?" + condition,
                [.integer(start), .integer(end)] + values
            ) { AssetRow.id($0.integer(0)) }
            // Rows may have wide gaps, which do not get slices of their own.
            return (found, try firstRow(after: end - 1).map { $0 - 1 })
        }
    }

    private func firstRow(after row: Int64) throws(SQLiteError) -> Int64? {
        try library.connection.first(
            "SELECT id FROM asset WHERE id > ? ORDER BY id LIMIT 1", [.integer(row)], read: { $0.integer(0) })
    }

    /// The condition for finding an asset after others.
    private static func condition(of search: AssetSearch) -> (String, [SQLiteValue]) {
        let words = search.words
        var condition = String(repeating: " AND instr(texts, ?)", count: words.count)
        var values = words.map(SQLiteValue.text)
        if let area = search.area {
            let either = area.west <= area.east ? "AND" : "OR"
            condition += " AND latitude BETWEEN ? AND ? AND (longitude >= ? \(either) longitude <= ?)"
            values += [area.latitudes.lowerBound, area.latitudes.upperBound, area.west, area.east].map(SQLiteValue.real)
        }
        return (condition, values)
    }
}
#endif
