import CameraRoll
import CameraRollTesting
import CoreTestSupport
import TestSupport
import Testing

/// Sources that report nothing for too long.
@Suite(.timeLimit(.hang)) struct SilentSourceTests {
    private static let timeout = ImageError.timedOut(after: .seconds(30))

    // Reader                  Manager                     Source         Clock
    // ------                  -------                     ------         -----
    // requests
    //                         calls                                      0 s
    //                                                     half
    //                                                                    29 s
    //                         keeps waiting
    //                                                                    31 s
    //                         keeps waiting, after the event
    //                                                                    60 s
    //                         gives up, cancels
    // timed out
    @Test func `A request ends when its source has said nothing for the deadline, counted from the last sign`()
        async throws
    {
        let subject = try ImageSubject()
        let reader = Task { try await subject.images.image(for: ImageSubject.request()).number }
        await subject.letNextStart()
        await subject.clock.waitUntilSleeping(1)
        subject.clock.advance(by: .seconds(29))
        subject.source.asked[0].sink.progress(0.5)
        await subject.images.settle()
        subject.clock.advance(by: .seconds(2))
        await subject.clock.waitUntilSleeping(until: .init(offset: .seconds(59)))
        #expect(await subject.images.statistics.running == 1)
        subject.clock.advance(by: .seconds(29))
        await #expect(throws: Self.timeout) { try await reader.value }
        let statistics = await subject.images.statistics
        #expect(statistics.timedOut == 1 && statistics.running == 0 && statistics.jobs == 0)
        #expect(subject.source.cancelled == ["a"])
        #expect(subject.clock.sleepers == 0)
    }

    // Readers                 Manager                     Source         Clock
    // -------                 -------                     ------         -----
    // request a and b
    //                         calls for both                             0 s
    //                                                     b: half
    //                                                                    29 s
    //                                                                    30 s
    //                         gives a up, waits for b
    @Test func `Signs of one picture keep no other waiting whose source was asked`() async throws {
        let subject = try ImageSubject()
        let silent = Task { await subject.images.outcome(of: ImageSubject.request("a")) }
        await subject.letNextStart()
        let lively = Task { await subject.images.outcome(of: ImageSubject.request("b")) }
        await subject.waitForWaiters(2)
        await subject.letNextStart()
        await subject.clock.waitUntilSleeping(1)
        subject.clock.advance(by: .seconds(29))
        subject.source.asked[1].sink.progress(0.5)
        await subject.images.settle()
        subject.clock.advance(by: .seconds(1))
        #expect(await silent.value.failure == Self.timeout)
        #expect(await subject.images.statistics.running == 1)
        subject.source.asked[1].sink.final(try ImageSubject.picture(2))
        #expect(try await lively.value.get().number == 2)
    }

    @Test func `A request that gave up makes room for the next`() async throws {
        let subject = try ImageSubject(requests: 1)
        let first = Task { try await subject.images.image(for: ImageSubject.request("a")).number }
        await subject.letNextStart()
        await subject.clock.waitUntilSleeping(1)
        subject.clock.advance(by: .seconds(10))
        let second = Task { try await subject.images.image(for: ImageSubject.request("b")).number }
        await subject.run { $0.waiting == 2 }
        subject.clock.advance(by: .seconds(20))
        await #expect(throws: Self.timeout) { try await first.value }
        await subject.letNextStart()
        // The first source's answer is now ignored.
        subject.source.asked[0].sink.final(try ImageSubject.picture(1))
        subject.source.asked[1].sink.final(try ImageSubject.picture(2))
        #expect(try await second.value == 2)
    }

    @Test func `A library that is hung before it names its source is given up too`() async throws {
        let subject = try ImageSubject()
        let reader = Task { try await subject.images.image(for: ImageSubject.request()).number }
        await subject.manual.waitUntilEnqueued(1)
        await subject.clock.waitUntilSleeping(1)
        subject.clock.advance(by: .seconds(30))
        await #expect(throws: Self.timeout) { try await reader.value }
        subject.manual.runAll()
        #expect(subject.source.asked.isEmpty)
    }

    @Test func `If a library does not answer, each caller fails at its own deadline, however few it serves`()
        async throws
    {
        let subject = try ImageSubject(requests: 1)
        let readers = (0..<28).map { number in
            Task { await subject.images.outcome(of: ImageSubject.request(AssetID("\(number)"))) }
        }
        await subject.waitForWaiters(28)
        await subject.clock.waitUntilSleeping(1)
        subject.clock.advance(by: .seconds(30))
        for reader in readers { #expect(await reader.value.failure == Self.timeout) }
        #expect(await subject.images.statistics.jobs == 0)
    }

    @Test(arguments: [Duration.seconds(Int64.max), .seconds(1_000_000_000_000)])
    func `A deadline beyond all clocks means no deadline`(timeout: Duration) async throws {
        let limits = CachingImageManager.Limits(stallTimeout: timeout)
        let activity = Activity()
        let images = try CachingImageManager(
            access: ManualSetup().access, limits: limits, clock: ContinuousClock(), noting: activity)
        let reader = Task { await images.outcome(of: ImageSubject.request()) }
        await activity.wait { await images.statistics.waiting == 1 }
        reader.cancel()
        #expect(await reader.value.failure == .cancelled)
    }

    @Test func `Where a local image will do, it is given with the reason instead of an error`() async throws {
        let subject = try ImageSubject { asked in _ = try? asked.sink.degraded(ImageSubject.picture(3)) }
        let request = ImageSubject.request(mode: .highQuality, fallback: true)
        let reader = Task { try await subject.images.deliveries(for: request).reduce(into: []) { $0.append($1) } }
        await subject.run(untilAsked: 1)
        await subject.clock.waitUntilSleeping(1)
        subject.clock.advance(by: .seconds(30))
        let deliveries = try await reader.value
        guard case .fallback(let image, Self.timeout)? = deliveries.last else {
            Issue.record("\(deliveries)")
            return
        }
        #expect(image.number == 3 && image.isDegraded && deliveries.count == 1)
        #expect(subject.images.cachedImage(for: ImageSubject.request(mode: .highQuality)) == nil)
    }

    @Test(arguments: [false, true])
    func `A caller's own deadline ends its wait alone, with the local image where that will do`(fallback: Bool)
        async throws
    {
        let subject = try ImageSubject { asked in _ = try? asked.sink.degraded(ImageSubject.picture(3)) }
        let patient = Task { await subject.images.outcome(of: ImageSubject.request()) }
        await subject.letNextStart()
        let hasty = Task {
            await withReadDeadline(.seconds(2)) {
                await subject.images.outcome(of: ImageSubject.request(fallback: fallback))
            }
        }
        await subject.waitForWaiters(2)
        await subject.clock.waitUntilSleeping(until: .init(offset: .seconds(2)))
        subject.clock.advance(by: .seconds(2))
        let outcome = await hasty.value
        #expect(fallback ? (try outcome.get().isDegraded) : outcome.failure == .timedOut(after: .seconds(2)))
        #expect(await subject.images.statistics.waiting == 1)
        subject.source.asked[0].sink.final(try ImageSubject.picture(4))
        #expect(try await patient.value.get().number == 4)
    }

    // Reader                  Process                     Source         Clock
    // ------                  -------                     ------         -----
    // requests
    //                                                     half           10 s
    //                         is suspended
    //                         resumes                                    5 min
    // keeps waiting
    //                                                     the rest
    // gets it
    @Test func `A request whose process was stopped waits again, and ends only if its source stays silent then`()
        async throws
    {
        let subject = try ImageSubject()
        let (lively, silent) = (subject.ask("a"), subject.ask("b"))
        await subject.run(untilAsked: 2)
        await subject.clock.waitUntilSleeping(1)
        subject.clock.advance(by: .seconds(300))
        await subject.clock.waitUntilSleeping(until: .init(offset: .seconds(330)))
        #expect(await subject.images.statistics.running == 2)
        let asked = subject.source.asked.first { $0.request.asset == "a" }
        asked?.sink.final(try ImageSubject.picture(4))
        #expect(try await lively.value.get().number == 4)
        subject.clock.advance(by: .seconds(30))
        #expect(await silent.value.failure == Self.timeout)
        #expect(await subject.images.statistics.timedOut == 1)
    }

    // Reader                  Process                     Source         Clock
    // ------                  -------                     ------         -----
    // requests
    //                         is suspended
    //                         resumes                                    5 min
    //                                                     half, or nothing
    //                         is suspended
    //                         resumes                                    10 min
    // keeps waiting, or fails
    @Test(arguments: [true, false])
    func `A request is spared by a second suspension only if its source was heard since the first`(
        isHeard: Bool
    ) async throws {
        let subject = try ImageSubject()
        let reader = subject.ask("a")
        await subject.run(untilAsked: 1)
        await subject.clock.waitUntilSleeping(1)
        subject.clock.advance(by: .seconds(300))
        await subject.clock.waitUntilSleeping(until: .init(offset: .seconds(330)))
        if isHeard { subject.source.asked[0].sink.progress(0.5) }
        subject.clock.advance(by: .seconds(300))
        if isHeard {
            await subject.clock.waitUntilSleeping(until: .init(offset: .seconds(630)))
            subject.source.asked[0].sink.final(try ImageSubject.picture(4))
            #expect(try await reader.value.get().number == 4)
        } else {
            #expect(await reader.value.failure == Self.timeout)
        }
    }

    // Cells                   Process                     Source         Clock
    // -----                   -------                     ------         -----
    // a asks
    //                                                     asked for a    0 s
    // b asks, waits in line
    //                         is suspended
    //                         resumes                                    5 min
    // a leaves
    // b's run starts
    //                                                     asked for b    5 min 29 s
    // b has its image
    @Test func `A request queued while its process was suspended has its full time once it starts`()
        async throws
    {
        let subject = try ImageSubject(requests: 1)
        let leaving = subject.ask("a")
        await subject.run(untilAsked: 1)
        await subject.clock.waitUntilSleeping(1)
        let visible = subject.ask("b")
        await subject.waitForWaiters(2)
        subject.clock.advance(by: .seconds(300))
        await subject.clock.waitUntilSleeping(until: .init(offset: .seconds(330)))
        leaving.cancel()
        #expect(await leaving.value.failure == .cancelled)
        // Its deadline is watched, or over.
        let watching = Task {
            await WaitReport.withoutReports {
                await subject.clock.waitUntilSleeping(until: .init(offset: .seconds(330)))
            }
            subject.activity.note()
        }
        await subject.activity.wait {
            let statistics = await subject.images.statistics
            return statistics.timedOut > 0 || (statistics.started == 2 && subject.clock.sleepers > 0)
        }
        watching.cancel()
        subject.clock.advance(by: .seconds(29))
        #expect(await subject.images.statistics.timedOut == 0)
        // Its order may still be on its way.
        await subject.run(untilAsked: 2)
        subject.source.asked.last?.sink.final(try ImageSubject.picture(2))
        #expect(try await visible.value.get().number == 2)
    }

    @Test(arguments: [Duration.zero, .seconds(-1), .nanoseconds(-1)])
    func `A deadline of no time is refused, and no source is asked`(deadline: Duration) async throws {
        let subject = try ImageSubject()
        let outcome = await withReadDeadline(deadline) {
            await subject.images.outcome(of: ImageSubject.request("a"))
        }
        #expect(outcome.failure == .invalidDeadline(deadline))
        #expect(subject.manual.waitingJobs == 0)
    }

    @Test func `Requests that have their images in time leave no deadlines behind`() async throws {
        let subject = try ImageSubject()
        let images = subject.images
        for number in 1...5 {
            let request = ImageSubject.request(AssetID("\(number)"))
            let hasty = Task { await withReadDeadline(.seconds(2)) { await images.outcome(of: request) } }
            await subject.run(untilAsked: number)
            subject.source.asked.last?.sink.final(try ImageSubject.picture(1))
            #expect(try await hasty.value.get().number == 1)
        }
        // The last call of the source may not have returned.
        #expect(images.deadlines <= 1)
    }

    @Test func `A caller's own deadline starts again too if the process was stopped`() async throws {
        let subject = try ImageSubject()
        let hasty = await subject.askHastily()
        subject.clock.advance(by: .seconds(300))
        await subject.clock.waitUntilSleeping(until: .init(offset: .seconds(302)))
        #expect(await subject.images.statistics.waiting == 1)
        subject.clock.advance(by: .seconds(2))
        #expect(await hasty.value.failure == .timedOut(after: .seconds(2)))
    }

    @Test func `A caller's own deadline starts again once, however often the process is stopped`() async throws {
        let subject = try ImageSubject()
        let hasty = await subject.askHastily()
        subject.clock.advance(by: .seconds(10))
        await subject.clock.waitUntilSleeping(until: .init(offset: .seconds(12)))
        subject.clock.advance(by: .seconds(10))
        #expect(await hasty.value.failure == .timedOut(after: .seconds(2)))
    }

    @Test func `Nothing waits on the clock once a caller that has its image would have been timed out`() async throws {
        let subject = try ImageSubject()
        let reader = await subject.askHastily()
        subject.source.asked[0].sink.final(try ImageSubject.picture(1))
        #expect(try await reader.value.get().number == 1)
        await subject.images.settle()
        subject.clock.advance(by: .seconds(2))
        #expect(subject.clock.sleepers == 0)
    }

    @Test func `Nothing waits on the clock once a request that was canceled would have been timed out`() async throws {
        let subject = try ImageSubject()
        let reader = Task { try await subject.images.image(for: ImageSubject.request()).number }
        await subject.letNextStart()
        await subject.clock.waitUntilSleeping(1)
        reader.cancel()
        _ = await reader.result
        await subject.images.settle()
        subject.clock.advance(by: .seconds(30))
        #expect(subject.clock.sleepers == 0)
    }
}

extension ImageSubject {
    /// Requests an image with a deadline of two seconds, and returns once its source was called and the deadline is
    /// set.
    fileprivate func askHastily() async -> Task<Result<DecodedImage, ImageError>, Never> {
        let hasty = Task { await withReadDeadline(.seconds(2)) { await images.outcome(of: ImageSubject.request()) } }
        await waitForWaiters(1)
        await letNextStart()
        await clock.waitUntilSleeping(until: .init(offset: .seconds(2)))
        return hasty
    }
}
