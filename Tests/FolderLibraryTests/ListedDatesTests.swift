#if FolderLibrary || canImport(Darwin)
import CameraRoll
import CameraRollBrowsing
import CameraRollTesting
@testable import FolderLibrary
import Foundation
import Testing

/// The dates that a list by creation date keeps.
@Suite struct ListedDatesTests {
    /// Dates that 32 bits hold, dates with fractions, and dates before 1933 and after 2069.
    private static let dates: [Date?] =
        [nil, nil]
        + [-63e9, -3.06e9, -2_147_483_649, -2_147_483_647, -2_147_483_646.5, -1.5, -1, -0.25, 0, 0.25, 1, 1.75]
        .map { Date(timeIntervalSinceReferenceDate: $0) }
        + [2_147_483_645.5, 2_147_483_647, 3.1e9, 3.2e9, 2e11].map { Date(timeIntervalSinceReferenceDate: $0) }

    private static let limits: [Date] =
        dates.compactMap(\.self).flatMap { date in [-1, -0.5, 0, 0.5, 1].map(date.addingTimeInterval) }.sorted()
        + [.init(timeIntervalSinceReferenceDate: .greatestFiniteMagnitude)]

    @Test(arguments: [true, false])
    func `The possible numbers of older assets contain the right one, and whole seconds have one`(
        isOldestFirst: Bool
    ) {
        var listed = ListedDates()
        let list = isOldestFirst ? Self.dates : Self.dates.reversed()
        for date in list { listed.append(AssetFacts.sortKey(of: date)) }
        for limit in Self.limits {
            let right = Self.count(olderThan: limit)
            let found = listed.counts(olderThan: limit, from: 0, isOldestFirst: isOldestFirst)
            #expect(found.lowerBound <= right && right <= found.upperBound, "\(limit): \(found), not \(right)")
            let seconds = limit.timeIntervalSinceReferenceDate
            guard seconds == seconds.rounded(), abs(seconds) < 2_147_483_646 else { continue }
            #expect(found == right..<right, "\(limit)")
        }
        let notANumber = Date(timeIntervalSinceReferenceDate: .nan)
        #expect(listed.counts(olderThan: notANumber, from: 0, isOldestFirst: isOldestFirst).isEmpty)
    }

    private static func count(olderThan limit: Date) -> Int {
        dates.count { $0.map { $0 < limit } ?? true }
    }

    @Test(arguments: [1_000, 3], [AssetSort.newestFirst, .oldestFirst])
    func `Assets of 1904 and 2099 are counted by the dates in the index`(shortList: Int, sort: AssetSort) async throws {
        let scratch = try ScratchFolder()
        for number in 0..<Self.dates.count {
            try scratch.write(SamplePhoto(noise: [UInt8(number)]), to: "\(number).jpg")
        }
        let photos = scratch.photos(FolderTestHooks(shortList: shortList))
        try await photos.index().waitUntilFinished()
        let access = LibraryAccess(.folder(photos), executor: LibraryExecutor(label: "test"), limits: .untimed)
        let manager = MediaManager(access: access)
        let assets = try await access.assets()
        try await manager.performChanges { edits in
            for (asset, date) in zip(assets, Self.dates) { edits.setCreationDate(date, for: [asset]) }
        }
        let limits = Self.limits
        let counts = try await access.read("count by date") { library in
            let result = try library.fetchAssets(.all.sorted(by: sort))
            return try result.counts(olderThan: limits, isOldestFirst: sort.isAscending)
        }
        #expect(counts == limits.map { Self.count(olderThan: $0) })
        let snapshot = try await manager.photos.snapshot(of: .all.sorted(by: sort))
        let years = try await manager.photos.sections(of: snapshot, by: .year)
        #expect(years.assetCount == Self.dates.count)
        await access.close()
    }
}
#endif
