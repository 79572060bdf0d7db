#if FolderLibrary || canImport(Darwin)
import CameraRoll
import Foundation
import Synchronization

/// The state that all libraries, scans and edits of one folder share in a process: the locked writer and the
/// observers.
///
/// The lock is held for one transaction, and never by the library executor after opening: readers have their own
/// connections, and with SQLite's write-ahead log, no reader waits for a writer.
final class FolderStore: Sendable {
    let index: FolderIndex
    let configuration: FolderConfiguration
    let hooks: FolderTestHooks
    let observers = FolderObservers()
    let worker = IndexWorker()
    let originals: OriginalFiles
    let root: RootIdentity
    let health = IndexHealth()
    /// The store of thumbnails; nil if none are kept.
    let thumbnails: ThumbnailStore?
    let writer = Lock<IndexWriter?>(nil)
    /// Whether a scan has compared the names of all assets with those of their files, which once is enough: pages are
    /// damaged on disk, not while they are open.
    let hasComparedNames = Atomic(false)
    /// The file of the index that was last opened for writing, and is still open.
    let prepared = Lock<FileIdentity?>(nil)
    let clocks = Lock(VolumeClocks())
    /// Counts the users of the index, and closes it after the last one.
    let users: IndexUsers

    init(root: String, _ configuration: FolderConfiguration, _ hooks: FolderTestHooks) {
        index = FolderIndex(root: root, place: configuration.index, hooks: hooks)
        users = IndexUsers()
        originals = OriginalFiles(index, users)
        self.root = RootIdentity(index)
        (self.configuration, self.hooks) = (configuration, hooks)
        let folder = URL(filePath: index.path).deletingLastPathComponent()
        thumbnails =
            configuration.thumbnailCacheByteLimit > 0
            ? ThumbnailStore(
                path: folder.appending(path: "thumbnails.sqlite").path, limit: configuration.thumbnailCacheByteLimit,
                users: users)
            : nil
        users.closeAfterLast { [weak self] in self?.close() }
    }

    /// Ensures that an index of this version exists.
    func prepare() throws {
        // Only once while the file is in place, since waiting for other writers may take a while.
        if let file = index.file, prepared.withLock(\.self) == file { return }
        try exclusively { _ in }
    }

    /// Opens the index for reading, even if it cannot be written now, so that the known photos are shown.
    ///
    /// - Throws: the reason why there is no readable index.
    func openReader() throws -> IndexConnection {
        do {
            try prepare()
        } catch {
            guard FolderError(error).allowsReading, let found = try? index.connect(),
                (try? index.isReadable(by: found.connection)) == true
            else { throw error }
            return found
        }
        return try index.connect()
    }

    /// Reads one snapshot of the index; if the index is away with the photos, reads from the open connection.
    ///
    /// - Throws: an error of `body`, of SQLite, or of opening the index.
    func read<Value: Sendable>(_ body: (SQLiteConnection) throws -> Value) throws -> Value {
        // If only a reader were the last to close, it would leave SQLite's files next to the index.
        users.join()
        defer { users.leaveBlocking() }
        do {
            return try guardingDamage {
                // Not kept, since the index may be another file by the next read.
                let connection = try openReader().connection
                return try connection.reading { try body(connection) }
            }
        } catch {
            guard index.file == nil else { throw error }
            return try writer.withLock { slot in
                guard let connection = slot?.connection else { throw error }
                return try connection.reading { try body(connection) }
            }
        }
    }

    /// Carries out changes in one transaction, and notifies observers; blocks while another writer is active.
    ///
    /// - Throws: an error of `body`, of SQLite, or of opening the index.
    func write<Value: Sendable>(_ body: (IndexWriter) throws -> Value) throws -> Value {
        try exclusively { writer in try writer.transaction { try body(writer) } }
    }

    /// Holds the writer for several transactions, and then notifies observers; blocks while another writer is
    /// active.
    func exclusively<Value: Sendable>(_ body: (IndexWriter) throws -> Value) throws -> Value {
        users.join()
        defer { users.leaveBlocking() }
        let (outcome, hasChanged) = try guardingDamage {
            try noting {
                try holdingWriter { slot throws in
                    let writer = try openWriter(&slot)
                    let outcome = Result { try body(writer) }
                    return (outcome, writer.takeNews())
                }
            }
        }
        if hasChanged { observers.tell() }
        if case .success = outcome { health.succeed() }
        return try guardingDamage { try noting { try outcome.get() } }
    }

    /// Locks the writer, within a system activity that also covers the locks that its work takes.
    private func holdingWriter<Value: Sendable, Thrown: Error>(
        _ body: (inout IndexWriter?) throws(Thrown) -> Value
    ) throws(Thrown) -> Value {
        try ExpiringActivity.run { () throws(Thrown) in
            try writer.withLock { (slot) throws(Thrown) in try body(&slot) }
        }
    }

    /// Records an error that keeps the index from being written.
    private func noting<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch {
            health.fail(error)
            throw error
        }
    }

    /// The open writer, or a new one if no writer is open or the index was replaced.
    private func openWriter(_ slot: inout IndexWriter?) throws -> IndexWriter {
        if let open = slot, !isInPlace(open) {
            do {
                if open.place?.file != index.file { try settleReplacement(of: open) }
            } catch let error as SQLiteError where error.isDamage {
                // The open connection is damaged too: the file in the index's place has to be checked.
                slot = nil
                index.markDamaged()
                throw error
            }
            slot = nil
            let writer = try openWriter()
            // A scan in progress still has to visit these.
            (writer.released, writer.deferred) = (open.released, open.deferred)
            slot = writer
        }
        let writer = try slot ?? openWriter()
        slot = writer
        // Before the writer's lock is released: a library that opens now does not wait for this transaction.
        prepared.withLock { $0 = writer.place?.file }
        return writer
    }

    /// Whether a writer's index is in place, and its backup too.
    private func isInPlace(_ writer: IndexWriter) -> Bool {
        writer.place?.file == index.file && writer.place?.keepsBackup(of: index) != false
    }

    private func openWriter() throws -> IndexWriter {
        try configuration.validate(for: index.root)
        let writer = try IndexWriter(
            index.writer(), historyLimit: configuration.historyLimit, place: WrittenIndex(index), backup: index.backup)
        try root.learn(from: writer.connection)
        // Missing photos do not prevent reading the index, and there are no moved files to put back.
        if let mover = try? mover() {
            try writer.settleArrivals(by: mover)
            try recoverIfAlone(writer, by: mover)
        }
        return writer
    }

    /// Undoes the recorded moves of an ended process, and removes staged files, without waiting for other processes.
    ///
    /// Nothing is undone while another process has the lock: the moves are its own, or it undoes them. Since it may
    /// record some at any moment, nothing is undone without the lock either, except on a volume without locks, where
    /// the other process's edit fails and has no effect.
    func recoverIfAlone(_ writer: IndexWriter, by mover: FileMover) throws {
        guard try !writer.intends([]) else { return try writer.sweepStaged(beneath: mover.root) }
        guard let lock = try? lockedRoot(patience: 0) else { return }
        defer { withExtendedLifetime(lock) {} }
        try writer.recover(by: mover)
    }

    /// Runs `body` while no other process moves files of these photos, or mistakes recorded moves for those of an ended
    /// process; not nested.
    ///
    /// On a volume without locks, nothing is locked. An edit then fails, and has no effect, if its record was removed.
    ///
    /// - Throws: `FolderError.busy` if another process moves files for longer than writers wait, or an error of `body`.
    func movingAlone<Value>(_ body: () throws -> Value) throws -> Value {
        let folder = try lockedRoot(patience: hooks.patience)
        defer { withExtendedLifetime(folder) {} }
        return try body()
    }

    /// The folder of photos, locked until its release; nil if it is away.
    ///
    /// - Parameter patience: the time to wait for another process, in milliseconds.
    private func lockedRoot(patience: Int32) throws(FolderError) -> OpenFolder? {
        assert(ExpiringActivity.isRunning)
        guard let folder = try? OpenFolder(root: index.root) else { return nil }
        let end = ContinuousClock.now + .milliseconds(Int(patience))
        while true {
            do throws(SystemError) {
                try folder.lock(waiting: false)
                return folder
            } catch {
                guard error.code == EWOULDBLOCK else { return folder }
            }
            guard ContinuousClock.now < end else { throw .busy }
            hooks.onWait?()
            usleep(2_000)
        }
    }

    /// Whether the writer has a file open that is not the one in the index's place; does not wait for writes.
    var isWriterDisplaced: Bool {
        prepared.withLock(\.self).map { $0 != index.file } ?? false
    }

    private func dropWriter() {
        let dropped = writer.withLock { $0.take() }
        prepared.withLock { $0 = nil }
        // Closed outside of the lock.
        withExtendedLifetime(dropped) {}
    }

    /// Returns the object that moves files for edits.
    ///
    /// - Throws: `EditError.volumeOffline` if the photos are away, or the system's error.
    func mover() throws -> FileMover {
        mover(in: try root.open())
    }

    /// Returns the object that moves files for edits in the open folder of photos.
    func mover(in root: OpenFolder) -> FileMover {
        FileMover(root: root, trash: configuration.trash?.path, hooks: hooks)
    }

    /// Marks a damaged index to be checked at the next opening, and has wrong counts recomputed.
    func guardingDamage<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as SQLiteError where error.isDamage {
            if isWriterDisplaced {
                // The index was replaced by a broken file; the writer still has the intact index, and restores it.
                worker.settle(self)
            } else {
                index.markDamaged()
                dropWriter()
            }
            throw error
        } catch let error as SQLiteError where error.isMiscount {
            worker.recount(self)
            throw error
        }
    }
}

/// The callbacks to call when a folder changes, in the order in which the libraries began to observe it.
final class FolderObservers: Sendable {
    private let signals = Lock<[(library: ObjectIdentifier, signal: ChangeSignal)]>([])

    /// Sets the signal of a library; nil ends its observation.
    func set(_ signal: ChangeSignal?, for library: AnyObject) {
        let id = ObjectIdentifier(library)
        let before = signals.withLock { signals in
            let before = signals.firstIndex { $0.library == id }.map { signals.remove(at: $0).signal }
            if let signal { signals.append((id, signal)) }
            return before
        }
        // Released outside of the lock.
        withExtendedLifetime(before) {}
    }

    /// Calls all signals on the calling thread.
    func tell() {
        let signals = signals.withLock { $0.map(\.signal) }
        for signal in signals { signal.libraryChanged() }
    }
}

extension FolderStore {
    /// Handles an index that is no longer in its place, before anything is written.
    ///
    /// An index that was removed is written again from what is still open. So is one that was replaced by a broken
    /// file, which is set aside. An intact index that others have put there is opened, if it belongs to the same
    /// library; if it lacks what is still open, that is kept beside it. If the photos are away, nothing is written: an
    /// empty folder in their place is probably a mount point, and other photos belong to another library.
    ///
    /// - Throws: `FolderError` if the photos are away; SQLite's damage only if what is still open is damaged too.
    func settleReplacement(of writer: IndexWriter) throws {
        // SQLite would apply the log of the open index to the file in its place.
        let hasOwnLog = index.file != nil && index.log != nil && index.log == writer.place?.log
        let kept = hasOwnLog ? try index.keep(writer.connection) : nil
        if kept != nil { index.removeLog() }
        let broken = try index.brokenFile()
        if broken == nil, index.file != nil {
            try checkLibrary(of: writer)
            return try index.adopt(displacing: writer.connection, keptAs: kept)
        }
        if let kept { unlink(index.folder + "/" + kept) }
        if broken == nil {
            try checkRoot(of: writer)
        } else if index.isBesidePhotos, writer.place?.lies(in: try index.openRoot()) != true {
            // A broken index next to other photos may be all that is known about those.
            throw FolderError.rootReplaced(path: index.root)
        }
        let isInPlace = try index.restore(
            from: writer.connection, replacing: broken, ownLog: writer.place?.log)
        // Another process was first, with the same index or with a new one.
        if !isInPlace { try checkLibrary(of: writer) }
    }

    /// Refuses an index of another library in the place of the open one.
    private func checkLibrary(of writer: IndexWriter) throws {
        let (old, new) = (try writer.connection.libraryName(), try index.connect().connection.libraryName())
        if old != new { throw FolderError.rootReplaced(path: index.root) }
    }

    /// Refuses to write a removed index next to photos other than its own.
    private func checkRoot(of writer: IndexWriter) throws(FolderError) {
        guard index.isBesidePhotos else { return }
        let folder = try index.openRoot()
        guard writer.place?.lies(in: folder) != true else { return }
        if !folder.hasEntries { throw .rootVanished(path: index.root) }
        if writer.place?.isKept == true { throw .rootReplaced(path: index.root) }
    }
}

extension FolderStore {
    /// Leaves without waiting; after the last user the index is closed soon.
    func leave() {
        guard users.leave() else { return }
        worker.close(self, users.begin())
    }

    /// Moves the log into the index, unless another file, to which the log does not belong, has replaced the index.
    ///
    /// - Returns: whether the log is empty.
    @discardableResult
    func moveLog() -> Bool {
        guard !isWriterDisplaced else { return false }
        return ExpiringActivity.run { (try? index.moveLog()) ?? false }
    }

    /// Closes the index once it has no user, with all data in its file.
    func close() {
        guard users.isEmpty else { return }
        hooks.onClose?()
        moveLog()
        var closed = holdingWriter { slot -> IndexWriter? in
            // A user that joined meanwhile has not used the writer yet, or keeps it.
            guard users.isEmpty else { return nil }
            // An index that was removed or replaced exists only in this connection, and SQLite does not write it to a
            // file.
            if let open = slot, open.place?.file != index.file { try? settleReplacement(of: open) }
            prepared.withLock { $0 = nil }
            return slot.take()
        }
        originals.close()
        thumbnails?.close()
        // Outside of the lock, and last: the last connection that closes removes the files next to the index.
        ExpiringActivity.run {
            withExtendedLifetime(closed) {}
            closed = nil
        }
    }
}
#endif
