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
    /// What a watch tells of.
    private static let mask: UInt32 = [
        IN_CLOSE_WRITE, IN_MOVED_FROM, IN_MOVED_TO, IN_CREATE, IN_DELETE, IN_ATTRIB, IN_DELETE_SELF, IN_MOVE_SELF,
        IN_ONLYDIR,
    ].reduce(0) { $0 | UInt32($1) }

    private let store: FolderStore
    private let scans: ScanScheduler
    private let descriptors = EventDescriptors()
    private let folders = Lock<[Int32: FolderID]>([:])
    private let isStopped = Atomic(false)
    private let lacksWatches = Atomic(false)
    /// How the scan that was begun last has ended, until the thread has taken note of it.
    private let ended = Lock<Bool?>(nil)

    init(_ store: FolderStore, _ scans: ScanScheduler) {
        (self.store, self.scans) = (store, scans)
    }

    /// Begins with everything.
    func start() {
        look(at: .everything)
        store.users.join()
        let thread = Thread { [self] in
            run()
            store.leaveBlocking()
            store.users.endClosing()
        }
        thread.name = "cameraroll.watch"
        thread.start()
    }

    /// Ends the thread soon; waits for nothing.
    func stop() {
        // The thread reads the index, and may be the last one who does.
        store.users.beginClosing()
        isStopped.store(true, ordering: .releasing)
        descriptors.wake()
    }

    /// Whether nothing happens in a folder that was looked at without its being told of, as far as is known.
    var tellsOfAll: Bool { !lacksWatches.load(ordering: .relaxed) }

    /// Has a folder watched from now on.
    func watch(_ folder: OpenFolder, _ id: FolderID) {
        guard folders.withLock({ $0.count < store.hooks.mostWatches }) else {
            return lacksWatches.store(true, ordering: .relaxed)
        }
        let watch = descriptors.watch(folder, for: Self.mask)
        if watch >= 0 {
            folders.withLock { $0[watch] = id }
        } else if errno != ENOENT && errno != ENOTDIR || folder.isLinked {
            // What is there cannot be watched: /proc may be missing.
            lacksWatches.store(true, ordering: .relaxed)
        }
    }
}

// MARK: - The thread

extension FolderWatch {
    private func look(at scope: ScanScope) {
        // Each folder is given a watch again; where one gets none, this is set again.
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
        var (dirty, moves) = (DirtyFolders(isLooking: true), MovedFolders())
        var lastPoll = Self.now
        var journal = JournalProbe(store.index)
        _ = journal.hasGoneOn()
        var mounts = MountTable(around: store.index.root)
        var indexEvents = IndexEvents(of: store.index)
        while !isStopped.load(ordering: .acquiring) {
            indexEvents.watch(by: descriptors)
            let deadline = [dirty.deadline, indexEvents.deadline].compactMap(\.self).min()
            descriptors.wait(milliseconds: pause(until: deadline))
            store.hooks.reach(.eventsWaiting)
            descriptors.read { event, name in
                if !indexEvents.take(event, name) { note(event, &dirty, &moves) }
            }
            poll(&lastPoll, &dirty)
            if mounts.hasChanged() { dirty.note(nil, at: Self.now) }
            if let succeeded = takeEnd() {
                dirty.endLooking(succeeded: succeeded, at: Self.now)
                if moves.endScan(succeeded: succeeded) { endStrayWatches() }
            }
            if let scope = dirty.take(at: Self.now) {
                moves.beginScan()
                look(at: scope)
            }
            if indexEvents.isDue(at: Self.now) || journal.isDue(at: Self.now) { ask(&journal, &dirty) }
        }
    }

    /// Asks the index what other processes did; what this one wrote was told already.
    private func ask(_ journal: inout JournalProbe, _ dirty: inout DirtyFolders) {
        if journal.hasGoneOn() { store.observers.tell() }
        // It was removed, or another one was put there: a scan sees to it.
        if journal.wasReplaced() { dirty.note(nil, at: Self.now) }
    }

    /// How long nothing need be done but for what the system tells, in milliseconds.
    private func pause(until deadline: UInt64?) -> Int {
        let (now, interval) = (Self.now, min(store.hooks.askingInterval, store.hooks.pollingInterval))
        return Int(min(deadline.map { $0 > now ? $0 - now : 0 } ?? interval, interval) / 1_000_000) + 1
    }

    /// Has everything looked at every now and then, where there are not enough watches.
    private func poll(_ last: inout UInt64, _ dirty: inout DirtyFolders) {
        let now = Self.now
        guard lacksWatches.load(ordering: .relaxed), now - last >= store.hooks.pollingInterval else { return }
        last = now
        dirty.note(nil, at: now)
    }

    private static var now: UInt64 { DispatchTime.now().uptimeNanoseconds }

    private func note(_ event: inotify_event, _ dirty: inout DirtyFolders, _ moves: inout MovedFolders) {
        let mask = Int(event.mask)
        if mask & Int(IN_Q_OVERFLOW) != 0 { return dirty.note(nil, at: Self.now) }
        if mask & Int(IN_IGNORED) != 0 {
            // Where the root is gone, nothing tells that it is back.
            if folders.withLock({ $0.removeValue(forKey: event.wd) }) == .root {
                lacksWatches.store(true, ordering: .relaxed)
            }
            return
        }
        if mask & Int(IN_MOVE_SELF) != 0 { moves.note() }
        if let folder = folders.withLock({ $0[event.wd] }) { dirty.note(folder, at: Self.now) }
    }

    /// Ends the watches of folders that were moved out of the folder of photos: the index does not have them any more.
    private func endStrayWatches() {
        let known = try? store.index.reader().rows("SELECT id FROM folder", read: { FolderID(row: $0.integer(0)) })
        guard let known = known.map(Set.init) else { return }
        let strays = folders.withLock { folders in
            let strays = folders.filter { !known.contains($0.value) }.keys
            for watch in strays { folders[watch] = nil }
            return Array(strays)
        }
        for watch in strays { descriptors.unwatch(watch) }
    }

    /// How many folders are watched.
    var watchCount: Int { folders.withLock(\.count) }
}

/// Whether watched folders were moved, perhaps out of the folder of photos.
///
/// Only a scan that began after the move finds that the folder is gone. One that was running while the folder was moved
/// may have read it before.
struct MovedFolders {
    private var isNew = false
    private var isBeingScanned = false

    /// A folder was moved.
    mutating func note() {
        isNew = true
    }

    mutating func beginScan() {
        isBeingScanned = isNew
        isNew = false
    }

    /// Returns whether the index knows by now which folders were moved out.
    ///
    /// A scan that failed is repeated.
    mutating func endScan(succeeded: Bool) -> Bool {
        defer { isBeingScanned = false }
        if !succeeded, isBeingScanned { isNew = true }
        return succeeded && isBeingScanned
    }
}
#endif
