#if FolderLibrary || canImport(Darwin)
import CameraRoll
import Foundation

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Finds and opens the original files of assets, on any thread; lookups are serialized.
///
/// A file is opened from the root down, name by name, without following symbolic links: no file outside the root is
/// ever opened, even if a folder was replaced since it was indexed.
final class OriginalFiles: Sendable {
    private let index: FolderIndex
    private let open = Lock<IndexConnection?>(nil)
    private let users: IndexUsers

    init(_ index: FolderIndex, _ users: IndexUsers) {
        (self.index, self.users) = (index, users)
    }

    /// Closes the index until the next lookup.
    func close() {
        let closed = open.withLock { $0.take() }
        withExtendedLifetime(closed) {}
    }

    /// The index's record of an asset's file.
    ///
    /// - Throws: `ImageError.library(.assetNotFound)`, `.library(.failed)`, or `.library(.shutDown)` if no library is
    ///   open: after the last one has closed, the index stays closed.
    func original(of asset: AssetID) throws(ImageError) -> OriginalFile {
        guard let row = AssetRow.row(of: asset) else { throw .library(.assetNotFound(asset)) }
        let found = users.whileOpen { Result { () throws(ImageError) in try find(row, asset) } }
        guard let found else { throw .library(.shutDown) }
        return try found.get()
    }

    private func find(_ row: Int64, _ asset: AssetID) throws(ImageError) -> OriginalFile {
        let found: OriginalFile?
        do {
            found = try open.withLock { slot in
                // A repaired index is another file under the same name.
                if slot?.isCurrent(in: index) == false { slot = nil }
                let open = try slot ?? index.connect()
                slot = open
                let connection = open.connection
                guard let record = try connection.record(row), let folder = try connection.path(of: record.folder)
                else { return nil }
                return OriginalFile(
                    asset: asset, record: record, folder: folder, adjustments: try connection.adjustments(of: record))
            }
        } catch {
            // The index may be away with its photos, in which case missing photos are the better explanation.
            let cause: any Error = index.rootProblem ?? error
            throw .library(.failed("find original", reason: ErrorReason(FolderError(cause))))
        }
        guard let found else { throw .library(.assetNotFound(asset)) }
        return found
    }

    /// Opens an original.
    ///
    /// - Parameter kind: the kind of the file; nil for the main one.
    /// - Throws: `.noResource`, or `.library(.failed)` with the system's error.
    func open(_ original: OriginalFile, _ kind: AssetResource.Kind? = nil) throws(ImageError) -> OpenOriginal {
        guard let name = original.name(of: kind) else { throw .noResource(original.asset, kind ?? .photo) }
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

/// The files of an asset, not yet opened.
struct OriginalFile: Sendable {
    let asset: AssetID
    let record: AssetRecord
    /// The path from the root to the folder of the files.
    let folder: [[UInt8]]
    /// The name of Apple's description of edits.
    var adjustments: [UInt8]?

    /// The name of the file of a kind; nil if there is none.
    fileprivate func name(of kind: AssetResource.Kind?) -> [UInt8]? {
        switch kind {
        case nil: record.name
        case .pairedVideo?: record.pairedVideo
        case .alternatePhoto?: record.rawFile
        case .adjustmentData?: adjustments
        default: kind == (record.facts.type == .video ? .video : .photo) ? record.name : nil
        }
    }

    /// Identifies a decoded image together with the asset's identifier; changes with the file.
    var contentVersion: UInt64 { UInt64(bitPattern: record.version) }

    /// The path of one of its files, for messages.
    func path(of name: [UInt8], beneath root: String) -> String {
        root + "/" + FolderPath.text(of: folder + [name])
    }
}

/// An open original: its bytes, and its current status.
struct OpenOriginal: Sendable {
    let bytes: FileBytes
    let status: FileStatus

    /// Takes over a descriptor; throws if it is not that of a regular file.
    init(adopting descriptor: Int32) throws(SystemError) {
        var found = stat()
        let isRegular = fstat(descriptor, &found) == 0 && found.st_mode & S_IFMT == S_IFREG
        bytes = FileBytes(adopting: descriptor, byteCount: isRegular ? Int(found.st_size) : 0)
        status = FileStatus(found)
        if !isRegular { throw SystemError(code: EINVAL) }
    }
}

extension SQLiteConnection {
    /// The name of Apple's description of an asset's edits, `IMG_1.AAE` next to `IMG_1.HEIC`; nil if there is none.
    fileprivate func adjustments(of record: AssetRecord) throws(SQLiteError) -> [UInt8]? {
        guard let dot = record.name.lastIndex(of: 46) else { return nil }
        let stem = Array(record.name[..<dot])
        return try first(
            "SELECT name FROM file WHERE folder = ? AND name IN (?, ?) AND asset IS NULL",
            [.integer(record.folder.row), .blob(stem + ".AAE".utf8), .blob(stem + ".aae".utf8)],
            read: { $0.blob(0) ?? [] })
    }
}
#endif
