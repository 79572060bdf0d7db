import CameraRoll
import Foundation
import SyntheticLibrary

/// What the actor of a screen pays for the list that it shows after an update.
///
/// It has a thread of its own and stands in for the main actor: its executor measures the turns, which nothing else
/// takes.
actor ShownRun {
    struct Figures: Sendable {
        /// What each update took in the turns of the screen's actor.
        var turns = Samples()
        /// The same with the array made on the actor by three whole copies.
        var copies = Samples()
        /// From the call to the new list, with what happened elsewhere.
        var calls = Samples()
    }

    private nonisolated let executor = LibraryExecutor(label: "bench.screen")
    private let store: SyntheticStore
    private let photos: PhotoRepository
    private var shown: [MediaAsset] = []

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(assets: Int, seed: UInt64) {
        store = SyntheticStore(assets: assets, seed: seed)
        let limits = LibraryAccess.Limits(changeDelay: .none)
        let executor = LibraryExecutor(label: "bench.shown")
        photos = PhotoRepository(access: LibraryAccess(.synthetic(store), executor: executor, limits: limits))
    }

    /// Follows one inserted asset after the other, by each way in turn.
    func measure(rounds: Int) async throws -> Figures {
        var figures = Figures()
        let snapshot = try await photos.snapshot()
        shown = try await photos.assets(in: snapshot.indices, of: snapshot)
        var updates = photos.updates(of: snapshot).makeAsyncIterator()
        for round in 0..<rounds * 2 {
            store.insert { $0.creationDate = .distantFuture }
            guard let update = try await updates.next() else { throw BenchmarkFailure("no update") }
            if round.isMultiple(of: 2) {
                try await follow(update, &figures)
            } else {
                try await followByCopies(update, &figures)
            }
        }
        return figures
    }

    private func follow(_ update: AssetUpdate, _ figures: inout Figures) async throws {
        // A turn ends before its time is counted: what ran before this one is counted after a first suspension.
        try await settle()
        let (before, start) = (timeInTurns, uptime())
        shown = try await photos.assets(after: update, shown: shown)
        figures.calls.add(uptime() - start)
        try await settle()
        figures.turns.add(timeInTurns - before)
    }

    /// How long the turns of this actor took that have ended.
    private var timeInTurns: UInt64 { executor.statistics.lanes.values.reduce(0) { $0 + $1.totalRun } }

    /// What is read and made is the same, all on this actor.
    private func followByCopies(_ update: AssetUpdate, _ figures: inout Figures) async throws {
        guard let changes = update.indexChanges else { throw BenchmarkFailure("no index changes") }
        let new = try await photos.assets(at: changes.inserted + changes.changed, of: update.snapshot)
        let start = uptime()
        let kept = shown.map(Optional.some)
        var grown: [MediaAsset?] = []
        grown.reserveCapacity(kept.count + changes.inserted.count)
        var rest = kept[...]
        for position in changes.inserted {
            let gap = position - grown.count
            grown += rest.prefix(gap)
            rest = rest.dropFirst(gap)
            grown.append(nil)
        }
        grown += rest
        shown = grown.enumerated().compactMap { position, asset in asset ?? new[position] }
        figures.copies.add(uptime() - start)
    }

    /// Ends the turn, and begins another.
    private func settle() async throws {
        try await photos.access.read("settle") { _ in }
    }
}
