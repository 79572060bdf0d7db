#if FolderLibrary || canImport(Darwin)
import CameraRoll
import Foundation

/// The creation dates of a list's assets at the time of the fetch, four bytes each.
///
/// Calendar periods begin at whole seconds, so whole seconds show which assets are older than a boundary. Between 1933
/// and 2069 they fit into 32 bits; earlier and later dates are read from the index.
struct ListedDates: Sendable {
    /// The value of an unknown date, which sorts before all others.
    private static let none = Int32.min
    /// The values that are exact; a date beyond them has the nearest value outside the range.
    private static let exact = Int32.min + 2...Int32.max - 1

    /// Seconds since 2001, rounded down, in the order of the list.
    private var seconds: [Int32] = []

    /// The number of dates.
    var count: Int { seconds.count }

    mutating func reserveCapacity(_ count: Int) { seconds.reserveCapacity(count) }

    /// Appends the date in a column of a statement's current row.
    mutating func append(_ statement: SQLiteStatement, _ column: Int32) {
        append(statement.real(column))
    }

    /// Appends a date in the form of the index.
    mutating func append(_ created: Double) {
        seconds.append(created == AssetFacts.noDate ? Self.none : Self.whole(created))
    }

    private static func whole(_ seconds: Double) -> Int32 {
        if seconds < Double(exact.lowerBound) { return exact.lowerBound - 1 }
        // This includes a number that a damaged index has instead of a date.
        guard seconds < Double(exact.upperBound) + 1 else { return exact.upperBound + 1 }
        return Int32(seconds.rounded(.down))
    }

    /// The possible numbers of assets older than a date: a single number, unless the date has a fraction or is out of
    /// range.
    ///
    /// - Parameters:
    ///   - date: the date.
    ///   - start: a number that is known not to be too large.
    ///   - isOldestFirst: whether the dates of the list ascend.
    /// - Returns: the range from the least possible number to the greatest.
    /// - Complexity: O(log n).
    func counts(olderThan date: Date, from start: Int, isOldestFirst: Bool) -> Range<Int> {
        let limit = date.timeIntervalSinceReferenceDate
        guard !limit.isNaN else { return 0..<0 }
        let value = Self.whole(limit)
        let least = place(from: start, isOldestFirst) { $0 >= value }
        guard !Self.exact.contains(value) || limit != limit.rounded(.down) else { return least..<least }
        return least..<place(from: least, isOldestFirst) { $0 > value }
    }

    /// The first place, counted from the oldest asset, whose value and all later ones satisfy a condition.
    private func place(from start: Int, _ isOldestFirst: Bool, where isBehind: (Int32) -> Bool) -> Int {
        var (low, high) = (min(start, count), count)
        while low < high {
            let middle = low + (high - low) / 2
            let value = seconds[isOldestFirst ? middle : count - 1 - middle]
            if isBehind(value) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
#endif
