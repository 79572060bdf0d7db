import CameraRoll
import Foundation
import SyntheticLibrary

/// The cost for a screen's actor to show a list after an update.
/// It has its own thread and stands in for the main actor: the cost of a call is the running time of its thread during
/// the call. Most of it is the release of the former list by the caller.
actor ShownRun {
    struct Figures: Sendable {
        /// The running time of the screen's thread for each update.
        var turns = Samples()
        /// The same if the actor makes the array with three whole copies.
        var copies = Samples()
        /// The time from the call to the new list, including other threads' work.
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

    /// Follows one inserted asset after another, alternating between the ways.
    func measure(rounds: Int) async throws -> Figures {
        var figures = Figures()
        let snapshot = try await photos.snapshot()
        shown = try await photos.assets(in: snapshot.indices, of: snapshot)
        var updates = photos.updates(of: snapshot).makeAsyncIterator()
        for round in 0..<rounds * 2 {
            insertNewest()
            guard let update = try await updates.next() else { throw BenchmarkFailure("no update") }
            if round.isMultiple(of: 2) {
                try await follow(update, &figures)
            } else {
                try await followByCopies(update, &figures)
            }
        }
        return figures
    }

    /// Inserts an asset that the snapshot includes, since the store also generates hidden ones and burst members, which
    /// would cause no update.
    private func insertNewest() {
        store.insert { asset in
            asset.creationDate = .distantFuture
            (asset.isHidden, asset.burstIdentifier, asset.representsBurst) = (false, nil, false)
        }
    }

    private func follow(_ update: AssetUpdate, _ figures: inout Figures) async throws {
        let (before, start) = (threadTime(), uptime())
        shown = try await photos.assets(applying: update, to: shown)
        figures.turns.add(threadTime() - before)
        figures.calls.add(uptime() - start)
    }

    /// Reads and creates the same list, all on this actor.
    private func followByCopies(_ update: AssetUpdate, _ figures: inout Figures) async throws {
        guard let changes = update.indexChanges else { throw BenchmarkFailure("no index changes") }
        let new = try await photos.assets(at: changes.inserted + changes.changed, of: update.snapshot)
        let start = threadTime()
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
        figures.copies.add(threadTime() - start)
    }
}
