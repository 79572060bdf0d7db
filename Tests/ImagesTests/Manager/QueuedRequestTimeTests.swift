import CameraRoll
import CameraRollTesting
import CoreTestSupport
import TestSupport
import Testing

/// The times of requests that are queued behind a source: each ends in its own, unless the source works.
@Suite(.timeLimit(.hang)) struct QueuedRequestTimeTests {
    private static let timeout = ImageError.timedOut(after: .seconds(30))

    private typealias Reader = Task<Result<DecodedImage, ImageError>, Never>

    /// Requests images, and returns once as many as are allowed are at the source.
    private static func ask(_ count: Int, _ subject: ImageSubject) async -> [Reader] {
        let readers = (0..<count).map { subject.ask(AssetID("\($0)")) }
        await subject.run { $0.waiting == count && subject.source.asked.count == min(count, 10) }
        await subject.clock.waitUntilSleeping(1)
        return readers
    }

    @Test(arguments: [1, 11, 1_000])
    func `At a source that never answers all requests end in their time`(count: Int) async throws {
        let subject = try ImageSubject()
        let readers = await Self.ask(count, subject)
        subject.clock.advance(by: .seconds(30))
        await subject.run { $0.waiting == 0 }
        for reader in readers { #expect(await reader.value.failure == Self.timeout) }
        let statistics = await subject.images.statistics
        #expect(statistics.timedOut == count && statistics.failed == count && statistics.jobs == 0)
        #expect(subject.source.asked.count == min(count, 10))
        #expect(subject.clock.sleepers == 0)
    }

    @Test func `Fetches that stall at the same moment are canceled in the order in which they were started`()
        async throws
    {
        let subject = try ImageSubject()
        let readers = await Self.ask(10, subject)
        subject.clock.advance(by: .seconds(30))
        for reader in readers { #expect(await reader.value.failure == Self.timeout) }
        #expect(subject.source.cancelled == subject.source.asked.map(\.request.asset))
    }

    // Cells                   Source                                   Clock
    // -----                   ------                                   -----
    // request 0 to 999
    //                         is called for ten of them                0 s
    //                         reports progress of the first of them    20 s
    // nine fail                                                        30 s
    //                         is called for nine others
    // all others fail                                                  50 s
    @Test(arguments: [1, 11, 1_000])
    func `A source that works for one image keeps those alive that are queued`(count: Int) async throws {
        let subject = try ImageSubject()
        let readers = await Self.ask(count, subject)
        subject.clock.advance(by: .seconds(20))
        subject.source.asked[0].sink.progress(0.5)
        await subject.images.settle()
        subject.clock.advance(by: .seconds(10))
        let stalled = min(count, 10) - 1
        await subject.run { $0.timedOut == stalled && $0.waiting == count - stalled }
        await subject.clock.waitUntilSleeping(until: .init(offset: .seconds(50)))
        #expect(await subject.images.statistics.timedOut == stalled)
        subject.clock.advance(by: .seconds(20))
        await subject.run { $0.waiting == 0 }
        for reader in readers { #expect(await reader.value.failure == Self.timeout) }
    }

    // Cells                   Source                                   Clock
    // -----                   ------                                   -----
    // request 0 to 2,999
    //                         is called for ten of them                0 s
    // request v                                                        29 s
    // 0 to 2,999 fail                                                  30 s
    //                         is called for v, silent too
    // v fails                                                          59 s
    @Test func `A request that starts behind a silent source ends in its own time too`() async throws {
        let subject = try ImageSubject()
        let readers = await Self.ask(3_000, subject)
        subject.clock.advance(by: .seconds(29))
        let visible = subject.ask("v")
        await subject.run { $0.waiting == 3_001 }
        subject.clock.advance(by: .seconds(1))
        await subject.run { $0.waiting == 1 && subject.source.asked.count == 11 }
        for reader in readers { #expect(await reader.value.failure == Self.timeout) }
        await subject.clock.waitUntilSleeping(until: .init(offset: .seconds(59)))
        #expect(await subject.images.statistics.waiting == 1)
        subject.clock.advance(by: .seconds(29))
        #expect(await visible.value.failure == Self.timeout)
    }

    @Test func `Behind a silent source the first event for an image gives it its full time`() async throws {
        let subject = try ImageSubject(requests: 1)
        let first = subject.ask("a")
        await subject.letNextStart()
        await subject.clock.waitUntilSleeping(1)
        subject.clock.advance(by: .seconds(10))
        let second = subject.ask("b")
        await subject.run { $0.waiting == 2 }
        subject.clock.advance(by: .seconds(20))
        #expect(await first.value.failure == Self.timeout)
        await subject.run(untilAsked: 2)
        await subject.clock.waitUntilSleeping(until: .init(offset: .seconds(40)))
        subject.clock.advance(by: .seconds(9))
        subject.source.asked[1].sink.progress(0.5)
        subject.clock.advance(by: .seconds(1))
        await subject.clock.waitUntilSleeping(until: .init(offset: .seconds(69)))
        #expect(await subject.images.statistics.waiting == 1)
        subject.source.asked[1].sink.final(try ImageSubject.picture(2))
        #expect(try await second.value.get().number == 2)
    }

    @Test func `Prefetches behind a silent source end in their time too`() async throws {
        let subject = try ImageSubject()
        try subject.images.startCaching((0..<1_000).map { ImageSubject.request(AssetID("\($0)")) })
        await subject.run { $0.jobs == 1_000 && subject.source.asked.count == 8 }
        await subject.clock.waitUntilSleeping(1)
        subject.clock.advance(by: .seconds(30))
        // They leave the queue before they are counted.
        await subject.run { $0.jobs == 0 && $0.timedOut >= 1_000 }
        #expect(await subject.images.statistics.timedOut == 1_000)
    }

    // The replacement of a thread may call the source for the next image before that one's own time is over: it then
    // has its time once more. So the clock goes on until all have failed.
    @Test func `A source that hangs on each image ends every request`() async throws {
        let gate = BlockingGate()
        let subject = try ImageSubject(
            decodes: 1, replacements: 4, source: ScriptedSource(lane: .decodePool) { _ in gate.pass() })
        let readers = (0..<3).map { subject.ask(AssetID("\($0)")) }
        await subject.run { $0.running == 3 && subject.source.asked.count == 1 }
        let clock = subject.clock
        let time = Task {
            while !Task.isCancelled {
                await WaitReport.withoutReports { await clock.waitUntilSleeping(1) }
                clock.advance(by: .seconds(30))
            }
        }
        await subject.run { $0.waiting == 0 }
        time.cancel()
        for reader in readers { #expect(await reader.value.failure == Self.timeout) }
        gate.open()
        await time.value
    }

    // Cells                  Manager                    Source (nothing can cancel its requests)
    // -----                  -------                    ----------------------------------------
    // request a, leave
    //                                                   is at a, for ever silent
    // request b
    //                        gives a up, calls for b
    @Test func `A canceled request that stalls leaves its place to the next`() async throws {
        let subject = try ImageSubject(source: ScriptedSource(requestLimit: 1, isCancellable: false))
        let first = subject.ask("a")
        await subject.letNextStart()
        await subject.clock.waitUntilSleeping(1)
        first.cancel()
        #expect(await first.value.failure == .cancelled)
        await subject.waitUntilCancelled()
        subject.clock.advance(by: .seconds(10))
        let second = subject.ask("b")
        await subject.run { $0.waiting == 1 }
        #expect(subject.source.asked.count == 1)
        subject.clock.advance(by: .seconds(20))
        await subject.run(untilAsked: 2)
        try #require(subject.source.asked.map(\.request.asset) == ["a", "b"])
        subject.source.asked[1].sink.final(try ImageSubject.picture(2))
        #expect(try await second.value.get().number == 2)
    }
}
