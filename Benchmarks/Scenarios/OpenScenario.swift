import CameraRoll
import SyntheticLibrary

/// The time until an app shows its first photos.
struct OpenScenario: Scenario {
    let name = "open"
    let summary = "the count and the first 100 photos, against the articles' way: materialise all, then show"
    let provenance = "Modelled: 0.1 ms of library time for each asset materialised (R66). Real: everything else."
    let provenanceOfFolder = "All real; the folder was indexed before. All at once: all pages are read, then one shown."

    func run(_ options: Options, into report: inout Report) async throws {
        if let path = options.library { return try await run(on: path, options, into: &report) }
        let sizes = options.assets.map { [$0] } ?? (options.isQuick ? [4_000] : [4_000, 10_000, 70_000])
        var rows: [[String]] = []
        var last: (eager: UInt64, lazy: Samples) = (0, Samples())
        for size in sizes {
            report.progress("\(grouped(size)) assets")
            let store = SyntheticStore(assets: size, seed: options.seed, costs: .photoKit)
            _ = store.contents  // generated before the clock starts
            last = (
                try await openEagerly(store), try await openLazily(.synthetic(store), times: options.isQuick ? 3 : 20)
            )
            rows.append(publish(size, last.eager, last.lazy, into: &report))
        }
        report.table(["assets", "all at once", "CameraRoll", "at worst", "ratio"], rows)
        let gain = Double(last.eager) / Double(max(last.lazy.median, 1))
        report.goal("first 100", time(last.lazy.median), asked: "≤ 16 ms", isMet: last.lazy.median <= 16_000_000)
        if sizes.last == 70_000 { report.goal("gain", ratio(gain), asked: "≥ 100×", isMet: gain >= 100) }
        report.conclude(
            "With \(grouped(sizes.last ?? 0)) assets the first 100 are there after \(time(last.lazy.median)) "
                + "instead of \(time(last.eager)): \(ratio(gain)) faster.")
    }

    /// On real photos; the eager variant reads every page before the first is shown.
    private func run(on path: String, _ options: Options, into report: inout Report) async throws {
        report.progress("indexing '\(path)'")
        let folder = try await IndexedFolder(at: path)
        defer { folder.remove() }
        let photos = PhotoRepository(
            access: LibraryAccess(folder.library, executor: LibraryExecutor(label: "bench.eager")))
        var count = 0
        let eager = try await timed {
            for try await page in photos.pages(of: .all, size: 1_000) { count += page.assets.count }
        }
        let lazy = try await openLazily(folder.library, times: options.isQuick ? 3 : 20)
        report.table(
            ["assets", "all at once", "CameraRoll", "at worst", "ratio"],
            [publish(count, eager, lazy, into: &report)])
    }

    private func openEagerly(_ store: SyntheticStore) async throws -> UInt64 {
        try await timed { blackHole(try store.unsafeUnprotectedAccess.allAssets().prefix(100).count) }
    }

    private func openLazily(_ library: @autoclosure () -> PhotoLibrarySource, times: Int) async throws -> Samples {
        var samples = Samples()
        for _ in 0..<times {
            let manager = MediaManager(library(), executor: LibraryExecutor(label: "bench.open"))
            samples.add(
                try await timed {
                    blackHole(try await manager.loadLibrary())
                    blackHole(try await manager.page(PageRequest(size: 100)).assets.count)
                })
        }
        return samples
    }

    private func publish(_ size: Int, _ eager: UInt64, _ lazy: Samples, into report: inout Report) -> [String] {
        report.record("all at once", "first 100 of \(size)", Double(eager), "ns")
        report.record("CameraRoll", "first 100 of \(size), median", Double(lazy.median), "ns")
        report.record("CameraRoll", "first 100 of \(size), longest", Double(lazy.max), "ns")
        let gain = Double(eager) / Double(max(lazy.median, 1))
        return [grouped(size), time(eager), time(lazy.median), time(lazy.max), ratio(gain)]
    }
}
