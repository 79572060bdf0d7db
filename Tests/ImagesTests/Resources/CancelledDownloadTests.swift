import CameraRoll
import CameraRollTesting
import CoreTestSupport
import TestSupport
import Testing

/// Downloads that stall without a byte, and whose callers leave.
@Suite(.timeLimit(.hang)) struct CancelledDownloadTests {
    /// Downloads that stall until they are canceled; the originals of "b" are read at once.
    private struct StalledDownloads: ResourceSource {
        let began = Gate()
        let isCancelled = Lock(0)
        let end = BlockingGate()

        static func resource(of asset: AssetID) -> AssetResource {
            AssetResource(asset: asset, kind: .photo, typeIdentifier: "public.jpeg")
        }

        func resources(of asset: AssetID) throws(ImageError) -> [AssetResource] { [Self.resource(of: asset)] }

        func read(
            _ resource: AssetResource, isNetworkAccessAllowed: Bool, into receiver: ResourceReceiver
        ) throws(ImageError) {
            let (end, isCancelled) = (end, isCancelled)
            receiver.onCancel {
                isCancelled.withLock { $0 += 1 }
                end.open()
            }
            guard resource.asset != "b" else { return try receiver.append([1]) }
            began.open()
            end.pass()
            throw .cancelled
        }
    }

    private let source: StalledDownloads
    private let images: ImageSubject

    init() throws {
        source = StalledDownloads()
        images = try ImageSubject(replacements: 0, resources: source)
    }

    private func read(_ asset: AssetID) async -> Task<Result<Int, ImageError>, Never> {
        let reader = Task { [images] in
            do throws(ImageError) {
                return Result<Int, ImageError>.success(
                    try await images.images.data(of: StalledDownloads.resource(of: asset)).bytes.count)
            } catch {
                return .failure(error)
            }
        }
        await images.letNextStart()
        return reader
    }

    @Test func `A download whose caller leaves is canceled at its source`() async {
        let reader = await read("a")
        await source.began.wait()
        reader.cancel()
        #expect(await reader.value == .failure(.cancelled))
        #expect(source.isCancelled.withLock(\.self) == 1)
    }

    @Test func `A download that stalls is canceled at its source`() async {
        let reader = await read("a")
        await source.began.wait()
        await images.clock.waitUntilSleeping(1)
        images.clock.advance(by: .seconds(30))
        #expect(await reader.value == .failure(.timedOut(after: .seconds(30))))
        #expect(source.isCancelled.withLock(\.self) == 1)
    }

    @Test func `A read that succeeds is not canceled`() async {
        #expect(await read("b").value == .success(1))
        #expect(source.isCancelled.withLock(\.self) == 0)
    }
}
