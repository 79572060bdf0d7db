import CameraRollTesting
import CoreTestSupport
import Dispatch
import Foundation
import TestSupport
import Testing

@testable import CameraRoll

/// Memory pressure, and memory freed by the app.
@Suite(.timeLimit(.hang)) struct MemoryReclaimTests {
    private static func fill(_ subject: ImageSubject, _ count: Int) throws {
        let bytes = [UInt8](repeating: 0, count: 64 * 64 * 4)
        let image = try DecodedImage(size: PixelSize(width: 64, height: 64), bytesPerRow: 256, pixels: bytes)
        for number in 0..<count {
            subject.images.cache.insert(image, for: ImageSubject.request(AssetID("\(number)")).key)
        }
    }

    @Test func `In the background the cache keeps its share, and nothing is got ahead`() async throws {
        let subject = try ImageSubject()
        try Self.fill(subject, 20_000)
        try subject.images.startCaching([ImageSubject.request("w")])
        subject.images.reclaimMemory(.background)
        let limits = subject.images.cache.limits
        let cost = subject.images.cache.statistics.cost
        #expect(cost <= Int(Double(limits.costLimit) * limits.backgroundShare) && cost > 0)
        #expect(await subject.images.statistics.windowed == 0)
    }

    @Test func `Under pressure the cache is emptied and prefetching stops, but waiting callers are served`()
        async throws
    {
        let subject = try ImageSubject()
        try Self.fill(subject, 100)
        try subject.images.startCaching(["a", "b"].map { ImageSubject.request($0) })
        let reader = Task { try await subject.images.image(for: ImageSubject.request("a")).number }
        await subject.run { $0.waiting == 1 && subject.source.asked.count == 2 }
        subject.pressure.raise()
        #expect(subject.images.cache.statistics.cost == 0)
        await subject.run { $0.running == 1 }
        #expect(subject.source.cancelled == ["b"])
        subject.source.asked.first { $0.request.asset == "a" }?.sink.final(try ImageSubject.picture(9))
        #expect(try await reader.value == 9)
    }

    @Test func `Images stored in between are released too`() async throws {
        let subject = try ImageSubject()
        try await subject.images.reclaimBehind(ImageSubject.picture(1), for: ImageSubject.request().key)
        #expect(subject.images.cache.statistics.count == 0)
    }

    // App                          Manager
    // ---                          -------
    // starts a
    // (memory is short)
    // starts b
    //                              applies all three at once
    @Test func `What is started after memory was short counts, and what was started before does not`() async throws {
        let subject = try ImageSubject()
        try subject.images.startCaching([ImageSubject.request("a")])
        subject.pressure.raise()
        try subject.images.startCaching([ImageSubject.request("b")])
        await subject.run { $0.windowed == 1 && !subject.source.asked.isEmpty }
        #expect(subject.source.asked.map(\.request.asset) == ["b"])
        subject.pressure.raise()
        #expect(await subject.images.statistics.windowed == 0)
    }

    @Test func `The memory of many images is freed on a thread of the cache's own`() async throws {
        let subject = try ImageSubject()
        let cache = subject.images.cache
        try Self.fill(subject, 300)
        cache.removeAll()
        #expect(cache.releases.handedOver == 1)
        try Self.fill(subject, 300)
        // 128 images per lock acquisition.
        cache.trim(toCost: 0)
        #expect(cache.releases.handedOver == 4)
        cache.remove(assets: ["1"])
        #expect(cache.releases.handedOver == 5)
        subject.images.reclaimMemory(.pressure)
        #expect(cache.releases.handedOver >= 6)
    }

    // Test's thread               Release queue
    // -------------               -------------
    // hands a value over
    //                             releases it
    @Test func `What is released goes on the queue's thread, and never on the caller's`() {
        let (releases, gone) = (ReleaseQueue(), DispatchSemaphore(value: 0))
        for _ in 0..<200 { releases.release([Payload(gone)]) }
        // Blocks, so that the queue cannot use this very thread.
        for _ in 0..<200 { gone.wait() }
        #expect(releases.handedOver == 200)
    }

    /// Records the thread that releases it.
    private final class Payload: Sendable {
        private let gone: DispatchSemaphore
        private let thread = ObjectIdentifier(Thread.current)

        init(_ gone: DispatchSemaphore) {
            self.gone = gone
        }

        deinit {
            if ObjectIdentifier(Thread.current) == thread { Issue.record("dropped on the caller's thread") }
            gone.signal()
        }
    }

    @Test func `Observers are notified of pressure in the order in which they were added`() {
        let (pressure, heard) = (MemoryPressure(), SharedNotes<Int>())
        let observations = (0..<50).map { number in pressure.observe { heard.append(number) } }
        pressure.raise()
        #expect(heard.all == Array(0..<50))
        withExtendedLifetime(observations) {}
    }

    @Test func `A released manager is not notified of pressure`() throws {
        let pressure = MemoryPressure()
        let heard = Lock(0)
        do {
            let observation = pressure.observe { heard.withLock { $0 += 1 } }
            pressure.raise()
            withExtendedLifetime(observation) {}
        }
        pressure.raise()
        #expect(heard.withLock { $0 } == 1)
    }
}

extension CachingImageManager {
    /// Reclaims memory with an image in the cache that was stored after the caller's own lookup.
    fileprivate func reclaimBehind(_ image: DecodedImage, for key: ImageKey) {
        cache.insert(image, for: key)
        endOutdated()
        trimCache(.pressure)
    }
}
