import CameraRoll
import CameraRollBrowsing
import Foundation

/// The times of sections of one library.
struct SectionFigures: Sendable {
    /// The calendars other than the Gregorian one, with their names.
    static let others: [(name: String, identifier: Calendar.Identifier)] = [
        ("Buddhist", .buddhist), ("Islamic", .islamicUmmAlQura), ("Hebrew", .hebrew), ("Chinese", .chinese),
    ]

    let library: String
    let assets: Int
    let dayCount: Int
    private(set) var months = Samples()
    private(set) var days = Samples()
    /// The days in other calendars, by name.
    private(set) var otherDays: [String: Samples] = [:]
    /// All assets, grouped by the text of a date formatter.
    private(set) var grouping = Samples()
    /// The longest call of the library on its executor, in each read by day.
    private(set) var longestSlices = Samples()
    /// The control: as many binary searches as days, in a plain array of as many dates.
    private(set) var searches = Samples()

    private let plain: PlainDates
    private let photos: PhotoRepository
    private let snapshot: AssetSnapshot
    private let slices = SliceTimes()

    init(of library: PhotoLibrarySource, _ name: String) async throws {
        self.library = name
        let timed = library.wrapping { [slices] in TimedLibrary($0, slices) }
        photos = PhotoRepository(access: LibraryAccess(timed, executor: LibraryExecutor(label: "bench.timeline")))
        snapshot = try await photos.snapshot()
        assets = snapshot.count
        // A folder's list is read to its end by a thread of its own, which is not measured here.
        dayCount = try await photos.sections(of: snapshot, by: .day, in: .ofBerlin()).count
        plain = PlainDates(assets, searches: dayCount)
    }

    /// Counts the sections once in each way.
    ///
    /// - Parameter isGrouping: whether all assets are grouped too.
    mutating func measure(isGrouping: Bool) async throws {
        let (photos, snapshot) = (photos, snapshot)
        months.add(try await Self.elapsed { try await photos.sections(of: snapshot, by: .month, in: .ofBerlin()) })
        slices.reset()
        days.add(try await Self.elapsed { try await photos.sections(of: snapshot, by: .day, in: .ofBerlin()) })
        longestSlices.add(slices.longest)
        for (name, identifier) in Self.others {
            let calendar = Calendar.ofBerlin(identifier)
            let elapsed = try await Self.elapsed { try await photos.sections(of: snapshot, by: .day, in: calendar) }
            otherDays[name, default: Samples()].add(elapsed)
        }
        if isGrouping { grouping.add(try await Self.group(snapshot, of: photos)) }
        searches.add(plain.search())
    }

    private static func elapsed(_ sections: () async throws -> AssetSections) async throws -> UInt64 {
        let start = uptime()
        let found = try await sections()
        let elapsed = uptime() - start
        blackHole(found.count)
        return elapsed
    }

    /// Groups like most pickers: reads everything, and groups it by a text.
    private static func group(_ snapshot: AssetSnapshot, of photos: PhotoRepository) async throws -> UInt64 {
        try await timed {
            let assets = try await photos.assets(in: snapshot.indices, of: snapshot)
            let formatter = DateFormatter()
            formatter.dateFormat = "yyyy-MM-dd"
            formatter.timeZone = Calendar.ofBerlin().timeZone
            let groups = Dictionary(grouping: assets) { asset in asset.creationDate.map(formatter.string) ?? "" }
            blackHole(groups.keys.sorted().count)
        }
    }
}

// MARK: - Publishing

extension SectionFigures {
    /// Prints all figures, and compares them with the goals.
    static func publish(_ figures: [SectionFigures], into report: inout Report) {
        let rows = figures.map { $0.row(into: &report) }
        let headers = ["library", "assets", "sections", "months", "days", "longest slice"]
        report.table(headers + others.map { "days, \($0.name)" } + ["grouping by day"], rows)
        show(figures.filter { $0.library == "synthetic" }, in: report)
        for million in figures where 500_000...2_000_000 ~= million.assets { million.judge(report) }
        let synthetic = figures.filter { $0.library == "synthetic" }
        if let large = synthetic.first(where: { $0.assets > 5_000_000 }),
            let million = synthetic.first(where: { 500_000...2_000_000 ~= $0.assets })
        {
            let growth = large.days.over(million.days)
            let name = "days of \(grouped(large.assets)) against \(grouped(million.assets))"
            report.goal(
                name, ratio(growth), asked: "≤ 1.2×", isMet: growth <= 1.2,
                bound: .atMost(1.2, found: Double(growth)))
            report.note(
                PlainDates.comparison(
                    of: large.searches, in: large.assets, with: million.searches, in: million.assets))
        }
    }

    private static func show(_ figures: [SectionFigures], in report: Report) {
        let lines: [(String, (SectionFigures) -> Samples)] = [
            ("months", \.months), ("days", \.days), ("grouping by day", \.grouping),
        ]
        report.show(
            ScalingPlot(
                name: "timeline", title: "Sections by date, by the size of the library", sizes: "assets",
                quantity: .nanoseconds,
                series: lines.enumerated().map { index, line in
                    Series(
                        name: line.0, isOwn: index < 2,
                        values: figures.filter { line.1($0).count > 0 }.map { .init($0.assets, line.1($0)) })
                }))
    }

    private func row(into report: inout Report) -> [String] {
        let variant = "\(library), \(assets) assets"
        report.record(variant, "sections by month", Double(months.median), "ns")
        report.record(variant, "sections by day", Double(days.median), "ns")
        report.record(variant, "as many searches of a plain array", Double(searches.median), "ns")
        report.record(variant, "longest slice of a read", Double(longestSlices.median), "ns")
        report.record(variant, "longest slice of all reads", Double(longestSlices.max), "ns")
        for (name, samples) in otherDays { report.record(variant, "days, \(name)", Double(samples.median), "ns") }
        if grouping.count > 0 {
            report.record(variant, "grouping by day", Double(grouping.median), "ns")
            report.record(variant, "grouping / sections by day", grouping.over(days), "ratio")
        }
        let others = Self.others.map { time((otherDays[$0.name] ?? Samples()).median) }
        let rival = grouping.count > 0 ? "\(time(grouping.median)), \(ratio(grouping.over(days)))" : ""
        let own = [months.median, days.median, longestSlices.median].map { time($0) }
        return [library, grouped(assets), grouped(dayCount)] + own + others + [rival]
    }

    private func judge(_ report: Report) {
        let (months, days) = (months.median, days.median)
        report.goal(
            "\(library), months", time(months), asked: "≤ 2 ms", isMet: months <= 2_000_000,
            bound: .atMost(2_000_000, found: Double(months)))
        report.goal(
            "\(library), days", time(days), asked: "≤ 10 ms", isMet: days <= 10_000_000,
            bound: .atMost(10_000_000, found: Double(days)))
        let (slice, slowest) = (longestSlices.median, longestSlices.max)
        report.goal(
            "\(library), longest slice of a read by day", "\(time(slice)), \(time(slowest)) of all reads",
            asked: "≤ 2 ms", isMet: slice <= 2_000_000, bound: .atMost(2_000_000, found: Double(slice)))
        let others = otherDays.values.map(\.median).max() ?? 0
        report.goal(
            "\(library), days of other calendars", time(others), asked: "≤ 60 ms", isMet: others <= 60_000_000,
            bound: .atMost(60_000_000, found: Double(others)))
        guard grouping.count > 0 else { return }
        let factor = grouping.over(self.days)
        report.goal(
            "\(library), days against grouping", ratio(factor), asked: "≥ 500×", isMet: factor >= 500,
            bound: .atLeast(500, found: Double(factor)))
    }
}

// MARK: - Slices

/// The longest call that counts assets by date.
private final class SliceTimes: Sendable {
    private let contents = Lock<UInt64>(0)

    var longest: UInt64 { contents.withLock(\.self) }

    func add(_ nanoseconds: UInt64) {
        contents.withLock { $0 = max($0, nanoseconds) }
    }

    func reset() {
        contents.withLock { $0 = 0 }
    }
}

/// A library that times the calls that count assets by date.
private final class TimedLibrary: ForwardingLibrary {
    private let slices: SliceTimes

    init(_ library: any PhotoLibraryBackend, _ slices: SliceTimes) {
        self.slices = slices
        super.init(library)
    }

    override func fetchAssets(_ query: AssetQuery) throws(LibraryError) -> any AssetFetchResult {
        TimedResult(try base.fetchAssets(query), slices)
    }
}

private final class TimedResult: AssetFetchResult {
    private let base: any AssetFetchResult
    private let slices: SliceTimes

    init(_ base: any AssetFetchResult, _ slices: SliceTimes) {
        self.base = base
        self.slices = slices
    }

    var count: Int { base.count }
    func assets(in range: Range<Int>) throws(LibraryError) -> [MediaAsset] { try base.assets(in: range) }
    func index(of id: AssetID) throws(LibraryError) -> Int? { try base.index(of: id) }

    func counts(olderThan dates: [Date], isOldestFirst: Bool) throws(LibraryError) -> [Int] {
        let start = uptime()
        let counts = try base.counts(olderThan: dates, isOldestFirst: isOldestFirst)
        slices.add(uptime() - start)
        return counts
    }
}
