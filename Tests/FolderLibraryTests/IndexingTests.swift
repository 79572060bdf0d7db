#if FolderLibrary || canImport(Darwin)
import CameraRoll
import CameraRollTesting
import FolderLibrary
import Foundation
import Testing

struct IndexingTests {
    let scratch: ScratchFolder

    init() throws {
        scratch = try ScratchFolder()
    }

    @Test func `A picture is what its metadata say`() async throws {
        try scratch.write(
            SamplePhoto(
                date: "2023:04:19 10:11:12", subseconds: "25", offset: "+02:00", orientation: 6, customRendered: 6,
                place: (-33, 18)), to: "a.jpg")
        let asset = try #require(try await scratch.photos().opened().assets().first)
        #expect(asset.creationDate == Date(timeIntervalSince1970: 1_681_891_872.25))
        #expect(asset.mediaType == .image)
        #expect((asset.pixelWidth, asset.pixelHeight) == (32, 48))
        #expect(asset.mediaSubtypes == .panorama)
        #expect(asset.place == Coordinate(latitude: -33, longitude: 18))
    }

    @Test func `A picture without a date has its file's`() async throws {
        try scratch.write(to: "a.jpg")
        try scratch.touch("a.jpg", at: 1_000)
        let photos = scratch.photos()
        let asset = try #require(try await photos.opened().assets().first)
        #expect(asset.creationDate == Date(timeIntervalSinceReferenceDate: 1_000))
        #expect(try await photos.file(of: asset.id)?.dateSource == .file)
    }

    @Test func `A movie has its duration and its own date`() async throws {
        try scratch.write(SampleMovie(date: "2023-04-19T10:11:12+02:00"), to: "a.mov")
        let asset = try #require(try await scratch.photos().opened().assets().first)
        #expect(asset.mediaType == .video)
        #expect(asset.duration == 2)
        #expect(asset.creationDate == Date(timeIntervalSince1970: 1_681_891_872))
        #expect((asset.pixelWidth, asset.pixelHeight) == (48, 32))
    }

    @Test(arguments: [true, false]) func `A still and a movie of one content are a Live Photo`(stillFirst: Bool)
        async throws
    {
        let names = stillFirst ? ["a.jpg", "b.mov"] : ["b.jpg", "a.mov"]
        try scratch.write(SamplePhoto(date: "2023:04:19 10:11:12", content: "C0FFEE"), to: names[0])
        try scratch.write(SampleMovie(content: "C0FFEE"), to: names[1])
        try scratch.write(SampleMovie(content: "C0FFEE"), to: "elsewhere/c.mov")
        let photos = scratch.photos()
        let access = try await photos.opened()
        let assets = try await access.assets()
        #expect(assets.map(\.mediaType).sorted() == [.image, .video])
        let still = try #require(assets.first { $0.mediaType == .image })
        #expect(still.mediaSubtypes == .livePhoto)
        #expect(try await access.assets(.all.withSubtypes(.livePhoto)).count == 1)
        try scratch.remove(names[0])
        try await photos.index().waitUntilFinished()
        #expect(try await access.assets().map(\.mediaType) == [.video, .video])
    }

    @Test func `A burst is shown by its first picture, and by the next where that is gone`() async throws {
        for name in ["a", "b", "c"] { try scratch.write(SamplePhoto(burst: "B1"), to: "\(name).jpg") }
        let photos = scratch.photos()
        let access = try await photos.opened()
        let first = try await access.assets()
        #expect(first.map(\.representsBurst) == [true])
        var all = AssetQuery.all
        all.bursts = .all
        #expect(try await access.assets(all).count == 3)
        try scratch.remove("a.jpg")
        try await photos.index().waitUntilFinished()
        let next = try await access.assets()
        #expect(next.map(\.representsBurst) == [true])
        #expect(next != first)
        #expect(try await access.assets(all).count == 2)
    }

    @Test func `A picture whose burst changes represents the new one only where no other picture does`() async throws {
        for name in ["a", "b"] { try scratch.write(SamplePhoto(burst: "B1"), to: "\(name).jpg") }
        let photos = scratch.photos()
        let access = try await photos.opened()
        #expect(try await access.assets().count == 1)
        try scratch.write(SamplePhoto(burst: "B2 alone"), to: "b.jpg")
        try await photos.index().waitUntilFinished()
        #expect(try await access.assets().map(\.representsBurst) == [true, true])
        try scratch.write(SamplePhoto(burst: "B1"), to: "b.jpg")
        try await photos.index().waitUntilFinished()
        #expect(try await access.assets().map(\.representsBurst) == [true])
    }

    @Test func `What is no picture is listed with its reason`() async throws {
        try scratch.write([], to: "empty.jpg")
        try scratch.write(Array("Hello, world".utf8), to: "sub/notes.txt")
        try scratch.write(Array(SamplePhoto().bytes.prefix(40)), to: "cut.jpg")
        try FileManager.default.createSymbolicLink(
            at: scratch.url.appending(path: "link"), withDestinationURL: URL(filePath: "/etc"))
        try scratch.write([1, 2, 3], to: ".hidden/x.jpg")
        #expect(mkfifo(scratch.url.appending(path: "pipe").path, 0o644) == 0)
        let photos = scratch.photos()
        let assets = try await photos.opened().assets()
        #expect(assets.map(\.pixelWidth) == [0])
        let problems = try await photos.problems()
        #expect(
            problems == [
                FolderProblem(path: "cut.jpg", reason: .damaged), FolderProblem(path: "empty.jpg", reason: .empty),
                FolderProblem(path: "link", reason: .symbolicLink), FolderProblem(path: "pipe", reason: .notAFile),
                FolderProblem(
                    path: "sub/notes.txt", reason: .notAPicture(firstBytes: Array("Hello, world".utf8.prefix(12)))),
            ])
    }

    #if os(Linux)
    // Apple's file systems refuse such names.
    @Test func `Names that are no UTF-8 are files like others`() async throws {
        let name: [CChar] = (scratch.url.path + "/").utf8CString.dropLast() + [-1, 46, 106, 112, 103, 0]
        let descriptor = open(name, O_CREAT | O_WRONLY, 0o644)
        try #require(descriptor >= 0)
        let bytes = SamplePhoto(date: "2023:04:19 10:11:12").bytes
        #expect(write(descriptor, bytes, bytes.count) == bytes.count)
        close(descriptor)
        #expect(try await scratch.photos().opened().assets().count == 1)
    }
    #endif
}
#endif
