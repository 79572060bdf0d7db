#if FolderLibrary && os(Linux)
import CameraRollTesting
import Testing

@testable import CameraRoll
@testable import FolderLibrary
@testable import ImageCodecs

/// How often a source reads a file.
@Suite(.enabled(if: SampleHEIF.canEncode, "libheif has no encoder here")) struct FileReadsTests {
    /// Bytes that count how often all of them are read.
    private final class CountedBytes: ByteSource, Sendable {
        private let bytes: MemoryBytes
        private let count = Lock(0)

        init(_ bytes: [UInt8]) {
            self.bytes = MemoryBytes(bytes)
        }

        var byteCount: Int { bytes.byteCount }
        var wholeReads: Int { count.withLock(\.self) }

        func read(at position: Int, into buffer: UnsafeMutableRawBufferPointer) throws(MetadataError) -> Int {
            if buffer.count == byteCount { count.withLock { $0 += 1 } }
            return try bytes.read(at: position, into: buffer)
        }
    }

    private struct CountedOriginals: PictureOriginals {
        let bytes: CountedBytes

        func picture(of asset: AssetID) throws(ImageError) -> PictureOriginal {
            PictureOriginal(bytes, contentVersion: 1)
        }
    }

    @Test func `A HEIC file is read once for its small picture and its final one`() throws {
        let bytes = CountedBytes(SampleHEIF.file(TestPicture.quarters(128, 96)))
        let events = Lock<[ImageSourceEvent]>([])
        let request = AssetImageRequest(
            for: MediaAsset(id: "a"), size: .pixels(32, 32), deliveryMode: .opportunistic)
        _ = FolderImageSource(CountedOriginals(bytes: bytes)).start(
            request, sink: ImageSink { event in events.withLock { $0.append(event) } })
        let answers = events.withLock(\.self)
        guard answers.count == 2, case .degraded = answers.first, case .end(.success) = answers.last else {
            Issue.record("\(answers)")
            return
        }
        #expect(bytes.wholeReads == 1)
    }
}
#endif
