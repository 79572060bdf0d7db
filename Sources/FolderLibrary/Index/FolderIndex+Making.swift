#if FolderLibrary || canImport(Darwin)
import Foundation

extension FolderIndex {
    /// Whether the index lies in the photos' own hidden folder, and is gone when they are.
    var isBesidePhotos: Bool { path == IndexPlace.besidePhotos.folder(forPhotosAt: root) + "/index.sqlite" }

    /// Opens the folder of photos.
    func openRoot() throws(FolderError) -> OpenFolder {
        // What is no file's URL is no path, and none that begins in the working folder.
        guard root.hasPrefix("/") else { throw .cannotOpenRoot(path: root, code: EINVAL) }
        do throws(SystemError) {
            return try OpenFolder(root: root)
        } catch {
            throw .cannotOpenRoot(path: root, code: error.code)
        }
    }

    /// Why the folder of photos cannot be opened; nil if it can.
    var rootProblem: FolderError? {
        do throws(FolderError) {
            _ = try openRoot()
            return nil
        } catch {
            return error
        }
    }

    /// Makes the folder of the index, and never the one of the photos: a path that leads nowhere has none.
    ///
    /// Photos that are away for a while do not keep an index elsewhere from being read, once it is there.
    func makeFolder() throws(FolderError) {
        if isBesidePhotos { return try makeHiddenFolder() }
        guard !FileManager.default.fileExists(atPath: path) else { return }
        _ = try openRoot()
        try makeOwnFolder()
    }

    /// Makes a folder for the index that lies elsewhere, wherever the photos are.
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

    /// Why there is no index in a folder that is there: SQLite would read what it may not make, and tells of that only.
    func refusal() -> FolderError {
        let folder = URL(filePath: path).deletingLastPathComponent().path
        return .cannotWriteIndex(path: path, code: access(folder, W_OK) == 0 ? ENOENT : errno)
    }

    private func makeHiddenFolder() throws(FolderError) {
        let folder = try openRoot()
        do throws(SystemError) {
            _ = try folder.folder(making: [Array(IndexPlace.hiddenFolder.utf8)])
        } catch {
            throw .refusal(at: root + "/" + IndexPlace.hiddenFolder, code: error.code)
        }
    }
}
#endif
