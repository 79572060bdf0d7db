#if canImport(Darwin)
import CameraRoll
import Foundation

/// Hears of changes in a folder by FSEvents on macOS, and has all looked at then; a rescan opens no unchanged file.
///
/// The other systems of Apple tell an app nothing of its folders: there the folder is looked at when it is opened.
final class FolderWatch: Sendable {
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

    /// A watch may be stopped on one thread while it is being started on another.
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

    /// Begins with everything.
    func start() {
        #if os(macOS)
        startStream()
        #endif
        index.start()
        lookAtEverything()
    }

    /// Ends it; a call that is under way ends by itself.
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

    /// Whether the system tells of all that happens in the folder.
    var tellsOfAll: Bool {
        #if os(macOS)
        events.withLock { if case .open = $0 { true } else { false } }
        #else
        false
        #endif
    }

    /// FSEvents watches the whole tree.
    func watch(_ folder: OpenFolder, _ id: FolderID) {}

    /// Begins a scan; where one is under way, one more follows it, whatever happens meanwhile.
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
