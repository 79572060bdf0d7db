import CameraRoll
import CameraRollBrowsing
import Foundation
import SyntheticLibrary

/// Sections after 1,000 changes of their library, compared with counting them again and grouping everything.
struct ChangedSections {
    private static let changes = 1_000

    private let assets: Int
    private let seed: UInt64
    private let rounds: Int

    init(_ options: Options) {
        assets = options.assets ?? (options.isQuick ? 70_000 : 1_000_000)
        seed = options.seed
        rounds = options.isQuick ? 2 : 30
    }

    func publish(into report: inout Report) async throws {
        let store = SyntheticStore(assets: assets, seed: seed)
        let executor = LibraryExecutor(label: "bench.changes")
        let limits = LibraryAccess.Limits(changeDelay: .none)
        let photos = PhotoRepository(access: LibraryAccess(.synthetic(store), executor: executor, limits: limits))
        var snapshot = try await photos.snapshot()
        var sections = try await photos.sections(of: snapshot, by: .day, in: .ofBerlin())
        let shown = ShownSections()
        var updates = photos.updates(of: snapshot).makeAsyncIterator()
        var (applying, swapping, counting) = (Samples(), Samples(), Samples())
        for round in 0..<rounds {
            try await change(store, of: photos, snapshot, round)
            guard let update = try await updates.next(), let changes = update.indexChanges else {
                throw BenchmarkFailure("no list of changes came")
            }
            let positions = changes.inserted + changes.moves.map(\.to) + changes.changed
            let dates = try await photos.assets(at: positions, of: update.snapshot).mapValues(\.creationDate)
            let start = uptime()
            let new = try sections.applying(changes) { dates[$0] ?? nil }.sections
            applying.add(uptime() - start)
            swapping.add(await shown.show(new))
            snapshot = update.snapshot
            let again = uptime()
            let counted = try await photos.sections(of: snapshot, by: .day, in: .ofBerlin())
            counting.add(uptime() - again)
            guard counted == new else { throw BenchmarkFailure("the sections after the changes are others") }
            sections = new
        }
        report.table(
            ["\(grouped(Self.changes)) changes of \(grouped(snapshot.count)) assets", "median", "slowest"],
            [
                row("applied to \(grouped(sections.count)) days, off the main actor", applying, into: &report),
                row("shown on the main actor", swapping, into: &report),
                row("counted again instead", counting, into: &report),
            ])
        report.goal(
            "changes, applied", time(applying.median), asked: "≤ 1 ms", isMet: applying.median <= 1_000_000,
            bound: .atMost(1_000_000, found: Double(applying.median)))
        report.goal(
            "changes, shown", time(swapping.median), asked: "≤ 50 µs", isMet: swapping.median <= 50_000,
            bound: .atMost(50_000, found: Double(swapping.median)))
    }

    /// Deletes, adds and dates assets all over the library, and marks others.
    private func change(
        _ store: SyntheticStore, of photos: PhotoRepository, _ snapshot: AssetSnapshot, _ round: Int
    ) async throws {
        let step = snapshot.count / Self.changes
        let positions = (0..<Self.changes).map { $0 * step + round % max(step, 1) }
        let assets = try await photos.assets(at: positions, of: snapshot)
        let ids = positions.compactMap { assets[$0]?.id }
        store.change { contents in
            for (number, id) in ids.enumerated() {
                switch number % 4 {
                case 0: contents.delete([id])
                case 1: contents.edit(id) { $0.creationDate?.addTimeInterval(86_400 * 40) }
                case 2: contents.edit(id) { $0.isFavorite.toggle() }
                default: contents.edit(id) { $0.creationDate?.addTimeInterval(3_600) }
                }
            }
        }
    }

    private func row(_ name: String, _ samples: Samples, into report: inout Report) -> [String] {
        report.record("sections after \(Self.changes) changes", name, Double(samples.median), "ns")
        return [name, time(samples.median), time(samples.max)]
    }
}

/// The sections that a view shows.
@MainActor private final class ShownSections {
    private var sections: AssetSections?

    nonisolated init() {}

    /// Shows sections, and returns how long that took.
    func show(_ new: AssetSections) -> UInt64 {
        let start = uptime()
        sections = new
        return uptime() - start
    }
}
