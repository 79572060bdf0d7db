import CameraRoll
import SyntheticLibrary

/// Equal readers that ask in the same moment, and pages beside whole reads of their own priority.
struct ManyReadersScenario: Scenario {
    let name = "many"
    let title = "Many readers at once"
    let summary = "readers that ask for a page in the same moment, alone and beside whole reads of their own priority"
    let provenance = """
        Real: all threads, queues and waits. Modeled: the library, at the published costs of Photos, 0.1 ms for an
          asset. All readers have the same priority, each reads another page, and the times count from one moment.
        """

    let typicalSeconds = 32.0
    let quickSeconds = 1.5

    private static let whole = "a read of 2,000"

    func run(_ options: Options, into report: inout Report) async throws {
        let store = SyntheticStore(assets: options.assets ?? 70_000, seed: options.seed, costs: .photoKit)
        var crowds: [Crowd: Samples] = [:]
        for crowd in Crowd.all(isQuick: options.isQuick) {
            report.progress("\(crowd.readers) readers of pages of \(grouped(crowd.size))")
            crowds[crowd] = try await Readers(crowd.way, store).read(crowd)
        }
        report.progress("pages beside whole reads")
        let pages = options.isQuick ? 10 : 200
        var beside: [Way: Samples] = [:]
        for way in Way.allCases {
            beside[way] = try await Readers(way, store).readPages(way == .own ? pages : 1, besideWholeReads: 16)
        }
        report.progress("a long read beside pages")
        let readers = try await Readers(.own, store)
        let alone = try await readers.readLong(besidePages: 0)
        let among = try await readers.readLong(besidePages: options.isQuick ? 1 : 4)
        publish(crowds, beside, Double(among) / Double(alone), into: &report)
    }

    private func publish(
        _ crowds: [Crowd: Samples], _ beside: [Way: Samples], _ growth: Double, into report: inout Report
    ) {
        let sorted = crowds.sorted { $0.key.order < $1.key.order }
        for (crowd, times) in sorted {
            report.record(crowd.variant, "first", Double(times.percentile(0)), "ns")
            report.record(crowd.variant, "median", Double(times.median), "ns")
            report.record(crowd.variant, "last", Double(times.max), "ns")
            report.record(crowd.variant, "within 100 ms", Double(times.count(within: 100)), "readers")
        }
        for (way, times) in beside.sorted(by: { $0.key < $1.key }) {
            report.record(way.rawValue, "a page beside 16 whole reads, p99", Double(times.percentile(99)), "ns")
        }
        report.record(Self.whole, "beside four readers of pages, against alone", growth, "x")
        report.table(
            ["readers", "page of", "with", "first", "median", "last", "within 50 ms", "100 ms", "200 ms"],
            sorted.map { crowd, times in
                [grouped(crowd.readers), grouped(crowd.size), crowd.way.rawValue]
                    + [times.percentile(0), times.median, times.max].map { time($0) }
                    + [50, 100, 200].map { grouped(times.count(within: $0)) }
            })
        report.table(
            ["a page of 50 beside 16 reads of 2,000, with", "median", "99 %"],
            beside.sorted { $0.key < $1.key }.map { way, times in
                [way.rawValue, time(times.median), time(times.percentile(99))]
            })
        report.note("\(Self.whole) beside four readers of pages of 50 takes \(ratio(growth)) its time alone.")
        show(crowds, in: report)
        judge(crowds, beside, in: report)
    }

    private func show(_ crowds: [Crowd: Samples], in report: Report) {
        let series = Way.allCases.compactMap { way in
            crowds[Crowd(readers: 50, size: 50, way: way)].map {
                Series(name: way.rawValue, isOwn: way == .own, values: Quantiles($0))
            }
        }
        report.show(LatencyCurve(name: "many", title: "A page of 50, for 50 readers at once", series: series))
    }

    private func judge(_ crowds: [Crowd: Samples], _ beside: [Way: Samples], in report: Report) {
        func judge(_ name: String, _ found: UInt64, atMost limit: UInt64) {
            report.goal(
                name, time(found), asked: "≤ \(time(limit))", isMet: found <= limit,
                bound: .atMost(Double(limit), found: Double(found)))
        }
        if let pages = crowds[Crowd(readers: 50, size: 50, way: .own)] {
            judge("50 pages of 50: the first", pages.percentile(0), atMost: 8_000_000)
            judge("50 pages of 50: the median", pages.median, atMost: 140_000_000)
            judge("50 pages of 50: the last", pages.max, atMost: 260_000_000)
            report.conclude(
                "Of 50 readers of a page that ask at once, the first has it after \(time(pages.percentile(0))), half "
                    + "of them after \(time(pages.median)), the last after \(time(pages.max)).")
        }
        for size in [200, 1_000] {
            guard let pages = crowds[Crowd(readers: 50, size: size, way: .own)] else { continue }
            let share = Double(pages.median) / Double(max(pages.max, 1))
            report.goal(
                "50 pages of \(grouped(size)): the median against the last", percent(share), asked: "≤ 60 %",
                isMet: share <= 0.6, bound: .atMost(0.6, found: share))
        }
        if let page = beside[.own] {
            judge("a page of 50 beside 16 whole reads, 99 %", page.percentile(99), atMost: 12_000_000)
        }
    }
}

extension ManyReadersScenario {
    /// What readers ask for pages.
    private enum Way: String, CaseIterable, Comparable {
        case own = "CameraRoll"
        case queue = "an actor on a dispatch queue"
        case actor = "a default actor"

        static func < (lhs: Way, rhs: Way) -> Bool { lhs.rawValue < rhs.rawValue }
    }

    /// Readers of equal pages.
    private struct Crowd: Hashable {
        let readers: Int
        let size: Int
        let way: Way

        /// The place in a table.
        var order: (Int, Int, Way) { (size, readers, way) }

        var variant: String { "\(way.rawValue), \(readers) pages of \(size)" }

        /// Those of a run; without CameraRoll, only 50 readers, since each page is read to its end in any case.
        static func all(isQuick: Bool) -> [Crowd] {
            guard !isQuick else { return Way.allCases.map { Crowd(readers: 16, size: 50, way: $0) } }
            return [50, 200, 1_000].flatMap { size in
                [1, 4, 16, 50, 200].flatMap { readers in
                    Way.allCases.compactMap { way in
                        let isMeasured = way == .own ? readers * size < 100_000 : readers == 50
                        return isMeasured ? Crowd(readers: readers, size: size, way: way) : nil
                    }
                }
            }
        }
    }

    /// A library behind CameraRoll, or behind an actor that reads each page to its end.
    private struct Readers {
        private let photos: PhotoRepository
        private let snapshot: AssetSnapshot
        private let read: @Sendable (Range<Int>) async throws -> Int

        init(_ way: Way, _ store: SyntheticStore) async throws {
            let executor = LibraryExecutor(label: "bench.many")
            let photos = PhotoRepository(access: LibraryAccess(.synthetic(store), executor: executor))
            let snapshot = try await photos.snapshot()
            (self.photos, self.snapshot) = (photos, snapshot)
            switch way {
            case .own: read = { try await photos.assets(in: $0, of: snapshot).count }
            case .queue:
                let library = try DispatchQueueLibrary(.synthetic(store))
                read = { try await library.assets(in: $0).count }
            case .actor:
                let library = PlainLibrary(try LockedLibrary(.synthetic(store)))
                read = { try await library.assets(in: $0).count }
            }
        }

        /// The times from one moment until each reader has its page.
        func read(_ crowd: Crowd) async throws -> Samples {
            let start = uptime()
            return try await withThrowingTaskGroup(of: UInt64.self) { group in
                for reader in 0..<crowd.readers {
                    group.addTask(priority: .medium) {
                        blackHole(try await read(page(reader, size: crowd.size)))
                        return uptime() - start
                    }
                }
                return try await group.reduce(into: Samples()) { $0.add($1) }
            }
        }

        /// The times of pages of 50, one after the other, since so many reads of 2,000 began.
        func readPages(_ count: Int, besideWholeReads whole: Int) async throws -> Samples {
            let reads = (0..<whole).map { number in
                Task(priority: .medium) { try await read(page(number, size: 2_000)) }
            }
            // A page that no one measures: behind it, the others have begun.
            let first = Task(priority: .medium) { try await read(page(0, size: 1)) }
            let pages = Task(priority: .medium) {
                var times = Samples()
                for number in 0..<count {
                    times.add(try await timed { blackHole(try await read(page(number, size: 50))) })
                }
                return times
            }
            let times = try await pages.value
            _ = try await first.value
            for read in reads { read.cancel() }
            for read in reads { _ = try? await read.value }
            return times
        }

        /// The time of a read of 2,000, with some readers of pages of 50 without pause.
        func readLong(besidePages readers: Int) async throws -> UInt64 {
            let pages = (0..<readers).map { reader in
                Task(priority: .medium) {
                    while !Task.isCancelled { blackHole(try await read(page(reader, size: 50))) }
                }
            }
            let elapsed = try await Task(priority: .medium) {
                try await timed { blackHole(try await read(page(0, size: 2_000))) }
            }.value
            for page in pages { page.cancel() }
            for page in pages { _ = try? await page.value }
            return elapsed
        }

        private func page(_ number: Int, size: Int) -> Range<Int> {
            let start = number * size % max(snapshot.count - size, 1)
            return start..<min(start + size, snapshot.count)
        }
    }

    /// A default actor in front of a library.
    private actor PlainLibrary {
        private let library: LockedLibrary

        init(_ library: LockedLibrary) {
            self.library = library
        }

        func assets(in range: Range<Int>) throws -> [MediaAsset] { try library.assets(in: range) }
    }
}

extension Samples {
    /// The number of values up to a time.
    fileprivate func count(within milliseconds: UInt64) -> Int {
        inOrder.count { $0 <= milliseconds * 1_000_000 }
    }
}
