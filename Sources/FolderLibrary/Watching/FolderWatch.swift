#if FolderLibrary || canImport(Darwin)
/// Collects folders with changes until they are due for a scan.
///
/// Programs save a picture in several steps within moments: they write a new file and rename it over the old one,
/// or truncate the old one and write it again. So events are collected until there has been none for a while, and
/// become one change.
struct DirtyFolders {
    /// The time without events before a scan, in nanoseconds.
    static let quiet: UInt64 = 100_000_000
    /// The maximum wait if events do not stop, in nanoseconds.
    static let patience: UInt64 = 1_000_000_000

    /// The longest pause after failures, as a multiple of `patience`.
    static let mostPauses: UInt64 = 60

    private var folders: Set<FolderID> = []
    private var isEverything = false
    private var first: UInt64 = 0
    private var last: UInt64 = 0
    /// Whether a scan of the folders that were last taken is running; later events wait for its end.
    private var isLooking: Bool
    /// The number of consecutive failures.
    private var failures: UInt64 = 0
    private var earliest: UInt64 = 0

    /// - Parameter isLooking: whether a scan of everything is already running.
    init(isLooking: Bool = false) {
        self.isLooking = isLooking
    }

    /// Records an event in a folder; nil if the folder is unknown.
    mutating func note(_ folder: FolderID?, at now: UInt64) {
        if isEmpty { first = now }
        last = now
        if let folder { folders.insert(folder) } else { isEverything = true }
    }

    private var isEmpty: Bool { folders.isEmpty && !isEverything }

    /// The time at which a scan is due; nil if there is no event, or a scan is running.
    var deadline: UInt64? {
        isEmpty || isLooking ? nil : max(earliest, min(last + Self.quiet, first + Self.patience))
    }

    /// Removes and returns the scope to scan, if a scan is due.
    mutating func take(at now: UInt64) -> ScanScope? {
        guard let deadline, now >= deadline else { return nil }
        let scope = isEverything ? ScanScope.everything : .folders(folders)
        (folders, isEverything, isLooking) = ([], false, true)
        return scope
    }

    /// Records the end of the scan; after a failure, everything is due after a growing pause.
    mutating func endLooking(succeeded: Bool, at now: UInt64) {
        isLooking = false
        failures = succeeded ? 0 : min(failures + 1, Self.mostPauses)
        guard !succeeded else { return }
        note(nil, at: now)
        earliest = now + failures * Self.patience
    }
}

#if FolderLibrary && os(Linux)
import CameraRoll
import Dispatch
import Foundation
import Glibc
import Synchronization

/// Watches folders with inotify, and scans those with changes, on its own thread.
///
/// Each folder gets a watch before the scan reads it, so later changes are reported. If the system reports lost events,
/// everything is scanned again; if it has no more watches, everything is scanned at intervals.
final class FolderWatch: ScanWatch, Sendable {
    /// The events that a watch reports.
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
    /// The result of the last scan, until the thread has processed it.
    private let ended = Lock<Bool?>(nil)
    /// The work that ends with the thread, once it is being stopped.
    private let ending = Lock<IndexUsers.Work?>(nil)

    init(_ store: FolderStore, _ scans: ScanScheduler) {
        (self.store, self.scans) = (store, scans)
    }

    /// Starts with a scan of everything.
    func start() {
        look(at: .everything)
        store.users.join()
        let thread = Thread { [self] in
            run()
            store.users.leaveBlocking()
            if let work = ending.withLock({ $0.take() }) { store.users.end(work) }
        }
        thread.name = "cameraroll.watch"
        thread.start()
    }

    /// Makes the thread end soon, without waiting for it.
    func stop() {
        // The thread reads the index, and may be its last user.
        let work = store.users.begin()
        ending.withLock { $0 = work }
        isStopped.store(true, ordering: .releasing)
        descriptors.wake()
    }

    /// Whether all changes in scanned folders are reported, as far as is known.
    var reportsEverything: Bool { !lacksWatches.load(ordering: .relaxed) }

    /// Watches a folder from now on.
    func watch(_ folder: OpenFolder, _ id: FolderID) -> Bool {
        let isWatched = setWatch(of: folder, id)
        if !isWatched { lacksWatches.store(true, ordering: .relaxed) }
        return isWatched
    }

    private func setWatch(of folder: OpenFolder, _ id: FolderID) -> Bool {
        guard folders.withLock({ $0.count < store.hooks.mostWatches }) else { return false }
        let watch = descriptors.watch(folder, for: Self.mask)
        if watch >= 0 {
            folders.withLock { $0[watch] = id }
            return true
        }
        // A folder that is gone needs no watch. If it exists, it cannot be watched: /proc may be missing.
        return (errno == ENOENT || errno == ENOTDIR) && !folder.isLinked
    }
}

// MARK: - The thread

extension FolderWatch {
    private func look(at scope: ScanScope) {
        // Each folder gets a new watch; if one does not, this is set again.
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

    /// Checks the index for changes by other processes; those of this process have already been reported.
    private func ask(_ journal: inout JournalProbe, _ dirty: inout DirtyFolders) {
        if journal.hasGoneOn() { store.observers.tell() }
        // The index was removed or replaced: a scan handles that.
        if journal.wasReplaced() { dirty.note(nil, at: Self.now) }
    }

    /// The time that the thread waits if no event arrives, in milliseconds.
    private func pause(until deadline: UInt64?) -> Int {
        let (now, interval) = (Self.now, min(store.hooks.askingInterval, store.hooks.pollingInterval))
        return Int(min(deadline.map { $0 > now ? $0 - now : 0 } ?? interval, interval) / 1_000_000) + 1
    }

    /// Scans everything at intervals if there are not enough watches.
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
            // If the root is gone, no event reports its return.
            if folders.withLock({ $0.removeValue(forKey: event.wd) }) == .root {
                lacksWatches.store(true, ordering: .relaxed)
            }
            return
        }
        if mask & Int(IN_MOVE_SELF) != 0 {
            // Its path may have another folder now, and so may the paths of its subfolders.
            moves.note()
            return dirty.note(nil, at: Self.now)
        }
        if let folder = folders.withLock({ $0[event.wd] }) { dirty.note(folder, at: Self.now) }
    }

    /// Ends the watches of folders that were moved out of the folder of photos: the index no longer has them.
    private func endStrayWatches() {
        // Before the index is read: a scan may add a folder to it and watch it meanwhile.
        let watched = folders.withLock(\.self)
        let known = try? store.index.reader().rows("SELECT id FROM folder", read: { FolderID(row: $0.integer(0)) })
        guard let known = known.map(Set.init) else { return }
        let strays = folders.withLock { $0.removeStrays(of: watched, known: known) }
        for watch in strays { descriptors.unwatch(watch) }
    }

    /// The number of watched folders.
    var watchCount: Int { folders.withLock(\.count) }
}

extension [Int32: FolderID] {
    /// Removes and returns the watches of unknown folders, except those that were set or changed since `before`.
    mutating func removeStrays(of before: Self, known: Set<FolderID>) -> [Int32] {
        let strays = before.filter { !known.contains($0.value) && self[$0.key] == $0.value }.keys
        for watch in strays { self[watch] = nil }
        return Array(strays)
    }
}

/// Whether watched folders were moved, perhaps out of the folder of photos.
///
/// Only a scan that began after the move finds that the folder is gone. A scan that was running during the move may
/// have read it before.
struct MovedFolders {
    private var isNew = false
    private var isBeingScanned = false

    /// Records that a folder was moved.
    mutating func note() {
        isNew = true
    }

    mutating func beginScan() {
        isBeingScanned = isNew
        isNew = false
    }

    /// Ends a scan; returns whether the index no longer has folders that were moved out.
    ///
    /// A failed scan is repeated.
    mutating func endScan(succeeded: Bool) -> Bool {
        defer { isBeingScanned = false }
        if !succeeded, isBeingScanned { isNew = true }
        return succeeded && isBeingScanned
    }
}
#endif
#endif
