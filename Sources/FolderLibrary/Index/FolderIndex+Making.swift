#if FolderLibrary || canImport(Darwin)
import Foundation

extension FolderIndex {
    /// Whether the index lies in the photos' own hidden folder, and is gone when they are.
    var isBesidePhotos: Bool { path == IndexPlace.besidePhotos.folder(forPhotosAt: root) + "/index.sqlite" }

    /// Opens the folder of photos.
    func openRoot() throws(FolderError) -> OpenFolder {
        do throws(SystemError) {
            return try OpenFolder(root: root)
        } catch {
            throw .cannotOpenRoot(path: root, code: error.code)
        }
    }

    /// Makes the folder of the index, and never the one of the photos: a path that leads nowhere has none.
    ///
    /// Photos that are away for a while do not keep an index elsewhere from being read, once it is there.
    func makeFolder() throws(FolderError) {
        if isBesidePhotos { return try makeHiddenFolder() }
        guard !FileManager.default.fileExists(atPath: path) else { return }
        _ = try openRoot()
        let folder = URL(filePath: path).deletingLastPathComponent()
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw .cannotWriteIndex(path: folder.path, code: SystemError.code(of: error))
        }
    }

    private func makeHiddenFolder() throws(FolderError) {
        let folder = try openRoot()
        do throws(SystemError) {
            _ = try folder.folder(making: [Array(IndexPlace.hiddenFolder.utf8)])
        } catch {
            throw .cannotWriteIndex(path: root + "/" + IndexPlace.hiddenFolder, code: error.code)
        }
    }
}

extension SystemError {
    /// The system's error number in one of Foundation's errors; `EIO` where it has none.
    static func code(of error: any Error) -> Int32 {
        let error = error as NSError
        if error.domain == NSPOSIXErrorDomain { return Int32(clamping: error.code) }
        guard let cause = error.userInfo[NSUnderlyingErrorKey] as? any Error else {
            return codes[CocoaError.Code(rawValue: error.code)] ?? EIO
        }
        return code(of: cause)
    }

    /// What Foundation says in words of its own, where it keeps the system's to itself.
    private static let codes: [CocoaError.Code: Int32] = [
        .fileReadNoSuchFile: ENOENT, .fileNoSuchFile: ENOENT, .fileReadNoPermission: EACCES,
        .fileWriteNoPermission: EACCES, .fileWriteOutOfSpace: ENOSPC, .fileWriteVolumeReadOnly: EROFS,
        .fileWriteFileExists: EEXIST,
    ]
}
#endif
