import CameraRoll
import CameraRollTesting
import CoreTestSupport
import TestSupport
import Testing

/// How many requests a source receives at a time, and in which order.
@Suite(.timeLimit(.hang)) struct SourceLimitTests {
    private static func requests(_ count: Int) -> [AssetImageRequest] {
        (0..<count).map { ImageSubject.request(AssetID("\($0)")) }
    }

    @Test(arguments: [(source: 3, manager: 10), (source: 50, manager: 4)])
    func `No more requests are in flight than source and manager both allow`(source: Int, manager: Int) async throws {
        let scripted = ScriptedSource(requestLimit: source)
        let subject = try ImageSubject(requests: manager, source: scripted)
        // One place in five, and at least one, is reserved for visible images.
        let most = min(source, manager) - 1
        try subject.images.startCaching(Self.requests(20))
        var answered = 0
        while !Task.isCancelled, answered < 20 {
            await subject.run { _ in scripted.asked.count > answered }
            #expect(scripted.asked.count - answered <= most)
            if answered > 0, answered <= 20 - most { await subject.run { $0.running == most } }
            scripted.asked[answered].sink.final(try ImageSubject.picture(1))
            answered += 1
            await subject.images.settle()
        }
        await subject.run { $0.finished == 20 }
    }

    @Test func `A source that allows no request at all is refused by name`() async throws {
        let subject = try ImageSubject(source: ScriptedSource(requestLimit: 0))
        let reader = Task { try await subject.images.image(for: ImageSubject.request()).number }
        await subject.letNextStart()
        await #expect(throws: ImageError.invalid("request limit of a source", 0, "at least 1")) {
            try await reader.value
        }
    }

    @Test func `A library without images says so`() async throws {
        let manual = ManualExecutor()
        let access = LibraryAccess(.fixed(FixedContents()), executor: manual.executor, limits: .untimed)
        let images = try CachingImageManager(access: access, limits: CachingImageManager.Limits(stallTimeout: nil))
        let reader = Task { try await images.image(for: ImageSubject.request()).number }
        await manual.waitUntilEnqueued(1)
        manual.runAll()
        await #expect(throws: ImageError.noImages("a")) { try await reader.value }
    }

    // Window                  Cell                     Executor's lanes        Source
    // ------                  ----                     ----------------        ------
    // starts a
    //                                                  a: utility
    //                         requests a
    //                                                  a: interactive too
    //                                                  other work: standard
    //                                                  a
    //                                                                          is called once
    @Test func `A visible cell takes a prefetch that has not come to its source ahead of other work`() async throws {
        let subject = try ImageSubject()
        try subject.images.startCaching([ImageSubject.request()])
        await subject.manual.waitUntilEnqueued(1)
        let order = Lock<[String]>([])
        subject.access.appendTurn("other") { order.withLock { $0.append("other") } }
        let reader = Task { try await subject.images.image(for: ImageSubject.request()).number }
        await subject.waitForWaiters(1)
        await subject.images.settle()
        subject.manual.runNext()
        #expect(subject.source.asked.count == 1 && order.withLock(\.isEmpty))
        subject.manual.runAll()
        #expect(subject.source.asked.count == 1)
        reader.cancel()
    }

    @Test func `Requests that are asked and cancelled again and again leave one turn in the library's lane`()
        async throws
    {
        let subject = try ImageSubject()
        for number in 0..<200 {
            let reader = Task { await subject.images.outcome(of: ImageSubject.request(AssetID("\(number)"))) }
            await subject.waitForWaiters(1)
            reader.cancel()
            _ = await reader.value
            // Callers leave on another thread, which the last round would otherwise outrun.
            await subject.activity.wait {
                await subject.images.statistics.jobs == 0 && subject.images.waitingOrders == 0
            }
        }
        #expect(subject.manual.waitingJobs == 1)
    }

    // Window                  Cells                    Library
    // ------                  -----                    -------
    //                                                  does not answer
    // starts a
    //                         request a, and leave, again and again
    @Test func `A hung library collects one order of an image, however often that becomes visible`() async throws {
        let subject = try ImageSubject()
        try subject.images.startCaching([ImageSubject.request()])
        for _ in 0..<200 {
            let reader = Task { await subject.images.outcome(of: ImageSubject.request()) }
            await subject.waitForWaiters(1)
            reader.cancel()
            _ = await reader.value
            await subject.images.settle()
        }
        #expect(subject.images.waitingOrders == 1)
        #expect(subject.manual.waitingJobs == 1)
        subject.manual.runAll()
        #expect(subject.source.asked.count == 1)
        #expect(subject.images.waitingOrders == 0)
    }

    @Test func `The first request of each kind finds its source ahead of other work`() async throws {
        let subject = try ImageSubject()
        let order = SharedNotes<String>()
        subject.access.appendTurn("other") { order.append("other") }
        try subject.images.startCaching([ImageSubject.request()])
        await subject.manual.waitUntilEnqueued(2)
        subject.manual.runNext()
        #expect(subject.source.asked.count == 1 && order.all.isEmpty)
    }

    // Window                  Cell                     Library's lanes          Source
    // ------                  ----                     ---------------          ------
    //                         requests a
    //                                                  a: interactive
    // starts a
    //                         leaves: a is a prefetch
    //                                                  a
    //                                                                           is called
    @Test func `A request that becomes less urgent is served by the turn that was ordered for it`() async throws {
        let subject = try ImageSubject()
        subject.manual.runAll()
        let first = Task { await subject.images.outcome(of: ImageSubject.request("first")) }
        await subject.letNextStart()
        let cell = Task { await subject.images.outcome(of: ImageSubject.request()) }
        await subject.waitForWaiters(2)
        try subject.images.startCaching([ImageSubject.request()])
        // Otherwise the cell may leave before the prefetch joins it, and then nothing becomes less urgent.
        await subject.images.settle()
        cell.cancel()
        _ = await cell.value
        await subject.images.settle()
        await subject.letNextStart()
        #expect(subject.source.asked.map(\.request.asset) == ["first", "a"])
        first.cancel()
    }

    // Cells                  Manager                    Source (nothing can cancel its requests)
    // -----                  -------                    ----------------------------------------
    // request a, leave
    //                        calls for a
    //                                                   is at a
    // request b
    //                        waits: a has not ended
    //                                                   ends a
    //                        calls for b
    @Test func `A request that the source does not end keeps its thread until it ends`() async throws {
        let source = ScriptedSource(requestLimit: 1, isCancellable: false)
        let subject = try ImageSubject(source: source)
        let first = Task { await subject.images.outcome(of: ImageSubject.request("a")) }
        await subject.letNextStart()
        first.cancel()
        #expect(await first.value.failure == .cancelled)
        let second = Task { await subject.images.outcome(of: ImageSubject.request("b")) }
        await subject.waitForWaiters(1)
        subject.manual.runAll()
        #expect(source.asked.map(\.request.asset) == ["a"])
        source.asked[0].sink.final(try ImageSubject.picture(1))
        await subject.run { _ in source.asked.count == 2 }
        source.asked[1].sink.final(try ImageSubject.picture(2))
        #expect(try await second.value.get().number == 2)
        #expect(subject.images.cachedImage(for: ImageSubject.request("a")) == nil)
    }

    // Cells                  Manager                    Source (nothing can cancel its requests)
    // -----                  -------                    ----------------------------------------
    // request a
    //                        calls for a
    //                                                   reports progress of a
    // leave
    //                                                   reports progress of a, and a degraded image
    // request b
    //                        waits: a has not ended
    //                                                   ends a
    //                        calls for b
    @Test func `Events of a canceled request free its place only if they end it`() async throws {
        let source = ScriptedSource(requestLimit: 1, isCancellable: false)
        let subject = try ImageSubject(source: source)
        let first = subject.ask("a")
        await subject.letNextStart()
        source.asked[0].sink.progress(0.5)
        first.cancel()
        #expect(await first.value.failure == .cancelled)
        await subject.waitUntilCancelled()
        source.asked[0].sink.progress(0.7)
        source.asked[0].sink.degraded(try ImageSubject.picture(1))
        #expect(await subject.images.statistics.running == 1)
        let second = subject.ask("b")
        await subject.waitForWaiters(1)
        subject.manual.runAll()
        #expect(source.asked.map(\.request.asset) == ["a"])
        source.asked[0].sink.finish()
        await subject.run { _ in source.asked.count == 2 }
        second.cancel()
    }

    @Test func `A visible cell finds a place although prefetches that do not end have all others`() async throws {
        let subject = try ImageSubject(requests: 5)
        try subject.images.startCaching(Self.requests(20))
        await subject.run(untilAsked: 4)
        let reader = Task { await subject.images.outcome(of: ImageSubject.request("v")) }
        await subject.run(untilAsked: 5)
        subject.source.asked.last?.sink.final(try ImageSubject.picture(7))
        #expect(try await reader.value.get().number == 7)
    }

    // Window                  Source (cannot be canceled)         Cell
    // ------                  ---------------------------         ----
    // starts 20
    //                         is at four of them
    // stops them, starts 20 others
    //                         is at those four still
    //                                                             requests v
    //                         is at v too
    @Test func `Prefetches that were stopped and do not leave keep no cell waiting either`() async throws {
        let subject = try ImageSubject(requests: 5, source: ScriptedSource(isCancellable: false))
        try subject.images.startCaching(Self.requests(20))
        await subject.run(untilAsked: 4)
        subject.images.stopCachingAll()
        try subject.images.startCaching((100..<120).map { ImageSubject.request(AssetID("\($0)")) })
        await subject.run { $0.windowed == 20 }
        #expect(await subject.images.statistics.running == 4)
        let reader = Task { await subject.images.outcome(of: ImageSubject.request("v")) }
        await subject.run(untilAsked: 5)
        #expect(subject.source.asked.last?.request.asset == "v")
        reader.cancel()
    }

    // Window                  Cells                    Library's lanes          Source
    // ------                  -----                    ---------------          ------
    // starts p
    //                                                  p: utility
    //                                                  32 other turns
    //                         request v and w
    //                                                  v, w: interactive
    //                                                  the turn for p is due
    //                                                                           is called for v, at length
    //                                                  the turn for v and w
    //                                                                           is called for w
    @Test func `A turn for prefetches takes visible images first, and leaves the others their own turn`() async throws {
        // Each call of the source is longer than a slice.
        let subject = try ImageSubject(sourceSlice: 0)
        let source = subject.source
        var readers = [subject.ask("first")]
        await subject.letNextStart()
        try subject.images.startCaching([ImageSubject.request("p")])
        await subject.manual.waitUntilEnqueued(1)
        for _ in 0..<32 { subject.access.appendTurn("other") }
        for _ in 0..<32 { subject.manual.runNext() }
        for id in ["v", "w"] {
            let count = subject.images.waitingOrders
            readers.append(subject.ask(AssetID(id)))
            await subject.activity.wait { subject.images.waitingOrders > count }
        }
        await subject.manual.waitUntilEnqueued(2)
        subject.manual.runNext()
        #expect(source.asked.map(\.request.asset) == ["first", "v"])
        subject.manual.runNext()
        #expect(source.asked.map(\.request.asset) == ["first", "v", "w"])
        subject.manual.runAll()
        #expect(source.asked.map(\.request.asset) == ["first", "v", "w", "p"])
        for reader in readers { reader.cancel() }
    }

    // Window                  Library                  Source
    // ------                  -------                  ------
    // starts 4,000
    //                                                  is at one
    //                         is closed
    //                                                  ends
    // (each start fails)
    @Test func `If the library is closed, each of thousands of waiting images fails after the other`() async throws {
        let subject = try ImageSubject(requests: 2)
        try subject.images.startCaching(Self.requests(4_000))
        await subject.run { $0.jobs == 4_000 && subject.source.asked.count == 1 }
        async let closed: Void = subject.access.close()
        await subject.manual.waitUntilEnqueued(1)
        subject.manual.runAll()
        await closed
        subject.source.asked.last?.sink.fail(.noImage("0"))
        await subject.activity.wait { await subject.images.statistics.jobs == 0 }
        #expect(await subject.images.statistics.failed == 4_000)
    }

    @Test func `Once the executor is shut down nothing is asked of the library`() async throws {
        let executor = LibraryExecutor(label: "short-lived")
        let contents = FixedContents(imageSource: ScriptedSource())
        let images = try CachingImageManager(
            access: LibraryAccess(.fixed(contents), executor: executor, limits: .untimed),
            limits: CachingImageManager.Limits(stallTimeout: nil))
        await executor.shutdown()
        #expect(await images.outcome(of: ImageSubject.request()).failure == .library(.shutDown))
    }

    @Test func `Limits that make no sense are refused by name`() {
        let access = ManualSetup().access
        for (limits, words) in [
            (
                CachingImageManager.Limits(maximumConcurrentRequests: 0),
                "Invalid maximum of concurrent requests 0: expected 1 to 1000."
            ),
            (
                CachingImageManager.Limits(maximumConcurrentDecodes: -1),
                "Invalid maximum of concurrent decodes -1: expected 1 to 64."
            ),
            (
                CachingImageManager.Limits(maximumPendingRequests: 0),
                "Invalid maximum of pending requests 0: expected 1 to 1000000."
            ),
            (CachingImageManager.Limits(replacements: 65), "Invalid number of replacements 65: expected 0 to 64."),
            (
                CachingImageManager.Limits(stallTimeout: .zero),
                "Invalid stall timeout 0.0 seconds: expected more than zero."
            ),
            (
                CachingImageManager.Limits(cache: AssetImageCacheLimits(backgroundShare: 2)),
                "Invalid background share 2.0: expected 0 to 1."
            ),
        ] {
            let error = #expect(throws: ImageError.self) { try CachingImageManager(access: access, limits: limits) }
            #expect(error?.description == words)
        }
    }
}
