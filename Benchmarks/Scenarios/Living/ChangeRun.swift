import CameraRoll
import Foundation
import SyntheticLibrary

/// Batches of changes in one library, and the cost of each way to follow them.
struct ChangeRun {
    struct Figures {
        var update = Samples()
        var comparison = Samples()
        /// The difference by Myers' algorithm; empty if it would take minutes.
        var difference = Samples()
        /// The difference by a table of positions.
        var hashed = Samples()
        /// The control: as many binary searches as changes, in a plain array of as many dates.
        var searches = Samples()

        func gain(over baseline: Samples) -> Double { baseline.over(update) }
    }

    private let store: SyntheticStore
    private let photos: PhotoRepository
    private let seed: UInt64

    init(assets: Int, seed: UInt64) {
        store = SyntheticStore(assets: assets, seed: seed)
        self.seed = seed
        let limits = LibraryAccess.Limits(changeDelay: .none)
        let executor = LibraryExecutor(label: "bench.changes")
        photos = PhotoRepository(access: LibraryAccess(.synthetic(store), executor: executor, limits: limits))
    }

    /// Measures updates alone, and then each baseline alone, after batches of the same kind.
    func measure(_ batch: Int, rounds: Int, withBaselines: Bool) async throws -> Figures {
        var figures = Figures()
        var numbers = SeededGenerator(seed: seed)
        var snapshot = try await photos.snapshot()
        var updates = photos.updates(of: snapshot).makeAsyncIterator()
        // The first update subscribes.
        store.edit(try await identifiers(of: snapshot, 1, &numbers)[0]) { $0.isFavorite.toggle() }
        snapshot = try await updates.next()?.snapshot ?? snapshot
        let plain = PlainDates(snapshot.count, searches: batch)
        for _ in 0..<rounds {
            figures.searches.add(plain.search())
            store.apply(batch, to: try await identifiers(of: snapshot, batch * 2, &numbers), &numbers)
            var found: AssetUpdate?
            figures.update.add(try await timed { found = try await updates.next() })
            guard let found, found.indexChanges != nil else { throw BenchmarkFailure("no index changes") }
            snapshot = found.snapshot
        }
        if withBaselines { try await measureBaselines(batch, snapshot, &updates, &numbers, &figures) }
        return figures
    }

    private func measureBaselines(
        _ batch: Int, _ snapshot: AssetSnapshot, _ updates: inout AssetUpdates.Iterator,
        _ numbers: inout SeededGenerator, _ figures: inout Figures
    ) async throws {
        var shown = try await photos.assets(in: snapshot.indices, of: snapshot)
        for _ in 0..<5 {
            let ids = shown.map(\.id)
            store.apply(batch, to: ids, &numbers)
            guard let update = try await updates.next(), let changes = update.indexChanges else {
                throw BenchmarkFailure("no index changes")
            }
            let fresh = try await compare(shown, with: update.snapshot, &figures)
            try check(changes, from: ids, to: fresh.map(\.id))
            // Myers' algorithm costs O(n × d): too long for the largest batch.
            let new = fresh.map(\.id)
            if batch <= 1_000 { figures.difference.add(differ(ids, new)) }
            figures.hashed.add(try differByHash(ids, new))
            shown = fresh
        }
    }

    /// Returns some identifiers spread over a snapshot, without reading all of millions.
    private func identifiers(
        of snapshot: AssetSnapshot, _ count: Int, _ numbers: inout SeededGenerator
    ) async throws -> [AssetID] {
        let positions = (0..<count).map { _ in Int.random(in: 0..<snapshot.count, using: &numbers) }
        return try await photos.assets(at: positions, of: snapshot).values.map(\.id).sorted()
    }

    /// The alternative without index changes: reads everything again and compares it with the shown list.
    private func compare(
        _ shown: [MediaAsset], with snapshot: AssetSnapshot, _ figures: inout Figures
    ) async throws -> [MediaAsset] {
        var fresh: [MediaAsset] = []
        // An app would keep this dictionary.
        let old = Dictionary(shown.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        figures.comparison.add(
            try await timed {
                let result = try await photos.snapshot(of: snapshot.query)
                fresh = try await photos.assets(in: result.indices, of: result)
                blackHole(fresh.reduce(0) { old[$1.id] == $1 ? $0 : $0 + 1 })
            })
        return fresh
    }

    private func differ(_ old: [AssetID], _ new: [AssetID]) -> UInt64 {
        let start = uptime()
        blackHole(new.difference(from: old).count)
        return uptime() - start
    }

    private func differByHash(_ old: [AssetID], _ new: [AssetID]) throws -> UInt64 {
        let start = uptime()
        let difference = HashDifference(from: old, to: new)
        let elapsed = uptime() - start
        guard difference.applied(to: old, new: new) == new else { throw BenchmarkFailure("wrong hashed difference") }
        return elapsed
    }

    /// Throws if the changes are wrong, since the figures are then meaningless.
    private func check(_ changes: ListChanges, from old: [AssetID], to new: [AssetID]) throws {
        guard try changes.applied(to: old, element: { new[$0] }) == new else { throw BenchmarkFailure("wrong changes") }
    }
}

/// An error for a run with meaningless figures.
struct BenchmarkFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

extension SyntheticStore {
    /// Makes a number of changes at once: favorites, new dates, deletions, new assets.
    func apply(_ count: Int, to ids: [AssetID], _ numbers: inout SeededGenerator) {
        let chosen = ids.shuffled(using: &numbers).prefix(count)
        change { contents in
            for (index, id) in chosen.enumerated() {
                switch index % 10 {
                case 0...3: contents.edit(id) { $0.isFavorite.toggle() }
                case 4, 5: contents.edit(id) { $0.creationDate = $0.creationDate?.addingTimeInterval(-86_400) }
                case 6, 7: contents.delete([id])
                default: contents.insert { $0.creationDate = Date(timeIntervalSinceReferenceDate: Double(index) * 1e5) }
                }
            }
        }
    }
}
