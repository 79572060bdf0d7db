#if FolderLibrary || canImport(Darwin)
import CameraRoll

/// Follows a folder while a library of it is open: scans it once, and then after events of the system.
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

    /// Counts an opened library; the first one starts following the folder.
    func join() {
        guard store.configuration.followsFolder else { return }
        let isFirst = contents.withLock { contents in
            contents.libraries += 1
            return contents.libraries == 1
        }
        guard isFirst else { return }
        let watch = FolderWatch(store, scans)
        contents.withLock { $0.watch = watch }
        scans.register.setWatch(watch)
        // Only after the watch is set, so that changes in scanned folders are reported.
        watch.start()
    }

    /// The current watch; nil if the folder is not followed.
    var watch: FolderWatch? { contents.withLock(\.watch) }

    /// Counts a closed library; after the last one the folder is no longer followed.
    func leave() {
        guard store.configuration.followsFolder else { return }
        let watch = contents.withLock { contents in
            contents.libraries -= 1
            guard contents.libraries == 0 else { return FolderWatch?.none }
            defer { contents.watch = nil }
            return contents.watch
        }
        guard let watch else { return }
        scans.register.endWatch(watch)
        watch.stop()
    }
}
#endif
