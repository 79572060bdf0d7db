#if FolderLibrary || canImport(Darwin)
import CameraRoll

extension FolderBackend {
    /// Returns the search over the index.
    func searcher() throws(LibraryError) -> (any AssetSearcher)? { FolderSearcher(self) }
}

/// Finds assets in the index by their texts and places, in the order of its rows.
///
/// Rows are compared one by one. SQLite's index of texts, FTS5, would find a rare word sooner; but it finds no part of a
/// word of fewer than three characters, which most words of Chinese have, and its damage would end the transaction of an
/// edit or of a scan.
private final class FolderSearcher: AssetSearcher {
    private let library: FolderBackend

    init(_ library: FolderBackend) {
        self.library = library
    }

    func find(
        _ search: AssetSearch, from place: Int64?, items: Int
    ) throws(LibraryError) -> (found: [AssetID], next: Int64?) {
        try library.read("search") {
            let words = SearchWords(search)
            let statement = try library.connection.statement(
                "SELECT id, texts, latitude, longitude FROM asset WHERE id > ? ORDER BY id LIMIT ?")
            statement.bind(1, place ?? 0)
            statement.bind(2, Int64(items))
            defer { statement.reset() }
            var (found, count, last): ([AssetID], Int, Int64?) = ([], 0, nil)
            while try statement.step() {
                (count, last) = (count + 1, statement.integer(0))
                let isFound =
                    search.area.map { $0.contains(statement.place(2)) } ?? true
                    && statement.withBytes(1, words.areIn)
                if isFound { found.append(AssetRow.id(statement.integer(0))) }
            }
            return (found, count < items ? nil : last)
        }
    }
}

extension SQLiteStatement {
    /// The place in two columns; nil if it is unknown.
    fileprivate func place(_ column: Int32) -> Coordinate? {
        if isNull(column) || isNull(column + 1) { return nil }
        return Coordinate(latitude: real(column), longitude: real(column + 1))
    }
}

extension PlaceArea {
    fileprivate func contains(_ place: Coordinate?) -> Bool { place.map(contains) ?? false }
}
#endif
