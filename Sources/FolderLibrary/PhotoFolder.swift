#if FolderLibrary || canImport(Darwin)
public import CameraRoll
public import Foundation

/// A folder of photos and its index: what libraries are opened on, and what is asked of the folder as a whole.
///
/// ```swift
/// let folder = PhotoFolder(at: URL(filePath: "/home/me/Pictures"))
/// let manager = MediaManager(.folder(folder))
/// ```
///
/// Making one reads no photo and makes nothing, but asks the system where the path leads and what volume that is: on a
/// volume of a network that takes as long as the network does. Libraries and indexing of one folder share one
/// `PhotoFolder`, so that they tell each other at once what they change; several processes may use one folder too.
public final class PhotoFolder: Sendable {
    let store: FolderStore
    let scans: ScanScheduler
    let follower: FolderFollower
    let service: FolderService

    /// A folder of photos.
    ///
    /// - Parameters:
    ///   - url: where it is; a symbolic link is followed.
    ///   - configuration: where the index is, and how the folder is followed.
    public convenience init(at url: URL, configuration: FolderConfiguration = FolderConfiguration()) {
        self.init(at: url, configuration: configuration, hooks: FolderTestHooks())
    }

    init(at url: URL, configuration: FolderConfiguration, hooks: FolderTestHooks) {
        store = FolderStore(
            root: url.isFileURL ? url.resolvingSymlinksInPath().path : url.absoluteString, configuration, hooks)
        scans = ScanScheduler(store)
        service = FolderService(store)
        follower = FolderFollower(store, scans)
    }

    /// The path of the folder.
    public var path: String { store.index.root }

    /// Begins to look for files that came, changed or went; libraries that are open tell of them as they are found.
    ///
    /// Only new and changed files are opened. Where the whole folder is about to be looked at, it is done once for all;
    /// so also where that has begun and an open library follows the folder, which is told of what was passed by.
    public func index() -> IndexRun {
        scans.begin(.everything, joiningOneUnderWay: true)
    }

    /// What the indexing does now, whoever began it, and how it ended last.
    public var indexing: IndexingStatus { scans.register.status }

    /// What the indexing does, now and whenever it changes, for any number of readers; ends with the folder.
    public var indexingUpdates: IndexingUpdates { IndexingUpdates(register: scans.register) }

    /// What could not be read as it should be, in the order of the paths; the first ones where there are more.
    ///
    /// - Parameter limit: how many at most.
    /// - Throws: `FolderError`.
    /// - Complexity: O(n log n) in all problems there are, on a thread of the folder's own.
    public func problems(limit: Int = 10_000) async throws(FolderError) -> [FolderProblem] {
        try await service.read { try $0.problems(limit: limit) }
    }
}

extension LibraryFactory {
    /// The library of a folder of photos.
    public static func folder(_ folder: PhotoFolder) -> LibraryFactory {
        LibraryFactory { context in try FolderLibrary(folder, context: context) }
    }

    /// The library of a folder of photos, with its index beside them.
    ///
    /// - Parameter url: where the folder is.
    public static func folder(at url: URL) -> LibraryFactory {
        .folder(PhotoFolder(at: url))
    }
}

extension SQLiteConnection {
    /// The first problems in the order of the paths' bytes, a folder before what is in it.
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
#endif
