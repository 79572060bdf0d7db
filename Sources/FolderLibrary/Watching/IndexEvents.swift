#if FolderLibrary || canImport(Darwin)
import CameraRoll
import Dispatch

/// Checks whether the history of an index has grown, over a connection that stays open.
struct JournalProbe {
    private let index: FolderIndex
    private var open: IndexConnection?
    private var place: Int64?
    private var file: FileIdentity?
    private var lastAsked: UInt64 = 0

    init(_ index: FolderIndex) {
        self.index = index
        file = index.file
    }

    /// Whether a check is due even without events.
    func isDue(at now: UInt64) -> Bool {
        now >= lastAsked && now - lastAsked >= index.hooks.askingInterval
    }

    mutating func hasGoneOn() -> Bool {
        lastAsked = DispatchTime.now().uptimeNanoseconds
        guard index.file != nil else { return false }
        // The index may have been set aside since.
        if open?.isCurrent(in: index) != true { open = try? index.connect() }
        guard let now = try? open?.connection.journalEnd() else {
            open = nil
            return false
        }
        defer { place = now }
        return now != place
    }

    /// Whether the index was removed or replaced since the last call.
    mutating func wasReplaced() -> Bool {
        let before = file
        file = index.file
        return file != before
    }
}

#if FolderLibrary && os(Linux)
import Glibc

/// Detects with inotify that any process has written to the files of an index, and limits how often it is checked.
///
/// A large transaction causes one event per page, so the index is checked at most fifty times per second.
struct IndexEvents {
    /// The minimum time between two checks, in nanoseconds.
    static let pause: UInt64 = 20_000_000

    private static let mask: UInt32 = [IN_MODIFY, IN_CREATE, IN_DELETE, IN_MOVED_TO, IN_MOVE_SELF, IN_ONLYDIR]
        .reduce(0) { $0 | UInt32($1) }

    private let index: FolderIndex
    private var watched: (watch: Int32, folder: FileIdentity)?
    private var isWritten = false
    private var earliest: UInt64 = 0

    init(of index: FolderIndex) {
        self.index = index
    }

    /// Watches the folder that now holds the index; without a watch the index is only checked at intervals.
    mutating func watch(by descriptors: EventDescriptors) {
        guard index.hooks.watchesIndex else { return }
        var status = stat()
        let folder = stat(index.folder, &status) == 0 ? FileStatus(status).identity : nil
        guard watched?.folder != folder else { return }
        if let watched { descriptors.unwatch(watched.watch) }
        watched = nil
        guard let folder, let opened = try? OpenFolder(root: index.folder), opened.status.identity == folder else {
            return
        }
        let watch = descriptors.watch(opened, for: Self.mask)
        guard watch >= 0 else { return }
        watched = (watch, folder)
        // Writes may have occurred before the watch was set.
        isWritten = true
    }

    /// Handles an event if it is about the index.
    ///
    /// - Returns: whether the event is about the index.
    mutating func take(_ event: inotify_event, _ name: Substring) -> Bool {
        guard event.wd == watched?.watch else { return false }
        if Int(event.mask) & Int(IN_IGNORED) != 0 { watched = nil }
        if name.isEmpty || name.hasPrefix("index.sqlite") { isWritten = true }
        return true
    }

    /// The time of the next check; nil if there was no event.
    var deadline: UInt64? { isWritten ? earliest : nil }

    /// Returns whether a check is due, and resets it.
    mutating func isDue(at now: UInt64) -> Bool {
        guard isWritten, now >= earliest else { return false }
        (isWritten, earliest) = (false, now + Self.pause)
        return true
    }
}
#endif
#endif
