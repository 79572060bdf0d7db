#if FolderLibrary || canImport(Darwin)
import CameraRoll

extension FolderBackend {
    /// Returns the search over the index.
    func searcher() throws(LibraryError) -> (any AssetSearcher)? { FolderSearcher(self) }
}

/// Finds assets in the index by their texts and places, in the order of its rows.
///
/// Rows are compared one by one. SQLite's index of texts, FTS5, would find a rare word sooner; but it finds no part of
/// a word of fewer than three characters, which most words of Chinese have, and its damage would end the transaction
/// of an edit or of a scan.
private final class FolderSearcher: AssetSearcher {
    private let library: FolderBackend

    init(_ library: FolderBackend) {
        self.library = library
    }

    func find(
        _ search: AssetSearch, from place: Int64?, items: Int
    ) throws(LibraryError) -> (found: [AssetID], next: Int64?) {
        try library.read("search") {
            guard let start = try firstRow(behind: place ?? 0) else { return ([], nil) }
            let (condition, values) = Self.condition(of: search)
            // A damaged index may have any row.
            let end = start > .max - Int64(items) ? .max : start + Int64(items)
            let found = try library.connection.rows(
                // A third of the bytes of the table.
                "SELECT id FROM asset \(search.area == nil ? "INDEXED BY asset_texts" : "") "
                    + "WHERE id >= ? AND id < ?" + condition,
                [.integer(start), .integer(end)] + values
            ) { AssetRow.id($0.integer(0)) }
            // Rows may have wide gaps, which are no slices of their own.
            return (found, try firstRow(behind: end - 1).map { $0 - 1 })
        }
    }

    private func firstRow(behind row: Int64) throws(SQLiteError) -> Int64? {
        try library.connection.first(
            "SELECT id FROM asset WHERE id > ? ORDER BY id LIMIT 1", [.integer(row)], read: { $0.integer(0) })
    }

    /// The condition that an asset is found, after others.
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
