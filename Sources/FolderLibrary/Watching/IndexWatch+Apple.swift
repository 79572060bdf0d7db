#if canImport(Darwin)
import CameraRoll
import Darwin
import Dispatch
import Foundation
import Synchronization

/// Detects with kqueue that any process has written to the files of an index, and then checks the history.
///
/// It watches the log, to which each edit is written, and the folder, in which the log is created. Their descriptors
/// can be closed at any time, while closing one of the database would release SQLite's locks in this process. If the
/// log cannot be watched, for example because it does not exist yet, the index is checked at intervals.
final class IndexWatch: Sendable {
    /// Identifies the event that wakes the thread.
    private static let waker: UInt = 1
    private static let vnodeEvents = UInt32(NOTE_WRITE | NOTE_EXTEND | NOTE_DELETE | NOTE_RENAME)

    /// The minimum time between two checks, in nanoseconds: a large transaction causes one event per page.
    private static let pause: UInt64 = 20_000_000

    private let store: FolderStore
    private let scans: ScanScheduler
    private let queue = kqueue()
    private let isStopped = Atomic(false)
    /// The work that ends with the thread, once it is being stopped.
    private let ending = Lock<IndexUsers.Work?>(nil)

    /// - Parameters:
    ///   - store: the store that notifies observers of changes.
    ///   - scans: the scheduler that scans everything if the index was removed or replaced.
    init(_ store: FolderStore, _ scans: ScanScheduler) {
        (self.store, self.scans) = (store, scans)
        var event = Darwin.kevent()
        (event.ident, event.filter, event.flags) = (Self.waker, Int16(EVFILT_USER), UInt16(EV_ADD | EV_CLEAR))
        _ = kevent(queue, &event, 1, nil, 0, nil)
    }

    deinit {
        if queue >= 0 { close(queue) }
    }

    /// Starts the thread.
    func start() {
        store.users.join()
        let thread = Thread { [self] in
            run()
            store.users.leaveBlocking()
            if let work = ending.withLock({ $0.take() }) { store.users.end(work) }
        }
        thread.name = "cameraroll.index"
        thread.start()
    }

    /// Makes the thread end soon, without waiting for it.
    func stop() {
        // The thread reads the index, and may be its last user.
        let work = store.users.begin()
        ending.withLock { $0 = work }
        isStopped.store(true, ordering: .releasing)
        var event = Darwin.kevent()
        (event.ident, event.filter, event.fflags) = (Self.waker, Int16(EVFILT_USER), UInt32(NOTE_TRIGGER))
        _ = kevent(queue, &event, 1, nil, 0, nil)
    }

    private func run() {
        var journal = JournalProbe(store.index)
        _ = journal.hasGoneOn()
        while !isStopped.load(ordering: .acquiring) {
            // Opened again each time, since the log may be another file by now.
            let paths: [String] = [store.index.path + "-wal", store.index.folder]
            let descriptors = paths.map { open($0, O_EVTONLY | O_CLOEXEC) }
            for descriptor in descriptors where descriptor >= 0 { watch(descriptor) }
            // After opening the descriptors: later writes cause events.
            ask(&journal)
            wait(descriptors[0] >= 0 ? 60 * store.hooks.askingInterval : store.hooks.askingInterval)
            // Events of closed descriptors are dropped; only waking the thread ends the pause.
            for descriptor in descriptors where descriptor >= 0 { close(descriptor) }
            if !isStopped.load(ordering: .acquiring) { wait(Self.pause) }
        }
    }

    private func ask(_ journal: inout JournalProbe) {
        if journal.hasGoneOn() { store.observers.tell() }
        if journal.wasReplaced() { scans.begin(.everything) }
    }

    private func watch(_ descriptor: Int32) {
        var event = Darwin.kevent()
        event.ident = UInt(descriptor)
        event.filter = Int16(EVFILT_VNODE)
        event.flags = UInt16(EV_ADD | EV_CLEAR)
        event.fflags = Self.vnodeEvents
        _ = kevent(queue, &event, 1, nil, 0, nil)
    }

    /// Waits for an event, for at most a number of nanoseconds.
    private func wait(_ interval: UInt64) {
        // Without a queue there are no events: then the index is checked at intervals.
        guard queue >= 0 else {
            return Thread.sleep(forTimeInterval: Double(min(interval, store.hooks.askingInterval)) / 1e9)
        }
        var limit = timespec()
        limit.tv_sec = Int(interval / 1_000_000_000)
        limit.tv_nsec = Int(interval % 1_000_000_000)
        var event = Darwin.kevent()
        _ = kevent(queue, nil, 0, &event, 1, &limit)
    }
}
#endif
