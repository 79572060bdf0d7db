import CameraRoll
import Foundation

/// The days, months and years of a calendar in its time zone, as instants.
///
/// From 1600 on, whole-number arithmetic computes the days of all calendars, which begin and end at the same instants,
/// and the months and years of the Gregorian calendar. A library of 20 years has 7,300 days, and `Calendar` takes some
/// microseconds for each, or a hundred in the Chinese calendar. The results are the same as those of `Calendar`, which
/// computes all other periods, and the days on which the time zone changes its offset.
struct CalendarPeriods {
    typealias Unit = AssetSections.Unit

    /// The years in which the arithmetic is used; `Calendar` switches to Julian dates before 1582.
    private static let plainYears = 1600..<10_000
    private static let day = 86_400.0

    private let calendar: Calendar
    private let isPlain: Bool
    /// The fastest calendar in the same time zone, for days.
    private let gregorian: Calendar
    /// The offsets of the time zone at 0:00 UTC of recent days, in seconds; the index of a day is its number modulo 4.
    private var offsets = [(day: Int, offset: Int)](repeating: (.min, 0), count: 4)

    init(_ calendar: Calendar) {
        self.calendar = calendar
        isPlain = [.gregorian, .iso8601].contains(calendar.identifier)
        var gregorian = Calendar(identifier: .gregorian)
        gregorian.timeZone = calendar.timeZone
        self.gregorian = gregorian
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
        guard isPlain || unit == .day, Self.plainYears.lowerBound <= years.lowerBound,
            years.upperBound < Self.plainYears.upperBound
        else { return calendarBorders(of: unit, covering: interval) }
        return plainBorders(of: unit, covering: interval)
    }

    /// The month, with its leap mark, and the day of an instant.
    func monthAndDay(of date: Date) -> DateComponents {
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

// MARK: - With Calendar

extension CalendarPeriods {
    private func calendarBorders(of unit: Unit, covering interval: Range<Date>) -> [Date] {
        guard let first = calendar.dateInterval(of: unit.component, for: interval.lowerBound) else {
            return [interval.lowerBound, interval.upperBound]
        }
        var borders = [min(first.start, interval.lowerBound)]
        var last = first
        repeat {
            guard let next = period(of: unit, after: last), next.start > borders[borders.count - 1] else {
                return Self.whole(borders, interval)
            }
            borders.append(next.start)
            last = next
        } while last.start < interval.upperBound
        // The chain may begin with a period that ends before the interval.
        let start = borders.lastIndex { $0 <= interval.lowerBound } ?? 0
        return Array(borders[start...])
    }

    /// The period after another one.
    ///
    /// The lunar months of some calendars overlap: for a date right after a month, `Calendar` may return that month
    /// again. The month then ends where the next one begins.
    private func period(of unit: Unit, after last: DateInterval) -> DateInterval? {
        var date = last.end
        for _ in 0..<40 {
            guard let next = calendar.dateInterval(of: unit.component, for: date) else { return nil }
            if next.start > last.start { return next }
            date = max(next.end, date.addingTimeInterval(Self.day))
        }
        return nil
    }

    /// Borders with a last period up to the end of an interval, for dates beyond the calendar's range.
    private static func whole(_ borders: [Date], _ interval: Range<Date>) -> [Date] {
        borders.filter { $0 < interval.upperBound } + [interval.upperBound]
    }
}

// MARK: - With whole numbers

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
            guard next > start else { continue }  // a day that the time zone skipped
            if next <= interval.lowerBound { borders[0] = next } else { borders.append(next) }
            start = next
        } while start < interval.upperBound
        return borders
    }

    /// The number of the local day of an instant, in days since 1970.
    private func localDay(of date: Date) -> Int {
        let offset = calendar.timeZone.secondsFromGMT(for: date)
        return Int(((date.timeIntervalSince1970 + Double(offset)) / Self.day).rounded(.down))
    }

    /// The first instant of a local day.
    private mutating func startOfDay(_ day: Int) -> Date {
        let offset = offset(at: day)
        let start = Date(timeIntervalSince1970: Double(day) * Self.day - Double(offset))
        let (before, after) = (self.offset(at: day - 1), self.offset(at: day + 1))
        // Its midnight is less than a day from midnight in UTC, so the offset does not change near it.
        if before == offset, after == offset { return start }
        // The clock can show midnight twice, or skip it, only if it changes within this time.
        let change = Double(max(abs(before - offset), abs(after - offset)))
        let isNear = [-2 * change, 2 * change - 1].contains { seconds in
            calendar.timeZone.secondsFromGMT(for: start.addingTimeInterval(seconds)) != offset
        }
        return isNear ? gregorian.startOfDay(for: start.addingTimeInterval(Self.day / 2)) : start
    }

    /// The offset of the time zone at 0:00 UTC of a day, in seconds.
    private mutating func offset(at day: Int) -> Int {
        let place = day & 3
        if offsets[place].day == day { return offsets[place].offset }
        let offset = calendar.timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(day) * Self.day))
        offsets[place] = (day, offset)
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
    /// Years begin in March here, so that the leap day is the last day; 400 years are an era.
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
    /// The unit as a component of Foundation's `Calendar`.
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

extension Calendar {
    /// The calendar as it is now; one that follows the user's settings would change the meaning of sections, but not
    /// their periods.
    var fixed: Calendar {
        guard self != .autoupdatingCurrent else { return .current }
        var fixed = self
        if timeZone == .autoupdatingCurrent { fixed.timeZone = .current }
        return fixed
    }
}
