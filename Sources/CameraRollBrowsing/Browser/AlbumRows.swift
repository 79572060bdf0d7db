/// The rows of a section of albums: an array in parts of a fixed length, for very many albums.
///
/// Changing one row copies only the part that contains it, not all rows that a view holds. Two lists share the parts
/// that are equal, and are compared part by part.
public struct AlbumRows: RandomAccessCollection, Hashable, Sendable {
    /// The number of rows in each part but the last one.
    static let partLength = 128

    /// The number of rows.
    public let count: Int
    private let partLength: Int
    /// The rows; no part is empty.
    private var parts: [[AlbumRow]]

    /// The first position: 0.
    public var startIndex: Int { 0 }
    /// The position after the last one: the number of rows.
    public var endIndex: Int { count }

    /// The row at a position.
    ///
    /// - Complexity: O(1).
    public subscript(position: Int) -> AlbumRow { parts[position / partLength][position % partLength] }

    /// Divides rows into parts.
    ///
    /// - Parameters:
    ///   - rows: the rows.
    ///   - previous: rows from before, whose parts are used again where they are equal.
    ///   - partLength: the number of rows in a part; that of `previous` by default.
    ///   - isWanted: whether the result is still wanted, called for each part.
    /// - Returns: the rows; nil if they are no longer wanted.
    init?(
        _ rows: [AlbumRow], sharing previous: AlbumRows?, partLength: Int = AlbumRows.partLength,
        while isWanted: () -> Bool
    ) {
        let old = previous.flatMap { $0.partLength == partLength ? $0.parts : nil } ?? []
        (count, self.partLength, parts) = (rows.count, partLength, [])
        parts.reserveCapacity((rows.count + partLength - 1) / partLength)
        for (number, start) in stride(from: 0, to: rows.count, by: partLength).enumerated() {
            guard isWanted() else { return nil }
            let part = rows[start..<Swift.min(start + partLength, rows.count)]
            let isSame = number < old.count && old[number].elementsEqual(part)
            parts.append(isSame ? old[number] : Array(part))
        }
    }

    /// Changes the row at a position.
    ///
    /// - Complexity: O(p) in the number of parts if the rows are shared, for example with a view; otherwise O(1).
    mutating func change(at position: Int, _ change: (inout AlbumRow) -> Void) {
        change(&parts[position / partLength][position % partLength])
    }
}
