import CameraRoll
import Foundation
import SyntheticLibrary

/// What the actor of a screen pays for the list that it shows after an update.
///
/// It has a thread of its own and stands in for the main actor: what the call costs it is the time that its thread has
/// run meanwhile. That is mostly the release of the list before, which the caller lets go.
actor ShownRun {
    struct Figures: Sendable {
        /// How long the screen's thread ran for each update.
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

    /// Inserts an asset that the snapshot has: the store draws hidden ones and members of bursts too, of which no
    /// update would come.
    private func insertNewest() {
        store.insert { asset in
            asset.creationDate = .distantFuture
            (asset.isHidden, asset.burstIdentifier, asset.representsBurst) = (false, nil, false)
        }
    }

    private func follow(_ update: AssetUpdate, _ figures: inout Figures) async throws {
        let (before, start) = (threadTime(), uptime())
        shown = try await photos.assets(after: update, shown: shown)
        figures.turns.add(threadTime() - before)
        figures.calls.add(uptime() - start)
    }

    /// What is read and made is the same, all on this actor.
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

/// The time that this thread has run, in nanoseconds: what else the machine does is not counted.
private func threadTime() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}
