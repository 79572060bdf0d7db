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
    /// Whether a folder was moved, perhaps to where nobody looks.
    private let mayHaveStrays = Atomic(false)
    /// How the scan that was begun last has ended, until the thread has taken note of it.
    private let ended = Lock<Bool?>(nil)

    init(_ store: FolderStore, _ scans: ScanDesk) {
        (self.store, self.scans) = (store, scans)
    }

    /// Begins with everything.
    func start() {
        look(at: .everything)
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
        } else if errno != ENOENT && errno != ENOTDIR || folder.isLinked {
            // What is there cannot be watched: /proc may be missing.
            lacksWatches.store(true, ordering: .relaxed)
        }
    }
}

extension OpenFolder {
    /// Whether it still has a name anywhere.
    fileprivate var isLinked: Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_nlink > 0
    }
}

// MARK: - The thread

extension FolderWatch {
    private func look(at scope: ScanScope) {
        // Each folder is given a watch anew; where one gets none, this is set again.
        if case .everything = scope { lacksWatches.store(false, ordering: .relaxed) }
        scans.begin(scope) { [weak self] succeeded in
            guard let self else { return }
            ended.withLock { $0 = succeeded }
            descriptors.wake()
        }
    }

    private func takeEnd() -> Bool? {
        ended.withLock { ended in
            defer { ended = nil }
            return ended
        }
    }

    private func run() {
        var dirty = DirtyFolders(isLooking: true)
        var lastPoll = Self.now
        var journal = JournalProbe(store.index)
        _ = journal.hasGoneOn()
        var mounts = MountTable(around: store.index.root)
        while !isStopped.load(ordering: .acquiring) {
            let wait = dirty.deadline.map { $0 > Self.now ? Int(($0 - Self.now) / 1_000_000) + 1 : 0 }
            descriptors.wait(milliseconds: min(wait ?? Self.askingInterval, Self.askingInterval))
            descriptors.read { event in note(event, &dirty) }
            if lacksWatches.load(ordering: .relaxed), Self.now - lastPoll >= Self.pollingInterval {
                lastPoll = Self.now
                dirty.note(nil, at: lastPoll)
            }
            if mounts.hasChanged() { dirty.note(nil, at: Self.now) }
            if let succeeded = takeEnd() {
                dirty.endLooking(succeeded: succeeded, at: Self.now)
                endStrayWatches()
            }
            if let scope = dirty.take(at: Self.now) { look(at: scope) }
            // By other processes; what this one wrote was told already.
            if journal.hasGoneOn() { store.observers.tell() }
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
        if mask & Int(IN_MOVE_SELF) != 0 { mayHaveStrays.store(true, ordering: .relaxed) }
        if let folder = folders.withLock({ $0[event.wd] }) { dirty.note(folder, at: Self.now) }
    }

    /// Ends the watches of folders that were moved out of the folder of photos: the index does not have them any more.
    private func endStrayWatches() {
        guard mayHaveStrays.exchange(false, ordering: .relaxed) else { return }
        let known = try? store.index.reader().rows("SELECT id FROM folder", read: { FolderID(row: $0.integer(0)) })
        guard let known = known.map(Set.init) else { return }
        let strays = folders.withLock { folders in
            let strays = folders.filter { !known.contains($0.value) }.keys
            for watch in strays { folders[watch] = nil }
            return Array(strays)
        }
        for watch in strays { inotify_rm_watch(descriptors.inotify, watch) }
    }

    /// How many folders are watched.
    var watchCount: Int { folders.withLock(\.count) }
}

/// Asks whether the history of an index has gone on, by a connection that is kept.
private struct JournalProbe {
    private let index: FolderIndex
    private var connection: SQLiteConnection?
    private var inode: UInt64?
    private var place: Int64?

    init(_ index: FolderIndex) {
        self.index = index
    }

    mutating func hasGoneOn() -> Bool {
        var status = stat()
        guard lstat(index.path, &status) == 0 else { return false }
        // The index may have been set aside since.
        if connection == nil || inode != UInt64(status.st_ino) {
            (connection, inode) = (try? index.reader(), UInt64(status.st_ino))
        }
        guard let now = try? connection?.journalEnd() else {
            connection = nil
            return false
        }
        defer { place = now }
        return now != place
    }
}

/// The descriptors that the thread waits for: inotify's, and one to wake it by; closed when they are released.
private final class EventDescriptors: Sendable {
    let inotify = inotify_init1(O_CLOEXEC | O_NONBLOCK)
    private let waker: (reading: Int32, writing: Int32)

    init() {
        var ends: [Int32] = [-1, -1]
        // Without them nobody is woken, and the thread ends at its next look.
        if pipe(&ends) == 0 {
            for end in ends {
                _ = fcntl(end, F_SETFD, FD_CLOEXEC)
                _ = fcntl(end, F_SETFL, O_NONBLOCK)
            }
        }
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
        var byte: UInt8 = 0
        while Glibc.read(waker.reading, &byte, 1) > 0 {}
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
