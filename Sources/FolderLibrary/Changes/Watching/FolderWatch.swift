#if FolderLibrary && os(Linux)
import CameraRoll
import Dispatch
import Foundation
import Glibc
import Synchronization

/// Hears of changes in folders by inotify, and has those looked at, on a thread of its own.
///
/// Each folder has a watch, set by the scan before it reads the folder: so whatever happens behind the scan's back is
/// told of. Where the system tells that events were lost, everything is looked at again; where it has no more watches,
/// everything is looked at every now and then.
final class FolderWatch: Sendable {
    /// How often everything is looked at where there are not enough watches, in nanoseconds.
    private static let pollingInterval: UInt64 = 60_000_000_000
    /// How often it is asked whether another process has changed the index, in milliseconds.
    private static let askingInterval = 1_000

    /// What a watch tells of.
    private static let mask: UInt32 = [
        IN_CLOSE_WRITE, IN_MOVED_FROM, IN_MOVED_TO, IN_CREATE, IN_DELETE, IN_ATTRIB, IN_DELETE_SELF, IN_MOVE_SELF,
        IN_ONLYDIR,
    ].reduce(0) { $0 | UInt32($1) }

    private let store: FolderStore
    private let scans: ScanDesk
    private let descriptors = EventDescriptors()
    private let folders = Lock<[Int32: FolderID]>([:])
    private let isStopped = Atomic(false)
    private let lacksWatches = Atomic(false)

    init(_ store: FolderStore, _ scans: ScanDesk) {
        (self.store, self.scans) = (store, scans)
    }

    /// Begins with everything.
    func start() {
        _ = scans.begin(.everything)
        let thread = Thread { [self] in run() }
        thread.name = "cameraroll.watch"
        thread.start()
    }

    /// Ends the thread soon; waits for nothing.
    func stop() {
        isStopped.store(true, ordering: .releasing)
        descriptors.wake()
    }

    /// Has a folder watched from now on.
    func watch(_ folder: OpenFolder, _ id: FolderID) {
        // By the descriptor: whatever the folder is called by now.
        let watch = inotify_add_watch(descriptors.inotify, "/proc/self/fd/\(folder.descriptor)", Self.mask)
        if watch >= 0 {
            folders.withLock { $0[watch] = id }
        } else if errno != ENOENT, errno != ENOTDIR {
            lacksWatches.store(true, ordering: .relaxed)
        }
    }
}

// MARK: - The thread

extension FolderWatch {
    private func run() {
        var dirty = DirtyFolders()
        var lastPoll = Self.now
        var place = try? store.index.reader().journalEnd()
        while !isStopped.load(ordering: .acquiring) {
            let wait = dirty.deadline.map { $0 > Self.now ? Int(($0 - Self.now) / 1_000_000) + 1 : 0 }
            descriptors.wait(milliseconds: min(wait ?? Self.askingInterval, Self.askingInterval))
            descriptors.read { event in note(event, &dirty) }
            if lacksWatches.load(ordering: .relaxed), Self.now - lastPoll >= Self.pollingInterval {
                lastPoll = Self.now
                dirty.note(nil, at: lastPoll)
            }
            if let scope = dirty.take(at: Self.now) { _ = scans.begin(scope) }
            tellOfOthers(since: &place)
        }
    }

    private static var now: UInt64 { DispatchTime.now().uptimeNanoseconds }

    private func note(_ event: inotify_event, _ dirty: inout DirtyFolders) {
        let mask = Int(event.mask)
        if mask & Int(IN_Q_OVERFLOW) != 0 { return dirty.note(nil, at: Self.now) }
        if mask & Int(IN_IGNORED) != 0 {
            // Where the root is gone, nothing tells that it is back.
            if folders.withLock({ $0.removeValue(forKey: event.wd) }) == .root {
                lacksWatches.store(true, ordering: .relaxed)
            }
            return
        }
        // A file that was made is not whole before it is closed; that is told too.
        if mask & Int(IN_CREATE) != 0, mask & Int(IN_ISDIR) == 0 { return }
        if let folder = folders.withLock({ $0[event.wd] }) { dirty.note(folder, at: Self.now) }
    }

    /// Tells of what other processes have written into the index; what this one wrote was told already.
    private func tellOfOthers(since place: inout Int64?) {
        guard let now = try? store.index.reader().journalEnd(), now != place else { return }
        place = now
        store.observers.tell()
    }
}

/// The descriptors that the thread waits for: inotify's, and one to wake it by; closed when they are released.
private final class EventDescriptors: Sendable {
    let inotify = inotify_init1(O_CLOEXEC | O_NONBLOCK)
    private let waker: (reading: Int32, writing: Int32)

    init() {
        var ends: [Int32] = [-1, -1]
        // Without them nobody is woken, and the thread ends at its next look.
        if pipe(&ends) == 0 { for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) } }
        waker = (ends[0], ends[1])
    }

    deinit {
        for descriptor in [inotify, waker.reading, waker.writing] { close(descriptor) }
    }

    func wake() {
        _ = Glibc.write(waker.writing, "x", 1)
    }

    func wait(milliseconds: Int) {
        var descriptors = [
            pollfd(fd: inotify, events: Int16(POLLIN), revents: 0),
            pollfd(fd: waker.reading, events: Int16(POLLIN), revents: 0),
        ]
        poll(&descriptors, 2, Int32(milliseconds))
    }

    /// Calls `body` with each event that there is.
    func read(_ body: (inotify_event) -> Void) {
        let length = 64 << 10
        withUnsafeTemporaryAllocation(byteCount: length, alignment: 8) { buffer in
            var count = Glibc.read(inotify, buffer.baseAddress, length)
            while count > 0 {
                var position = 0
                while position + MemoryLayout<inotify_event>.size <= count {
                    let event = buffer.loadUnaligned(fromByteOffset: position, as: inotify_event.self)
                    body(event)
                    position += MemoryLayout<inotify_event>.size + Int(event.len)
                }
                count = Glibc.read(inotify, buffer.baseAddress, length)
            }
        }
    }
}
#endif
