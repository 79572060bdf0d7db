#if canImport(Darwin)
import CameraRoll
import Foundation

/// Watches a folder with FSEvents on macOS, and scans everything after an event; a rescan opens no unchanged file.
///
/// On Apple's other systems apps receive no events: there the folder is scanned when it is opened.
final class FolderWatch: ScanWatch, Sendable {
    private struct Looks {
        var isLooking = false
        var isWanted = false
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
    var tellsOfAll: Bool {
        #if os(macOS)
        events.withLock { if case .open = $0 { true } else { false } }
        #else
        false
        #endif
    }

    /// Does nothing: FSEvents watches the whole tree.
    func watch(_ folder: OpenFolder, _ id: FolderID) {}

    /// Starts a scan; during a running scan, exactly one more is queued regardless of the number of events.
    private func lookAtEverything() {
        let isFirst = looks.withLock { looks in
            defer { (looks.isWanted, looks.isLooking) = (looks.isLooking, true) }
            return !looks.isLooking
        }
        guard isFirst else { return }
        scans.begin(.everything) { [weak self] _ in self?.endLooking() }
    }

    private func endLooking() {
        let isWanted = looks.withLock { looks in
            defer { looks = Looks() }
            return looks.isWanted
        }
        if isWanted { lookAtEverything() }
    }
}

#if os(macOS)
extension FolderWatch {
    private func startStream() {
        // Other processes write into the index too.
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
