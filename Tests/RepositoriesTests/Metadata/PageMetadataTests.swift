import CameraRollTesting
import Dispatch
import Foundation
import TestSupport
import Testing

@testable import CameraRoll

/// Metadata of a library's originals.
@Suite(.timeLimit(.hang)) struct PageMetadataTests {
    /// A sanitizer on a busy machine may be slower than any deadline.
    private static let patient = OriginalLimits(timeout: nil)

    private func repository(_ originals: MemoryOriginals?, of count: Int) -> (PhotoRepository, [MediaAsset]) {
        let assets = (0..<count).map { MediaAsset(id: AssetID(rawValue: "\($0)"), mediaType: .image) }
        let contents = FixedContents(assets: assets, resourceSource: originals)
        let access = LibraryAccess(.fixed(contents), limits: .untimed)
        return (PhotoRepository(access: access), assets)
    }

    private func file(_ number: Int) -> [UInt8] {
        var builder = TIFFBuilder()
        builder.primary = [builder.ascii(0x010F, "\(number)")]
        return SampleFile.jpeg(exif: builder.bytes())
    }

    private func files(_ count: Int) -> [AssetID: [UInt8]] {
        Dictionary(uniqueKeysWithValues: (0..<count).map { (AssetID(rawValue: "\($0)"), file($0)) })
    }

    @Test(arguments: [false, true]) func `A page keeps its order, and single failures are kept in their places`(
        isOpen: Bool
    ) async throws {
        var files = files(40)
        files["7"] = []
        files["8"] = [1, 2, 3]
        files["9"] = nil
        let (photos, assets) = repository(MemoryOriginals(files, isOpen: isOpen), of: 40)
        let found = try await photos.metadata(
            for: Page(assets: assets, hasNextPage: false), limits: Self.patient)
        #expect(found.map(\.asset.id) == assets.map(\.id))
        for (index, metadata) in found.enumerated() where !(7...9).contains(index) {
            #expect(metadata.metadata?.make == "\(index)")
        }
        #expect(found[7].error == .metadata(.empty))
        #expect(found[8].error == .metadata(.unknownFormat(firstBytes: [1, 2, 3])))
        #expect(found[9].error == .original(.noResource("9", .photo)) && found[9].metadata == nil)
    }

    @Test(arguments: [1, 7, 100, 5_000], [false, true])
    func `An original that comes in chunks is read only as far as needed`(
        chunk: Int, knowsLength: Bool
    ) async throws {
        let exif = TIFFBuilder.camera().bytes()
        let tail = [UInt8](repeating: 7, count: 200_000)
        var files: [AssetID: [UInt8]] = [:]
        files["0"] = SampleFile.jpeg(exif: exif, trailer: tail)
        files["1"] = SampleFile.jpeg(segments: [
            (0xE2, Array(tail.prefix(30_000))), (0xE1, Array("Exif\0\0".utf8) + exif),
        ])
        files["2"] = SampleBoxes.heic(exif: exif)
        files["3"] = SampleFile.tiff()
        let originals = MemoryOriginals(files, chunk: chunk, knowsLength: knowsLength)
        let (photos, assets) = repository(originals, of: 4)
        for (index, asset) in assets.enumerated() {
            let metadata = try await photos.metadata(for: asset, limits: Self.patient)
            #expect(metadata.model == "E-1" && metadata.place != nil)
            let whole = try ImageMetadata(files[asset.id] ?? [])
            #expect(metadata.tags == whole.tags && metadata.pixelSize == whole.pixelSize, "\(index)")
        }
        #expect(originals.taken(of: "0") <= 8_192 + chunk)
    }

    @Test func `Limits are kept, and those that make no sense are refused`() async throws {
        let (photos, assets) = repository(
            MemoryOriginals(["0": SampleBoxes.heic(exif: [UInt8](repeating: 1, count: 9_000))]), of: 1)
        await #expect(throws: AssetMetadataError.original(.tooManyBytes("0", limit: 100))) {
            try await photos.metadata(for: assets[0], limits: OriginalLimits(streamedBytes: 100, timeout: nil))
        }
        for (limits, error) in [
            (OriginalLimits(concurrency: 0), ImageError.invalid("concurrency", 0, "1 to 16")),
            (OriginalLimits(concurrency: 17), .invalid("concurrency", 17, "1 to 16")),
            (OriginalLimits(streamedBytes: 0), .invalid("number of streamed bytes", 0, "at least 1")),
            (OriginalLimits(timeout: .zero), .invalid("timeout", Duration.zero, "more than zero")),
        ] {
            await #expect(throws: AssetMetadataError.original(error)) {
                try await photos.metadata(for: assets, limits: limits)
            }
        }
    }

    @Test func `A library without originals, and an asset in the cloud, say so`() async throws {
        let (photos, assets) = repository(nil, of: 1)
        await #expect(throws: AssetMetadataError.original(.noOriginals("0"))) {
            try await photos.metadata(for: assets[0], limits: Self.patient)
        }
        let cloud = MemoryOriginals(files(1)) { id throws(ImageError) in throw .networkRequired(id) }
        let (others, more) = repository(cloud, of: 1)
        #expect(
            try await others.metadata(for: more, limits: Self.patient).first?.error == .original(.networkRequired("0")))
    }

    @Test(arguments: [1, 3]) func `As many originals are read at once as allowed, and no more`(concurrency: Int)
        async throws
    {
        let running = Lock((now: 0, most: 0))
        let (gate, isFull) = (BlockingGate(), Gate())
        let originals = MemoryOriginals(files(30)) { _ throws(ImageError) in
            let now = running.withLock { running in
                running = (running.now + 1, max(running.most, running.now + 1))
                return running.now
            }
            if now == concurrency { isFull.open() }
            gate.pass()
            running.withLock { $0.now -= 1 }
        }
        let (photos, assets) = repository(originals, of: 30)
        async let found = photos.metadata(for: assets, limits: OriginalLimits(concurrency: concurrency, timeout: nil))
        await isFull.wait()
        // All reads wait at the gate. An excess read would begin while another page is read.
        let (others, more) = repository(MemoryOriginals(files(30)), of: 30)
        #expect(try await others.metadata(for: more, limits: Self.patient).count == 30)
        #expect(running.withLock(\.now) == concurrency)
        gate.open()
        #expect(try await found.count == 30 && running.withLock(\.most) == concurrency)
    }

    @Test func `An original that is read at positions is released without waiting callers`() async throws {
        // Its directory lies after the first window, so that it takes two reads.
        let builder = TIFFBuilder.camera()
        let file = SampleFile.jpeg(segments: [
            (0xE2, [UInt8](repeating: 0, count: 20_000)), (0xE1, Array("Exif\0\0".utf8) + builder.bytes()),
        ])
        let (gate, reads, isOver) = (BlockingGate(), Lock(0), Gate())
        let originals = MemoryOriginals(
            ["0": file, "1": file], isOpen: true,
            onRead: { id throws(ImageError) in if id == "1" { isOver.open() } },
            onPositionedRead: { _ in
                reads.withLock { $0 += 1 }
                gate.pass()
            })
        let (photos, assets) = repository(originals, of: 2)
        let reading = try MetadataReads(
            pools: photos.originals, isNetworkAccessAllowed: false, limits: OriginalLimits(concurrency: 1, timeout: nil)
        )
        let task = Task { try await reading.metadata(for: assets[0]) }
        await gate.waitUntilReached()
        task.cancel()
        await #expect(throws: AssetMetadataError.original(.cancelled)) { try await task.value }
        // The same thread begins the next one, once it has finished the first.
        async let next = reading.metadata(for: assets[1])
        gate.open()
        await isOver.wait()
        #expect(try await next.make == "Example" && reads.withLock(\.self) == 3)
    }

    @Test func `A page that is cancelled ends at once, though an original never comes`() async throws {
        let gate = DispatchSemaphore(value: 0)
        let started = Gate()
        let originals = MemoryOriginals(files(5)) { _ throws(ImageError) in
            started.open()
            gate.wait()
        }
        let (photos, assets) = repository(originals, of: 5)
        let task = Task { try await photos.metadata(for: assets, limits: Self.patient) }
        await started.wait()
        task.cancel()
        await #expect(throws: AssetMetadataError.original(.cancelled)) { try await task.value }
        for _ in 0..<10 { gate.signal() }
    }
}
