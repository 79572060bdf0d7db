import Foundation

/// The days, months and years of a calendar in its time zone, as instants.
///
/// For the Gregorian calendar since 1600, the common case, by arithmetic with whole numbers: a library of 20 years has
/// 7,300 days, and `Calendar` takes some microseconds for each. Its results are those of `Calendar`, which is asked
/// itself for all other calendars and times, and for days on which the time zone changes its offset.
struct CalendarPeriods {
    typealias Unit = AssetSections.Unit

    /// The years in which the arithmetic is used; `Calendar` changes to Julian dates before 1582.
    private static let plainYears = 1600..<10_000
    private static let day = 86_400.0

    private let calendar: Calendar
    private let isPlain: Bool
    /// The offsets of the time zone at 0:00 UTC of recent days, in seconds.
    private var offsets: [Int: Int] = [:]

    init(_ calendar: Calendar) {
        self.calendar = calendar
        isPlain = [.gregorian, .iso8601].contains(calendar.identifier)
    }

    /// The period of a unit that contains an instant.
    mutating func period(of unit: Unit, containing date: Date) -> Range<Date> {
        let borders = borders(of: unit, covering: date..<date.addingTimeInterval(1))
        let next = borders.firstIndex { $0 > date } ?? borders.count - 1
        return borders[max(next - 1, 0)]..<borders[max(next, 0)]
    }

    /// The starts of the periods that cover an interval of instants, ascending, and the end of the last one.
    mutating func borders(of unit: Unit, covering interval: Range<Date>) -> [Date] {
        let years = (year(of: interval.lowerBound) - 1)...(year(of: interval.upperBound) + 1)
        guard isPlain, Self.plainYears.lowerBound <= years.lowerBound, years.upperBound < Self.plainYears.upperBound
        else { return calendarBorders(of: unit, covering: interval) }
        return plainBorders(of: unit, covering: interval)
    }

    /// The month, with its leap mark, and the day of an instant.
    mutating func monthAndDay(of date: Date) -> DateComponents {
        guard isPlain, Self.plainYears.contains(year(of: date)) else {
            let parts = calendar.dateComponents([.month, .day], from: date)
            var monthAndDay = DateComponents(month: parts.month, day: parts.day)
            if parts.isLeapMonth == true { monthAndDay.isLeapMonth = true }
            return monthAndDay
        }
        let civil = CivilDay(daysSince1970: localDay(of: date))
        return DateComponents(month: civil.month, day: civil.day)
    }

    /// The Gregorian year of an instant in UTC.
    private func year(of date: Date) -> Int {
        let days = (date.timeIntervalSince1970 / Self.day).rounded(.down)
        return CivilDay(daysSince1970: Int(min(max(days, -1e9), 1e9))).year
    }
}

// MARK: - By Calendar

extension CalendarPeriods {
    private func calendarBorders(of unit: Unit, covering interval: Range<Date>) -> [Date] {
        var borders: [Date] = []
        var next = interval.lowerBound
        repeat {
            guard let period = calendar.dateInterval(of: unit.component, for: next) else { break }
            // Some calendars answer with a period that does not contain the date.
            let start = max(period.start, borders.last ?? min(period.start, next))
            if borders.isEmpty { borders.append(start) }
            guard period.end > start else { break }
            borders.append(period.end)
            next = period.end
        } while next < interval.upperBound
        if borders.count < 2 || next < interval.upperBound { return Self.whole(borders, interval) }
        return borders
    }

    /// One period up to the end of an interval, for dates that a calendar does not know.
    private static func whole(_ borders: [Date], _ interval: Range<Date>) -> [Date] {
        guard let first = borders.first, let last = borders.last, borders.count > 1 else {
            return [interval.lowerBound, interval.upperBound]
        }
        return last < interval.upperBound ? borders + [interval.upperBound] : [first, last]
    }
}

// MARK: - By whole numbers

extension CalendarPeriods {
    private mutating func plainBorders(of unit: Unit, covering interval: Range<Date>) -> [Date] {
        var number = unit.number(of: localDay(of: interval.lowerBound))
        var start = startOfDay(unit.firstDay(of: number))
        // The clock may have been put back across the start of a period.
        while start > interval.lowerBound {
            number -= 1
            start = startOfDay(unit.firstDay(of: number))
        }
        var borders = [start]
        repeat {
            number += 1
            let next = startOfDay(unit.firstDay(of: number))
            guard next > start else { continue }  // a day that a time zone left out
            if next <= interval.lowerBound { borders[0] = next } else { borders.append(next) }
            start = next
        } while start < interval.upperBound
        return borders
    }

    /// The number of the local day of an instant, in days since 1970.
    private mutating func localDay(of date: Date) -> Int {
        let offset = calendar.timeZone.secondsFromGMT(for: date)
        return Int(((date.timeIntervalSince1970 + Double(offset)) / Self.day).rounded(.down))
    }

    /// The first instant of a local day.
    private mutating func startOfDay(_ day: Int) -> Date {
        let offset = offset(at: day)
        let start = Date(timeIntervalSince1970: Double(day) * Self.day - Double(offset))
        // Its midnight is less than a day from midnight in UTC, so nothing changes near it.
        guard self.offset(at: day - 1) == offset, self.offset(at: day + 1) == offset else {
            return calendar.startOfDay(for: start.addingTimeInterval(Self.day / 2))
        }
        return start
    }

    /// The offset of the time zone at 0:00 UTC of a day, in seconds.
    private mutating func offset(at day: Int) -> Int {
        if let known = offsets[day] { return known }
        let offset = calendar.timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(day) * Self.day))
        if offsets.count > 1_000 { offsets = [:] }
        offsets[day] = offset
        return offset
    }
}

/// A day of the proleptic Gregorian calendar, without a time zone.
struct CivilDay: Hashable {
    let year: Int
    /// 1 to 12.
    let month: Int
    /// 1 to 31.
    let day: Int

    init(year: Int, month: Int, day: Int) {
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// The day with a number, counted from January 1, 1970.
    ///
    /// Years are counted from March here, so that the day that leap years insert is the last one; 400 years are an era.
    init(daysSince1970 number: Int) {
        let days = number + 719_468
        let era = days.dividedDown(by: 146_097)
        let dayOfEra = days - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// The number of the day, counted from January 1, 1970.
    var daysSince1970: Int {
        let yearFromMarch = month <= 2 ? year - 1 : year
        let era = yearFromMarch.dividedDown(by: 400)
        let yearOfEra = yearFromMarch - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}

extension AssetSections.Unit {
    /// The unit in Foundation's words.
    var component: Calendar.Component {
        switch self {
        case .day: .day
        case .month: .month
        case .year: .year
        }
    }

    /// The number of the unit's period that contains a day; periods are numbered in their order.
    fileprivate func number(of day: Int) -> Int {
        switch self {
        case .day: return day
        case .month:
            let civil = CivilDay(daysSince1970: day)
            return civil.year * 12 + civil.month - 1
        case .year: return CivilDay(daysSince1970: day).year
        }
    }

    /// The first day of the period with a number.
    fileprivate func firstDay(of number: Int) -> Int {
        switch self {
        case .day: return number
        case .month:
            let year = number.dividedDown(by: 12)
            return CivilDay(year: year, month: number - year * 12 + 1, day: 1).daysSince1970
        case .year: return CivilDay(year: number, month: 1, day: 1).daysSince1970
        }
    }
}

extension Int {
    /// The quotient, rounded down; the divisor is positive.
    fileprivate func dividedDown(by divisor: Int) -> Int {
        self >= 0 ? self / divisor : -((-self + divisor - 1) / divisor)
    }
}
