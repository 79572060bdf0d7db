import CoreTestSupport
import Foundation
import TestSupport
import Testing

@testable import CameraRoll
@testable import CameraRollBrowsing

/// Sections equal what grouping the dates one by one gives.
@Suite struct AssetSectionsTests {
    @Test(arguments: SampleCalendars.identifiers, ["Europe/Berlin", "America/Sao_Paulo"])
    func `Sections of random dates equal a naive grouping`(identifier: Calendar.Identifier, zone: String) throws {
        let calendar = SampleCalendars.calendar(identifier, zone)
        var numbers = SeededNumbers(seed: 17)
        let dates = SampleCalendars.dates(120, using: &numbers).filter { $0.map(Self.isCommon) ?? true }
        for unit in AssetSections.Unit.allCases {
            for isOldestFirst in [true, false] {
                let list = isOldestFirst ? dates : dates.reversed()
                let sections = try AssetSections(of: list, by: unit, in: calendar, isOldestFirst: isOldestFirst)
                #expect(NaiveSections(sections) == NaiveSections(of: list, by: unit.naive, in: calendar))
                #expect(sections.assetCount == list.count)
            }
        }
    }

    /// Whether all calendars agree on what a period of the date is; limits have their own test.
    private static func isCommon(_ date: Date) -> Bool { Date.firstInstant..<Date.lastInstant ~= date }

    @Test(arguments: SampleCalendars.identifiers)
    func `A search by numbers of older assets finds the same sections`(identifier: Calendar.Identifier) throws {
        let calendar = SampleCalendars.calendar(identifier, "Europe/Berlin")
        var numbers = SeededNumbers(seed: 3)
        for count in [1, 2, 60] {
            let dates = SampleCalendars.dates(count, using: &numbers)
            for unit in AssetSections.Unit.allCases {
                let sections = try AssetSections(of: dates, by: unit, in: calendar, isOldestFirst: true)
                var search = SectionSearch(by: unit, in: calendar, total: count)
                var found: [SectionPeriod]?
                while found == nil { found = search.advance(search.dates.map { Self.count(of: dates, olderThan: $0) }) }
                #expect(found == sections.fromOldest)
            }
        }
    }

    private static func count(of dates: [Date?], olderThan date: Date) -> Int {
        dates.count { $0.map { $0 < date } ?? true }
    }

    @Test func `A search among dates of 20 years by day takes few dates, and one of 1904 not many more`() {
        let calendar = SampleCalendars.calendar(.gregorian, "Europe/Berlin")
        let days = (0..<7_300).map { Date(timeIntervalSince1970: 1e9 + Double($0) * 86_400) }
        #expect(Self.dates(examined: days, calendar) < 8_600)
        let outlier = [Date(timeIntervalSince1970: -2_080_000_000)] + days
        #expect(Self.dates(examined: outlier, calendar) - Self.dates(examined: days, calendar) < 260)
    }

    private static func dates(examined dates: [Date], _ calendar: Calendar) -> Int {
        var search = SectionSearch(by: .day, in: calendar, total: dates.count)
        var examined = 0
        while true {
            let asked = search.dates
            examined += asked.count
            let counts = asked.map { date in dates.firstIndex(partitionedBy: { $0 >= date }) }
            if search.advance(counts) != nil { return examined }
        }
    }

    @Test func `Days are grouped by month and by year as if they had been counted so`() throws {
        let calendar = SampleCalendars.calendar(.gregorian, "America/Sao_Paulo")
        var numbers = SeededNumbers(seed: 8)
        let dates = SampleCalendars.dates(200, using: &numbers)
        let days = try AssetSections(of: dates, by: .day, in: calendar, isOldestFirst: true)
        for unit in [AssetSections.Unit.month, .year] {
            #expect(
                days.grouped(by: unit) == (try AssetSections(of: dates, by: unit, in: calendar, isOldestFirst: true)))
        }
        #expect(days.grouped(by: .month).grouped(by: .day) == days.grouped(by: .month))
    }

    @Test func `Positions and dates are found in both orders`() throws {
        let calendar = SampleCalendars.calendar(.gregorian, "GMT")
        let days = [nil, 3, 3, 40, 45, 100].map { $0.map { Date.firstOf2000.addingTimeInterval($0 * 86_400 + 60) } }
        let oldest = try AssetSections(of: days, by: .month, in: calendar, isOldestFirst: true)
        #expect(oldest.map(\.range) == [0..<1, 1..<3, 3..<5, 5..<6])
        #expect((-1...6).map(oldest.index(containing:)) == [nil, 0, 1, 1, 2, 2, 3, nil])
        let march = Date.firstOf2000.addingTimeInterval(65 * 86_400)
        #expect(oldest.position(of: march) == 5)
        #expect(oldest.index(containing: march) == nil)
        #expect(oldest.position(of: .distantFuture) == 5)
        #expect(oldest.position(of: .distantPast) == 1)
        let newest = try AssetSections(of: days.reversed(), by: .month, in: calendar)
        #expect(newest.map(\.range) == [0..<1, 1..<3, 3..<5, 5..<6])
        #expect(newest.position(of: march) == 1)
        #expect(newest.position(of: .distantPast) == 5)
        #expect(newest.last?.dates == nil)
    }

    @Test func `On this day finds the day in all years, February 29 too`() throws {
        let calendar = SampleCalendars.calendar(.gregorian, "Europe/Berlin")
        let days = [(2004, 2, 29), (2005, 2, 28), (2008, 2, 29), (2008, 3, 1), (2016, 2, 29)].map {
            Date(timeIntervalSince1970: Double(CivilDay(year: $0, month: $1, day: $2).daysSince1970) * 86_400 + 40_000)
        }
        let sections = try AssetSections(of: days, by: .day, in: calendar, isOldestFirst: true)
        #expect(sections.days(sharingMonthAndDayOf: days[2]).map(\.range) == [0..<1, 2..<3, 4..<5])
        #expect(sections.grouped(by: .month).days(sharingMonthAndDayOf: days[2]).isEmpty)
    }

    @Test func `Dates out of order, without a number and without end have defined results`() throws {
        let late = Date.firstOf2000
        let early = late.addingTimeInterval(-1e9)
        let later = #expect(throws: InvalidArgument.self) { try AssetSections(of: [early, late], by: .day) }
        let undated = #expect(throws: InvalidArgument.self) {
            try AssetSections(of: [late, nil], by: .day, isOldestFirst: true)
        }
        #expect(later?.value == "\(late)" && undated?.value == "none")
        let strange = [Date(timeIntervalSinceReferenceDate: .nan), .init(timeIntervalSinceReferenceDate: -.infinity)]
        let end = Date(timeIntervalSinceReferenceDate: .infinity)
        let sections = try AssetSections(of: strange + [late, end], by: .year, isOldestFirst: true)
        #expect(sections.map(\.range) == [0..<1, 1..<2, 2..<3, 3..<4])
        #expect(sections.position(of: strange[0]) == nil)
        #expect(sections.index(containing: end) == 3)
        let none = try AssetSections(of: [], by: .day)
        #expect(none.isEmpty && none.position(of: late) == nil && none.index(containing: 0) == nil)
    }
}
