#if FolderLibrary || canImport(Darwin)
import CameraRoll

/// Follows a folder while a library of it is open: scans it once, and then what the system tells of.
final class FolderFollower: Sendable {
    private struct Contents {
        var libraries = 0
        var watch: FolderWatch?
    }

    private let store: FolderStore
    private let scans: ScanScheduler
    private let contents = Lock(Contents())

    init(_ store: FolderStore, _ scans: ScanScheduler) {
        (self.store, self.scans) = (store, scans)
    }

    /// A library was opened: the first one has the folder followed.
    func join() {
        guard store.configuration.followsFolder else { return }
        let isFirst = contents.withLock { contents in
            contents.libraries += 1
            return contents.libraries == 1
        }
        guard isFirst else { return }
        let watch = FolderWatch(store, scans)
        contents.withLock { $0.watch = watch }
        scans.setWatch(watch)
        // Only now: whatever happens in a folder once it was looked at is told of.
        watch.start()
    }

    /// What hears of changes now; nil if nobody follows.
    var watch: FolderWatch? { contents.withLock(\.watch) }

    /// A library was closed: behind the last one nobody follows.
    func leave() {
        guard store.configuration.followsFolder else { return }
        let watch = contents.withLock { contents in
            contents.libraries -= 1
            guard contents.libraries == 0 else { return FolderWatch?.none }
            defer { contents.watch = nil }
            return contents.watch
        }
        guard let watch else { return }
        scans.endWatch(watch)
        watch.stop()
    }
}
#endif
