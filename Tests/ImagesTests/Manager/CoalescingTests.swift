import CameraRoll
import CameraRollTesting
import CoreTestSupport
import SyntheticLibrary
import TestSupport
import Testing

/// One job for each key, and nothing remains.
@Suite struct CoalescingTests {
    @Test func `Callers of one picture share one request, and each gets it`() async throws {
        let subject = try ImageSubject()
        let readers = (0..<20).map { _ in Task { try await subject.images.image(for: ImageSubject.request()).number } }
        await subject.letNextStart()
        await subject.waitForWaiters(20)
        subject.source.asked[0].sink.final(try ImageSubject.picture(4))
        for reader in readers { #expect(try await reader.value == 4) }
        #expect(subject.source.asked.count == 1)
        #expect(subject.images.cachedImage(for: ImageSubject.request())?.number == 4)
    }

    // Two readers                Manager                    Source
    // -----------                -------                    ------
    // request one picture        one request
    // the first is canceled
    //                            continues
    // the second is canceled
    //                            cancels                    is notified
    //                                                       answers nevertheless
    //                            drops it
    @Test func `A request is cancelled when the last one leaves, and what comes then is dropped`() async throws {
        let subject = try ImageSubject()
        let readers = (0..<2).map { _ in Task { try await subject.images.image(for: ImageSubject.request()).number } }
        await subject.letNextStart()
        await subject.waitForWaiters(2)
        readers[0].cancel()
        await #expect(throws: ImageError.cancelled) { try await readers[0].value }
        await subject.images.settle()
        #expect(subject.source.cancelled.isEmpty)
        readers[1].cancel()
        await #expect(throws: ImageError.cancelled) { try await readers[1].value }
        await subject.waitForCancellations(["a"])
        subject.source.asked[0].sink.final(try ImageSubject.picture(4))
        await subject.images.settle()
        #expect(subject.images.cachedImage(for: ImageSubject.request()) == nil)
        #expect(await subject.images.statistics.jobs == 0)
    }

    @Test func `A task that is cancelled already asks for nothing`() async throws {
        let subject = try ImageSubject()
        let started = Gate()
        let reader = Task {
            await started.wait()
            return try await subject.images.image(for: ImageSubject.request()).number
        }
        reader.cancel()
        started.open()
        await #expect(throws: ImageError.cancelled) { try await reader.value }
        #expect(await subject.images.statistics.started == 0)
    }

    @Test func `No more requests are in flight than allowed, and the visible ones come first`() async throws {
        let subject = try ImageSubject(requests: 1)
        try subject.images.startCaching(["w1", "w2"].map { ImageSubject.request($0) })
        await subject.letNextStart()
        let reader = Task { try await subject.images.image(for: ImageSubject.request("v")).number }
        await subject.waitForWaiters(1)
        #expect(subject.source.asked.map(\.request.asset) == ["w1"])
        subject.source.asked[0].sink.final(try ImageSubject.picture(1))
        await subject.letNextStart()
        #expect(subject.source.asked.map(\.request.asset) == ["w1", "v"])
        subject.source.asked[1].sink.final(try ImageSubject.picture(2))
        #expect(try await reader.value == 2)
        await subject.letNextStart()
        #expect(subject.source.asked.map(\.request.asset) == ["w1", "v", "w2"])
    }

    @Test func `Stop right after start starts nothing at the source`() async throws {
        let subject = try ImageSubject()
        let requests = ["a", "b", "c"].map { ImageSubject.request($0) }
        try subject.images.startCaching(requests)
        subject.images.stopCaching(requests)
        await subject.images.settle()
        subject.manual.runAll()
        #expect(subject.source.asked.isEmpty)
        let statistics = await subject.images.statistics
        #expect(statistics.jobs == 0 && statistics.windowed == 0 && statistics.running == 0)
    }

    // Calls                      Manager                    Source (hangs)
    // -----                      -------                    --------------
    // start and stop row by row
    //                            is notified once of all, or of the rest
    @Test func `A burst of starts and stops, a row at a time, holds what is started and nothing else`() async throws {
        let subject = try ImageSubject()
        for row in 0..<3_000 {
            try subject.images.startCaching([ImageSubject.request(AssetID("\(row)"))])
            if row >= 5 { subject.images.stopCaching([ImageSubject.request(AssetID("\(row - 5)"))]) }
        }
        let statistics = await subject.images.statistics
        // One request is at the source until the source has reported its limit.
        #expect((statistics.windowed, statistics.jobs, statistics.running) == (5, 5, 1))
        #expect(subject.images.waitingCalls == 0)
        #expect(subject.images.waitingOrders == 1)
    }

    @Test func `What is stopped at once is cancelled in the order in which it was started`() async throws {
        let subject = try ImageSubject(requests: 100, source: ScriptedSource(requestLimit: 100))
        let ids = (0..<40).map { AssetID("\($0)") }
        try subject.images.startCaching(ids.map { ImageSubject.request($0) })
        await subject.run(untilAsked: 40)
        subject.images.stopCachingAll()
        await subject.images.settle()
        #expect(subject.source.cancelled == ids)
    }

    @Test func `Starting twice is starting once, and the first size has precedence until it is stopped`() async throws {
        let subject = try ImageSubject()
        let (small, large) = (ImageSubject.request(side: 100), ImageSubject.request(side: 300))
        try subject.images.startCaching([small])
        try subject.images.startCaching([small])
        try subject.images.startCaching([large])
        await subject.letNextStart()
        #expect(subject.source.asked.map(\.request.key) == [small.key])
        #expect(await subject.images.statistics.mismatches == 1)
        subject.images.stopCaching([large])
        #expect(await subject.images.statistics.windowed == 1)
        subject.images.stopCaching([small])
        try subject.images.startCaching([large])
        await subject.letNextStart()
        #expect(subject.source.asked.map(\.request.key) == [small.key, large.key])
    }

    @Test func `Closing ends every wait, and every later request`() async throws {
        let subject = try ImageSubject()
        let reader = Task { try await subject.images.image(for: ImageSubject.request()).number }
        await subject.letNextStart()
        await subject.waitForWaiters(1)
        subject.images.close()
        await #expect(throws: ImageError.shutDown) { try await reader.value }
        await #expect(throws: ImageError.shutDown) { try await subject.images.image(for: ImageSubject.request("b")) }
        #expect(subject.source.cancelled == ["a"])
    }

    @Test func `Closing empties the cache`() async throws {
        let subject = try ImageSubject()
        let reader = subject.ask("a")
        await subject.run(untilAsked: 1)
        subject.source.asked[0].sink.final(try ImageSubject.picture(1))
        #expect(try await reader.value.get().number == 1)
        #expect(subject.images.cache.statistics.count == 1)
        subject.images.close()
        #expect(subject.images.cache.statistics.count == 0)
    }

    @Test func `10,000 requests for 100 pictures make 100 decodes, each the right one`() async throws {
        let access = LibraryAccess(.synthetic(assets: 400), limits: .untimed)
        let photos = PhotoRepository(access: access)
        let assets = try await Array(photos.page(PageRequest(size: 100), of: photos.snapshot(of: .photos)).assets)
        let images = try CachingImageManager(access: access, limits: CachingImageManager.Limits(stallTimeout: nil))
        try await withThrowingTaskGroup { group in
            for number in 0..<10_000 {
                let asset = assets[number % 100]
                group.addTask {
                    let image = try await images.image(for: AssetImageRequest(for: asset, size: .pixels(32, 32)))
                    if number < 100 { #expect(SyntheticPainter.identify(image) == asset.id) }
                }
            }
            try await group.waitForAll()
        }
        let statistics = await images.statistics
        #expect(statistics.started == 100 && statistics.jobs == 0 && statistics.running == 0)
    }

    @Test(.timeLimit(.hang))
    func `An unused manager is released, although its source never calls back`() async throws {
        let departed = Gate()
        weak var manager: CachingImageManager?
        do {
            let subject = try ImageSubject(departure: Departure(departed))
            manager = subject.images
            let reader = Task { try await subject.images.image(for: ImageSubject.request()).number }
            await subject.letNextStart()
            reader.cancel()
            _ = await reader.result
            await subject.images.settle()
            subject.manual.runAll()
        }
        await departed.wait()
        #expect(manager == nil)
    }
}
