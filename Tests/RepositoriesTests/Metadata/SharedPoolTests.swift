import CameraRoll
import CameraRollTesting
import CoreTestSupport
import SyntheticLibrary
import TestSupport
import Testing

/// The resources shared by all reads of a repository's originals: a few threads, and one check of the library.
@Suite(.timeLimit(.hang)) struct SharedPoolTests {
    private static let two = OriginalLimits(concurrency: 2, timeout: nil)
    private let assets = (0..<50).map { MediaAsset(id: AssetID(rawValue: "\($0)"), mediaType: .image) }

    private func repository(
        _ originals: MemoryOriginals, _ authorization: any LibraryAuthorization = AlwaysAuthorized()
    ) -> PhotoRepository {
        let contents = FixedContents(assets: assets, resourceSource: originals)
        let factory = PhotoLibrarySource.fixed(contents, authorization: authorization)
        return PhotoRepository(access: LibraryAccess(factory, limits: .untimed))
    }

    private var files: [AssetID: [UInt8]] {
        Dictionary(uniqueKeysWithValues: assets.map { ($0.id, SampleFile.jpeg(exif: TIFFBuilder.camera().bytes())) })
    }

    @Test func `Of many calls at once a few read, and those that wait can be cancelled`() async throws {
        let running = Lock((now: 0, most: 0))
        let (gate, isFull) = (BlockingGate(), Gate())
        let photos = repository(
            MemoryOriginals(files) { _ throws(ImageError) in
                let now = running.withLock { running in
                    running = (running.now + 1, max(running.most, running.now + 1))
                    return running.now
                }
                if now == 2 { isFull.open() }
                gate.pass()
                running.withLock { $0.now -= 1 }
            })
        let tasks = assets.map { asset in Task { try await photos.metadata(for: asset, limits: Self.two) } }
        await isFull.wait()
        // At most two have begun; the others are queued, and a canceled one of these ends at once.
        for task in tasks[10...] { task.cancel() }
        var ended = 0
        for task in tasks[10...] where await task.result.isCancelled { ended += 1 }
        #expect(ended == 40)
        gate.open()
        for task in tasks[..<10] { #expect(try await task.value.make == "Example") }
        #expect(running.withLock(\.most) == 2)
    }

    @Test func `A library that may not be read causes one error, not one for each asset`() async throws {
        let photos = repository(MemoryOriginals(files), MockAuthorization(.denied))
        await #expect(throws: AssetMetadataError.original(.library(.notAuthorized(.denied)))) {
            try await photos.metadata(for: assets, limits: Self.two)
        }
        #expect(try await photos.metadata(for: [], limits: Self.two).isEmpty)
    }

    @Test func `For an original that arrives in chunks the number of received bytes is reported`() async throws {
        let originals = MemoryOriginals(files, chunk: 7)
        let metadata = try await repository(originals).metadata(for: assets[0], limits: Self.two)
        #expect(metadata.bytesRead == originals.taken(of: "0"))
    }

    @Test func `A cancelled read throws a cancellation, and an unreadable file does not`() {
        #expect(AssetMetadataError.original(.cancelled).isCancellation)
        #expect(!AssetMetadataError.original(.noOriginals("a")).isCancellation)
        #expect(!AssetMetadataError.metadata(.empty).isCancellation)
    }

    @Test func `What went wrong is said in words of metadata`() {
        let failed = AssetMetadataError.original(.failed("a", reason: "why"))
        #expect(failed.description == "The original of 'a' cannot be read: why.")
        #expect(AssetMetadataError.metadata(.empty).description == MetadataError.empty.description)
        let text = MetadataError.unknownFormat(firstBytes: Array("this\0".utf8)).description
        #expect(text.contains("74 68 69 73 00 ('this.')"))
        #expect(!MetadataError.cannotOpen(path: "http://a/b", code: 22).description.contains("Invalid argument"))
    }
}

extension Result<ImageMetadata, any Error> {
    fileprivate var isCancelled: Bool {
        if case .failure(let error) = self { error as? AssetMetadataError == .original(.cancelled) } else { false }
    }
}
