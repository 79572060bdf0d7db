#if FolderLibrary || canImport(Darwin)
import CameraRoll
import CameraRollTesting
@testable import FolderLibrary
import Foundation

/// A folder of a test's own, removed with it.
final class ScratchFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
            .appending(path: "cameraroll-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        // Some tests take permissions away.
        for folder in folders { chmod(folder, 0o755) }
        try? FileManager.default.removeItem(at: url)
    }

    private var folders: [String] {
        let inner = FileManager.default.enumerator(at: url, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL }
        return [url.path] + (inner ?? []).map(\.path)
    }

    /// Writes a file, and the folders that lead to it.
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

    /// Has a file say that it was changed so many seconds after 2001.
    func touch(_ path: String, at seconds: Double) throws {
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceReferenceDate: seconds)],
            ofItemAtPath: url.appending(path: path).path)
    }

    /// The folder of photos, which follows nothing by itself.
    func photos(
        _ hooks: FolderTestHooks = FolderTestHooks(), _ change: (inout FolderConfiguration) -> Void = { _ in }
    ) -> PhotoFolder {
        Self.photos(at: url.path, hooks, change)
    }

    /// The folder of photos at a path, which follows nothing by itself.
    static func photos(
        at path: String, _ hooks: FolderTestHooks = FolderTestHooks(),
        _ change: (inout FolderConfiguration) -> Void = { _ in }
    ) -> PhotoFolder {
        var configuration = FolderConfiguration()
        configuration.followsFolder = false
        // What a test has just written counts as old.
        configuration.clockGrain = 0
        configuration.timeZone = TimeZone(secondsFromGMT: 0) ?? .current
        change(&configuration)
        return PhotoFolder(at: URL(filePath: path), configuration: configuration, hooks: hooks)
    }
}

extension PhotoFolder {
    /// Indexes, and opens the library.
    func opened() async throws -> LibraryAccess {
        try await index().report()
        return LibraryAccess(.folder(self), executor: LibraryExecutor(label: "test"), limits: .untimed)
    }
}

extension LibraryAccess {
    /// Everything that a query finds.
    func assets(_ query: AssetQuery = .recents) async throws(LibraryError) -> [MediaAsset] {
        try await read("assets") { library in
            let result = try library.fetchAssets(query)
            return try result.assets(in: 0..<result.count)
        }
    }
}
#endif
