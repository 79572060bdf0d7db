import CameraRoll
import SyntheticLibrary

/// The cost of a walk through the whole library, page by page.
struct PageScenario: Scenario {
    let name = "page"
    let title = "Walking through a library, page by page"
    let section = "open"
    let summary = """
        a walk through the library in pages of 200, by snapshot and by cursor, against a dispatch queue, arrays and \
        re-fetching
        """
    let provenance = """
        All real: the synthetic library without costs. Medians of walks in turns. Recents leaves out hidden
          assets and all but one picture of a burst, so the walk is shorter than the library.
        """
    let provenanceOfFolder = """
        All real: an asset is read from SQLite; the folder was indexed before. Medians of several walks.
        """

    private static let pageSize = 200

    let typicalSeconds = 4.0
    let quickSeconds = 0.5

    func run(_ options: Options, into report: inout Report) async throws {
        if let path = options.library {
            report.progress("indexing '\(path)'")
            let folder = try await IndexedFolder(at: path)
            defer { folder.remove() }
            return try await measure(folder.library, store: nil, options, into: &report)
        }
        let size = options.assets ?? (options.isQuick ? 10_000 : 70_000)
        let store = SyntheticStore(assets: size, seed: options.seed)
        try await measure(.synthetic(store), store: store, options, into: &report)
    }

    private func measure(
        _ library: PhotoLibrarySource, store: SyntheticStore?, _ options: Options, into report: inout Report
    ) async throws {
        let photos = PhotoRepository(access: LibraryAccess(library, executor: LibraryExecutor(label: "bench.page")))
        let snapshot = try await photos.snapshot()
        guard snapshot.count >= 3 * Self.pageSize else {
            throw UsageError(description: "A library of \(snapshot.count) assets is too small for pages of 200.")
        }
        let queue = try store.map { _ in try DispatchQueueLibrary(library) }
        let lazyArray = try store.map { _ in try LockedLibrary(library) }
        let subject = Subject(store: store, queue: queue, lazyArray: lazyArray, photos: photos, snapshot: snapshot)
        try await measureWalks(subject, rounds: options.isQuick ? 1 : 20, into: &report)
    }

    private func measureWalks(_ subject: Subject, rounds: Int, into report: inout Report) async throws {
        var all: [Walk: Samples] = [:]
        // Alternately, so that a slow moment of the machine slows all of them.
        for round in 0..<rounds {
            for walk in subject.walks where round < 3 || walk != .refetching {
                all[walk, default: Samples()].add(try await timed { try await subject.walk(walk) })
            }
            if round % 5 == 0 { report.progress("walk \(round + 1) of \(rounds)") }
        }
        let walks = all
        let rows = subject.walks.map { walk -> [String] in
            let samples = walks[walk] ?? Samples()
            report.record(walk.rawValue, "an asset", perAsset(samples.median, subject), "ns")
            let rival = walk.isOwn && subject.store != nil ? Walk.lazyArray.rawValue : nil
            report.record(
                walk.rawValue, "walk, in turns", Double(samples.median), "ns", samples: samples, rival: rival)
            let assets = [samples.median, samples.fast].map { time(perAsset($0, subject)) }
            return [walk.rawValue, time(samples.median)] + assets
        }
        show(walks, subject, in: report)
        report.table(
            ["walk of \(grouped(subject.snapshot.count)) assets", "in all", "an asset", "the fastest tenth"], rows)
        judge(walks, subject, in: report)
    }

    private func judge(_ walks: [Walk: Samples], _ subject: Subject, in report: Report) {
        guard let rival = walks[.dispatchQueue], let snapshot = walks[.snapshot], let keyset = walks[.keyset] else {
            return
        }
        let slowest = perAsset(max(snapshot.median, keyset.median), subject)
        report.goal(
            "snapshot and cursor, an asset", time(slowest), asked: "≤ 120 ns", isMet: slowest <= 120,
            bound: .atMost(120, found: slowest))
        guard rival.count > 0 else { return }
        let against = snapshot.over(rival)
        report.goal(
            "pages against a dispatch queue's", ratio(against), asked: "≤ 1.1×", isMet: against <= 1.1,
            bound: .atMost(1.1, found: against))
        report.conclude(
            "A walk through \(grouped(subject.snapshot.count)) photos in pages of 200 takes "
                + "\(time(perAsset(snapshot.median, subject))) for each, \(ratio(against)) the time of the same pages "
                + "from an actor on a dispatch queue.")
    }

    private func show(_ walks: [Walk: Samples], _ subject: Subject, in report: Report) {
        report.show(
            BarChart(
                "page", title: "One photo, in a walk through \(grouped(subject.snapshot.count))",
                reading: """
                    Medians of several walks, divided by the photos; the axis grows by factors of ten. The lazy array \
                    is what an engineer writes without CameraRoll, on one thread and behind a lock.
                    """, .nanoseconds, isLogarithmic: true,
                bars: subject.walks.map {
                    .init(name: $0.rawValue, isOwn: $0.isOwn, value: perAsset(walks[$0]?.median ?? 0, subject))
                }, goal: GoalLine(value: 150, label: "goal 150 ns")))
    }

    private func perAsset(_ walk: UInt64, _ subject: Subject) -> Double {
        Double(walk) / Double(subject.snapshot.count)
    }

    private enum Walk: String, CaseIterable {
        case snapshot = "snapshot pages"
        case readingAhead = "snapshot pages, one ahead"
        case dispatchQueue = "the same pages from an actor on a dispatch queue"
        case keyset = "pages by cursor"
        case assets = "asset by asset"
        case lazyArray = "the same pages from a lazy array behind a lock"
        case array = "one eager array"
        case refetchingPage = "a fetch for each page, that page read"
        case refetching = "a fetch for each page, all before it read"

        var isOwn: Bool { [.snapshot, .readingAhead, .keyset, .assets].contains(self) }
    }

    private struct Subject {
        /// The store for access without CameraRoll's executor; nil if the library offers none.
        let store: SyntheticStore?
        /// The same library behind an actor on a dispatch queue.
        let queue: DispatchQueueLibrary?
        /// The same library as one fetch result behind a lock.
        let lazyArray: LockedLibrary?
        let photos: PhotoRepository
        let snapshot: AssetSnapshot

        var walks: [Walk] {
            store == nil ? [.snapshot, .readingAhead, .keyset, .assets] : Walk.allCases
        }

        func walk(_ walk: Walk) async throws {
            switch walk {
            case .snapshot: try await walkPages(photos.pages(of: snapshot, size: pageSize))
            case .readingAhead: try await walkPages(photos.pages(of: snapshot, size: pageSize, readsAhead: true))
            case .dispatchQueue: try await queue?.walk(pageSize: pageSize, count: snapshot.count)
            case .keyset: try await walkCursors()
            case .assets: for try await asset in photos.assets(of: snapshot, pageSize: pageSize) { blackHole(asset) }
            case .lazyArray: try walkLazyArray()
            case .array: blackHole(try store?.unsafeUnprotectedAccess.allAssets().count)
            case .refetchingPage: try walkByFetching { $0 }
            case .refetching: try walkByFetching { 0..<$0.upperBound }
            }
        }

        private func walkPages(_ pages: AssetPages) async throws {
            for try await page in pages { blackHole(page.assets.count) }
        }

        private func walkCursors() async throws {
            var page = try await photos.firstPage(of: .all, size: pageSize)
            while page.hasNextPage, let cursor = page.endCursor {
                page = try await photos.page(after: cursor, size: pageSize)
            }
        }

        private func walkLazyArray() throws {
            for start in stride(from: 0, to: snapshot.count, by: pageSize) {
                let range = start..<min(start + pageSize, snapshot.count)
                blackHole(try lazyArray?.assets(in: range).count)
            }
        }

        /// Fetches again for each page, and reads only the page or, like plugins that enumerate up to their cursor,
        /// everything before it too.
        private func walkByFetching(_ read: (Range<Int>) -> Range<Int>) throws {
            for start in stride(from: 0, to: snapshot.count, by: pageSize) {
                let range = read(start..<min(start + pageSize, snapshot.count))
                blackHole(try store?.unsafeUnprotectedAccess.assets(in: range).count)
            }
        }
    }
}
