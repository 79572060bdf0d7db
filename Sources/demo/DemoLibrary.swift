import CameraRoll
import FolderLibrary
import Foundation
import SyntheticLibrary

/// What the demo shows: a folder of photos, or 70,000 synthetic ones.
struct DemoLibrary {
    let name: String
    let source: PhotoLibrarySource
    /// Indexes a folder completely; a window does not have to wait for this.
    private(set) var index: @Sendable () async throws -> Void = {}

    init(_ folder: String?) throws(DemoError) {
        guard let folder else {
            (name, source) = ("70,000 synthetic photos", .synthetic(assets: 70_000))
            return
        }
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder)
        guard exists else { throw DemoError(description: "There is nothing at '\(folder)'.") }
        guard isFolder.boolValue else { throw DemoError(description: "'\(folder)' is no folder.") }
        let canRead = (try? FileManager.default.contentsOfDirectory(atPath: folder)) != nil
        guard canRead else { throw DemoError(description: "'\(folder)' cannot be read.") }
        #if FolderLibrary || canImport(Darwin)
        var configuration = FolderConfiguration()
        configuration.index = .cacheFolder  // Writes nothing among the photos.
        let photos = PhotoFolder(at: URL(filePath: folder).absoluteURL, configuration: configuration)
        (name, source) = ("the photos in '\(folder)'", .folder(photos))
        index = { _ = try await photos.index().waitUntilFinished() }
        #else
        throw DemoError(description: "A folder needs codecs: swift run --traits FolderLibrary demo '\(folder)'")
        #endif
    }
}

struct DemoError: Error, CustomStringConvertible {
    let description: String
}
