public import CameraRoll
public import Foundation

extension PhotoRepository {
    /// Counts the days, months or years of a snapshot, for the headers and the scrubber of a timeline.
    ///
    /// ```swift
    /// let snapshot = try await photos.snapshot(of: .all)
    /// let months = try await photos.sections(of: snapshot, by: .month)
    /// ```
    ///
    /// No asset is read if the library keeps an index of its dates: it returns the number of assets before the first
    /// instants of years, then of the months of years that have assets, and then of their days.
    ///
    /// - Parameters:
    ///   - snapshot: a snapshot of a query whose first sort key is the creation date, in any scope.
    ///   - unit: the length of the periods.
    ///   - calendar: the calendar, with its time zone.
    /// - Returns: the sections; each has at least one asset, and together they have all assets of the snapshot.
    /// - Throws: `.invalidArgument` for a snapshot in another order, or of another library; or the reason why nothing
    ///   could be read.
    /// - Complexity: O(s log n) for s sections, in slices of the executor; O(n) in a library without an index of its
    ///   dates.
    public nonisolated func sections(
        of snapshot: AssetSnapshot, by unit: AssetSections.Unit, in calendar: Calendar = .current
    ) async throws(LibraryError) -> AssetSections {
        try check(snapshot)
        let (isOldestFirst, calendar) = (try snapshot.query.datesAscend(), calendar.fixed)
        var search = SectionSearch(by: unit, in: calendar, total: snapshot.count)
        while true {
            let step = try await counts(olderThan: search.dates, in: snapshot, isOldestFirst: isOldestFirst) {
                [search] counts in
                var search = search
                let sections = search.advance(counts).map { periods in
                    AssetSections(fromOldest: periods, unit: unit, calendar: calendar, isOldestFirst: isOldestFirst)
                }
                return (search: search, sections: sections)
            }
            if let sections = step.sections { return sections }
            search = step.search
        }
    }
}

extension AssetQuery {
    /// Whether the oldest assets come first in an order by creation date.
    ///
    /// - Throws: `.invalidArgument` for any other order.
    fileprivate func datesAscend() throws(LibraryError) -> Bool {
        if let first = order.first, first.key == .creationDate { return first.isAscending }
        let name = order.first.map { "first sorted by '\($0.key.rawValue)'" } ?? "in the library's own order"
        throw .invalid("snapshot", name, "a snapshot that is first sorted by 'creationDate', as sections are")
    }
}
