import Foundation
import TestSupport
import Testing

@testable import CameraRoll
@testable import CameraRollBrowsing

/// The periods that are computed with whole numbers are those of `Calendar`.
@Suite struct CalendarPeriodsTests {
    @Test(arguments: SampleCalendars.zones)
    func `Random periods since 1900 are those of Calendar`(zone: String) {
        let calendar = SampleCalendars.calendar(.gregorian, zone)
        var periods = CalendarPeriods(calendar)
        var numbers = SeededNumbers(seed: 5)
        for _ in 0..<300 {
            let date = Date(timeIntervalSince1970: .random(in: -2.2e9...4e9, using: &numbers))
            for unit in AssetSections.Unit.allCases {
                let expected = calendar.dateInterval(of: unit.naive, for: date)
                let found = periods.period(of: unit, containing: date)
                #expect(found.lowerBound == expected?.start, "\(unit) of \(date.timeIntervalSince1970)")
                #expect(found.upperBound == expected?.end, "\(unit) of \(date.timeIntervalSince1970)")
            }
        }
    }

    @Test(arguments: SampleCalendars.zones)
    func `All days with changes of the clock are those of Calendar`(zone: String) {
        let calendar = SampleCalendars.calendar(.gregorian, zone)
        var periods = CalendarPeriods(calendar)
        // From 1995, when Kiribati left out a day, to 2012, after Samoa did.
        let span = Date(timeIntervalSince1970: 780_000_000)..<Date(timeIntervalSince1970: 1_330_000_000)
        let found = periods.borders(of: .day, covering: span)
        var expected: [Date] = []
        var next = span.lowerBound
        while let day = calendar.dateInterval(of: .day, for: next), expected.last ?? .distantPast < span.upperBound {
            if expected.isEmpty { expected.append(day.start) }
            expected.append(day.end)
            next = day.end
        }
        #expect(found == expected)
    }

    @Test(arguments: SampleCalendars.identifiers, ["Europe/Berlin", "America/Sao_Paulo", "Pacific/Apia"])
    func `Random periods of every calendar are those of Calendar`(identifier: Calendar.Identifier, zone: String) {
        let calendar = SampleCalendars.calendar(identifier, zone)
        var periods = CalendarPeriods(calendar)
        var numbers = SeededNumbers(seed: 11)
        for _ in 0..<30 {
            let date = Date(timeIntervalSince1970: .random(in: -2.2e9...4e9, using: &numbers))
            let (day, parts) = (periods.monthAndDay(of: date), calendar.dateComponents([.month, .day], from: date))
            #expect(day.month == parts.month && day.day == parts.day, "\(date.timeIntervalSince1970)")
            #expect((day.isLeapMonth ?? false) == (parts.isLeapMonth ?? false), "\(date.timeIntervalSince1970)")
            for unit in AssetSections.Unit.allCases {
                let found = periods.period(of: unit, containing: date)
                #expect(found.contains(date), "\(unit) of \(date.timeIntervalSince1970)")
                // The astronomical months of the Islamic calendar sometimes leave out the date itself.
                guard let expected = calendar.dateInterval(of: unit.naive, for: date), expected.end > date else {
                    continue
                }
                #expect(found.lowerBound == expected.start, "\(unit) of \(date.timeIntervalSince1970)")
                if identifier == .islamic { continue }
                #expect(found.upperBound == expected.end, "\(unit) of \(date.timeIntervalSince1970)")
            }
        }
    }

    @Test func `Civil days are numbered without a gap, before and after leap years`() {
        for number in -150_000..<150_000 {
            let day = CivilDay(daysSince1970: number)
            guard day.daysSince1970 == number, 1...12 ~= day.month, 1...31 ~= day.day else {
                Issue.record("\(number): \(day)")
                return
            }
        }
        #expect(CivilDay(year: 2000, month: 2, day: 29).daysSince1970 == 11_016)
        #expect(CivilDay(daysSince1970: 11_017) == CivilDay(year: 2000, month: 3, day: 1))
    }

    @Test(arguments: SampleCalendars.identifiers)
    func `The first and the last instant have periods in every calendar`(identifier: Calendar.Identifier) {
        var periods = CalendarPeriods(SampleCalendars.calendar(identifier, "Europe/Berlin"))
        for date in [Date.firstInstant, .lastInstant] {
            for unit in AssetSections.Unit.allCases {
                #expect(periods.period(of: unit, containing: date).contains(date))
            }
        }
    }
}
