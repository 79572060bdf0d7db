import CameraRoll
import SyntheticLibrary

/// The cost of reading one asset by an app's own actor on the library executor, which reads without a hop.
struct IsolatedReads {
    /// A way to read an asset.
    enum Way: String, CaseIterable {
        case locked = "the library behind a lock, without CameraRoll"
        case isolated = "an actor on the executor: assetsNow(in:of:)"
        case hopping = "an actor elsewhere: assets(in:of:)"
        case nothing = "nothing, by access.read: the hop alone"
    }

    private(set) var samples: [Way: Samples] = [:]

    /// Measures all ways alternately.
    init(rounds: Int, reads: Int) async throws {
        let source = PhotoLibrarySource.synthetic(SyntheticStore(assets: 1_000, seed: 1))
        let photos = PhotoRepository(access: LibraryAccess(source, executor: LibraryExecutor(label: "bench.isolated")))
        let snapshot = try await photos.snapshot()
        let (reader, locked) = (Reader(photos, snapshot), try LockedLibrary(source))
        for _ in 0..<rounds {
            for way in Way.allCases {
                let elapsed =
                    switch way {
                    case .locked:
                        try await timed { for _ in 0..<reads { blackHole(try locked.assets(in: 0..<1).count) } }
                    case .isolated: try await reader.read(times: reads)
                    case .hopping:
                        try await timed {
                            for _ in 0..<reads { blackHole(try await photos.assets(in: 0..<1, of: snapshot).count) }
                        }
                    case .nothing:
                        try await timed { for _ in 0..<reads { try await photos.access.read("nothing") { _ in } } }
                    }
                samples[way, default: Samples()].add(elapsed / UInt64(reads))
            }
        }
    }

    /// Adds the measurements and their table to a report.
    func publish(into report: inout Report) {
        let base = samples[.locked] ?? Samples()
        let rows = Way.allCases.map { way -> [String] in
            let figure = samples[way] ?? Samples()
            report.record(
                way.rawValue, "one asset", Double(figure.median), "ns", samples: figure,
                rival: Self.rival(of: way))
            return [way.rawValue, time(figure.median), ratio(figure.over(base)), time(figure.fast)]
        }
        report.table(["one photo, read by", "median", "against the lock", "the fastest tenth"], rows)
        report.show(
            BarChart(
                "executor-reads", title: "One photo, read by",
                reading:
                    "Medians, eight of ten rounds within the strokes; the axis grows by factors of ten.",
                .nanoseconds,
                isLogarithmic: true,
                bars: Way.allCases.map { way in
                    let figure = samples[way] ?? Samples()
                    return .init(
                        name: way.rawValue, isOwn: way != .locked, value: Double(figure.median), spread: figure.spread)
                }))
    }

    private static func rival(of way: Way) -> String? {
        switch way {
        case .locked: nil
        case .isolated: Way.locked.rawValue
        case .hopping, .nothing: Measurement.placementOfThreads
        }
    }

    /// An app's own actor on the library executor.
    private actor Reader {
        private nonisolated let photos: PhotoRepository
        private let snapshot: AssetSnapshot

        nonisolated var unownedExecutor: UnownedSerialExecutor { photos.unownedExecutor }

        init(_ photos: PhotoRepository, _ snapshot: AssetSnapshot) {
            (self.photos, self.snapshot) = (photos, snapshot)
        }

        func read(times: Int) async throws -> UInt64 {
            try await timed {
                for _ in 0..<times { blackHole(try await photos.assetsNow(in: 0..<1, of: snapshot).count) }
            }
        }
    }
}
