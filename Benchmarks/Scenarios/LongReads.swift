import CameraRoll
import Foundation
import SyntheticLibrary

/// Long reads of each kind, together with urgent reads every 0.3 ms: a part of the scenario `scale`.
struct LongReads {
    /// The form in which a long read names its assets.
    enum Way: String, CaseIterable {
        case range
        case positions = "every other position"
        case identifiers
        case keyset = "one keyset page"
        case pages = "keyset pages of 500"
        case updates = "an update"
    }

    struct Outcome {
        let way: Way
        let count: Int
        /// The times of whole reads, with urgent ones at the same time.
        var reads = Samples()
        /// The times of urgent reads.
        var urgent = Samples()
        /// The same read as a single job on the same executor; none for updates.
        var wholeReads = Samples()
        /// The times of urgent reads at the same time.
        var urgentBesideWhole = Samples()

        var perAsset: Double { Double(reads.median) / Double(count) }
        var perAssetInOneJob: Double { Double(wholeReads.median) / Double(count) }
    }

    private let counts: [Int]
    private let seed: UInt64
    private let rounds: Int
    /// The time after which enough rounds have been measured, in nanoseconds; there are at least two.
    private static let enough: UInt64 = 1_000_000_000

    /// Creates the reads for the options.
    init(_ options: Options) {
        counts = options.assets.map { [$0] } ?? (options.isQuick ? [10_000, 50_000] : [10_000, 100_000, 1_000_000])
        seed = options.seed
        rounds = options.isQuick ? 1 : 5
    }

    func run(into report: inout Report) async throws {
        var figures: [Outcome] = []
        for count in counts {
            report.progress("long reads of \(grouped(count))")
            figures += try await Subject(count, seed: seed).measure(rounds: rounds * max(1, 200_000 / count))
        }
        publish(figures, into: &report)
        show(figures, in: report)
        for way in Way.allCases { judge(figures.filter { $0.way == way }, into: &report) }
    }

    private func show(_ figures: [Outcome], in report: Report) {
        func line(_ way: Way, _ name: String, isOwn: Bool, _ value: (Outcome) -> Double) -> Series<[ScalingPlot.Point]>
        {
            let points = figures.filter { $0.way == way && value($0) > 0 }.map {
                ScalingPlot.Point(size: Double($0.count), value: value($0))
            }
            return Series(name: name, isOwn: isOwn, values: points)
        }
        let series = [Way.range, .identifiers, .keyset].flatMap { way in
            [
                line(way, way.rawValue, isOwn: true, \.perAsset),
                line(way, "\(way.rawValue), uninterrupted", isOwn: false, \.perAssetInOneJob),
            ]
        }
        report.show(
            ScalingPlot(
                name: "scale-long-reads", title: "One photo of a long read, by the read's length", sizes: "assets read",
                quantity: .nanoseconds, series: series))
        report.show(
            LatencyCurve(
                name: "scale-urgent", title: "An urgent read, beside a long one",
                series: figures.filter { $0.way == .range }.suffix(1).flatMap { figure in
                    [
                        Series(name: "beside a read in slices", isOwn: true, values: Quantiles(figure.urgent)),
                        Series(name: "beside an uninterrupted read", values: Quantiles(figure.urgentBesideWhole)),
                    ]
                }))
    }

    private func publish(_ figures: [Outcome], into report: inout Report) {
        let rows = figures.map { figure -> [String] in
            let variant = "\(figure.way.rawValue), \(figure.count) assets"
            report.record(variant, "time for an asset", figure.perAsset, "ns")
            report.record(variant, "urgent reads, longest", Double(figure.urgent.max), "ns")
            report.record(variant, "urgent reads, p99", Double(figure.urgent.percentile(99)), "ns")
            let urgent = [figure.urgent.median, figure.urgent.percentile(99), figure.urgent.max].map { time($0) }
            let row = [figure.way.rawValue, grouped(figure.count), time(figure.reads.median), time(figure.perAsset)]
            guard figure.wholeReads.count > 0 else { return row + urgent + ["", ""] }
            report.record(variant, "time for an asset, in one job", figure.perAssetInOneJob, "ns")
            report.record(variant, "urgent reads beside one job, longest", Double(figure.urgentBesideWhole.max), "ns")
            return row + urgent + [time(figure.perAssetInOneJob), time(figure.urgentBesideWhole.max)]
        }
        report.table(
            [
                "long read by", "photos", "takes", "for each", "urgent reads beside: median", "99 %", "longest",
                "uninterrupted, for each", "urgent beside it: longest",
            ], rows)
    }

    /// Judges whether reads are linear, so that the cost per asset does not depend on their number.
    ///
    /// If there are more assets than fit into the processor's caches, each costs more, however they are read. The
    /// growth of the same read in one job shows how much of ours this explains.
    private func judge(_ figures: [Outcome], into report: inout Report) {
        guard let small = figures.first, let large = figures.last, small.count < large.count else { return }
        let growth = large.perAsset / small.perAsset
        report.goal(
            "by \(small.way.rawValue): a photo of \(grouped(large.count)) against one of \(grouped(small.count))",
            ratio(growth), asked: "≤ 1.2×", isMet: growth <= 1.2, bound: .atMost(1.2, found: growth))
        guard small.wholeReads.count > 0 else { return }
        let inherent = large.perAssetInOneJob / small.perAssetInOneJob
        report.goal(
            "by \(small.way.rawValue): that growth against an uninterrupted read's, \(ratio(inherent))",
            ratio(growth / inherent), asked: "≤ 1.2×", isMet: growth <= 1.2 * inherent,
            bound: .atMost(1.2, found: growth / inherent))
    }
}

extension LongReads {
    /// A library with more than twice as many assets as are read.
    private struct Subject {
        /// The maximum number of changes; more are answered by a reload.
        private static let mostChanges = 100_000

        private let count: Int
        private let store: SyntheticStore
        private let photos: PhotoRepository
        private let snapshot: AssetSnapshot
        private let identifiers: [AssetID]

        init(_ count: Int, seed: UInt64) async throws {
            self.count = count
            // Some assets are hidden, or members of a burst.
            store = SyntheticStore(assets: count * 5 / 2, seed: seed)
            let executor = LibraryExecutor(label: "bench.long")
            let limits = LibraryAccess.Limits(changeDelay: .none)
            photos = PhotoRepository(access: LibraryAccess(.synthetic(store), executor: executor, limits: limits))
            snapshot = try await photos.snapshot()
            identifiers = Array(try await photos.identifiers(of: snapshot).prefix(count))
        }

        func measure(rounds: Int) async throws -> [Outcome] {
            var figures: [Outcome] = []
            for way in Way.allCases where way != .updates || count <= Self.mostChanges {
                var figure = Outcome(way: way, count: count)
                let start = uptime()
                for round in 0..<rounds where round < 2 || uptime() - start < LongReads.enough {
                    try await measure(&figure)
                }
                figures.append(figure)
            }
            return figures
        }

        private func measure(_ figure: inout Outcome) async throws {
            let way = figure.way
            let (elapsed, waits) = try await Task(priority: .medium) {
                try await way == .updates ? follow() : besideUrgentReads { try await read(by: way) }
            }.value
            figure.reads.add(elapsed)
            for wait in waits { figure.urgent.add(wait) }
            guard way != .updates else { return }
            let (whole, wholeWaits) = try await Task(priority: .medium) {
                try await besideUrgentReads { try await readInOneJob(by: way) }
            }.value
            figure.wholeReads.add(whole)
            for wait in wholeWaits { figure.urgentBesideWhole.add(wait) }
        }

        /// The time of a read, and the delays of concurrent urgent reads, in nanoseconds.
        private func besideUrgentReads(_ read: () async throws -> Int) async throws -> (UInt64, [UInt64]) {
            let urgent = Task(priority: .high) { await urgentReads() }
            defer { urgent.cancel() }
            let elapsed = try await timed {
                let found = try await read()
                guard found == count else { throw BenchmarkFailure("\(found) read, not \(count)") }
            }
            urgent.cancel()
            return (elapsed, await urgent.value)
        }

        /// Reads assets, and returns their number.
        private func read(by way: Way) async throws -> Int {
            switch way {
            case .range: return try await photos.assets(in: 0..<count, of: snapshot).count
            case .positions:
                return try await photos.assets(at: stride(from: 0, to: count * 2, by: 2), of: snapshot).count
            case .identifiers: return try await photos.assets(withIdentifiers: identifiers).count
            case .keyset: return try await photos.firstPage(of: .all, size: count).assets.count
            case .pages: return try await readPages()
            case .updates: return try await photos.count()
            }
        }

        /// Reads the same assets in one job, as an app without slices does, and returns their number.
        private func readInOneJob(by way: Way) async throws -> Int {
            try await photos.access.read("read in one job") { [count, identifiers] library in
                switch way {
                case .range: return try library.fetchAssets(.all).assets(in: 0..<count).count
                case .positions: return try Self.everyOtherAsset(of: library.fetchAssets(.all), count: count).count
                case .identifiers: return try library.assets(withIdentifiers: identifiers).count
                case .keyset: return try library.assets(after: nil, of: .all, count: count).assets.count
                case .pages: return try Self.assetsPageByPage(of: library, count: count).count
                case .updates: return 0
                }
            }
        }

        private static func everyOtherAsset(
            of assets: any AssetFetchResult, count: Int
        ) throws -> [Int: MediaAsset] {
            var found: [Int: MediaAsset] = [:]
            for position in stride(from: 0, to: count * 2, by: 2) {
                for asset in try assets.assets(in: position..<position + 1) { found[position] = asset }
            }
            return found
        }

        private static func assetsPageByPage(of library: any PhotoLibraryBackend, count: Int) throws -> [MediaAsset] {
            var all: [MediaAsset] = []
            var hasMore = true
            while hasMore, all.count < count {
                let position = all.last.map { SortPosition(of: $0, in: AssetQuery.all.order) }
                let page = try library.assets(after: position, of: .all, count: min(500, count - all.count))
                all += page.assets
                hasMore = page.hasMore
            }
            return all
        }

        private func readPages() async throws -> Int {
            var page = try await photos.firstPage(of: .all, size: 500)
            var read = page.assets.count
            while read < count, let cursor = page.endCursor {
                page = try await photos.page(after: cursor, size: min(500, count - read))
                read += page.assets.count
            }
            return read
        }

        /// Follows the snapshot, and changes as many assets as are read.
        private func follow() async throws -> (UInt64, [UInt64]) {
            var updates = photos.updates(of: try await photos.snapshot()).makeAsyncIterator()
            // The first update subscribes.
            store.edit(identifiers[0]) { $0.isFavorite.toggle() }
            _ = try await updates.next()
            store.change { contents in
                for id in identifiers { contents.edit(id) { $0.isFavorite.toggle() } }
            }
            return try await besideUrgentReads { try await updates.next()?.indexChanges?.changed.count ?? 0 }
        }

        /// Reads one asset every 0.3 ms until the task is canceled.
        private func urgentReads() async -> [UInt64] {
            var waits: [UInt64] = []
            while !Task.isCancelled {
                let start = uptime()
                guard (try? await photos.assets(in: 0..<1, of: snapshot)) != nil else { break }
                waits.append(uptime() - start)
                try? await Task.sleep(for: .microseconds(300))
            }
            return waits
        }
    }
}
