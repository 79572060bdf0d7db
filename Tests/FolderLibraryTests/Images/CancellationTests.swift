#if FolderLibrary && os(Linux)
import CameraRollTesting
import Dispatch
import Foundation
import TestSupport
import Testing

@testable import CameraRoll
@testable import FolderLibrary
@testable import CameraRollCodecs

@Suite(.timeLimit(.hang)) struct CancellationTests {
    /// Cancels at the n-th check, and counts the checks.
    private final class Count: Sendable {
        private let asked = Lock(0)
        private let last: Int

        init(endingAt last: Int) {
            self.last = last
        }

        var value: Int { asked.withLock { $0 } }
        var cancellation: Cancellation {
            Cancellation { [self] in
                asked.withLock { asked in
                    asked += 1
                    return asked >= last
                }
            }
        }
    }

    @Test(arguments: [1, 4, 20]) func `A WebP is not decoded on once it is cancelled`(last: Int) throws {
        let file = try PictureFile(TestPicture.waves(64, 64).webP)
        let count = Count(endingAt: last)
        #expect(throws: CodecError.cancelled) { try file.decode(unless: count.cancellation) }
        #expect(count.value == last)
    }

    @Test func `Every codec asks before it begins`() throws {
        for bytes in [TestPicture.waves(8, 8).jpeg(), TestPicture.waves(8, 8).png] {
            let file = try PictureFile(bytes)
            #expect(throws: CodecError.cancelled) { try file.decode(unless: Cancellation { true }) }
        }
    }

    @Test(arguments: [1, 3]) func `The resampler stops between rows`(last: Int) throws {
        let picture = TestPicture.waves(16, 40)
        let resampler = LanczosResampler(picture.size, to: PixelSize(width: 8, height: 20))
        let count = Count(endingAt: last)
        #expect(throws: CodecError.cancelled) { try resampler.resampled(picture.pixels, unless: count.cancellation) }
        #expect(count.value == last)
        #expect(try resampler.resampled(picture.pixels, unless: .never) == resampler.resampled(picture.pixels))
    }

    @Test func `A source whose request is over answers that it was cancelled, and keeps nothing`() throws {
        let scratch = try ScratchFolder()
        let store = ThumbnailStore(path: scratch.url.appending(path: "thumbnails.sqlite").path, limit: 1 << 20)
        let originals = SampleOriginals.all
        let source = FolderImageSource(originals, thumbnails: store)
        let request = AssetImageRequest(for: MediaAsset(id: "png"), size: .pixels(8, 8))
        let events = Lock<[ImageSourceEvent]>([])
        let sink = ImageSink(isOver: { true }) { event in events.withLock { $0.append(event) } }
        _ = source.start(request, sink: sink)
        guard case .end(.failure(.cancelled)) = events.withLock({ $0 }).first else {
            Issue.record("\(events.withLock { $0 })")
            return
        }
        let key = try #require(ThumbnailKey(request, contentVersion: 1, in: LibraryIdentity("")))
        #expect(store.answer(for: key) == nil)
    }

    // Reader         Manager        Source
    // ------         -------        ------
    // asks
    //                asks
    //                               has opened the file, and is at work
    // is cancelled
    //                cancels
    //                               notices, and decodes nothing
    @Test func `A decode that is under way ends when the last reader leaves`() async throws {
        let held = HeldOriginals()
        let source = TalkativeSource(source: FolderImageSource(held))
        let asset = MediaAsset(id: "png")
        let contents = FixedContents(assets: [asset], imageSource: source)
        let access = LibraryAccess(.fixed(contents), limits: .untimed)
        // No timeout: the decode is held for as long as a busy machine takes to cancel it.
        let images = try CachingImageManager(access: access, limits: CachingImageManager.Limits(stallTimeout: nil))
        defer { images.close() }
        let reader = Task { try await images.image(for: AssetImageRequest(for: asset, size: .pixels(8, 8))) }
        for await _ in held.begun.stream { break }
        reader.cancel()
        await #expect(throws: ImageError.cancelled) { try await reader.value }
        held.gate.signal()
        var ends = source.ends.stream.makeAsyncIterator()
        guard case .failure(.cancelled) = await ends.next() else {
            Issue.record("it was decoded")
            return
        }
    }
}

/// Originals that are opened when a test allows it.
private struct HeldOriginals: PictureOriginals {
    let begun = AsyncStream<Void>.makeStream()
    let gate = DispatchSemaphore(value: 0)

    func picture(of asset: AssetID) throws(ImageError) -> PictureOriginal {
        begun.continuation.yield()
        gate.wait()
        return try SampleOriginals.all.picture(of: asset)
    }
}

/// A source that also reports to a test how its requests end.
private struct TalkativeSource: ImageSource {
    let source: FolderImageSource
    let ends = AsyncStream<Result<DecodedImage, ImageError>>.makeStream()

    var lane: ImageLane { source.lane }
    var requestLimit: Int { source.requestLimit }

    func start(_ request: AssetImageRequest, sink: ImageSink) -> (@Sendable () -> Void)? {
        let heard = ImageSink(isOver: { sink.isCancelled }) { [ends] event in
            if case .end(let end) = event { ends.continuation.yield(end) }
            sink.send(event)
        }
        return source.start(request, sink: heard)
    }
}
#endif
