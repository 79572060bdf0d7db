#if FolderLibrary || canImport(Darwin)
import CameraRoll
import Dispatch

/// Writes batches of files into the index in their order, on a thread of its own, while the scan walks on.
final class BatchWriter: Sendable {
    /// Batches that may wait or be written: who is faster than the disk waits.
    private static let limit = 2

    private let store: FolderStore
    private let control: ScanControl
    /// Where known files may have moved from; nil where there were none before.
    private let root: OpenFolder?
    private let pool: WorkPool
    private let phase = Lock(ScanPhase.newNames)
    private let libraryState = DispatchSemaphore(value: limit)
    private let failure = Lock<(any Error)?>(nil)

    /// - Throws: `PoolError`, which no limits of this kind cause.
    init(_ store: FolderStore, _ control: ScanControl, movesWithin root: OpenFolder?) throws(PoolError) {
        (self.store, self.control, self.root) = (store, control, root)
        pool = try WorkPool(label: "cameraroll.wrt", limits: PoolLimits(threads: 1, waiting: Self.limit))
    }

    /// Has all that is written from now on be looked at as in a phase of the scan.
    func enter(_ phase: ScanPhase) {
        self.phase.withLock { $0 = phase }
    }

    /// Has a batch of chunks written; waits where the batches before it are not written yet.
    ///
    /// - Throws: why one of them could not be written.
    func write(_ chunks: [[ScannedFile]]) throws {
        libraryState.wait()
        do {
            try check()
            _ = try pool.submit(BatchWork(writer: self, chunks: chunks), priority: .visible)
        } catch {
            libraryState.signal()
            throw error
        }
    }

    /// Waits until all is written.
    ///
    /// - Throws: why something could not be.
    func finish() throws {
        for _ in 0..<Self.limit { libraryState.wait() }
        for _ in 0..<Self.limit { libraryState.signal() }
        try check()
    }

    /// Waits until the batch is written that is being written; those behind it are not.
    func abandon() {
        failure.withLock { $0 = $0 ?? FolderError.cancelled }
        try? finish()
    }

    private func check() throws {
        if let error = failure.withLock(\.self) { throw error }
    }

    /// Writes a batch, unless one before it could not be written.
    fileprivate func carryOut(_ chunks: [[ScannedFile]]) {
        defer { libraryState.signal() }
        guard failure.withLock({ $0 == nil }) else { return }
        do {
            try control.check()
            try store.write { writer in
                let phase = phase.withLock(\.self)
                let existence = root.map { FileExistence(beneath: $0, phase: phase) }
                for files in chunks { try writer.put(files, existence) }
                store.hooks.reach(.batchFilled)
            }
            store.hooks.reach(.batchWritten)
        } catch {
            failure.withLock { $0 = error }
        }
    }

    fileprivate func giveUp() {
        failure.withLock { $0 = FolderError.cancelled }
        libraryState.signal()
    }
}

/// A batch on its way.
private struct BatchWork: PoolWork {
    let writer: BatchWriter
    let chunks: [[ScannedFile]]

    func run() {
        writer.carryOut(chunks)
    }

    func cancel() {
        writer.giveUp()
    }
}
#endif
