import CameraRoll
import Foundation

/// Finds the periods in which assets were created, from the numbers of assets that are older than some dates.
///
/// It begins with centuries; the next unit is examined only within periods that are not empty. Twenty years by day take
/// about 7,700 dates, and one asset of 1904 takes 143 more instead of 40,000. A pure value: it returns the next dates,
/// and receives the numbers.
struct SectionSearch: Sendable {
    /// Precedes every date of an asset; assets that are older than this have no date.
    private static let beforeAll = Date(timeIntervalSinceReferenceDate: -.greatestFiniteMagnitude)
    private static let century = 36_524.25 * 86_400

    /// The borders of periods that are examined, in ascending order.
    private var borders: [Date]
    /// The indexes of borders after which no period is examined, since there are no assets up to the next border.
    private var gaps: Set<Int> = []
    private var undatedCount = 0
    /// The units that have not been examined, the longest first.
    private var units: ArraySlice<AssetSections.Unit>
    private var periods: CalendarPeriods
    private let total: Int

    /// Creates a search among `total` assets.
    init(by unit: AssetSections.Unit, in calendar: Calendar, total: Int) {
        let units: [AssetSections.Unit] = [.year, .month, .day]
        self.units = units[...(units.firstIndex(of: unit) ?? 0)]
        self.total = total
        periods = CalendarPeriods(calendar)
        // One second more, so that the last instant is also before a border.
        let last = Date.lastInstant.addingTimeInterval(1)
        borders = stride(from: Date.firstInstant, to: last, by: Self.century).map(\.self) + [last]
    }

    /// The dates for which the search needs the numbers of older assets, in ascending order.
    var dates: [Date] { borders.map { $0 <= .firstInstant ? Self.beforeAll : $0 } }

    /// Continues with the numbers for ``dates``.
    ///
    /// - Returns: the periods with their numbers of assets, from the oldest; nil if more dates have to be examined.
    mutating func advance(_ numbers: [Int]) -> [SectionPeriod]? {
        let counts = consistent(numbers)
        if units.first == .year { undatedCount = counts.first ?? 0 }
        guard let unit = units.popFirst() else { return found(counts) }
        var (finer, finerGaps): ([Date], Set<Int>) = ([], [])
        for index in borders.indices.dropLast() where counts[index] < counts[index + 1] && !gaps.contains(index) {
            let within = periods.borders(of: unit, covering: borders[index]..<borders[index + 1])
            if let last = finer.last, let first = within.first, last < first { finerGaps.insert(finer.count - 1) }
            finer += within.drop { border in finer.last.map { border <= $0 } ?? false }
        }
        (borders, gaps) = (finer, finerGaps)
        return finer.isEmpty ? found([]) : nil
    }

    /// The numbers, limited to what is possible: a library whose assets are edited meanwhile may contradict itself, or
    /// return too few numbers.
    private func consistent(_ numbers: [Int]) -> [Int] {
        var least = 0
        return borders.indices.map { index in
            let number = index < numbers.count ? numbers[index] : least
            least = borders[index] > .lastInstant ? total : Swift.min(Swift.max(number, least), total)
            return least
        }
    }

    private func found(_ counts: [Int]) -> [SectionPeriod] {
        var found: [SectionPeriod] = []
        var counted = 0
        func add(_ dates: Range<Date>?, upTo count: Int) {
            guard count > counted else { return }
            found.append(SectionPeriod(dates: dates, count: count - counted))
            counted = count
        }
        add(nil, upTo: undatedCount)
        for index in borders.indices.dropLast() where !gaps.contains(index) {
            add(borders[index]..<borders[index + 1], upTo: counts[index + 1])
        }
        // These differ only if the numbers contradict each other.
        if let last = found.indices.last { found[last].count += total - counted } else { add(nil, upTo: total) }
        return found
    }
}

/// A period and its number of assets; without a period, the number of undated assets.
struct SectionPeriod: Hashable, Sendable {
    var dates: Range<Date>?
    var count: Int
}
