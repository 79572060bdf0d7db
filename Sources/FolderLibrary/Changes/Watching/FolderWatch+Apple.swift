#if canImport(Darwin)
import CameraRoll
import Foundation
#if os(macOS)
import CoreServices
#endif

/// Hears of changes in a folder by FSEvents on macOS, and has all looked at then; a rescan opens no unchanged file.
///
/// The other systems of Apple tell an app nothing of its folders: there the folder is looked at when it is opened.
final class FolderWatch: Sendable {
    private struct Looks {
        var isLooking = false
        var isWanted = false
    }

    private let store: FolderStore
    private let scans: ScanDesk
    private let looks = Lock(Looks())
    private let queue = DispatchQueue(label: "cameraroll.watch")
    #if os(macOS)
    private let stream = Lock<FSEventStreamRef?>(nil)
    #endif

    init(_ store: FolderStore, _ scans: ScanDesk) {
        (self.store, self.scans) = (store, scans)
    }

    /// Begins with everything.
    func start() {
        #if os(macOS)
        startStream()
        #endif
        lookAtEverything()
    }

    /// Ends it; a call that is under way ends by itself.
    func stop() {
        #if os(macOS)
        guard
            let stream = stream.withLock({ stream in
                defer { stream = nil }
                return stream
            })
        else { return }
        FSEventStreamStop(stream)
        FSEventStreamInvalidate(stream)
        FSEventStreamRelease(stream)
        #endif
    }

    /// Whether the system tells of all that happens in the folder.
    var tellsOfAll: Bool {
        #if os(macOS)
        stream.withLock { $0 != nil }
        #else
        false
        #endif
    }

    /// FSEvents watches the whole tree.
    func watch(_ folder: OpenFolder, _ id: FolderID) {}

    /// Begins a scan; where one is under way, one more follows it, whatever happens meanwhile.
    fileprivate func lookAtEverything() {
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
        // The stream keeps it: a call may be under way when the stream is ended.
        var context = FSEventStreamContext(
            version: 0, info: Unmanaged.passUnretained(self).toOpaque(),
            retain: { info in
                guard let info else { return nil }
                return UnsafeRawPointer(Unmanaged<FolderWatch>.fromOpaque(info).retain().toOpaque())
            },
            release: { info in
                if let info { Unmanaged<FolderWatch>.fromOpaque(info).release() }
            }, copyDescription: nil)
        let made = FSEventStreamCreate(
            nil,
            { _, info, _, _, _, _ in
                guard let info else { return }
                Unmanaged<FolderWatch>.fromOpaque(info).takeUnretainedValue().lookAtEverything()
            },
            &context, [store.index.root] as CFArray, FSEventStreamEventId(kFSEventStreamEventIdSinceNow),
            Double(DirtyFolders.quiet) / 1e9,
            FSEventStreamCreateFlags(kFSEventStreamCreateFlagWatchRoot | kFSEventStreamCreateFlagIgnoreSelf))
        guard let made else { return }
        // Other processes write into the index too; FSEvents tells nothing of at most eight folders.
        let own = [URL(filePath: store.index.path).deletingLastPathComponent(), store.configuration.trash]
        FSEventStreamSetExclusionPaths(made, own.compactMap { $0?.path } as CFArray)
        FSEventStreamSetDispatchQueue(made, queue)
        FSEventStreamStart(made)
        stream.withLock { $0 = made }
    }
}
#endif
#endif
