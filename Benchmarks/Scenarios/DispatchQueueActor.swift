import CameraRoll
import Dispatch

/// An alternative without CameraRoll: an executor over a serial dispatch queue.
final class DispatchQueueExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "bench.dispatch", qos: .userInitiated)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}

/// An alternative without CameraRoll: a library and its fetch result in an actor on a dispatch queue.
///
/// It checks no permission, and has no priorities, deadlines or cancellation: only the hop and the read remain.
actor DispatchQueueLibrary {
    private let executor: DispatchQueueExecutor
    private let library: any PhotoLibraryBackend
    private let result: any AssetFetchResult

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Opens the library, and fetches all assets.
    init(_ source: PhotoLibrarySource) throws {
        executor = DispatchQueueExecutor()
        library = try source.open(LibraryContext(executor: LibraryExecutor(label: "bench.unused")))
        result = try library.fetchAssets(.all)
    }

    /// The assets at some positions.
    func assets(in range: Range<Int>) throws -> [MediaAsset] {
        try result.assets(in: range)
    }

    /// Reads all assets in pages, for a caller that is isolated elsewhere.
    nonisolated func walk(pageSize: Int, count: Int) async throws {
        for start in stride(from: 0, to: count, by: pageSize) {
            blackHole(try await assets(in: start..<min(start + pageSize, count)).count)
        }
    }
}
