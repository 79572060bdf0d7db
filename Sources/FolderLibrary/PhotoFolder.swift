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
/// Making one touches nothing. Libraries and indexing of one folder share one `PhotoFolder`, so that they tell each
/// other at once what they change; several processes may use one folder too.
public final class PhotoFolder: Sendable {
    let store: FolderStore
    let scans: ScanDesk
    let follower: FolderFollower

    /// A folder of photos.
    ///
    /// - Parameters:
    ///   - url: where it is; a symbolic link is followed.
    ///   - configuration: where the index is, and how the folder is followed.
    public convenience init(at url: URL, configuration: FolderConfiguration = FolderConfiguration()) {
        self.init(at: url, configuration: configuration, seams: FolderSeams())
    }

    init(at url: URL, configuration: FolderConfiguration, seams: FolderSeams) {
        store = FolderStore(
            root: url.isFileURL ? url.resolvingSymlinksInPath().path : url.absoluteString, configuration, seams)
        scans = ScanDesk(store)
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

    /// What could not be read as it should be, in the order of folders and names.
    ///
    /// Blocks the thread while the index is read.
    ///
    /// - Parameter limit: how many at most.
    /// - Throws: `FolderError`.
    /// - Complexity: O(n) in the problems.
    public func problems(limit: Int = 10_000) throws(FolderError) -> [FolderProblem] {
        do {
            try store.prepare()
            return try store.index.reader().problems(limit: limit)
        } catch {
            throw FolderError(error)
        }
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
    fileprivate func problems(limit: Int) throws(SQLiteError) -> [FolderProblem] {
        let rows = try rows(
            """
            SELECT folder, name, problem, detail FROM file WHERE problem IS NOT NULL
            UNION ALL SELECT id, NULL, problem, detail FROM folder WHERE problem IS NOT NULL ORDER BY 1, 2 LIMIT ?
            """, [.integer(Int64(clamping: limit))]
        ) { row in
            (
                folder: FolderID(row: row.integer(0)), name: row.blob(1),
                reason: FolderProblem.Reason(number: row.integer(2), detail: row.blob(3) ?? [])
            )
        }
        var problems: [FolderProblem] = []
        for row in rows {
            guard let reason = row.reason, let folder = try path(of: row.folder) else { continue }
            let names = folder + [row.name].compactMap(\.self)
            let path = names.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "/")
            problems.append(FolderProblem(path: path, reason: reason))
        }
        return problems
    }
}
#endif
