import CameraRoll
import CameraRollBrowsing
import Foundation

extension ConformanceCheck {
    /// The guarantees of timelines: sections contain the assets whose dates are in their periods.
    public static var sections: [ConformanceCheck] { [sectionsOfLibrary, sectionsOfAlbums] }

    private static let sectionsOfLibrary = ConformanceCheck(
        "Sections by day, month and year have the assets of these periods"
    ) { subject, expect in
        try await subject.withAccess { access in
            let photos = PhotoRepository(access: access)
            let second = AssetSort(.duration, ascending: false)
            let orders = [[AssetSort.newestFirst], [.oldestFirst], [.oldestFirst, second]]
            for order in try await access.look({ library in orders.filter(library.serves) }) {
                try await photos.checkSections(of: .everything(order: order), expect)
                try await photos.checkSections(of: .videos.with(\.order, order), expect)
                try await photos.checkSections(of: .all.with(\.order, order).prefix(9), expect)
            }
        }
    }

    private static let sectionsOfAlbums = ConformanceCheck("Sections of an album have its assets, in any order") {
        subject, expect in
        try await subject.withAccess { access in
            let photos = PhotoRepository(access: access)
            let albums = try await access.look { library in try library.albums(.all) }
            _ = try expect.needsSome(albums, "The library has no albums.")
            for album in albums {
                for sort in [AssetSort.newestFirst, .oldestFirst] {
                    try await photos.checkSections(of: .album(album).sorted(by: sort), expect, calendars: [.berlin])
                }
            }
        }
    }

    static let countedDates = ConformanceCheck("A result counts the assets that are older than a date") {
        library, expect in
        for query in [AssetQuery.everything(), .everything(order: [.oldestFirst]), .videos] {
            let result = try library.fetchAssets(query)
            let dates = try library.all(query).map(\.creationDate)
            let around = dates.compactMap(\.self).flatMap { date in [-0.25, 0, 1].map(date.addingTimeInterval) }
            let asked = (around + [.distantPast, .distantFuture]).sorted()
            let expected = asked.map { limit in dates.count { $0.map { $0 < limit } ?? true } }
            let found = try result.counts(olderThan: asked, isOldestFirst: query.order[0].isAscending)
            try expect.equal(found, expected, "the numbers of older assets")
            try expect.equal(try result.counts(olderThan: [], isOldestFirst: false), [], "the numbers for no dates")
        }
    }

    static let editedSections = ConformanceCheck(
        living: "Sections after edits have the assets of their periods, and changes lead to them"
    ) { library, expect in
        let edit = try await MixedEdit(of: library)
        let photos = library.manager.photos
        let before = try await photos.snapshot()
        let old = try await photos.sections(of: before, by: .month, in: .berlin)
        try await edit.perform(in: library)
        let stale = try await photos.sections(of: before, by: .month, in: .berlin)
        try expect.equal(stale.assetCount, before.count, "the assets in sections of an old snapshot")
        for query in [AssetQuery.all, .everything(order: [.oldestFirst]), .album(edit.album)] {
            try await photos.checkSections(of: query, expect)
        }
        // A new subscription begins with the changes since its snapshot.
        let update = try await library.wait(for: "the wait for an update of an old snapshot") {
            var updates = photos.updates(of: before).makeAsyncIterator()
            return try? await updates.next()
        }
        guard let update, case .indexes(let changes) = update.changes else { return }
        let assets = try await photos.assets(in: update.snapshot.indices, of: update.snapshot)
        let new = try old.applying(changes) { assets[$0].creationDate }.sections
        let counted = try await photos.sections(of: update.snapshot, by: .month, in: .berlin)
        try expect.equal(new.map(\.range), counted.map(\.range), "the sections after the changes")
    }
}

extension Calendar {
    /// A calendar whose days have 23 to 25 hours.
    fileprivate static let berlin = sample(.gregorian, "Europe/Berlin")
    /// Calendars with other months and years, and with days that do not begin at midnight.
    fileprivate static let samples = [
        berlin, sample(.gregorian, "America/Sao_Paulo"), sample(.islamicCivil, "Asia/Kathmandu"),
    ]

    private static func sample(_ identifier: Identifier, _ zone: String) -> Calendar {
        var calendar = Calendar(identifier: identifier)
        calendar.timeZone = TimeZone(identifier: zone) ?? .gmt
        return calendar
    }
}

extension PhotoRepository {
    /// Compares the sections of a query with its assets, grouped one by one.
    fileprivate nonisolated func checkSections(
        of query: AssetQuery, _ expect: Expectation, calendars: [Calendar] = Calendar.samples
    ) async throws {
        let snapshot = try await snapshot(of: query)
        let dates = try await assets(in: snapshot.indices, of: snapshot).map(\.creationDate)
        for calendar in calendars {
            for unit in AssetSections.Unit.allCases {
                let found = try await sections(of: snapshot, by: unit, in: calendar)
                let expected = GroupedDates(dates, by: unit, in: calendar)
                let subject = "the sections by \(unit.rawValue) of \(query.summary)"
                try expect.equal(found.map(\.range), expected.ranges, subject)
                try expect.equal(found.map(\.id.start), expected.starts, "the starts of \(subject)")
            }
        }
    }
}

/// Dates grouped by `Calendar`, one by one.
private struct GroupedDates {
    private(set) var starts: [Date?] = []
    private(set) var ranges: [Range<Int>] = []

    init(_ dates: [Date?], by unit: AssetSections.Unit, in calendar: Calendar) {
        for (position, date) in dates.enumerated() {
            let start = date.flatMap { calendar.dateInterval(of: unit.component, for: $0)?.start }
            if let last = starts.last, last == start {
                ranges[ranges.count - 1] = ranges[ranges.count - 1].lowerBound..<position + 1
            } else {
                starts.append(start)
                ranges.append(position..<position + 1)
            }
        }
    }
}

extension AssetSections.Unit {
    fileprivate var component: Calendar.Component {
        switch self {
        case .day: .day
        case .month: .month
        case .year: .year
        }
    }
}
