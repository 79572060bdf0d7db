#if FolderLibrary || canImport(Darwin)
#if canImport(Darwin)
import CameraRoll
import Dispatch
import Foundation

/// Watches a folder with FSEvents on macOS, and scans everything after an event; a rescan opens no unchanged file.
///
/// On Apple's other platforms, apps receive no events, and the folder is scanned when it is opened. A scan that fails
/// is repeated.
final class FolderWatch: ScanWatch, Sendable {
    private struct Looks {
        /// Whether a scan is running, or will be repeated after a pause.
        var isLooking = false
        var isWanted = false
        /// The number of consecutive failures.
        var failures: UInt64 = 0
    }

    private let store: FolderStore
    private let scans: ScanScheduler
    private let index: IndexWatch
    private let looks = Lock(Looks())
    #if os(macOS)
    private let events = Lock(Events.none)

    /// The state of the event stream; a watch may be stopped on one thread while it is being started on another.
    private enum Events {
        case none
        case open(EventStream)
        case stopped
    }
    #endif

    init(_ store: FolderStore, _ scans: ScanScheduler) {
        (self.store, self.scans) = (store, scans)
        index = IndexWatch(store, scans)
    }

    /// Starts with a scan of everything.
    func start() {
        #if os(macOS)
        startStream()
        #endif
        index.start()
        lookAtEverything()
    }

    /// Stops the watch; a running callback ends by itself.
    func stop() {
        index.stop()
        #if os(macOS)
        let events = events.withLock { events in
            defer { events = .stopped }
            return events
        }
        if case .open(let stream) = events { stream.end() }
        #endif
    }

    /// Whether the system reports all changes in the folder.
    var reportsEverything: Bool {
        #if os(macOS)
        events.withLock { if case .open = $0 { true } else { false } }
        #else
        false
        #endif
    }

    /// Whether the folder is watched: FSEvents watches the whole tree, or nothing.
    func watch(_ folder: OpenFolder, _ id: FolderID) -> Bool { reportsEverything }

    /// Starts a scan; during a running scan, exactly one more is queued, whatever the number of events.
    private func lookAtEverything() {
        let isFirst = looks.withLock { looks in
            defer { (looks.isWanted, looks.isLooking) = (looks.isLooking, true) }
            return !looks.isLooking
        }
        guard isFirst else { return }
        scans.begin(.everything) { [weak self] succeeded in
            if succeeded { self?.endLooking() } else { self?.lookAgain() }
        }
    }

    private func endLooking() {
        let isWanted = looks.withLock { looks in
            defer { looks = Looks() }
            return looks.isWanted
        }
        if isWanted { lookAtEverything() }
    }

    /// Repeats a failed scan, after a pause that grows with each failure; events do not shorten it.
    private func lookAgain() {
        let failures = looks.withLock { looks in
            looks.failures = min(looks.failures + 1, DirtyFolders.mostPauses)
            return looks.failures
        }
        let pause = DispatchTimeInterval.nanoseconds(Int(failures * DirtyFolders.patience))
        DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + pause) { [weak self] in
            self?.looks.withLock { $0.isLooking = false }
            self?.lookAtEverything()
        }
    }
}

#if os(macOS)
extension FolderWatch {
    private func startStream() {
        // Other processes also write to the index.
        let own = [URL(filePath: store.index.path).deletingLastPathComponent(), store.configuration.trash]
        let stream = EventStream(
            of: store.index.root, except: own.compactMap { $0?.path }, delay: Double(DirtyFolders.quiet) / 1e9
        ) { [weak self] in self?.lookAtEverything() }
        guard let stream else { return }
        let isStopped = events.withLock { events in
            if case .stopped = events { return true }
            events = .open(stream)
            return false
        }
        if isStopped { stream.end() }
    }
}
#endif
#endif

#if os(macOS)
import CoreServices
import Dispatch
import Foundation

/// A stream of FSEvents, which reports events in a folder or beneath it until it is ended.
///
/// It also reports changes by the app itself: a picture that the app saves into the folder with other APIs must be
/// found like any other. For the library's own changes, subscribers are notified through the index, and the scan that
/// follows finds nothing new. But writes to the index must not be reported, or each scan would cause another one: the
/// folders of the index and of the trash are excluded, and ignored if the system reports them anyway.
final class EventStream: @unchecked Sendable {  // `stream` never changes, and FSEvents accepts calls from any thread.
    private let stream: FSEventStreamRef

    /// The context passed to the system's callback; retained by the stream, since a call may be running when it is
    /// ended.
    private final class Receiver: Sendable {
        private let excluded: [String]
        private let handler: @Sendable () -> Void

        init(except excluded: [String], _ handler: @escaping @Sendable () -> Void) {
            (self.excluded, self.handler) = (excluded, handler)
        }

        func receive(_ count: Int, _ paths: UnsafeMutableRawPointer) {
            let paths = paths.assumingMemoryBound(to: UnsafePointer<CChar>.self)
            let isNews = (0..<count).contains { !isExcluded(String(cString: paths[$0])) }
            if isNews { handler() }
        }

        /// Whether a path, which the system reports as a folder with a trailing slash, is excluded.
        private func isExcluded(_ path: String) -> Bool {
            excluded.contains { path == $0 || path.hasPrefix($0 + "/") }
        }
    }

    /// Starts a stream.
    ///
    /// - Parameters:
    ///   - folder: the path of the folder.
    ///   - excluded: the paths of at most eight folders that are not reported.
    ///   - delay: the time for which events are collected before they are reported, in seconds.
    ///   - handler: called on the stream's own queue.
    /// - Returns: nil if the system creates no stream.
    init?(of folder: String, except excluded: [String], delay: Double, _ handler: @escaping @Sendable () -> Void) {
        let folder = Self.realPath(folder)
        // Excluding a parent of the folder, such as the folder of an index next to it, would suppress all events.
        let excluded = excluded.map(Self.realPath).filter { !Self.lies(folder, in: $0) }
        let receiver = Receiver(except: excluded, handler)
        guard let stream = Self.make(of: folder, delay: delay, receiver) else { return nil }
        self.stream = stream
        FSEventStreamSetExclusionPaths(stream, excluded as CFArray)
        FSEventStreamSetDispatchQueue(stream, DispatchQueue(label: "cameraroll.watch"))
        guard FSEventStreamStart(stream) else {
            FSEventStreamInvalidate(stream)
            FSEventStreamRelease(stream)
            return nil
        }
    }

    /// Whether a folder equals another one, or lies in it.
    private static func lies(_ folder: String, in other: String) -> Bool {
        folder == other || folder.hasPrefix(other.hasSuffix("/") ? other : other + "/")
    }

    /// Ends the stream, at most once; a running callback ends by itself.
    func end() {
        FSEventStreamStop(stream)
        FSEventStreamInvalidate(stream)
        FSEventStreamRelease(stream)
    }

    private static func make(of folder: String, delay: Double, _ receiver: Receiver) -> FSEventStreamRef? {
        var context = FSEventStreamContext(
            version: 0, info: Unmanaged.passUnretained(receiver).toOpaque(),
            retain: { info in
                guard let info else { return nil }
                return UnsafeRawPointer(Unmanaged<Receiver>.fromOpaque(info).retain().toOpaque())
            },
            release: { info in
                if let info { Unmanaged<Receiver>.fromOpaque(info).release() }
            }, copyDescription: nil)
        // The stream retains the receiver before this returns.
        return withExtendedLifetime(receiver) {
            FSEventStreamCreate(
                nil,
                { _, info, count, paths, _, _ in
                    guard let info else { return }
                    Unmanaged<Receiver>.fromOpaque(info).takeUnretainedValue().receive(count, paths)
                },
                &context, [folder] as CFArray, FSEventStreamEventId(kFSEventStreamEventIdSinceNow), delay,
                FSEventStreamCreateFlags(kFSEventStreamCreateFlagWatchRoot))
        }
    }

    /// The path as the system reports it, without symbolic links; missing components are appended to the existing
    /// ones.
    private static func realPath(_ path: String) -> String {
        if let found = realpath(path, nil) {
            defer { free(found) }
            return String(cString: found)
        }
        let url = URL(filePath: path)
        let parent = url.deletingLastPathComponent().path
        guard parent.utf8.count < path.utf8.count else { return path }
        return realPath(parent) + "/" + url.lastPathComponent
    }
}
#endif
#endif
