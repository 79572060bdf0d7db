#if FolderLibrary || canImport(Darwin)
import CameraRoll
import Dispatch

/// Walks a tree of folders depth first, each folder's children in the order that they are given, and reads folders
/// ahead.
///
/// Reading a folder waits for the disk where its inodes are not in memory: once for the names, and once for each file.
/// So the folders that come next are read on a few threads while the one before them is compared with the index. What
/// was read ahead is handed out in the same order as without threads, so that what a scan finds never depends on
/// timing. The walk is a stack of the folders that are still to come; the topmost few of them are the ones that are
/// read ahead.
struct FolderWalk {
    /// Folders that are read ahead, at most in the whole tree; each keeps a descriptor and its names.
    private static let ahead = 8
    /// Threads that read ahead, beside the one that walks.
    private static let threads = 3

    private var pending: [WalkedFolder] = []
    /// Folders among them that a thread reads, or has read.
    private var submitted = 0
    private let pool: WorkPool

    /// A walk without folders yet; its threads start when there is something to be read ahead.
    ///
    /// - Throws: `PoolError`, which no limits of this kind cause.
    init() throws(PoolError) {
        let limits = PoolLimits(threads: Self.threads, waiting: Self.ahead * 2)
        pool = try WorkPool(label: "cameraroll.walk", limits: limits)
    }

    /// Adds folders that come before all others, in their order.
    mutating func push(_ folders: [WalkedFolder]) {
        pending.append(contentsOf: folders.reversed())
    }

    /// Takes the next folder; nil at the end.
    mutating func next() -> WalkedFolder? {
        guard let folder = pending.popLast() else { return nil }
        if folder.isSubmitted { submitted -= 1 }
        for index in pending.indices.suffix(Self.ahead).reversed() where !pending[index].isSubmitted {
            guard submitted < Self.ahead else { break }
            pending[index].isSubmitted = true
            submitted += 1
            // Where it cannot be, it is read when its turn has come.
            _ = try? pool.submit(pending[index].reading, priority: .visible)
        }
        return folder
    }

    /// Forgets all folders that are still to come.
    mutating func end() {
        (pending, submitted) = ([], 0)
    }
}

/// A folder on the way of a walk.
struct WalkedFolder {
    let id: FolderID
    /// How many folders it lies deep.
    let depth: Int
    /// Whether folders in it are looked at that the index knows.
    let isWhole: Bool
    fileprivate let reading: FolderReading
    /// Whether a thread may be at it already.
    fileprivate var isSubmitted = false

    init(_ id: FolderID, depth: Int, isWhole: Bool, _ reading: FolderReading) {
        (self.id, self.depth, self.isWhole, self.reading) = (id, depth, isWhole, reading)
    }

    /// Reads the folder, or waits for the thread that is reading it.
    func read() -> FolderReading.Outcome { reading.outcome() }
}

/// The opening and reading of a folder, carried out once: by a thread that reads ahead, or by the one that needs it.
final class FolderReading: PoolWork {
    /// What became of it.
    enum Outcome {
        case listed(OpenFolder, FolderListing)
        /// It is one of the library's own folders, or nobody wants it any more.
        case passedOver
        case failed(SystemError)
    }

    private enum State {
        case waiting
        case begun
        case ended(Outcome)
    }

    private let open: @Sendable () throws(SystemError) -> OpenFolder
    private let prepare: @Sendable (OpenFolder) -> Bool
    private let hooks: FolderTestHooks
    private let state = Lock(State.waiting)
    private let end = DispatchSemaphore(value: 0)

    /// - Parameters:
    ///   - seams: told as the reading begins.
    ///   - prepare: called with the open folder before it is read; says whether it is to be read.
    ///   - open: opens the folder.
    init(
        _ hooks: FolderTestHooks, prepare: @escaping @Sendable (OpenFolder) -> Bool,
        open: @escaping @Sendable () throws(SystemError) -> OpenFolder
    ) {
        (self.hooks, self.prepare, self.open) = (hooks, prepare, open)
    }

    func run() {
        guard claim() else { return }
        let outcome = read()
        state.withLock { $0 = .ended(outcome) }
        end.signal()
    }

    /// Whoever needs it reads it then.
    func cancel() {}

    /// Reads the folder, or waits where that was begun; to be called once.
    fileprivate func outcome() -> Outcome {
        if claim() { return read() }
        end.wait()
        if case .ended(let outcome) = state.withLock(\.self) { return outcome }
        return .passedOver
    }

    private func claim() -> Bool {
        state.withLock { state in
            guard case .waiting = state else { return false }
            state = .begun
            return true
        }
    }

    private func read() -> Outcome {
        hooks.reach(.folderRead)
        do throws(SystemError) {
            let folder = try open()
            return prepare(folder) ? .listed(folder, try FolderListing(folder)) : .passedOver
        } catch {
            return .failed(error)
        }
    }
}

extension FolderListing {
    /// Whether it may have been read before something was put into the folder, or taken out of it, as far as times
    /// tell.
    ///
    /// - Parameter grain: a step of the clock that says when folders were changed, in nanoseconds.
    func isOutdated(of folder: OpenFolder, grain: Int64) -> Bool {
        guard let now = folder.currentStatus else { return true }
        // Within the step in which it was read, a folder may change once more without showing it.
        return FileAge.kept(of: now, at: time, grain: grain) != now.changed || now.changed > time
    }
}
#endif
