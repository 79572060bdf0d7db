#if FolderLibrary || canImport(Darwin)
import Foundation

extension FolderIndex {
    /// Whether the index lies in the photos' own hidden folder, and disappears with them.
    var isBesidePhotos: Bool { path == IndexLocation.besidePhotos.folder(forPhotosAt: root) + "/index.sqlite" }

    /// Opens the folder of photos.
    func openRoot() throws(FolderError) -> OpenFolder {
        // A URL that is not a file's gives no path, and a path must be absolute.
        guard root.hasPrefix("/") else { throw .cannotOpenRoot(path: root, code: EINVAL) }
        do throws(SystemError) {
            return try OpenFolder(root: root)
        } catch {
            throw .cannotOpenRoot(path: root, code: error.code)
        }
    }

    /// The reason why the folder of photos cannot be opened; nil if it can.
    var rootProblem: FolderError? {
        do throws(FolderError) {
            _ = try openRoot()
            return nil
        } catch {
            return error
        }
    }

    /// Creates the folder of the index, but never that of the photos, whose path may be wrong.
    ///
    /// An existing index elsewhere can be read while the photos are away.
    func makeFolder() throws(FolderError) {
        if isBesidePhotos { return try makeHiddenFolder() }
        guard !FileManager.default.fileExists(atPath: path) else { return }
        _ = try openRoot()
        try makeOwnFolder()
    }

    /// Creates the folder of an index that lies elsewhere, even if the photos are away.
    func makeOwnFolder() throws(FolderError) {
        let folder = URL(filePath: path).deletingLastPathComponent()
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch let error as CocoaError {
            throw .refusal(at: folder.path, code: SystemError(error).code)
        } catch {
            throw FolderError(error)
        }
    }

    /// Locks the folder of the index against other processes that create, repair or replace an index there.
    ///
    /// - Returns: the folder, which is locked until it is released; nil if it cannot be opened. On a volume without
    ///   locks it locks nothing.
    func locked() -> OpenFolder? {
        guard let folder = try? OpenFolder(root: folder) else { return nil }
        do throws(SystemError) {
            try folder.lock(waiting: false)
        } catch {
            guard error.code == EWOULDBLOCK else { return folder }
            hooks.onWait?()
            try? folder.lock(waiting: true)
        }
        return folder
    }

    /// The reason why an existing folder has no index: SQLite reports only that it cannot read the file.
    func refusal() -> FolderError {
        let folder = URL(filePath: path).deletingLastPathComponent().path
        return .cannotWriteIndex(path: path, code: access(folder, W_OK) == 0 ? ENOENT : errno)
    }

    private func makeHiddenFolder() throws(FolderError) {
        let folder = try openRoot()
        do throws(SystemError) {
            _ = try folder.folder(making: [Array(IndexLocation.hiddenFolder.utf8)])
        } catch {
            throw .refusal(at: root + "/" + IndexLocation.hiddenFolder, code: error.code)
        }
    }
}
#endif
