import CameraRollTesting
import Foundation
import SyntheticLibrary
import Testing

@testable import CameraRoll
@testable import CameraRollBrowsing

/// Sections of lists whose dates are those of no usual library.
@Suite struct UnusualDatesTests {
    private func sections(
        of dates: [Date?], by unit: AssetSections.Unit, in calendar: Calendar, _ sort: AssetSort
    ) async throws -> AssetSections {
        let assets = dates.enumerated().map { MediaAsset(id: AssetID("\($0)"), creationDate: $1) }
        let access = LibraryAccess(
            .fixed(FixedContents(assets: assets)), executor: LibraryExecutor(label: "test"), limits: .untimed)
        let photos = PhotoRepository(access: access)
        let snapshot = try await photos.snapshot(of: .all.sorted(by: sort))
        return try await photos.sections(of: snapshot, by: unit, in: calendar)
    }

    /// The first instants of cameras without a clock, of Unix, and the last ones of the century, in UTC.
    private static let epochs = [
        CivilDay(year: 1904, month: 1, day: 1), CivilDay(year: 1970, month: 1, day: 1),
        CivilDay(year: 2000, month: 2, day: 29), CivilDay(year: 2099, month: 12, day: 31),
        CivilDay(year: 2100, month: 1, day: 1),
    ]

    @Test(arguments: SampleCalendars.zones)
    func `Assets of 1904, 1970 and 2099 are in the periods of Calendar, at every hour of the day`(
        zone: String
    ) async throws {
        let calendar = SampleCalendars.calendar(.gregorian, zone)
        let hours = Self.epochs.flatMap { day in
            (-14...14).map { Date(timeIntervalSince1970: Double(day.daysSince1970) * 86_400 + Double($0) * 3_600) }
        }
        let dates = [nil, nil] + hours.flatMap { [$0.addingTimeInterval(-0.5), $0] }.sorted()
        for unit in AssetSections.Unit.allCases {
            for sort in [AssetSort.newestFirst, .oldestFirst] {
                let found = try await sections(of: dates, by: unit, in: calendar, sort)
                let list = sort.isAscending ? dates : dates.reversed()
                #expect(NaiveSections(found) == NaiveSections(of: list, by: unit.naive, in: calendar), "\(unit)")
            }
        }
    }

    @Test(arguments: AssetSections.Unit.allCases)
    func `50,000 assets of one day are one section`(unit: AssetSections.Unit) async throws {
        let calendar = SampleCalendars.calendar(.gregorian, "Europe/Berlin")
        let noon = Date.firstOf2000.addingTimeInterval(40_000)
        let dates = (0..<50_000).map { noon.addingTimeInterval(Double($0) / 2) }
        let found = try await sections(of: dates, by: unit, in: calendar, .newestFirst)
        #expect(found.map(\.range) == [0..<50_000])
        #expect(found[0].dates?.contains(noon) == true)
        #expect(found.index(containing: 49_999) == 0)
        let edited = try #require(
            ListChanges(reported: [], inserted: [], changed: [0], oldCount: 50_000, newCount: 50_000))
        let moved = try found.applying(edited) { _ in noon.addingTimeInterval(400 * 86_400) }
        #expect(moved.sections.map(\.count) == [1, 49_999])
        #expect(moved.changes?.insertedSections == [0])
        #expect(moved.changes?.deletions == [[0, 0]])
    }

    @Test(arguments: AssetSections.Unit.allCases)
    func `Assets without a date are one section, which has no place on a scrubber's scale`(
        unit: AssetSections.Unit
    ) async throws {
        let calendar = SampleCalendars.calendar(.gregorian, "Europe/Berlin")
        for sort in [AssetSort.newestFirst, .oldestFirst] {
            let found = try await sections(of: Array(repeating: nil, count: 300), by: unit, in: calendar, sort)
            #expect(found.map(\.range) == [0..<300])
            #expect(found[0].dates == nil)
            #expect(found.grouped(by: .year).map(\.range) == [0..<300])
            let layout = try GridLayout(columns: 3, cellWidth: 10, cellHeight: 10, headerHeight: 20)
            let scrubber = Scrubber(sections: found, geometry: GridGeometry(sections: found, layout: layout))
            #expect(scrubber.marks(by: .year, barHeight: 600).isEmpty)
            #expect(scrubber.position(atFraction: 1) == 297)
        }
    }

    @Test func `The first date of a list without dates makes a section before or behind the others`() async throws {
        let calendar = SampleCalendars.calendar(.gregorian, "Europe/Berlin")
        for (sort, expected) in [(AssetSort.newestFirst, [1, 299]), (.oldestFirst, [299, 1])] {
            let undated = try await sections(of: Array(repeating: nil, count: 300), by: .day, in: calendar, sort)
            let position = sort.isAscending ? 299 : 0
            let changes = try #require(
                ListChanges(reported: [], inserted: [], changed: [position], oldCount: 300, newCount: 300))
            let dated = try undated.applying(changes) { _ in .firstOf2000 }
            #expect(dated.sections.map(\.count) == expected)
            let undone = try dated.sections.applying(changes) { _ in nil }
            #expect(undone.sections == undated)
        }
    }
}
