import CameraRoll
import SyntheticLibrary

extension BrowseScenario {
    /// Opens grids and browsers alternately, each with a library of its own.
    func openings(_ options: Options, into report: inout Report) async throws {
        let assets = options.isQuick ? 4_000 : options.assets ?? 70_000
        let current = report
        let (opening, heartbeat) = try await MainActorHeartbeat.during {
            var opening = (grid: Samples(), browser: Samples())
            for round in 1...(options.isQuick ? 2 : 20) {
                let configuration = Self.configuration(assets, options.seed + UInt64(round) - 1)
                try await Self.withStore(configuration) { store in
                    current.phase("opening a grid, round \(round)")
                    opening.grid.add(try await BrowsedGrid(.synthetic(store)).open())
                    current.phase("between two rounds")
                }
                try await Self.withStore(configuration) { store in
                    current.phase("opening a browser, round \(round)")
                    opening.browser.add(try await BrowsedGrid.openBrowser(of: .synthetic(store)).assets)
                    current.phase("between two rounds")
                }
            }
            return opening
        }
        report.table(
            ["opening \(grouped(assets)), costs of Photos", "median", "slowest"],
            [
                ["a grid, to the first visible assets", time(opening.grid.median), time(opening.grid.max)],
                ["a browser, likewise", time(opening.browser.median), time(opening.browser.max)],
            ] + rows(of: heartbeat))
        report.record("grid", "opening to the first visible assets", Double(opening.grid.median), "ns")
        report.record("browser", "opening to the first visible assets", Double(opening.browser.median), "ns")
        report.record("grid", "main actor's longest gap", Double(heartbeat.gaps.max), "ns")
        report.record("grid", "main actor's most work between heartbeats", Double(heartbeat.work.max), "ns")
        let slower = max(opening.grid.median, opening.browser.median)
        let isMet = slower <= 16_000_000
        report.conclude(
            "From the start of a browser over \(grouped(assets)) photos, with the costs of Photos, until its first "
                + "screen: \(time(opening.browser.median)).")
        report.goal(
            "opening, first visible assets", time(slower), asked: "≤ 16 ms", isMet: isMet,
            bound: .atMost(16e6, found: Double(slower)))
        let gap = heartbeat.gaps.max
        report.goal(
            "the main actor's longest wait meanwhile", time(gap), asked: "≤ 8.3 ms", isMet: gap <= 8_300_000,
            bound: .atMost(8.3e6, found: Double(gap)))
        judgeWork(of: heartbeat, "its most work between heartbeats", in: report)
    }

    /// Opens a browser of a library with very many albums, and changes one of them.
    func albums(_ options: Options, into report: inout Report) async throws {
        let (albums, current) = (options.isQuick ? 2_000 : 100_000, report)
        var configuration = Self.configuration(options.isQuick ? 4_000 : 70_000, options.seed)
        (configuration.userAlbums, configuration.userAlbumSize) = (albums, 4)
        current.progress("making \(grouped(albums)) albums")
        let (opening, heartbeat) = try await Self.withStore(configuration) { store in
            try await MainActorHeartbeat.during {
                var opening = (assets: Samples(), albums: Samples(), change: Samples())
                for round in 1...(options.isQuick ? 1 : 5) {
                    current.phase("opening \(grouped(albums)) albums, round \(round)")
                    let times = try await BrowsedGrid.openBrowser(of: .synthetic(store), changingAlbumsIn: store)
                    opening.assets.add(times.assets)
                    opening.albums.add(times.albums)
                    opening.change.add(times.change)
                    current.phase("between two rounds")
                }
                return opening
            }
        }
        report.table(
            ["a browser of \(grouped(albums)) albums", "median", "slowest"],
            [
                ["to the first visible assets", time(opening.assets.median), time(opening.assets.max)],
                ["to the albums", time(opening.albums.median), time(opening.albums.max)],
                ["from a new album to the list with it", time(opening.change.median), time(opening.change.max)],
            ] + rows(of: heartbeat))
        report.record("browser", "opening with many albums", Double(opening.assets.median), "ns")
        report.record("browser", "many albums listed", Double(opening.albums.median), "ns")
        report.record("browser", "main actor's most work with many albums", Double(heartbeat.work.max), "ns")
        let first = opening.assets.median
        report.goal(
            "the first visible assets", time(first), asked: "≤ 16 ms", isMet: first <= 16_000_000,
            bound: .atMost(16e6, found: Double(first)))
        judgeWork(of: heartbeat, "the main actor's most work with \(grouped(albums)) albums", in: report)
    }

    private func rows(of heartbeat: Heartbeat) -> [[String]] {
        [
            ["the main actor's longest wait", "", time(heartbeat.gaps.max)],
            ["an idle thread's longest wait", "", time(heartbeat.idle.max)],
            ["the main actor's work between heartbeats", time(heartbeat.work.median), time(heartbeat.work.max)],
            ["likewise, other work of its thread included", "", time(heartbeat.threadWork.max)],
        ]
    }

    private func judgeWork(of heartbeat: Heartbeat, _ name: String, in report: Report) {
        let most = heartbeat.mostWork
        let found = most.phase.isEmpty ? time(most.work) : "\(time(most.work)) (\(most.phase))"
        report.goal(
            name, found, asked: "≤ 4 ms", isMet: most.work <= 4_000_000,
            bound: .atMost(4e6, found: Double(most.work)))
    }

    private static func configuration(_ assets: Int, _ seed: UInt64) -> SyntheticConfiguration {
        SyntheticConfiguration(assets: assets, seed: seed, costs: .photoKit)
    }

    /// Calls a function with a library that exists before an app starts.
    ///
    /// The scenario runs on the main actor, but creating and releasing tens of thousands of assets is not work of an
    /// app's main actor.
    private static func withStore<Value>(
        _ configuration: SyntheticConfiguration, _ body: (SyntheticStore) async throws -> Value
    ) async throws -> Value {
        let kept = Lock<SyntheticStore?>(await made(configuration))
        guard let store = kept.withLock(\.self) else { preconditionFailure("The library was just made.") }
        let value = try await body(store)
        await release(kept)
        return value
    }

    @concurrent private static func made(_ configuration: SyntheticConfiguration) async -> SyntheticStore {
        let store = SyntheticStore(configuration)
        store.change { _ in }
        return store
    }

    @concurrent private static func release(_ kept: Lock<SyntheticStore?>) async {
        kept.withLock { $0 = nil }
    }
}
