import CameraRoll
import CameraRollBrowsing
import Foundation
import TestSupport

/// Calendars whose periods are not all alike, and random dates.
enum SampleCalendars {
    /// Zones with offsets of many kinds: whole hours, halves, changes at midnight, a day that was left out.
    static let zones = [
        "GMT", "Europe/Berlin", "America/Sao_Paulo", "America/St_Johns", "Africa/Cairo", "Asia/Beirut",
        "Asia/Kathmandu", "Pacific/Apia", "Pacific/Kiritimati", "Australia/Lord_Howe",
    ]

    static let identifiers: [Calendar.Identifier] = [
        .gregorian, .iso8601, .buddhist, .islamic, .islamicCivil, .islamicTabular, .islamicUmmAlQura, .hebrew,
        .japanese, .chinese, .persian, .coptic, .ethiopicAmeteMihret, .indian, .republicOfChina,
    ]

    static func calendar(_ identifier: Calendar.Identifier, _ zone: String) -> Calendar {
        var calendar = Calendar(identifier: identifier)
        calendar.timeZone = TimeZone(identifier: zone) ?? .gmt
        return calendar
    }

    /// Dates mostly of some years, in bursts, with some that are missing or far away; in ascending order.
    static func dates(_ count: Int, using numbers: inout SeededNumbers) -> [Date?] {
        let day = 86_400.0
        var dates: [Date?] = []
        var burst = 0.0
        while dates.count < count {
            switch Int.random(in: 0..<40, using: &numbers) {
            case 0: dates.append(nil)
            case 1: dates.append(Date(timeIntervalSince1970: .random(in: -70...0, using: &numbers) * 365 * day))
            case 2: dates.append([.distantPast, .distantFuture, .firstOf2000].randomElement(using: &numbers))
            case 3...20: burst = .random(in: 5_000...14_000, using: &numbers) * day; fallthrough
            default: dates.append(Date(timeIntervalSince1970: burst + .random(in: 0...2, using: &numbers) * day))
            }
        }
        return dates.sorted { left, right in
            guard let right else { return false }
            return left.map { $0 < right } ?? true
        }
    }
}

extension Date {
    /// Midnight of January 1, 2000 in UTC.
    static let firstOf2000 = Date(timeIntervalSince1970: 946_684_800)
}

/// Groups dates one by one with `Calendar`: what sections have to equal.
struct NaiveSections: Equatable {
    var starts: [Date?] = []
    var ranges: [Range<Int>] = []

    init(of dates: [Date?], by unit: Calendar.Component, in calendar: Calendar) {
        for (position, date) in dates.enumerated() {
            let start = date.flatMap { calendar.dateInterval(of: unit, for: $0)?.start }
            if let last = starts.last, last == start {
                ranges[ranges.count - 1] = ranges[ranges.count - 1].lowerBound..<position + 1
            } else {
                starts.append(start)
                ranges.append(position..<position + 1)
            }
        }
    }

    init(_ sections: AssetSections) {
        starts = sections.map(\.id.start)
        ranges = sections.map(\.range)
    }
}

extension AssetSections.Unit {
    var naive: Calendar.Component {
        switch self {
        case .day: .day
        case .month: .month
        case .year: .year
        }
    }
}
