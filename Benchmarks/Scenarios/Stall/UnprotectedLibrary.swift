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

    func assets(in range: Range<Int>) throws -> [MediaAsset] {
        try store.unsafeUnprotectedAccess.assets(in: range)
    }
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
