import Testing

@testable import CameraRoll

/// Memory that is given back (R68).
@Suite(.timeLimit(.minutes(10))) struct MemoryReclaimTests {
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
        #expect(cost <= Int(Double(limits.cost) * limits.backgroundShare) && cost > 0)
        #expect(await subject.images.statistics.windowed == 0)
    }

    @Test func `Under pressure nothing is left, and nothing is got ahead, but who waits is served`() async throws {
        let subject = try ImageSubject()
        try Self.fill(subject, 100)
        try subject.images.startCaching(["a", "b"].map { ImageSubject.request($0) })
        let reader = Task { try await subject.images.image(for: ImageSubject.request("a")).number }
        await subject.run { $0.waiting == 1 && $0.running == 2 }
        subject.pressure.raise()
        #expect(subject.images.cache.statistics.cost == 0)
        await subject.run { $0.running == 1 }
        #expect(subject.source.cancelled == ["b"])
        subject.source.asked.first { $0.request.asset == "a" }?.sink.final(try ImageSubject.picture(9))
        #expect(try await reader.value == 9)
    }

    @Test func `A manager that is gone does not hear of pressure any more`() throws {
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
