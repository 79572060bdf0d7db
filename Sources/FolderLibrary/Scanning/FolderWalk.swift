#if FolderLibrary || canImport(Darwin)
import CameraRoll

/// A depth-first walk over a tree of folders, in the given order of each folder's children, that reads folders ahead.
///
/// Reading a folder waits for the disk if its inodes are not in memory: once for the names, and once for each file.
/// Therefore the next folders are read on a few threads while the current one is compared with the index. The results
/// are returned in the same order as without threads, so that the findings of a scan never depend on timing. The walk
/// is a stack of pending folders; the topmost few of them are read ahead.
struct FolderWalk {
    /// The number of folders read ahead in the whole tree; each keeps a descriptor and its names.
    private static let ahead = 8

    private var pending: [WalkedFolder] = []
    /// The number of pending folders that a thread is reading or has read.
    private var submitted = 0
    private let pool: WorkPool

    /// Creates an empty walk.
    ///
    /// - Parameter pool: the threads that read ahead; while they read files, the walking thread reads its folders
    ///   itself.
    init(_ pool: WorkPool) {
        self.pool = pool
    }

    /// Adds folders before all others, in order.
    mutating func push(_ folders: [WalkedFolder]) {
        pending.append(contentsOf: folders.reversed())
    }

    /// Removes and returns the next folder; nil at the end.
    mutating func next() -> WalkedFolder? {
        guard let folder = pending.popLast() else { return nil }
        if folder.isSubmitted { submitted -= 1 }
        for index in pending.indices.suffix(Self.ahead).reversed() where !pending[index].isSubmitted {
            guard submitted < Self.ahead else { break }
            pending[index].isSubmitted = true
            submitted += 1
            // If the pool refuses it, it is read when it is needed.
            _ = try? pool.submit(pending[index].reading, priority: .visible)
        }
        return folder
    }

    /// Drops all pending folders.
    mutating func end() {
        (pending, submitted) = ([], 0)
    }
}

/// A folder that a walk visits.
struct WalkedFolder {
    let id: FolderID
    /// The names that lead to the folder from the root.
    let path: [[UInt8]]
    /// Whether subfolders that the index knows are visited too.
    let isWhole: Bool
    /// The folder's share of the walk, including its subfolders; the shares of all folders add up to 1.
    let share: Double
    fileprivate let reading: FolderReading
    /// Whether it was submitted to a thread.
    fileprivate var isSubmitted = false

    init(_ id: FolderID, at path: [[UInt8]], isWhole: Bool, share: Double, _ reading: FolderReading) {
        (self.id, self.path, self.isWhole, self.share, self.reading) = (id, path, isWhole, share, reading)
    }

    /// Reads the folder, or waits for the thread that is reading it.
    func read() -> FolderReading.Outcome { reading.outcome() }
}

/// The opening and reading of a folder, done once, either ahead of time or by the thread that needs it.
final class FolderReading: PoolWork {
    /// The result of the reading.
    enum Outcome {
        case listed(OpenFolder, FolderListing)
        /// The folder is one of the library's own, or the scan is no longer wanted.
        case passedOver
        case failed(SystemError)
    }

    private let open: @Sendable () throws(SystemError) -> OpenFolder
    private let prepare: @Sendable (OpenFolder) -> Bool
    private let hooks: FolderTestHooks
    private let excluded: NamePatterns
    private let found = AheadValue<Outcome>()

    /// - Parameters:
    ///   - hooks: notified when the reading begins.
    ///   - excluded: the names in the folder to leave out.
    ///   - prepare: called with the open folder before it is read; returns whether to read it.
    ///   - open: opens the folder.
    init(
        _ hooks: FolderTestHooks, except excluded: NamePatterns, prepare: @escaping @Sendable (OpenFolder) -> Bool,
        open: @escaping @Sendable () throws(SystemError) -> OpenFolder
    ) {
        (self.hooks, self.excluded, self.prepare, self.open) = (hooks, excluded, prepare, open)
    }

    func run() {
        found.computeAhead(read)
    }

    /// Does nothing: the thread that needs the folder reads it then.
    func cancel() {}

    /// Reads the folder, or waits if another thread has begun; must be called once.
    fileprivate func outcome() -> Outcome { found.take(read) }

    private func read() -> Outcome {
        hooks.reach(.folderRead)
        do throws(SystemError) {
            let folder = try open()
            return prepare(folder) ? .listed(folder, try FolderListing(folder, except: excluded)) : .passedOver
        } catch {
            return .failed(error)
        }
    }
}

extension FolderListing {
    /// Whether items may have been added to or removed from the folder after it was read, according to its times.
    ///
    /// - Parameter grain: the resolution of the folder's change time, in nanoseconds.
    func isOutdated(of folder: OpenFolder, grain: Int64) -> Bool {
        guard let now = folder.currentStatus else { return true }
        // Within the clock step in which it was read, a folder may change again without a new time.
        return FileAge.kept(of: now, at: time, grain: grain) != now.changed || now.changed > time
    }
}
#endif
