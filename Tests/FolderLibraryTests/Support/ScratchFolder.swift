#if FolderLibrary || canImport(Darwin)
import CameraRoll
import CameraRollTesting
import FolderLibrary
import Foundation

/// A temporary folder of a test, removed with this object.
final class ScratchFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
            .appending(path: "cameraroll-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        // Some tests remove permissions.
        for folder in folders { chmod(folder, 0o755) }
        try? FileManager.default.removeItem(at: url)
    }

    private var folders: [String] {
        let inner = FileManager.default.enumerator(at: url, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL }
        return [url.path] + (inner ?? []).map(\.path)
    }

    /// Writes a file, and creates the folders on its path.
    func write(_ bytes: [UInt8], to path: String) throws {
        let file = url.appending(path: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: file)
    }

    func write(_ photo: SamplePhoto = SamplePhoto(), to path: String) throws {
        try write(photo.bytes, to: path)
    }

    func write(_ movie: SampleMovie, to path: String) throws {
        try write(movie.bytes, to: path)
    }

    func remove(_ path: String) throws {
        try FileManager.default.removeItem(at: url.appending(path: path))
    }

    func move(_ path: String, to goal: String) throws {
        let file = url.appending(path: goal)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.moveItem(at: url.appending(path: path), to: file)
    }

    /// Sets a file's modification time, in seconds since 2001.
    func touch(_ path: String, at seconds: Double) throws {
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceReferenceDate: seconds)],
            ofItemAtPath: url.appending(path: path).path)
    }

    /// The folder of photos, not followed.
    func photos(
        _ hooks: FolderTestHooks = FolderTestHooks(), _ change: (inout FolderConfiguration) -> Void = { _ in }
    ) -> PhotoFolder {
        Self.photos(at: url.path, hooks, change)
    }

    /// The folder of photos at a path, not followed.
    static func photos(
        at path: String, _ hooks: FolderTestHooks = FolderTestHooks(),
        _ change: (inout FolderConfiguration) -> Void = { _ in }
    ) -> PhotoFolder {
        var configuration = FolderConfiguration()
        configuration.followsFolder = false
        // Files that a test has just written count as old.
        configuration.clockGrain = 0
        configuration.timeZone = TimeZone(secondsFromGMT: 0) ?? .current
        change(&configuration)
        return PhotoFolder(at: URL(filePath: path), configuration: configuration, hooks: hooks)
    }
}

extension PhotoFolder {
    /// Indexes the folder, and opens the library.
    func opened() async throws -> LibraryAccess {
        try await index().waitUntilFinished()
        return LibraryAccess(.folder(self), executor: LibraryExecutor(label: "test"), limits: .untimed)
    }
}

extension LibraryAccess {
    /// All assets of a query.
    func assets(_ query: AssetQuery = .all) async throws(LibraryError) -> [MediaAsset] {
        try await read("assets") { library in
            let result = try library.fetchAssets(query)
            return try result.assets(in: 0..<result.count)
        }
    }
}
#endif
