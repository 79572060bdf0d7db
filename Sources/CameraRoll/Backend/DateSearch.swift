package import Foundation

/// Counts the assets that are older than given dates in a list by creation date, reading the dates of only a few.
///
/// It remembers the dates that it has read: searches for many dates share most of their first steps.
package struct DateSearch {
    /// The maximum number of dates to remember: the first ones read, which most searches pass.
    private static let mostKnown = 4_096

    private let count: Int
    private let isOldestFirst: Bool
    /// The dates that were read, by their places, counted from the oldest asset.
    private var known: [Int: Date?] = [:]

    /// Creates a search in a list of `count` assets.
    package init(in count: Int, isOldestFirst: Bool) {
        self.count = max(count, 0)
        self.isOldestFirst = isOldestFirst
    }

    /// Returns, for each of some dates, the number of assets that are older.
    ///
    /// - Parameters:
    ///   - dates: the dates, ascending.
    ///   - date: reads the creation date of the asset at a position of the list.
    /// - Complexity: O(k log n) for k dates.
    package mutating func counts(
        olderThan dates: [Date], date: (_ position: Int) throws(LibraryError) -> Date?
    ) throws(LibraryError) -> [Int] {
        var counts: [Int] = []
        counts.reserveCapacity(dates.count)
        for limit in dates {
            // Later dates have at least as many older assets.
            counts.append(try self.count(olderThan: limit, within: (counts.last ?? 0)..<count, date: date))
        }
        return counts
    }

    /// The number of assets that are older than a date.
    ///
    /// - Parameters:
    ///   - limit: the date.
    ///   - range: the possible numbers, including the upper bound.
    ///   - shortcut: finds the number with fewer reads; nil if it cannot. Not called for a date before all assets or
    ///     after them. The result is checked against the adjacent assets, and ignored if it is wrong.
    ///   - date: reads the creation date of the asset at a position of the list.
    package mutating func count(
        olderThan limit: Date, within range: Range<Int>, shortcut: () throws(LibraryError) -> Int? = { nil },
        date: (_ position: Int) throws(LibraryError) -> Date?
    ) throws(LibraryError) -> Int {
        guard !range.isEmpty else { return range.lowerBound }
        // The ends first: most dates of a search are before all assets, or after them.
        if range.lowerBound == 0 {
            guard try isOlder(0, limit, date) else { return 0 }
        }
        if range.upperBound == count {
            guard try !isOlder(count - 1, limit, date) else { return count }
        }
        if let found = try shortcut(), range.contains(found), try isBorder(found, limit, date) { return found }
        // From the same middle each time, so that the first steps are remembered.
        var (low, high) = (0, count)
        while low < high {
            let middle = low + (high - low) / 2
            var isBefore = middle < range.lowerBound
            if range.contains(middle) { isBefore = try isOlder(middle, limit, date) }
            if isBefore { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Whether exactly `number` assets are older than a date.
    private mutating func isBorder(
        _ number: Int, _ limit: Date, _ date: (_ position: Int) throws(LibraryError) -> Date?
    ) throws(LibraryError) -> Bool {
        if number > 0, try !isOlder(number - 1, limit, date) { return false }
        return try !isOlder(number, limit, date)
    }

    /// Whether the asset at a place, counted from the oldest one, is older than a date; an undated one always is.
    private mutating func isOlder(
        _ place: Int, _ limit: Date, _ date: (_ position: Int) throws(LibraryError) -> Date?
    ) throws(LibraryError) -> Bool {
        let own: Date?
        if let read = known[place] {
            own = read
        } else {
            own = try date(isOldestFirst ? place : count - 1 - place)
            if known.count < Self.mostKnown { known[place] = .some(own) }
        }
        guard let own, !own.timeIntervalSinceReferenceDate.isNaN else { return true }
        return own < limit
    }
}
