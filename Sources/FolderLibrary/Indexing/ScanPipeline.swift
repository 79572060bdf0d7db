#if FolderLibrary || canImport(Darwin)
import CameraRoll
import Dispatch
import Foundation

/// The files on their way from a walk through the readers into the index: in order, and never more than a few thousand.
///
/// Lives on the thread of one scan, which walks, and waits where the readers or the writer are behind.
struct ScanPipeline {
    /// Files that one thread reads in a row.
    static let chunkLength = 128
    /// Chunks on their way.
    private static let limit = 64
    /// Large transactions are faster, but nobody reads while the last one is written; the first ones are small, so
    /// that something is there to be seen.
    private static let batches = 256...4_096
    /// How long files wait at most to be written, in nanoseconds, where reading is slow.
    private static let patience: UInt64 = 500_000_000

    private let store: FolderStore
    private let readers: WorkPool
    private let writer: BatchWriter
    private let control: ScanControl
    private var chunks: [FileBatch] = []
    private var batch: [[ScannedFile]] = []
    private var batchCount = 0
    private var batchLength = batches.lowerBound
    private var lastWrite = DispatchTime.now().uptimeNanoseconds

    /// - Parameter root: where known files may have moved; nil where none are known.
    /// - Throws: `FolderError.index` where the configuration asks for no readers at all.
    init(_ store: FolderStore, _ control: ScanControl, movesWithin root: OpenFolder?) throws(FolderError) {
        (self.store, self.control) = (store, control)
        batchLength = store.hooks.firstBatch ?? batchLength
        do throws(PoolError) {
            let limits = PoolLimits(threads: store.configuration.readers, waiting: Self.limit + 1)
            readers = try WorkPool(label: "cameraroll.read", limits: limits)
            writer = try BatchWriter(store, control, movesWithin: root)
        } catch {
            throw .index(reason: error.description)
        }
    }

    /// Has some files of a folder read, and those written that were read meanwhile.
    ///
    /// - Returns: how many files were taken out of the line.
    mutating func add(_ items: [FileBatch.Item], of folder: OpenFolder, _ id: FolderID) throws -> Int {
        let chunk = FileBatch(of: folder, id, items, zone: store.configuration.timeZone, control)
        _ = try readers.submit(chunk, priority: .visible)
        chunks.append(chunk)
        return chunks.count >= Self.limit ? try takeFirst() : 0
    }

    /// Has everything written that is in the line.
    mutating func drain() throws -> Int {
        var count = 0
        while !chunks.isEmpty { count += try takeFirst() }
        try write()
        try writer.finish()
        return count
    }

    /// Has all that is written from now on be looked at as in a phase of the scan: what was added before must be
    /// written.
    func enter(_ phase: ScanPhase) {
        writer.enter(phase)
    }

    /// Ends it, with the transaction that is being written; the rest is for the next scan.
    mutating func abandon() {
        chunks = []
        writer.abandon()
    }

    private mutating func takeFirst() throws -> Int {
        let files = chunks.removeFirst().files()
        try control.check()
        batch.append(files)
        batchCount += files.count
        let waited = DispatchTime.now().uptimeNanoseconds - lastWrite
        if batchCount >= batchLength || waited > Self.patience { try write() }
        return files.count(where: \.wasRead)
    }

    private mutating func write() throws {
        guard batchCount > 0 else { return }
        try writer.write(batch)
        (batch, batchCount) = ([], 0)
        batchLength = min(batchLength * 2, Self.batches.upperBound)
        lastWrite = DispatchTime.now().uptimeNanoseconds
    }
}
#endif
