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
    let seams: FolderSeams
    let observers = FolderObservers()
    let finisher = ListFinisher()
    let originals: OriginalFiles
    let root: KnownRoot
    /// Nil where no thumbnails are to be kept.
    let thumbnails: ThumbnailStore?
    private let writer = Lock<IndexWriter?>(nil)
    private let isPrepared = Atomic(false)
    /// Whether a scan has compared the names of all assets with those of their files: pages are damaged on disk, and
    /// not while they are open.
    let hasComparedNames = Atomic(false)

    init(root: String, _ configuration: FolderConfiguration, _ seams: FolderSeams) {
        index = FolderIndex(root: root, place: configuration.index, seams: seams)
        originals = OriginalFiles(index)
        self.root = KnownRoot(path: root)
        (self.configuration, self.seams) = (configuration, seams)
        let folder = URL(filePath: index.path).deletingLastPathComponent()
        thumbnails =
            configuration.thumbnailBytes > 0
            ? ThumbnailStore(
                path: folder.appending(path: "thumbnails.sqlite").path, limit: configuration.thumbnailBytes)
            : nil
    }

    /// Makes sure that there is an index of this version.
    func prepare() throws {
        // Once only: others may be writing for a while.
        guard !isPrepared.load(ordering: .acquiring) else { return }
        try exclusively { _ in }
        isPrepared.store(true, ordering: .releasing)
    }

    /// Carries out changes in one transaction, all or none, and tells of them; blocks while others write.
    ///
    /// - Throws: what `body` throws, SQLite, or why the index cannot be opened.
    func write<Value: Sendable>(_ body: (IndexWriter) throws -> Value) throws -> Value {
        try exclusively { writer in try writer.transaction { try body(writer) } }
    }

    /// Has the writer for as many transactions as it takes, and tells of the changes then; blocks while others write.
    func exclusively<Value: Sendable>(_ body: (IndexWriter) throws -> Value) throws -> Value {
        let (outcome, hasChanged) = try guardingDamage {
            try writer.withLock { slot in
                // Another process may have repaired the index: what is written to the old one nobody reads.
                if slot?.inode != index.inode { slot = nil }
                let writer = try slot ?? openWriter()
                slot = writer
                let outcome = Result { try body(writer) }
                return (outcome, writer.takeNews())
            }
        }
        if hasChanged { observers.tell() }
        return try guardingDamage { try outcome.get() }
    }

    private func openWriter() throws -> IndexWriter {
        try configuration.validate(for: index.root)
        let writer = try IndexWriter(
            index.writer(), historyLimit: configuration.historyLimit, inode: index.inode)
        root.learn(indexed: try writer.connection.rootInode())
        // Photos that are not there do not keep what is known of them from being read.
        if let folder = try? OpenFolder(root: index.root) {
            let mover = mover(in: folder)
            try writer.settleArrivals(by: mover)
            try writer.recover(by: mover)
        }
        return writer
    }

    /// What moves the files of edits.
    ///
    /// - Throws: `EditError.volumeOffline` where the photos are away, or the system's error.
    func mover() throws -> FileMover {
        mover(in: try root.open())
    }

    /// What moves the files of edits in the folder of photos, which is open.
    func mover(in root: OpenFolder) -> FileMover {
        FileMover(root: root, trash: configuration.trash?.path, seams: seams)
    }

    /// Has an index that is found damaged looked through at the next opening, and one that counts wrongly count again.
    func guardingDamage<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as SQLiteError where error.isDamage {
            index.markDamaged()
            writer.withLock { $0 = nil }
            isPrepared.store(false, ordering: .releasing)
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
