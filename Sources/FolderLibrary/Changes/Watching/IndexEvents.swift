#if FolderLibrary && os(Linux)
import CameraRoll
import Glibc

/// Hears by inotify that the files of an index were written, by whatever process, and says when to look into it.
///
/// A large transaction is told of page by page, so the index is asked fifty times a second at most.
struct IndexEvents {
    /// How long the index is left alone once it was asked, in nanoseconds.
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

    /// Has the folder of the index watched that is there now; without one, only asking helps.
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
        if watch >= 0 { watched = (watch, folder) }
        // Something may have been written before.
        isWritten = true
    }

    /// Takes an event that is about the index.
    ///
    /// - Returns: whether it is.
    mutating func take(_ event: inotify_event, _ name: Substring) -> Bool {
        guard event.wd == watched?.watch else { return false }
        if Int(event.mask) & Int(IN_IGNORED) != 0 { watched = nil }
        if name.isEmpty || name.hasPrefix("index.sqlite") { isWritten = true }
        return true
    }

    /// When to ask the index; nil if nothing was heard.
    var deadline: UInt64? { isWritten ? earliest : nil }

    /// Whether it is time to ask the index; that is forgotten here.
    mutating func isDue(at now: UInt64) -> Bool {
        guard isWritten, now >= earliest else { return false }
        (isWritten, earliest) = (false, now + Self.pause)
        return true
    }
}
#endif
