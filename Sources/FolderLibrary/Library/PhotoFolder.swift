#if FolderLibrary || canImport(Darwin)
public import CameraRoll
public import Foundation

/// A folder of photos and its index: opens libraries, and answers calls about the folder as a whole.
///
/// ```swift
/// let folder = PhotoFolder(at: URL(filePath: "/home/me/Pictures"))
/// let manager = MediaManager(.folder(folder))
/// ```
///
/// Creating one reads no photo and creates no file, but asks the system for the actual path and the kind of its volume,
/// which on a network volume may take as long as the network does. Libraries and indexing of one folder should share
/// one `PhotoFolder`, so that they are notified of each other's changes at once; several processes can use the same
/// folder too.
public final class PhotoFolder: Sendable {
    let store: FolderStore
    let scans: ScanScheduler
    let follower: FolderFollower
    let service: FolderService

    /// Creates an object for a folder of photos.
    ///
    /// - Parameters:
    ///   - url: the folder's location; a symbolic link is followed.
    ///   - configuration: the location of the index, and how the folder is followed.
    public convenience init(at url: URL, configuration: FolderConfiguration = FolderConfiguration()) {
        self.init(at: url, configuration: configuration, hooks: FolderTestHooks())
    }

    /// Creates an object for a folder of photos, with the hooks of a test.
    package init(at url: URL, configuration: FolderConfiguration, hooks: FolderTestHooks) {
        store = FolderStore(
            root: url.isFileURL ? url.resolvingSymlinksInPath().path : url.absoluteString, configuration, hooks)
        scans = ScanScheduler(store)
        service = FolderService(store)
        follower = FolderFollower(store, scans)
    }

    /// The path of the folder.
    public var path: String { store.index.root }

    /// Starts finding added, changed and removed files; open libraries report them as they are found.
    ///
    /// Only new and changed files are opened. If a scan of the whole folder is waiting, this call joins it. If an open
    /// library follows the folder, this call also joins a running scan, since the library is notified of changes in
    /// what the scan has passed.
    public func index() -> IndexingTask {
        scans.begin(.everything, joiningOneUnderWay: true)
    }

    /// The current state of indexing, whoever started it, and the result of the last scan.
    public var indexing: IndexingStatus { scans.register.status }

    /// The state of indexing, now and after each change, for any number of readers; ends with the folder.
    public var indexingUpdates: IndexingUpdates { IndexingUpdates(register: scans.register) }

    /// Returns the reason why ``index()`` cannot write the index now, or nil if it can; writes nothing itself.
    ///
    /// The reason is a read-only volume, a missing permission, a folder of photos that cannot be opened, or an invalid
    /// configuration. Free space is not checked. If the photos' volume cannot be written, the index can be elsewhere:
    /// ``IndexLocation/cacheFolder``.
    public func indexingProblem() async -> FolderError? {
        await service.indexingProblem()
    }

    /// The problems of the folder in the order of the paths; the first ones if there are more than the limit.
    ///
    /// - Parameter limit: the maximum number; by default all are returned.
    /// - Throws: `FolderError`.
    /// - Complexity: O(n log n) in all problems, on the folder's own thread.
    public func problems(limit: Int = .max) async throws(FolderError) -> [FolderProblem] {
        try await service.read { try $0.problems(limit: limit) }
    }
}

extension PhotoLibrarySource {
    /// The library of a folder of photos.
    public static func folder(_ folder: PhotoFolder) -> PhotoLibrarySource {
        PhotoLibrarySource { context in try FolderBackend(folder, context: context) }
    }

    /// The library of a folder of photos, with its index in the default location.
    ///
    /// - Parameter url: the location of the folder.
    public static func folder(at url: URL) -> PhotoLibrarySource {
        .folder(PhotoFolder(at: url))
    }
}

extension SQLiteConnection {
    /// The first problems in the order of the paths' bytes, a folder before its contents.
    fileprivate func problems(limit: Int) throws(SQLiteError) -> [FolderProblem] {
        var folders: [FolderID: [[UInt8]]] = [:]
        var found: [(path: [[UInt8]], reason: FolderProblem.Reason)] = []
        for row in try problemRows() {
            if folders[row.folder] == nil { folders[row.folder] = try path(of: row.folder) }
            guard let reason = row.reason, let folder = folders[row.folder] else { continue }
            found.append((folder + [row.name].compactMap(\.self), reason))
        }
        found.sort { $0.path.lexicographicallyPrecedes($1.path) { $0.lexicographicallyPrecedes($1) } }
        return found.prefix(max(limit, 0)).map { path, reason in
            FolderProblem(path: FolderPath.text(of: path), reason: reason)
        }
    }

    private typealias ProblemRow = (folder: FolderID, name: [UInt8]?, reason: FolderProblem.Reason?)

    private func problemRows() throws(SQLiteError) -> [ProblemRow] {
        try rows(
            """
            SELECT folder, name, problem, detail FROM file WHERE problem IS NOT NULL
            UNION ALL SELECT id, NULL, problem, detail FROM folder WHERE problem IS NOT NULL
            """
        ) { row in
            (
                FolderID(row: row.integer(0)), row.blob(1),
                FolderProblem.Reason(number: row.integer(2), detail: row.blob(3) ?? [])
            )
        }
    }
}

extension PhotoFolder {
    /// The repairs of the index, oldest first; nothing else removes user data.
    ///
    /// Blocks the thread while the index is read.
    ///
    /// - Throws: `FolderError`.
    public func repairs() throws(FolderError) -> [IndexRepairReport] {
        do {
            return try store.read { try $0.repairs() }
        } catch {
            throw FolderError(error)
        }
    }
}

/// Answers calls about a folder as a whole, and manages its trash, on its own thread, since both wait for the disk.
actor FolderService {
    let store: FolderStore
    private let executor = LibraryExecutor(label: "cameraroll.folder")

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(_ store: FolderStore) {
        self.store = store
    }

    /// Reads from one snapshot of the index.
    func read<Value: Sendable>(_ body: @Sendable (SQLiteConnection) throws -> Value) throws(FolderError) -> Value {
        do {
            return try store.read(body)
        } catch {
            throw FolderError(error)
        }
    }

    /// The reason why the index could not be written; nil if it could.
    func indexingProblem() -> FolderError? {
        do throws(FolderError) {
            try store.configuration.validate(for: store.index.root)
        } catch {
            return error
        }
        return store.index.rootProblem ?? store.index.writingProblem
    }

    /// Edits the folder.
    func edit<Value: Sendable>(_ body: @Sendable (FolderStore) throws -> Value) throws(EditError) -> Value {
        // One writer for the whole edit.
        try store.users.working { () throws(EditError) in
            do {
                try store.prepare()
                return try body(store)
            } catch {
                throw EditError(ofFolder: error)
            }
        }
    }
}
#endif
