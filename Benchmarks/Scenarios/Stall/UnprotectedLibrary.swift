import CameraRoll
import SyntheticLibrary

/// A library without CameraRoll: each reader waits for its lock on its own thread.
protocol UnprotectedLibrary: Sendable {
    /// Reads the assets at some positions of Recents, holding the lock throughout.
    func assets(in range: Range<Int>) throws -> [MediaAsset]
}

/// The synthetic library, which has its own lock.
struct UnprotectedStore: UnprotectedLibrary {
    let store: SyntheticStore
    /// The recording of the times during which the lock was held; nil for most runs.
    var recording: StallRecording?

    func assets(in range: Range<Int>) throws -> [MediaAsset] {
        let assets = try store.unsafeUnprotectedAccess.assets(in: range)
        if let recording {
            // The lock is held for as long as the assets cost, until the function returns.
            let (end, cost) = (uptime(), UInt64(range.count) * Self.assetCost)
            let label = range.count == StallRun.screen ? "lock held for a screen" : "lock held for a batch"
            recording.add(StallRecording.library, label, from: end - cost, to: end)
        }
        return assets
    }

    /// The modeled cost of an asset in nanoseconds.
    private static let assetCost: UInt64 = 100_000
}

/// A library as an app without CameraRoll shares it: one instance with a lock around it.
final class LockedLibrary: UnprotectedLibrary {
    private let fetched: Lock<(library: any PhotoLibraryBackend, result: any AssetFetchResult)>

    init(_ factory: PhotoLibrarySource) throws {
        let library = try factory.open(LibraryContext(executor: LibraryExecutor(label: "bench.unprotected")))
        fetched = Lock((library, try library.fetchAssets(.all)))
    }

    func assets(in range: Range<Int>) throws -> [MediaAsset] {
        try fetched.withLock { try $0.result.assets(in: range) }
    }
}
