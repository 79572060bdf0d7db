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

/// The progress of indexing a folder.
public struct IndexingProgress: Hashable, Sendable {
    /// The number of files that were compared: their names, sizes and times.
    public var files = 0
    /// The number of those files that were read, since they are new or changed; a file that is read twice counts once.
    public var filesRead = 0
    /// The sizes of the compared files, in bytes.
    public var bytes: Int64 = 0
    /// The number of folders that were visited.
    public var folders = 0
    /// The time taken so far.
    public var elapsed: Duration = .zero

    /// Creates the progress of a scan that has not begun.
    public init() {}

    /// Files compared in a second; 0 at the very beginning.
    public var filesPerSecond: Double { rate(Double(files)) }

    /// Bytes of the compared files in a second; 0 at the very beginning.
    ///
    /// A rescan reads none of them: then it is the speed of comparing the folder, and not that of the disk.
    public var bytesPerSecond: Double { rate(Double(bytes)) }

    private func rate(_ amount: Double) -> Double {
        let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
        return seconds > 0 ? amount / seconds : 0
    }
}
#endif
