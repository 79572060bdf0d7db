import CameraRoll
public import Foundation

/// The text of a header or a floating label about the date of the assets below it.
public enum DateLabel: Hashable, Sendable {
    /// Assets without a date.
    case undated
    /// The current day.
    case today
    /// The day before the current one.
    case yesterday
    /// Another day, month or year of a calendar, by its first instant.
    case period(Date, AssetSections.Unit, Calendar)

    /// The label of a section.
    ///
    /// - Parameters:
    ///   - section: one of the sections.
    ///   - sections: the sections, with their calendar.
    ///   - now: the current time.
    public init(of section: AssetSection, in sections: AssetSections, now: Date) {
        guard let dates = section.dates else {
            self = .undated
            return
        }
        self = Self.relative(dates, sections, now) ?? .period(dates.lowerBound, sections.unit, sections.calendar)
    }

    /// Today or yesterday, for days only.
    private static func relative(_ dates: Range<Date>, _ sections: AssetSections, _ now: Date) -> DateLabel? {
        guard sections.unit == .day else { return nil }
        if dates.contains(now) { return .today }
        let calendar = sections.calendar
        // The day that ends where today begins, however many hours it has.
        return dates.upperBound == calendar.startOfDay(for: now) ? .yesterday : nil
    }

    /// The text as a phrase.
    public var phrase: Phrase {
        switch self {
        case .undated: Phrase(.dateUndated)
        case .today: Phrase(.dateToday)
        case .yesterday: Phrase(.dateYesterday)
        case .period(let date, let unit, let calendar): Phrase(unit.labelKey, .period(date, unit, calendar))
        }
    }
}

extension AssetSections.Unit {
    fileprivate var labelKey: Phrase.Key {
        switch self {
        case .day: .dateDay
        case .month: .dateMonth
        case .year: .dateYear
        }
    }
}

extension AssetSections {
    /// The label of the section that contains a position; nil if the list has no such position.
    ///
    /// - Complexity: O(log s) in the number of sections.
    public func label(at position: Int, now: Date) -> DateLabel? {
        index(containing: position).map { DateLabel(of: self[$0], in: self, now: now) }
    }
}
