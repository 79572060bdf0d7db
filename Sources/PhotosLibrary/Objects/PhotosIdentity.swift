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

    /// The identity in a folder, which is created by its first use.
    ///
    /// If it can be neither read nor written, the library has another identity in each process: cursors and tokens
    /// of earlier processes are then refused, and never misread.
    static func stored(in folder: URL) -> LibraryIdentity {
        var file = folder.appending(path: "CameraRoll.photos-identity")
        if let text = try? String(contentsOf: file, encoding: .utf8), let id = UUID(uuidString: text) {
            return LibraryIdentity("photos-\(id.uuidString)")
        }
        guard let written = try? write(UUID(), to: &file) else { return forThisProcess }
        return LibraryIdentity("photos-\(written.uuidString)")
    }

    private static let forThisProcess = LibraryIdentity("photos-\(UUID().uuidString)")

    private static func write(_ id: UUID, to file: inout URL) throws -> UUID {
        try Data(id.uuidString.utf8).write(to: file, options: .atomic)
        var values = URLResourceValues()
        values.isExcludedFromBackup = true
        try? file.setResourceValues(values)
        return id
    }
}
#endif
