#if FolderLibrary || canImport(Darwin)
import CameraRoll
import CameraRollTesting
@testable import FolderLibrary
import Foundation
import Testing

struct ReadingTests {
    let scratch: ScratchFolder
    let photos: PhotoFolder

    init() throws {
        scratch = try ScratchFolder()
        photos = scratch.photos()
    }

    @Test func `Pages follow an order in which something stands behind the identifier`() async throws {
        for (name, day) in [("a", 13), ("b", 12), ("c", 11), ("d", 14)] {
            try scratch.write(SamplePhoto(date: "2023:04:\(day) 10:11:12"), to: "\(name).jpg")
        }
        let access = try await photos.opened()
        var query = AssetQuery.all
        query.order = [.mediaType, .identifier, .creationDate].map { AssetSort($0, ascending: true) }
        let pages = try await access.read("pages") { [query] library in
            var pages: [MediaAsset] = []
            while let asset = try library.assets(
                after: pages.last.map { SortPosition(of: $0, in: query.order) }, of: query, count: 1
            ).assets.first { pages.append(asset) }
            return pages
        }
        #expect(try await access.assets(query) == pages)
        #expect(pages.count == 4)
    }

    @Test func `A file that is cut short while it is read is an error`() async throws {
        try scratch.write(SamplePhoto(noise: [UInt8](repeating: 7, count: 600_000)), to: "a.jpg")
        let access = try await photos.opened()
        let id = try #require(try await access.assets().first?.id)
        let source = FolderResourceSource(files: photos.store.originals)
        let resource = try #require(try source.resources(of: id).first)
        let path = scratch.url.path + "/a.jpg"
        let receiver = ResourceReceiver(onProgress: { _ in }, onBytes: { _ throws(ImageError) in truncate(path, 10) })
        #expect(throws: ImageError.self) { try source.read(resource, isNetworkAccessAllowed: true, into: receiver) }
        await access.close()
    }

    @Test func `An index that counts wrongly counts again, and stays`() async throws {
        try scratch.write(to: "a.jpg")
        let access = try await photos.opened()
        let others = AssetColumns.all.split(separator: ",").dropFirst().joined(separator: ",")
        try photos.store.write { writer in
            try writer.connection.run(
                """
                WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1199)
                INSERT INTO asset(\(AssetColumns.all)) SELECT id + i, \(others) FROM asset, n
                """)
            try writer.connection.run("UPDATE tally SET shown = 5000")
        }
        await #expect(throws: LibraryError.self) { try await access.assets() }
        try photos.store.write { try $0.recount() }
        #expect(try await access.assets().count == 1_200)
        let files = try FileManager.default.contentsOfDirectory(atPath: scratch.url.path + "/.cameraroll")
        #expect(!files.contains { $0.contains("damaged") })
    }
}
#endif
