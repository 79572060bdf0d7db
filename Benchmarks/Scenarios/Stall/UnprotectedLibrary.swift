import CameraRoll
import SyntheticLibrary

/// A library without a door: whoever reads it waits for its lock, on whatever thread.
protocol UnprotectedLibrary: Sendable {
    /// Reads the assets at some positions of Recents, holding the lock from the first to the last.
    func assets(in range: Range<Int>) throws -> [MediaAsset]
}

/// The synthetic library, which has a lock of its own.
struct UnprotectedStore: UnprotectedLibrary {
    let store: SyntheticStore

    func assets(in range: Range<Int>) throws -> [MediaAsset] {
        try store.unsafeUnprotectedAccess.assets(in: range)
    }
}

/// Any library as an app shares it that has no door: one instance, and a lock around it.
final class LockedLibrary: UnprotectedLibrary {
    private let fetched: Lock<(library: any PhotoLibrary, result: any AssetFetchResult)>

    init(_ factory: LibraryFactory) throws {
        let library = try factory.open(LibraryContext(executor: LibraryExecutor(label: "bench.unprotected")))
        fetched = Lock((library, try library.fetchAssets(.recents)))
    }

    func assets(in range: Range<Int>) throws -> [MediaAsset] {
        try fetched.withLock { try $0.result.assets(in: range) }
    }
}
