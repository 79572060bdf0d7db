#if FolderLibrary || canImport(Darwin)
import CameraRoll
import Dispatch
import Foundation

/// Passes files from a walk through the readers into the index, in order and at most a few thousand at a time.
///
/// It is used on the scan's thread, which walks, and waits if the readers or the writer fall behind.
struct ScanPipeline {
    /// The number of files that one thread reads in a row.
    static let chunkLength = 128
    /// The number of chunks in progress.
    private static let limit = 64
    /// Large transactions are faster, but no file is read while the last one is written; the first ones are small,
    /// so that the first photos appear early.
    private static let batches = 256...2_048
    /// The maximum time that a file waits to be written if reading is slow, in nanoseconds.
    private static let patience: UInt64 = 500_000_000

    private let store: FolderStore
    /// The threads that read files, and folders ahead of the walk.
    let readers: WorkPool
    private let writer: BatchWriter
    private let control: ScanControl
    /// The submitted chunks, with the number of files in each that were not read before in this scan.
    private var chunks: [(files: FileBatch, firstReads: Int)] = []
    private var batch: [[ScannedFile]] = []
    private var batchCount = 0
    private var batchLength = batches.lowerBound
    private var lastWrite = DispatchTime.now().uptimeNanoseconds

    /// - Parameter root: the folder within which known files may have moved; nil if no files are known.
    /// - Throws: `FolderError.index` if the configuration has no readers.
    init(_ store: FolderStore, _ control: ScanControl, movesWithin root: OpenFolder?) throws(FolderError) {
        (self.store, self.control) = (store, control)
        batchLength = store.hooks.firstBatch ?? batchLength
        do throws(PoolError) {
            let limits = PoolLimits(threads: store.configuration.maximumConcurrentReads)
            readers = try WorkPool(label: "cameraroll.read", limits: limits)
        } catch {
            throw .index(reason: ErrorReason(error))
        }
        writer = BatchWriter(store, control, movesWithin: root)
    }

    /// Submits files of a folder for reading, and writes those that have been read.
    ///
    /// - Parameter firstReads: the number of the files that were not read before in this scan.
    /// - Returns: the number of files that were read for the first time and passed on to the writer.
    mutating func add(
        _ items: [FileBatch.Item], of folder: OpenFolder, _ id: FolderID, firstReads: Int
    ) throws -> Int {
        let chunk = FileBatch(of: folder, id, items, zone: store.configuration.timeZone, control)
        _ = try readers.submit(chunk, priority: .visible)
        chunks.append((chunk, firstReads))
        return chunks.count >= Self.limit ? try takeFirst() : 0
    }

    /// Waits until all submitted files are written.
    ///
    /// - Returns: the number of them that were read for the first time in this scan.
    mutating func drain() throws -> Int {
        var count = 0
        while !chunks.isEmpty { count += try takeFirst() }
        try write()
        try writer.finish()
        return count
    }

    /// Sets the phase for all files written from now on; files added earlier must have been written.
    func enter(_ phase: ScanPhase) {
        writer.enter(phase)
    }

    /// Ends the pipeline after the transaction that is being written; the next scan finds the rest.
    mutating func abandon() {
        chunks = []
        writer.abandon()
    }

    private mutating func takeFirst() throws -> Int {
        let (chunk, firstReads) = chunks.removeFirst()
        let files = chunk.files()
        try control.check()
        batch.append(files)
        batchCount += files.count
        let waited = DispatchTime.now().uptimeNanoseconds - lastWrite
        if batchCount >= batchLength || waited > Self.patience { try write() }
        return firstReads
    }

    private mutating func write() throws {
        guard batchCount > 0 else { return }
        try writer.write(batch)
        (batch, batchCount) = ([], 0)
        batchLength = min(batchLength * 2, Self.batches.upperBound)
        lastWrite = DispatchTime.now().uptimeNanoseconds
    }
}

/// Writes batches of files into the index in order, on the index's thread, while the scan continues.
final class BatchWriter: Sendable {
    /// The maximum number of batches that are queued or being written; a faster scan waits.
    private static let limit = 3

    private let store: FolderStore
    private let control: ScanControl
    /// The folder within which known files may have moved; nil if no files were known.
    private let root: OpenFolder?
    private let phase = Lock(ScanPhase.newNames)
    private let freeSlots = DispatchSemaphore(value: limit)
    private let failure = Lock<(any Error)?>(nil)

    init(_ store: FolderStore, _ control: ScanControl, movesWithin root: OpenFolder?) {
        (self.store, self.control, self.root) = (store, control, root)
    }

    /// Sets the phase of the scan for all batches written from now on.
    func enter(_ phase: ScanPhase) {
        self.phase.withLock { $0 = phase }
    }

    /// Writes a batch of chunks; waits while three batches are queued or being written.
    ///
    /// - Throws: the error of a batch that could not be written.
    func write(_ chunks: [[ScannedFile]]) throws {
        freeSlots.wait()
        do {
            try check()
            try store.worker.submit(BatchWork(writer: self, chunks: chunks))
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

    /// Waits for the batch that is being written, and drops those after it.
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
