#if PhotosDouble || canImport(Photos)
import CameraRoll
import Foundation

/// The identity of a device's photo library, which Photos itself does not provide.
///
/// It is a UUID in a file of the app. Identifiers of assets are valid on one device only, so the file is excluded from
/// backups: on another device, cursors and change tokens of this one are refused.
struct PhotosIdentity: Sendable {
    let value: @Sendable () -> LibraryIdentity

    /// The identity in the app's Application Support folder.
    static let stored = PhotosIdentity {
        let folder = try? FileManager.default.url(
            for: .applicationSupportDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
        return stored(in: folder ?? FileManager.default.temporaryDirectory)
    }

    /// The maximum number of files that are tried; all but the last are damaged.
    private static let mostFiles = 16

    /// The identity in a folder, which is created on first use.
    ///
    /// A damaged file stays where it is, and the next name is used instead: if it were replaced, another thread or
    /// process that has just read it would replace the new one. If the file can be neither read nor written, the
    /// library has another identity in each process: cursors and tokens of earlier processes are then refused, but
    /// never misread.
    static func stored(in folder: URL) -> LibraryIdentity {
        for number in 1...mostFiles {
            let name = "CameraRoll.photos-identity" + (number == 1 ? "" : "-\(number)")
            let file = folder.appending(path: name)
            if !FileManager.default.fileExists(atPath: file.path) { try? create(file) }
            // The file of another thread or process, if that was faster. A file that cannot be read at the moment is
            // not damaged.
            guard let data = try? Data(contentsOf: file) else { return forThisProcess }
            if let identity = identity(data) { return identity }
        }
        return forThisProcess
    }

    private static let forThisProcess = LibraryIdentity("photos-\(UUID().uuidString)")

    private static func identity(_ data: Data) -> LibraryIdentity? {
        UUID(uuidString: String(decoding: data, as: UTF8.self)).map { LibraryIdentity("photos-\($0.uuidString)") }
    }

    /// Creates a file with a new identity, complete from the first moment; throws if the file already exists.
    private static func create(_ file: URL) throws {
        let files = FileManager.default
        var draft = file.appendingPathExtension(UUID().uuidString)
        defer { try? files.removeItem(at: draft) }
        try Data(UUID().uuidString.utf8).write(to: draft)
        var values = URLResourceValues()
        values.isExcludedFromBackup = true
        try? draft.setResourceValues(values)
        do {
            try files.linkItem(at: draft, to: file)
        } catch {
            // The volume may not support links.
            try files.moveItem(at: draft, to: file)
        }
    }
}
#endif
