import CameraRoll
import CoreTestSupport
import SyntheticLibrary
import TestSupport
import Testing

/// Originals in the cloud.
@Suite(.timeLimit(.hang)) struct CloudTests {
    private static func words(_ deliveries: ImageDeliveries) async -> [String] {
        var words: [String] = []
        do throws(ImageError) {
            for try await delivery in deliveries { words.append(delivery.word) }
        } catch {
            words.append("\(error)")
        }
        return words
    }

    @Test func `Without the network there is the local image, and then the reason why there is no other`() async throws
    {
        let subject = try FaultSubject(nil, isInCloud: true)
        var request = subject.request()
        request.isNetworkAccessAllowed = false
        let words = await Self.words(subject.images.deliveries(for: request))
        #expect(words.last == "\(ImageError.networkRequired(subject.asset.id))")
        #expect(words.dropLast().allSatisfy { $0 == "degraded" })
        #expect(await subject.leftovers() == nil)
    }

    @Test func `With the network there is progress that only grows, and the final image`() async throws {
        let subject = try FaultSubject(nil, isInCloud: true)
        subject.store.faults.download = .succeeds(steps: 8)
        let words = await Self.words(subject.images.deliveries(for: subject.request()))
        let progress = words.compactMap { Double($0) }
        #expect(words.last == "final" && words.count { $0 == "final" } == 1)
        #expect(progress == progress.sorted() && progress.last ?? 1 <= 1)
    }

    @Test(arguments: [false, true], [false, true])
    func `Where the local image will do, it comes instead of the error, and says so`(
        isAllowed: Bool, isFinalOnly: Bool
    ) async throws {
        let subject = try FaultSubject(nil, isInCloud: true)
        subject.store.faults.download = .fails(after: 0.5, reason: "away")
        var request = subject.request(isFinalOnly ? .highQuality : .opportunistic, fallback: true)
        request.isNetworkAccessAllowed = isAllowed
        let words = await Self.words(subject.images.deliveries(for: request))
        let id = subject.asset.id
        let reason = isAllowed ? ImageError.networkFailed(id, reason: "away") : .networkRequired(id)
        #expect(words.last == "fallback \(reason)")
        #expect(!isFinalOnly || !words.contains("degraded"))
        let image = try await subject.images.image(for: request)
        #expect(image.isDegraded && SyntheticPainter.identify(image) == id)
        // Cached for requests that accept it, and for no others.
        #expect(subject.images.cachedImage(for: request)?.isDegraded == true)
        request.acceptsFallback = false
        #expect(subject.images.cachedImage(for: request) == nil)
        #expect(await subject.leftovers() == nil)
    }

    @Test func `A request that allows the network gets the image, although one that does not came first`() async throws
    {
        let subject = try FaultSubject(nil, isInCloud: true)
        subject.store.faults.imageFault = .late
        var local = subject.request()
        local.isNetworkAccessAllowed = false
        let first = Task { [local] in await subject.images.outcome(of: local) }
        await subject.store.waitUntilHeldBack(.late)
        let second = Task { await subject.images.outcome(of: subject.request()) }
        await subject.waitForWaiters(2)
        subject.store.faults.imageFault = nil
        subject.store.callBackLate()
        #expect(await first.value.failure == .networkRequired(subject.asset.id))
        #expect(SyntheticPainter.identify(try await second.value.get()) == subject.asset.id)
    }

    @Test func `A stalled download delays no decode, and is cancelled without waiting callers`() async throws {
        let subject = try FaultSubject(nil, isInCloud: true)
        subject.store.faults.download = .stalls(after: 0.5)
        let reader = Task { await subject.images.outcome(of: subject.request()) }
        await subject.store.waitUntilHeldBack(.download)
        let local = subject.store.contents.assets.first {
            $0.mediaType == .image && subject.store.contents.isCloudOnly($0.id) == false
        }
        let other = try #require(local)
        _ = try await subject.images.image(for: AssetImageRequest(for: other, size: .pixels(8, 8)))
        reader.cancel()
        #expect(await reader.value.failure == .cancelled)
        #expect(await subject.leftovers() == nil)
        #expect(subject.store.heldBack(.download) == 0)
    }
}

extension ImageDelivery {
    fileprivate var word: String {
        switch self {
        case .progress(let fraction): "\(fraction)"
        case .degraded: "degraded"
        case .final: "final"
        case .fallback(_, let error): "fallback \(error)"
        }
    }
}
