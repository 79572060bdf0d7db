package import Foundation

extension PhotoRepository {
    /// Counts the assets of a snapshot that are older than some dates.
    ///
    /// - Parameters:
    ///   - dates: ascending dates.
    ///   - snapshot: a snapshot that was checked, and whose first sort key is the creation date.
    ///   - isOldestFirst: the direction of that key.
    ///   - finish: converts the numbers, one for each date, on the global pool.
    package nonisolated func counts<Value: Sendable>(
        olderThan dates: [Date], in snapshot: AssetSnapshot, isOldestFirst: Bool,
        finishing finish: @Sendable ([Int]) -> Value
    ) async throws(LibraryError) -> Value {
        let read = DateCountsRead(dates, of: snapshot, isOldestFirst: isOldestFirst)
        return try await access.perform("count sections", read) { await onGlobalPool($0, finish) }
    }
}

/// Counts the assets of a snapshot that are older than some dates, slice by slice.
private struct DateCountsRead: SlicedRead {
    private let snapshot: AssetSnapshot
    private let dates: [Date]
    private let isOldestFirst: Bool
    private var counts: [Int] = []

    /// The dates must be ascending.
    init(_ dates: [Date], of snapshot: AssetSnapshot, isOldestFirst: Bool) {
        self.dates = dates
        self.snapshot = snapshot
        self.isOldestFirst = isOldestFirst
    }

    var itemsLeft: Int { dates.count - counts.count }

    mutating func advance(in libraryState: isolated LibraryState, items: Int) throws(LibraryError) -> SliceOutcome<
        [Int]
    > {
        let result = try libraryState.result(of: snapshot.id)
        let slice = Array(dates.dropFirst(counts.count).prefix(items))
        let found = try result.counts(olderThan: slice, isOldestFirst: isOldestFirst)
        guard found.count == slice.count else {
            throw .failed("count sections", reason: "\(slice.count) numbers asked for, \(found.count) given")
        }
        counts.take(on: found, expecting: dates.count)
        return counts.count < dates.count ? .more(items: slice.count) : .done(counts, items: slice.count)
    }
}
