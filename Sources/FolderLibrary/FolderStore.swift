#if FolderLibrary || canImport(Darwin)
import CameraRoll
import Foundation
import Synchronization

/// What all libraries, scans and edits of one folder share in a process: the writer behind its lock, and who listens.
///
/// The lock is held for one transaction, and never by the library executor after the opening: readers have connections
/// of their own, and in SQLite's write-ahead log nobody who reads waits for one who writes.
final class FolderStore: Sendable {
    let index: FolderIndex
    let configuration: FolderConfiguration
    let hooks: FolderTestHooks
    let observers = FolderObservers()
    let finisher = RowListLoader()
    let originals: OriginalFiles
    let root: RootIdentity
    let health = IndexHealth()
    /// Nil where no thumbnails are to be kept.
    let thumbnails: ThumbnailStore?
    let writer = Lock<IndexWriter?>(nil)
    /// Whether a scan has compared the names of all assets with those of their files: pages are damaged on disk, and
    /// not while they are open.
    let hasComparedNames = Atomic(false)
    /// The index that was opened to write last, and is still open.
    let prepared = Lock<FileIdentity?>(nil)
    /// Who needs the index to stay open, and what closes it.
    let users = IndexUsers()

    init(root: String, _ configuration: FolderConfiguration, _ hooks: FolderTestHooks) {
        index = FolderIndex(root: root, place: configuration.index, hooks: hooks)
        originals = OriginalFiles(index)
        self.root = RootIdentity(path: root)
        (self.configuration, self.hooks) = (configuration, hooks)
        let folder = URL(filePath: index.path).deletingLastPathComponent()
        thumbnails =
            configuration.thumbnailBytes > 0
            ? ThumbnailStore(
                path: folder.appending(path: "thumbnails.sqlite").path, limit: configuration.thumbnailBytes)
            : nil
    }

    /// Makes sure that there is an index of this version.
    func prepare() throws {
        // Once only, for as long as it is in its place: others may be writing for a while.
        if let file = index.file, prepared.withLock(\.self) == file { return }
        try exclusively { _ in }
    }

    /// Opens the index to read, also where it cannot be written now; what is known of the photos is shown all the same.
    ///
    /// - Throws: why there is none, or none that can be read.
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

    /// Reads from the index, all of one moment; from what is still open of it where it is away with the photos.
    ///
    /// - Throws: what `body` throws, SQLite, or why the index cannot be opened.
    func read<Value: Sendable>(_ body: (SQLiteConnection) throws -> Value) throws -> Value {
        // Whoever only reads would leave SQLite's files beside the index, if closed last.
        users.join()
        defer { leaveBlocking() }
        do {
            return try guardingDamage {
                // Not kept: the index may be another file by the next time.
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

    /// Carries out changes in one transaction, all or none, and tells of them; blocks while others write.
    ///
    /// - Throws: what `body` throws, SQLite, or why the index cannot be opened.
    func write<Value: Sendable>(_ body: (IndexWriter) throws -> Value) throws -> Value {
        try exclusively { writer in try writer.transaction { try body(writer) } }
    }

    /// Has the writer for as many transactions as it takes, and tells of the changes then; blocks while others write.
    func exclusively<Value: Sendable>(_ body: (IndexWriter) throws -> Value) throws -> Value {
        users.join()
        defer { leaveBlocking() }
        let (outcome, hasChanged) = try guardingDamage {
            try noting {
                try writer.withLock { slot in
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

    /// Takes note of what keeps the index from being written.
    private func noting<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch {
            health.fail(error)
            throw error
        }
    }

    /// The writer that is open, or a new one where there is none, or where another index has taken its place.
    private func openWriter(_ slot: inout IndexWriter?) throws -> IndexWriter {
        if let open = slot, open.place?.file != index.file {
            do {
                try settleReplacement(of: open)
            } catch let error as SQLiteError where error.isDamage {
                // What is still open is damaged too: all that is left is to look through what is in its place.
                slot = nil
                index.markDamaged()
                throw error
            }
            slot = nil
            let writer = try openWriter()
            // A scan that is under way still has to look at these.
            (writer.released, writer.deferred) = (open.released, open.deferred)
            slot = writer
        }
        let writer = try slot ?? openWriter()
        slot = writer
        // Before the writer's lock is given back: a library that is opened now does not wait for what is written.
        prepared.withLock { $0 = writer.place?.file }
        return writer
    }

    private func openWriter() throws -> IndexWriter {
        try configuration.validate(for: index.root)
        let writer = try IndexWriter(
            index.writer(), historyLimit: configuration.historyLimit, place: WrittenIndex(index))
        root.learn(indexed: try writer.connection.rootInode())
        // Photos that are not there do not keep what is known of them from being read.
        if let folder = try? OpenFolder(root: index.root) {
            let mover = mover(in: folder)
            try writer.settleArrivals(by: mover)
            try writer.recover(by: mover)
        }
        return writer
    }

    /// Whether the writer is open to another file than the one in the place of the index; waits for no writing.
    var isWriterDisplaced: Bool {
        prepared.withLock(\.self).map { $0 != index.file } ?? false
    }

    private func dropWriter() {
        let dropped = writer.withLock { $0.take() }
        prepared.withLock { $0 = nil }
        // Closed outside of the lock.
        withExtendedLifetime(dropped) {}
    }

    /// What moves the files of edits.
    ///
    /// - Throws: `EditError.volumeOffline` where the photos are away, or the system's error.
    func mover() throws -> FileMover {
        mover(in: try root.open())
    }

    /// What moves the files of edits in the folder of photos, which is open.
    func mover(in root: OpenFolder) -> FileMover {
        FileMover(root: root, trash: configuration.trash?.path, hooks: hooks)
    }

    /// Has an index that is found damaged looked through at the next opening, and one that counts wrongly count again.
    func guardingDamage<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as SQLiteError where error.isDamage {
            if isWriterDisplaced {
                // A broken file was put in the place of the index; the writer still has the whole one, and restores it.
                finisher.settle(self)
            } else {
                index.markDamaged()
                dropWriter()
            }
            throw error
        } catch let error as SQLiteError where error.isMiscount {
            finisher.recount(self)
            throw error
        }
    }
}

/// Who wants to be told of changes of a folder.
final class FolderObservers: Sendable {
    private let signals = Lock<[ObjectIdentifier: ChangeSignal]>([:])

    func set(_ signal: ChangeSignal?, for library: FolderLibrary) {
        let before = signals.withLock { signals in
            let before = signals[ObjectIdentifier(library)]
            signals[ObjectIdentifier(library)] = signal
            return before
        }
        // Not let go of behind the lock.
        withExtendedLifetime(before) {}
    }

    /// Tells all of them, on the calling thread.
    func tell() {
        let signals = signals.withLock { Array($0.values) }
        for signal in signals { signal.libraryChanged() }
    }
}
#endif
