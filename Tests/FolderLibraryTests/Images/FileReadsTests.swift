#if FolderLibrary && os(Linux)
import CameraRollTesting
import Testing

@testable import CameraRoll
@testable import FolderLibrary
@testable import CameraRollCodecs

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

    @Test func `A HEIC file is not read once more for its small picture`() {
        let (both, final) = (reads(.opportunistic), reads(.highQuality))
        #expect(both.answers == 2 && final.answers == 1)
        #expect(final.wholeReads > 0)
        #expect(both.wholeReads == final.wholeReads)
    }

    /// Requests an image; returns the number of answers, and how often the whole file was read.
    private func reads(_ mode: ImageDeliveryMode) -> (answers: Int, wholeReads: Int) {
        let bytes = CountedBytes(SampleHEIF.file(TestPicture.quarters(128, 96)))
        let answers = Lock(0)
        let request = AssetImageRequest(for: MediaAsset(id: "a"), size: .pixels(32, 32), deliveryMode: mode)
        _ = FolderImageSource(CountedOriginals(bytes: bytes)).start(
            request, sink: ImageSink { _ in answers.withLock { $0 += 1 } })
        return (answers.withLock(\.self), bytes.wholeReads)
    }
}
#endif
