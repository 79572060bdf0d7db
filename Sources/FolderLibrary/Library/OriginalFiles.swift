#if FolderLibrary || canImport(Darwin)
import CameraRoll
import Foundation

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Finds and opens the original files of assets, for codecs and readers on whatever thread; one at a time looks up.
///
/// A file is opened from the root down, name by name, and no symbolic link is followed: nothing outside the root is
/// ever opened, whatever was put in the place of a folder since it was indexed.
final class OriginalFiles: Sendable {
    private let index: FolderIndex
    private let open = Lock<IndexConnection?>(nil)

    init(_ index: FolderIndex) {
        self.index = index
    }

    /// Closes the index until it is asked again.
    func close() {
        let closed = open.withLock { $0.take() }
        withExtendedLifetime(closed) {}
    }

    /// What the index knows of an asset's file.
    ///
    /// - Throws: `ImageError.library(.assetNotFound)`, or `.library(.failed)`.
    func original(of asset: AssetID) throws(ImageError) -> OriginalFile {
        guard let row = AssetRow.row(of: asset) else { throw .library(.assetNotFound(asset)) }
        let found: OriginalFile?
        do {
            found = try open.withLock { slot in
                // The index may have been repaired: another is in its place then.
                if slot?.isCurrent(in: index) == false { slot = nil }
                let open = try slot ?? index.connect()
                slot = open
                let connection = open.connection
                guard let record = try connection.record(row), let folder = try connection.path(of: record.folder)
                else { return nil }
                return OriginalFile(asset: asset, record: record, folder: folder)
            }
        } catch {
            // Where the photos are away, so may be the index, and that is no news.
            let cause: any Error = index.rootProblem ?? error
            throw .library(.failed("find original", reason: FolderError(cause).description))
        }
        guard let found else { throw .library(.assetNotFound(asset)) }
        return found
    }

    /// Opens an original.
    ///
    /// - Parameter pairedVideo: whether the video of a Live Photo is meant, rather than its still.
    /// - Throws: `.noResource`, or `.library(.failed)` with what the system says.
    func open(_ original: OriginalFile, pairedVideo: Bool = false) throws(ImageError) -> OpenOriginal {
        guard let name = pairedVideo ? original.record.pair : original.record.name else {
            throw .noResource(original.asset, .pairedVideo)
        }
        do throws(SystemError) {
            let folder = try OpenFolder(root: index.root).folder(at: original.folder)
            let descriptor = try folder.named(name) { (folder, name) throws(SystemError) in try folder.file(name) }
            return try OpenOriginal(adopting: descriptor)
        } catch {
            let path = original.path(of: name, beneath: index.root)
            throw .library(
                .failed("open original", reason: "'\(path)' cannot be opened: \(String(cString: strerror(error.code)))")
            )
        }
    }
}

/// The files of an asset, found but not opened.
struct OriginalFile: Sendable {
    let asset: AssetID
    let record: AssetRecord
    /// The names that lead from the root to the folder of the files.
    let folder: [[UInt8]]

    /// What a decoded image is known by, beside the asset: changes with the file.
    var contentVersion: UInt64 { UInt64(bitPattern: record.version) }

    /// The path of one of its files, for messages; bytes that are no UTF-8 are shown as U+FFFD.
    func path(of name: [UInt8], beneath root: String) -> String {
        ([root] + (folder + [name]).map { String(decoding: $0, as: UTF8.self) }).joined(separator: "/")
    }
}

/// An open original: its bytes at positions, and what the system says of it now.
struct OpenOriginal: Sendable {
    let bytes: FileBytes
    let status: FileStatus

    /// Takes over a descriptor; refuses what is no regular file.
    init(adopting descriptor: Int32) throws(SystemError) {
        var found = stat()
        let isRegular = fstat(descriptor, &found) == 0 && found.st_mode & S_IFMT == S_IFREG
        bytes = FileBytes(adopting: descriptor, byteCount: isRegular ? Int(found.st_size) : 0)
        status = FileStatus(found)
        if !isRegular { throw SystemError(code: EINVAL) }
    }
}
#endif
