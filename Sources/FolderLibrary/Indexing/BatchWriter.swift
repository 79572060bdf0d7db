#if FolderLibrary || canImport(Darwin)
import CameraRoll
import Dispatch

/// Writes batches of files into the index in their order, on its own thread, while the scan continues.
final class BatchWriter: Sendable {
    /// The number of batches that may be queued or written: a faster scan waits.
    private static let limit = 2

    private let store: FolderStore
    private let control: ScanControl
    /// The folder within which known files may have moved; nil if no files were known.
    private let root: OpenFolder?
    private let pool: WorkPool
    private let phase = Lock(ScanPhase.newNames)
    private let freeSlots = DispatchSemaphore(value: limit)
    private let failure = Lock<(any Error)?>(nil)

    /// - Throws: `PoolError`, which these limits do not cause.
    init(_ store: FolderStore, _ control: ScanControl, movesWithin root: OpenFolder?) throws(PoolError) {
        (self.store, self.control, self.root) = (store, control, root)
        pool = try WorkPool(label: "cameraroll.wrt", limits: PoolLimits(threads: 1, waiting: Self.limit))
    }

    /// Sets the phase of the scan for all batches written from now on.
    func enter(_ phase: ScanPhase) {
        self.phase.withLock { $0 = phase }
    }

    /// Writes a batch of chunks; waits while two batches are queued or being written.
    ///
    /// - Throws: the error of a batch that could not be written.
    func write(_ chunks: [[ScannedFile]]) throws {
        freeSlots.wait()
        do {
            try check()
            _ = try pool.submit(BatchWork(writer: self, chunks: chunks), priority: .visible)
        } catch {
            freeSlots.signal()
            throw error
        }
    }

    /// Waits until all batches are written.
    ///
    /// - Throws: the error of a batch that could not be written.
    func finish() throws {
        for _ in 0..<Self.limit { freeSlots.wait() }
        for _ in 0..<Self.limit { freeSlots.signal() }
        try check()
    }

    /// Waits for the batch that is being written; drops those behind it.
    func abandon() {
        failure.withLock { $0 = $0 ?? FolderError.cancelled }
        try? finish()
    }

    private func check() throws {
        if let error = failure.withLock(\.self) { throw error }
    }

    /// Writes a batch, unless an earlier one failed.
    fileprivate func carryOut(_ chunks: [[ScannedFile]]) {
        defer { freeSlots.signal() }
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
        freeSlots.signal()
    }
}

/// The job that writes a batch.
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
