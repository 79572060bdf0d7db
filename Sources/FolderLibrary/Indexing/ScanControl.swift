#if FolderLibrary || canImport(Darwin)
import CameraRoll
import Dispatch
import Synchronization

/// Cancels a scan, and reports its progress.
final class ScanControl: Sendable {
    private let isCancelled = Atomic(false)
    private let closing: ScanClosing
    private let onProgress: @Sendable (IndexingProgress) -> Void

    init(_ closing: ScanClosing, onProgress: @escaping @Sendable (IndexingProgress) -> Void = { _ in }) {
        (self.closing, self.onProgress) = (closing, onProgress)
    }

    func cancel() {
        isCancelled.store(true, ordering: .relaxed)
    }

    /// Whether a caller still wants the scan.
    var isWanted: Bool { !isCancelled.load(ordering: .relaxed) && !closing.isClosed }

    /// Throws if no caller wants the scan any more.
    func check() throws(FolderError) {
        if !isWanted { throw .cancelled }
    }

    func report(_ progress: IndexingProgress) {
        onProgress(progress)
    }
}

/// Ends all scans of a folder that is no longer used.
final class ScanClosing: Sendable {
    private let closed = Atomic(false)

    var isClosed: Bool { closed.load(ordering: .relaxed) }

    func close() {
        closed.store(true, ordering: .relaxed)
    }
}

/// Counts the files that a scan compares, and reports its progress at intervals.
struct ScanMeter {
    private static let interval: UInt64 = 50_000_000

    private(set) var progress = IndexingProgress()
    private let control: ScanControl
    private let start = DispatchTime.now().uptimeNanoseconds
    private var lastReport: UInt64 = 0

    init(_ control: ScanControl) {
        self.control = control
    }

    mutating func look(at status: FileStatus) {
        progress.files += 1
        progress.bytes += status.size
    }

    mutating func read(_ files: Int) {
        progress.filesRead += files
        tell()
    }

    mutating func visitFolder() {
        progress.folders += 1
        tell()
    }

    /// Reports the progress; at most every 50 ms unless `atOnce` is true.
    mutating func tell(atOnce: Bool = false) {
        let now = DispatchTime.now().uptimeNanoseconds
        guard atOnce || now - lastReport >= Self.interval else { return }
        lastReport = now
        progress.elapsed = .nanoseconds(Int64(now - start))
        control.report(progress)
    }
}
#endif
