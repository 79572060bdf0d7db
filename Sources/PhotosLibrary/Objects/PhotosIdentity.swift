#if PhotosDouble || canImport(Photos)
import CameraRoll
import Foundation

/// The identity of the photo library of a device, which Photos itself does not name.
///
/// A UUID in a file of the app. Identifiers of assets are valid on one device only, so the file is excluded from
/// backups: on another device, cursors and change tokens of this one are refused.
struct PhotosIdentity: Sendable {
    let value: @Sendable () -> LibraryIdentity

    /// The identity in the app's folder of application support.
    static let stored = PhotosIdentity {
        let folder = try? FileManager.default.url(
            for: .applicationSupportDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
        return stored(in: folder ?? FileManager.default.temporaryDirectory)
    }

    /// The most files that are tried: each but the last of them is damaged.
    private static let mostFiles = 16

    /// The identity in a folder, which is created by its first use.
    ///
    /// A damaged file stays where it is, and the next name is used in its place: if it were replaced, another thread or
    /// process that has read it at the same moment would replace the new one. If it can be neither read nor written,
    /// the library has another identity in each process: cursors and tokens of earlier processes are then refused, and
    /// never misread.
    static func stored(in folder: URL) -> LibraryIdentity {
        for number in 1...mostFiles {
            let name = "CameraRoll.photos-identity" + (number == 1 ? "" : "-\(number)")
            let file = folder.appending(path: name)
            if !FileManager.default.fileExists(atPath: file.path) { try? create(file) }
            // That of another thread or process, if it was faster. A file that only cannot be read now is not damaged.
            guard let data = try? Data(contentsOf: file) else { return forThisProcess }
            if let identity = identity(data) { return identity }
        }
        return forThisProcess
    }

    private static let forThisProcess = LibraryIdentity("photos-\(UUID().uuidString)")

    private static func identity(_ data: Data) -> LibraryIdentity? {
        UUID(uuidString: String(decoding: data, as: UTF8.self)).map { LibraryIdentity("photos-\($0.uuidString)") }
    }

    /// Creates a file with a new identity, complete from the first moment; throws if the file is there already.
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
            // The volume may have no links.
            try files.moveItem(at: draft, to: file)
        }
    }
}
#endif
