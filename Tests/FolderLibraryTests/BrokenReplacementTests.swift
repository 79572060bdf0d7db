#if FolderLibrary || canImport(Darwin)
import CameraRoll
import CameraRollTesting
import FolderLibrary
import Foundation
import Testing

/// Broken files that replace an index while a library with the intact one is open.
struct BrokenReplacementTests {
    /// The kind of file that replaces the index.
    enum Breakage: String, CaseIterable, Sendable {
        case garbage, nothing, half, spoiledPages
    }

    let scratch: ScratchFolder
    private let index: String

    init() throws {
        scratch = try ScratchFolder()
        index = scratch.url.path + "/.cameraroll/index.sqlite"
        for number in 0..<60 {
            try scratch.write(SamplePhoto(noise: [UInt8(number), 3]), to: "\(number % 4)/\(number).jpg")
        }
    }

    /// Opens a library, and sets user data of its photos: one of them is in the trash.
    private func opened(_ photos: PhotoFolder) async throws -> MediaManager {
        let manager = MediaManager(access: try await photos.opened())
        let assets = try await manager.photos.access.assets()
        try await manager.performChanges { edits in
            edits.setFavorite(true, for: stride(from: 0, to: 40, by: 2).map { assets[$0] })
            edits.setCreationDate(Date(timeIntervalSinceReferenceDate: 1_000), for: [assets[3]])
            edits.append(assets.prefix(9).reversed(), to: edits.createAlbum("Trip"))
            edits.delete([assets[50]])
        }
        return manager
    }

    /// Replaces the index by a broken file, as another program does that writes a file and renames it.
    private func replace(by breakage: Breakage, _ photos: PhotoFolder) throws -> Data {
        try photos.moveLog()
        var bytes = try Data(contentsOf: URL(filePath: index))
        switch breakage {
        case .garbage: bytes = Data(repeating: 0xA7, count: 5_000)
        case .nothing: bytes = Data()
        case .half: bytes = bytes.prefix(bytes.count / 2)
        case .spoiledPages:
            // The schema and the library's name stay readable.
            let connection = try IndexConnection(to: index, isReadOnly: true)
            let pages = try connection.numbers(
                "SELECT pgoffset FROM dbstat WHERE name IN ('asset', 'asset_by_date')")
            for page in pages { bytes.replaceSubrange(page..<page + 4_096, with: Data(repeating: 0xA7, count: 4_096)) }
        }
        try bytes.write(to: URL(filePath: index + "-other"))
        for suffix in ["-wal", "-shm"] { unlink(index + suffix) }
        #expect(rename(index + "-other", index) == 0)
        return bytes
    }

    @Test(arguments: Breakage.allCases)
    func `A broken file in the place of the index takes nothing from a library that is open`(
        breakage: Breakage
    ) async throws {
        let photos = scratch.photos()
        let manager = try await opened(photos)
        let before = try await UserMarks(of: photos)
        let trashed = try await photos.trashedPhotos()
        let broken = try replace(by: breakage, photos)
        // The first reader may receive an error of the damaged file; the library's data stay.
        _ = try? await manager.photos.access.assets()
        _ = try? await photos.problems()
        let asset = try #require(before.photos.values.first { !$0.isHidden })
        try await manager.performChanges { $0.setHidden(true, for: [asset.id]) }
        try await manager.performChanges { $0.setHidden(false, for: [asset.id]) }
        #expect(try await UserMarks(of: photos) == before)
        #expect(try await manager.photos.access.assets().count == 59)
        await manager.close()
        let next = scratch.photos()
        #expect(try await UserMarks(of: next) == before)
        #expect(try await next.trashedPhotos() == trashed)
        #expect(try next.integrity() == "ok")
        let repair = try #require(try next.repairs().last)
        #expect(repair.isWhole && repair.assets == 59)
        #expect(try Data(contentsOf: URL(filePath: index).deletingLastPathComponent() + repair.setAside) == broken)
    }

    @Test func `A scan writes the index again that a broken file has replaced, and reads no file again`() async throws {
        let photos = scratch.photos()
        let manager = try await opened(photos)
        let before = try await UserMarks(of: photos)
        _ = try replace(by: .garbage, photos)
        #expect(try await photos.index().waitUntilFinished().filesRead == 0)
        #expect(try await UserMarks(of: photos) == before)
        await manager.close()
    }

    @Test(arguments: [Breakage.garbage, .nothing, .half, nil])
    func `What is open is written again when the library closes first`(breakage: Breakage?) async throws {
        let photos = scratch.photos()
        let manager = try await opened(photos)
        let before = try await UserMarks(of: photos)
        if let breakage {
            _ = try replace(by: breakage, photos)
        } else {
            for suffix in ["", "-wal", "-shm"] { unlink(index + suffix) }
        }
        await manager.close()
        #expect(try await UserMarks(of: scratch.photos()) == before)
    }

    @Test func `The log of an index that was replaced is not moved into the other one`() async throws {
        let photos = scratch.photos()
        let manager = try await opened(photos)
        try photos.moveLog()
        try FileManager.default.copyItem(atPath: index, toPath: index + "-backup")
        let backup = try Data(contentsOf: URL(filePath: index + "-backup"))
        let asset = try #require(try await manager.photos.access.assets().first)
        try await manager.performChanges { $0.setHidden(true, for: [asset.id]) }
        // The log stayed in its place.
        #expect(rename(index + "-backup", index) == 0)
        photos.moveLogUnlessReplaced()
        #expect(try Data(contentsOf: URL(filePath: index)) == backup)
        await manager.close()
    }

    @Test func `A broken file that is set aside takes no log of another index with it`() async throws {
        let photos = scratch.photos()
        let manager = try await opened(photos)
        let asset = try #require(try await manager.photos.access.assets().first)
        let before = try await UserMarks(of: photos)
        try Data(repeating: 0xA7, count: 5_000).write(to: URL(filePath: index + "-other"))
        // The log of the index stays where it is, and is written to.
        #expect(rename(index + "-other", index) == 0)
        try await manager.performChanges { $0.setHidden(true, for: [asset.id]) }
        try await manager.performChanges { $0.setHidden(false, for: [asset.id]) }
        let aside = try #require(try photos.repairs().last).setAside
        let files = try FileManager.default.contentsOfDirectory(atPath: scratch.url.path + "/.cameraroll")
        #expect(files.contains(aside))
        #expect(!files.contains(aside + "-wal"))
        #expect(try await UserMarks(of: photos) == before)
        await manager.close()
    }

    @Test func `A broken index of other photos stays as it is`() async throws {
        let photos = scratch.photos()
        let manager = try await opened(photos)
        let other = try ScratchFolder()
        try other.write([UInt8](repeating: 0xA7, count: 5_000), to: ".cameraroll/index.sqlite")
        try other.write(SamplePhoto(noise: [9]), to: "other.jpg")
        let away = try ScratchFolder()
        #expect(rename(scratch.url.path, away.url.path + "/photos") == 0)
        #expect(rename(other.url.path, scratch.url.path) == 0)
        await #expect(throws: FolderError.rootReplaced(path: scratch.url.path)) {
            try await photos.index().waitUntilFinished()
        }
        #expect(FileManager.default.contents(atPath: index) == Data(repeating: 0xA7, count: 5_000))
        await manager.close()
    }

    @Test func `Where what is open is damaged too, what is in its place is made of the backup`() async throws {
        let photos = scratch.photos()
        let manager = try await opened(photos)
        try photos.moveLog()
        let pages = try IndexConnection(to: index, isReadOnly: true).numbers(
            "SELECT pgoffset FROM dbstat WHERE name = 'asset'")
        try FileManager.default.copyItem(atPath: index, toPath: index + "-copy")
        for path in [index, index + "-copy"] {
            let file = try FileHandle(forUpdating: URL(filePath: path))
            for page in pages {
                try file.seek(toOffset: UInt64(page))
                try file.write(contentsOf: Data(repeating: 0xA7, count: 4_096))
            }
            try file.close()
        }
        for suffix in ["-wal", "-shm"] { unlink(index + suffix) }
        #expect(rename(index + "-copy", index) == 0)
        _ = try? await photos.index().waitUntilFinished()
        try await photos.index().waitUntilFinished()
        #expect(try photos.repairs().last?.isWhole == true)
        #expect(try await scratch.photos().opened().assets().count == 59)
        await manager.close()
    }
}

extension URL {
    fileprivate static func + (folder: URL, name: String) -> URL { folder.appending(path: name) }
}
#endif
