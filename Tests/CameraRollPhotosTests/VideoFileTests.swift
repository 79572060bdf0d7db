#if PhotosDouble
import CameraRoll
import CameraRollTesting
import Foundation
import PhotosDouble
import CameraRollPhotos
import TestSupport
import Testing

/// Videos of Photos as files.
@Suite(.timeLimit(.hang)) struct VideoFileTests {
    /// A library of an edited video in the cloud, and a folder.
    private func withVideo(
        fault: ResourceFault? = nil,
        _ body: (PhotosWorld, CachingImageManager, MediaAsset, URL) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let world = PhotosWorld()
        world.switches.chunkSize = 10
        world.seed { edits in
            var film = AssetRecord("film")
            film.mediaType = .video
            for (type, byte) in [(PHAssetResourceType.video, UInt8(1)), (.fullSizeVideo, 2)] {
                var file = ResourceRecord(
                    type, typeIdentifier: "public.mpeg-4", fileName: "F.MP4", data: Data(repeating: byte, count: 100))
                (file.isInCloud, file.fault) = (true, fault)
                film.resources.append(file)
            }
            edits.add(film)
        }
        try await PhotosWorld.exclusively(world) { world in
            try await world.withAccess { access in
                let manager = MediaManager(access: access)
                let images = try CachingImageManager(of: manager)
                let film = try await manager.photos.asset(withIdentifier: "film")
                try await body(world, images, film, folder)
            }
        }
    }

    @Test(arguments: [ImageVersion.current, .unadjusted, .original])
    func `A video is written in the version that is asked for, with its progress`(version: ImageVersion) async throws {
        try await withVideo { _, images, film, folder in
            let resource = try await images.videoResource(for: film, version: version)
            let fractions = Lock<[Double]>([])
            let file = folder.appending(path: "film.mp4")
            try await images.write(resource, to: file, isNetworkAccessAllowed: true) { fraction in
                fractions.withLock { $0.append(fraction) }
            }
            let bytes = try Data(contentsOf: file)
            #expect(bytes == Data(repeating: version == .current ? 2 : 1, count: 100))
            #expect(fractions.withLock(\.self) == (1...10).map { Double($0) / 10 })
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["film.mp4"])
        }
    }

    @Test func `A video without edits is its own current version`() async throws {
        try await withVideo { world, images, film, _ in
            world.edit { $0.update("film") { $0.resources.removeLast() } }
            #expect(try await images.videoResource(for: film, version: .current).kind == .video)
            let original = try await images.videoResource(for: film)
            #expect(original.kind == .video)
        }
    }

    @Test(arguments: [
        ResourceFault.error(.networkError, after: 50), .cloud(.deviceFull, after: 50), .cloud(.offline, after: 0),
    ])
    func `A download that fails leaves no file`(fault: ResourceFault) async throws {
        try await withVideo(fault: fault) { _, images, film, folder in
            let resource = try await images.videoResource(for: film)
            await #expect(throws: ImageError.self) {
                try await images.write(
                    resource, to: folder.appending(path: "film.mp4"), isNetworkAccessAllowed: true)
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
        }
    }

    @Test func `A file that exists stays, and nothing is downloaded unless it is allowed`() async throws {
        try await withVideo { _, images, film, folder in
            let (resource, file) = (try await images.videoResource(for: film), folder.appending(path: "film.mp4"))
            await #expect(throws: ImageError.networkRequired("film")) { try await images.write(resource, to: file) }
            try Data([7]).write(to: file)
            let refused = InvalidArgument("file", file.path, allowed: "the name of a new file")
            await #expect(throws: ImageError.invalidArgument(refused)) {
                try await images.write(resource, to: file, isNetworkAccessAllowed: true)
            }
            #expect(try Data(contentsOf: file) == Data([7]))
            await #expect(throws: ImageError.self) {
                try await images.write(
                    resource, to: folder.appending(path: "none/film.mp4"), isNetworkAccessAllowed: true)
            }
        }
    }

    @Test func `A download that stalls ends with the task`() async throws {
        try await withVideo(fault: .stall(after: 50)) { _, images, film, folder in
            let resource = try await images.videoResource(for: film)
            let hasBegun = Gate()
            let work = Task {
                try await images.write(
                    resource, to: folder.appending(path: "film.mp4"), isNetworkAccessAllowed: true
                ) { fraction in if fraction >= 0.5 { hasBegun.open() } }
            }
            await hasBegun.wait()
            work.cancel()
            await #expect(throws: ImageError.cancelled) { try await work.value }
        }
    }
}
#endif
