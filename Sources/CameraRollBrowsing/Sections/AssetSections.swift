public import CameraRoll
public import Foundation

/// The assets of a list that were created in one period, or those without a creation date.
public struct AssetSection: Hashable, Sendable, Identifiable {
    /// Identifies a section among those of one calendar, in the order of time; undated assets come first.
    public struct ID: Hashable, Sendable, Codable {
        /// The start of the period; nil for undated assets.
        public let start: Date?
    }

    /// The positions of the assets in the list; at least one.
    public let range: Range<Int>
    /// The period, from its first instant to that of the next one; nil for undated assets.
    public let dates: Range<Date>?

    /// The identity of the section, which does not depend on its assets.
    public var id: ID { ID(start: dates?.lowerBound) }
    /// The number of assets.
    public var count: Int { range.count }
}

extension AssetSection: CustomStringConvertible {
    /// The period, the number of assets and the position of the first one, for logs; the wording may change.
    ///
    /// `2023-04-01 00:00:00 +0000 to 2023-05-01 00:00:00 +0000: 31 assets from 120`.
    public var description: String {
        let period = dates.map { "\($0.lowerBound) to \($0.upperBound)" } ?? "no date"
        return "\(period): \(count) asset\(count == 1 ? "" : "s") from \(range.lowerBound)"
    }
}

extension AssetSection.ID: Comparable {
    /// Orders by the start of the period.
    public static func < (left: Self, right: Self) -> Bool {
        guard let rightStart = right.start else { return false }
        return left.start.map { $0 < rightStart } ?? true
    }
}

/// The days, months or years of a list of assets: all of them, complete and exact.
///
/// ```swift
/// let months = try AssetSections(of: assets.map(\.creationDate), by: .month)
/// for month in months { print(month.dates?.lowerBound ?? "no date", month.count) }
///
/// let years = months.grouped(by: .year)
/// let index = months.index(containing: 12_345)
/// let target = months.position(of: lastSummer)
/// ```
///
/// A value that never changes; ``applying(_:date:)`` returns the sections after a change of the list. It includes the
/// calendar with its time zone; a calendar that follows the user's settings is fixed as it is at creation. Assets
/// without a creation date form a section of their own, as the oldest. Periods without assets are not sections.
public struct AssetSections: Sendable {
    /// The length of a section's period.
    public enum Unit: String, Hashable, Sendable, Codable, CaseIterable {
        /// A day of the calendar.
        case day
        /// A month of the calendar.
        case month
        /// A year of the calendar.
        case year
    }

    /// A section: the period, in seconds since 2001, and the end of its range.
    ///
    /// Undated assets have an empty period.
    struct Entry: Hashable, Sendable {
        static let undated = -Double.greatestFiniteMagnitude

        var start: Double
        var end: Double
        /// The position after the section's last asset.
        var upperBound: Int

        var isUndated: Bool { start == Self.undated }
        var dates: Range<Date>? {
            guard !isUndated else { return nil }
            return Date(timeIntervalSinceReferenceDate: start)..<Date(timeIntervalSinceReferenceDate: end)
        }
    }

    /// The length of the periods.
    public let unit: Unit
    /// The calendar, with its time zone, to which the periods belong.
    public let calendar: Calendar
    /// Whether the oldest assets come first.
    public let isOldestFirst: Bool
    /// The sections, in the order of the list.
    let entries: [Entry]

    /// The number of assets in all sections.
    public var assetCount: Int { entries.last?.upperBound ?? 0 }

    init(_ entries: [Entry], unit: Unit, calendar: Calendar, isOldestFirst: Bool) {
        self.entries = entries
        self.unit = unit
        self.calendar = calendar
        self.isOldestFirst = isOldestFirst
    }

    /// Creates the sections of a list of assets that is ordered by creation date, for tests and your own lists.
    ///
    /// - Parameters:
    ///   - dates: the creation dates, in the order of the list; nil for an asset without one.
    ///   - unit: the length of the periods.
    ///   - calendar: the calendar, with its time zone.
    ///   - isOldestFirst: whether the dates ascend; undated assets are the oldest.
    /// - Throws: `InvalidArgument` if the sections are not in this order; the order within a section does not matter.
    /// - Complexity: O(n).
    public init(
        of dates: [Date?], by unit: Unit, in calendar: Calendar = .current, isOldestFirst: Bool = false
    ) throws(InvalidArgument) {
        let calendar = calendar.fixed
        var periods = CalendarPeriods(calendar)
        var entries: [Entry] = []
        for (position, date) in dates.enumerated() {
            let instant = date.flatMap(\.instant)
            if let last = entries.last, last.contains(instant) {
                entries[entries.count - 1].upperBound = position + 1
                continue
            }
            let entry = Entry(instant.map { periods.period(of: unit, containing: $0) }, upperBound: position + 1)
            if let last = entries.last, (last.start < entry.start) != isOldestFirst {
                let value = date.map { "\($0)" } ?? "none"
                throw InvalidArgument("date", value, allowed: "dates in the order of the list")
            }
            entries.append(entry)
        }
        self.init(entries, unit: unit, calendar: calendar, isOldestFirst: isOldestFirst)
    }
}

extension AssetSections.Entry {
    init(_ period: Range<Date>?, upperBound: Int) {
        start = period?.lowerBound.timeIntervalSinceReferenceDate ?? Self.undated
        end = period?.upperBound.timeIntervalSinceReferenceDate ?? Self.undated
        self.upperBound = upperBound
    }

    /// Whether an asset with a date, or without one, belongs to the section.
    func contains(_ date: Date?) -> Bool {
        guard let seconds = date?.timeIntervalSinceReferenceDate else { return isUndated }
        return start <= seconds && seconds < end
    }
}

extension Date {
    /// The earliest and the latest instant that have a period of their own: January 1 of the years 1 and 10,000.
    static let firstInstant = Date(timeIntervalSince1970: -62_135_596_800)
    static let lastInstant = Date(timeIntervalSince1970: 253_402_300_800)

    /// The date, limited to those whose period calendars know; nil for NaN.
    ///
    /// An earlier date belongs to the first period, a later one to the last.
    var instant: Date? {
        timeIntervalSinceReferenceDate.isNaN ? nil : min(max(self, .firstInstant), .lastInstant)
    }
}

extension AssetSections {
    /// Creates sections from periods and their numbers of assets.
    ///
    /// - Parameter periods: the periods, from the oldest, each with at least one asset.
    init(fromOldest periods: [SectionPeriod], unit: Unit, calendar: Calendar, isOldestFirst: Bool) {
        var end = 0
        let ordered = isOldestFirst ? periods : periods.reversed()
        let entries = ordered.map { period in
            end += period.count
            return Entry(period.dates, upperBound: end)
        }
        self.init(entries, unit: unit, calendar: calendar, isOldestFirst: isOldestFirst)
    }

    /// The periods and their numbers of assets, from the oldest.
    var fromOldest: [SectionPeriod] {
        let ordered = indices.map { SectionPeriod(dates: entries[$0].dates, count: range(at: $0).count) }
        return isOldestFirst ? ordered : ordered.reversed()
    }
}

// MARK: - Sections by index

extension AssetSections: RandomAccessCollection {
    /// The index of the first section.
    public var startIndex: Int { 0 }
    /// The number of sections.
    public var endIndex: Int { entries.count }

    /// The section at an index, which must be one of ``indices``.
    public subscript(index: Int) -> AssetSection {
        AssetSection(range: range(at: index), dates: entries[index].dates)
    }

    func range(at index: Int) -> Range<Int> {
        (index == 0 ? 0 : entries[index - 1].upperBound)..<entries[index].upperBound
    }
}

extension AssetSections: Equatable {
    /// Whether both have the same sections in the same calendar.
    public static func == (left: AssetSections, right: AssetSections) -> Bool {
        left.unit == right.unit && left.isOldestFirst == right.isOldestFirst && left.calendar == right.calendar
            && left.entries == right.entries
    }
}

// MARK: - Looking up

extension AssetSections {
    /// The index of the section that contains a position; nil if the list has no such position.
    ///
    /// - Complexity: O(log s) in the number of sections.
    public func index(containing position: Int) -> Int? {
        guard 0..<assetCount ~= position else { return nil }
        return entries.firstIndex(partitionedBy: { $0.upperBound > position })
    }

    /// The index of the section whose period contains a date; nil if no asset was created in that period.
    ///
    /// - Complexity: O(log s) in the number of sections.
    public func index(containing date: Date) -> Int? {
        guard let instant = date.instant else { return nil }
        let index = firstIndex(reaching: instant)
        return index < count && entries[index].contains(instant) ? index : nil
    }

    /// The position of the first asset of the section to which a date belongs, or of the next one in the list.
    ///
    /// - Parameter date: the date to which a view scrolls.
    /// - Returns: the position; that of the last section if all sections come before the date; nil without sections and
    ///   for a date that is NaN.
    /// - Complexity: O(log s) in the number of sections.
    public func position(of date: Date) -> Int? {
        guard !entries.isEmpty, let instant = date.instant else { return nil }
        return range(at: Swift.min(firstIndex(reaching: instant), count - 1)).lowerBound
    }

    /// The index of the first section that is not entirely before a date, in the order of the list.
    private func firstIndex(reaching instant: Date) -> Int {
        let seconds = instant.timeIntervalSinceReferenceDate
        return entries.firstIndex(partitionedBy: { isOldestFirst ? $0.end > seconds : $0.start <= seconds })
    }

    /// Returns the same assets by a longer period; the same sections if the period is not longer.
    ///
    /// - Complexity: O(s) in the number of sections; no library is read.
    public func grouped(by coarser: Unit) -> AssetSections {
        guard coarser.isLonger(than: unit) else { return self }
        var periods = CalendarPeriods(calendar)
        var grouped: [Entry] = []
        for entry in entries {
            let start = entry.dates?.lowerBound
            if let last = grouped.last, last.contains(start) {
                grouped[grouped.count - 1].upperBound = entry.upperBound
            } else {
                let period = start.map { periods.period(of: coarser, containing: $0) }
                grouped.append(Entry(period, upperBound: entry.upperBound))
            }
        }
        return AssetSections(grouped, unit: coarser, calendar: calendar, isOldestFirst: isOldestFirst)
    }

    /// The days of all years that share the month and the day of a date: "on this day".
    ///
    /// - Returns: the sections, in the order of the list; empty for sections by month or year.
    /// - Complexity: O(s) in the number of sections.
    public func days(sharingMonthAndDayOf date: Date) -> [AssetSection] {
        guard unit == .day, let instant = date.instant else { return [] }
        let periods = CalendarPeriods(calendar)
        let wanted = periods.monthAndDay(of: instant)
        return indices.compactMap { index in
            guard let start = entries[index].dates?.lowerBound, periods.monthAndDay(of: start) == wanted else {
                return nil
            }
            return self[index]
        }
    }
}

extension AssetSections.Unit {
    fileprivate func isLonger(than other: Self) -> Bool { self != other && (self == .year || other == .day) }
}

extension Array {
    /// The first index whose element and all later ones satisfy a condition; the count if there is none.
    func firstIndex(partitionedBy holds: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = low + (high - low) / 2
            if holds(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
