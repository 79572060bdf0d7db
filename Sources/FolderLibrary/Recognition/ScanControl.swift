#if FolderLibrary || canImport(Darwin)
import CameraRoll
import Dispatch
import Synchronization

/// Cancels a scan, and reports its progress and the folders that it visits.
final class ScanControl: Sendable {
    private let isCancelled = Atomic(false)
    /// The minimum time between two reports, in nanoseconds; a new phase is reported at once.
    let interval: UInt64
    let report: @Sendable (IndexingProgress) -> Void
    /// Called before a folder is read.
    let visit: @Sendable (OpenFolder, FolderID) -> Void

    init(
        interval: UInt64 = 50_000_000, onProgress: @escaping @Sendable (IndexingProgress) -> Void = { _ in },
        onVisit: @escaping @Sendable (OpenFolder, FolderID) -> Void = { _, _ in }
    ) {
        (self.interval, report, visit) = (interval, onProgress, onVisit)
    }

    func cancel() {
        isCancelled.store(true, ordering: .relaxed)
    }

    /// Whether a caller still wants the scan.
    var isWanted: Bool { !isCancelled.load(ordering: .relaxed) }

    /// Throws if no caller wants the scan any longer.
    func check() throws(FolderError) {
        if !isWanted { throw .cancelled }
    }
}

/// Counts the files that a scan compares, and reports its progress at intervals.
///
/// The completed part of the walk is known before the number of files is: the root has a share of 1, and a folder's
/// share is divided equally between its files, taken together, and each of its subfolders. The share of everything that
/// was compared grows from 0 to 1. Files that have not been read do not count as completed.
struct ScanMeter {
    /// The maximum completed fraction of a scan that has not succeeded.
    private static let limit = 0.99

    private(set) var progress = IndexingProgress()
    private let control: ScanControl
    private let start = DispatchTime.now().uptimeNanoseconds
    private var lastReport: UInt64 = 0
    /// The number of files in the index when the scan of the whole tree began; 0 if it is unknown.
    private var known = 0
    /// The share of the walk that is complete.
    private var walked = 0.0
    /// The number of compared files that have to be read; at the end, all of them have been.
    private var toBeRead = 0

    init(_ control: ScanControl) {
        self.control = control
    }

    /// Begins to compare; `known` is the number of files in the index, 0 if it is unknown.
    mutating func begin(known: Int) {
        self.known = known
        progress.phase = .comparing
        tell(atOnce: true)
    }

    /// Counts a file; `status` is nil if the system returned an error.
    mutating func look(at status: FileStatus?, share: Double) {
        pass(share)
        guard let status else { return }
        progress.files += 1
        // A sparse file may claim exabytes.
        let (bytes, overflows) = progress.bytes.addingReportingOverflow(status.size)
        progress.bytes = overflows ? .max : bytes
    }

    /// Counts a share of the walk as complete.
    mutating func pass(_ share: Double) {
        walked += share
    }

    /// Counts files that have to be read, now or in a later phase.
    mutating func expectReads(_ files: Int) {
        toBeRead += files
    }

    mutating func read(_ files: Int) {
        progress.filesRead += files
        tell()
    }

    mutating func visitFolder() {
        progress.folders += 1
        tell()
    }

    /// Counts items that are excluded.
    mutating func passOver(_ items: Int) {
        progress.excluded += items
    }

    /// Ends the walk: all files have been found.
    mutating func settle() {
        (known, walked) = (0, 1)
        progress.phase = .settling
        tell(atOnce: true)
    }

    /// Ends the scan as a success, which is not reported yet, since a part of it may be only in the log of the index.
    mutating func finish() {
        progress.phase = .finished
        update(at: DispatchTime.now().uptimeNanoseconds)
    }

    /// Reports the progress; at most at the control's interval unless `atOnce` is true.
    private mutating func tell(atOnce: Bool = false) {
        let now = DispatchTime.now().uptimeNanoseconds
        guard atOnce || now - lastReport >= control.interval else { return }
        lastReport = now
        update(at: now)
        control.report(progress)
    }

    private mutating func update(at now: UInt64) {
        progress.elapsed = .nanoseconds(Int64(now - start))
        progress.estimatedFiles = estimate
        progress.fractionCompleted = max(progress.fractionCompleted, fraction)
    }

    private var estimate: Int? {
        if progress.phase >= .settling { return progress.files }
        if known > 0, progress.files <= known { return known }
        let files = Double(progress.files) / min(walked, 1)
        return files >= 1 && files < 1e15 ? Int(files.rounded()) : nil
    }

    private var fraction: Double {
        if progress.phase == .finished { return 1 }
        let files = Double(progress.files)
        let pending = Double(max(0, toBeRead - progress.filesRead))
        let done = files > 0 ? max(0, files - pending) / files : 1
        let found = known > 0 ? min(walked, files / Double(known)) : walked
        return min(found * done, Self.limit)
    }
}

/// The progress of indexing a folder.
public struct IndexingProgress: Hashable, Sendable {
    /// A part of a scan.
    public enum Phase: Int, Hashable, Sendable, Comparable, CaseIterable {
        /// The scan waits for another one, or opens the index.
        case starting
        /// Files are found, and compared with the index; new and changed ones are read.
        case comparing
        /// All files have been found: the last ones are read, and moved, replaced and missing ones are distinguished.
        case settling
        /// The scan has succeeded, and its log has been moved into the file of the index as far as possible.
        case finished

        /// Whether a phase comes before another one.
        public static func < (lhs: Phase, rhs: Phase) -> Bool { lhs.rawValue < rhs.rawValue }
    }

    /// The current phase; a scan that fails or is canceled keeps the phase that it had reached.
    public var phase = Phase.starting
    /// The completed fraction, from 0 to 1; it never decreases, and is 1 only for a scan that has succeeded.
    ///
    /// It is an estimate from the folders that have been compared, the files that have not been read, and the files in
    /// the index, if there are any.
    public var fractionCompleted = 0.0
    /// The number of files that the scan is expected to compare; nil while there is no basis for an estimate.
    ///
    /// It is the number of files in the index until more have been found; without an index, it is an estimate from the
    /// folders that have been compared, and may be far off at the beginning. It is exact once all files have been
    /// found.
    public var estimatedFiles: Int?
    /// The number of files that were found and compared: their names, sizes and times.
    public var files = 0
    /// The number of those files that were read because they are new or changed; a file that is read twice counts once.
    public var filesRead = 0
    /// The sizes of the compared files, in bytes.
    public var bytes: Int64 = 0
    /// The number of folders that were visited.
    public var folders = 0
    /// The number of files and folders that were skipped because the configuration excludes them.
    ///
    /// The contents of an excluded folder, which is not opened, do not count.
    public var excluded = 0
    /// The time taken so far.
    public var elapsed: Duration = .zero
    /// Whether the index's file alone, or a copy of it, contains the complete result; false until the scan has ended.
    ///
    /// It stays false if another connection reads an older state, or the disk is full: a part is then in SQLite's log
    /// next to the file. That part is just as safe, and a later scan or the last `close()` moves it.
    public internal(set) var isInIndexFile = false

    /// Creates the progress of a scan that has not begun.
    public init() {}

    /// The number of files compared per second; 0 at the very beginning.
    public var filesPerSecond: Double { rate(Double(files)) }

    /// The number of bytes of the compared files per second; 0 at the very beginning.
    ///
    /// A rescan does not read these bytes: it is the speed of comparing the folder, not that of the disk.
    public var bytesPerSecond: Double { rate(Double(bytes)) }

    private func rate(_ amount: Double) -> Double { seconds > 0 ? amount / seconds : 0 }

    private var seconds: Double {
        Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
    }
}

extension IndexingProgress: CustomStringConvertible {
    /// The phase, the percentage, and the numbers of files found and read, for logs; the wording may change.
    ///
    /// `comparing, 42 %: 1204 of about 2900 files, 31 read, in 12 folders, 0.25 s`.
    public var description: String {
        let percent = Int(exactly: (fractionCompleted * 100).rounded(.down)) ?? 0
        let total = estimatedFiles.map { phase < .settling ? " of about \(max($0, files))" : "" } ?? ""
        let passed = excluded > 0 ? ", \(excluded) excluded" : ""
        return "\(phase), \(percent) %: \(files)\(total) files, \(filesRead) read, in \(folders) folders\(passed), "
            + "\((seconds * 100).rounded() / 100) s"
    }
}
#endif
