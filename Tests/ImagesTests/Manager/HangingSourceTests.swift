import CameraRoll
import CameraRollTesting
import CoreTestSupport
import TestSupport
import Testing

/// Sources that do not return, on the decoding threads.
@Suite(.timeLimit(.hang)) struct HangingSourceTests {
    private static let timeout = ImageError.timedOut(after: .seconds(30))

    /// A manager with one decoding thread, whose source hangs on asset 0 and reports nothing for the others.
    private struct Subject {
        let gate = BlockingGate()
        let images: ImageSubject

        init(replacements: Int) throws {
            let gate = gate
            let source = ScriptedSource(lane: .decodePool) { if $0.request.asset == "0" { gate.pass() } }
            images = try ImageSubject(decodes: 1, replacements: replacements, source: source)
        }

        func ask(_ number: Int) -> Task<Result<DecodedImage, ImageError>, Never> {
            Task { await images.images.outcome(of: ImageSubject.request(AssetID("\(number)"))) }
        }

        /// Lets asset 0 hang, and others wait for the thread.
        func hang(with others: Int) async -> [Task<Result<DecodedImage, ImageError>, Never>] {
            let hanging = ask(0)
            await images.run(untilAsked: 1)
            await images.clock.waitUntilSleeping(1)
            // Later, so that the time of the others is not over at the same moment.
            images.clock.advance(by: .seconds(1))
            let waiting = (1...others).map { ask($0) }
            await images.run { $0.running == 1 + others }
            return [hanging] + waiting
        }
    }

    // Cells                      Thread                    Clock
    // -----                      ------                    -----
    // request 0
    //                            is at 0, which hangs      0 s
    // request 1 to 3                                       1 s
    //                                                      30 s
    // 0 timed out
    //                            (replacement) loads 1 to 3
    // get 1 to 3
    @Test func `A source that hangs on one picture ends no other`() async throws {
        let subject = try Subject(replacements: 1)
        let cells = await subject.hang(with: 3)
        subject.images.clock.advance(by: .seconds(29))
        #expect(await cells[0].value.failure == Self.timeout)
        await subject.images.run(untilAsked: 4)
        for asked in subject.images.source.asked { asked.sink.final(try ImageSubject.picture(7)) }
        for cell in cells.dropFirst() { #expect(try await cell.value.get().number == 7) }
        #expect(await subject.images.images.statistics.timedOut == 1)
        subject.gate.open()
    }

    @Test func `Beyond the threads that may stand in, requests fail at once, by name, until one comes back`()
        async throws
    {
        let subject = try Subject(replacements: 0)
        let cells = await subject.hang(with: 2)
        subject.images.clock.advance(by: .seconds(29))
        #expect(await cells[0].value.failure == Self.timeout)
        await subject.images.run { $0.failed == 3 }
        for cell in cells.dropFirst() { #expect(await cell.value.failure == .hung(threads: 1)) }
        let next = subject.ask(3)
        await subject.images.run { $0.waiting == 0 && $0.failed == 4 }
        #expect(await next.value.failure == .hung(threads: 1))
        subject.gate.open()
    }

    @Test func `If all threads hang, each of thousands of waiting images fails after the other`() async throws {
        let gate = BlockingGate()
        let source = ScriptedSource(lane: .decodePool, needsLibrary: false) { _ in gate.pass() }
        let images = try ImageSubject(decodes: 1, replacements: 0, source: source)
        let hanging = images.ask("0")
        await images.letNextStart()
        await gate.waitUntilReached()
        await images.clock.waitUntilSleeping(1)
        try images.images.startCaching((1...4_000).map { ImageSubject.request(AssetID("\($0)")) })
        await images.run { $0.jobs == 4_001 }
        images.clock.advance(by: .seconds(30))
        #expect(await hanging.value.failure == Self.timeout)
        // They leave the queue before they are counted.
        await images.run { $0.jobs == 0 && $0.failed >= 4_001 }
        #expect(await images.images.statistics.failed == 4_001)
        gate.open()
    }

    // Cells                      Thread                    Clock
    // -----                      ------                    -----
    // request 0
    //                            delivers 0, and hangs     0 s
    // get 0, request 1                                     1 s
    //                                                      30 s
    //                            (replacement) loads 1
    // get 1
    @Test func `A source that hangs after its final image ends no other`() async throws {
        let gate = BlockingGate()
        let source = ScriptedSource(lane: .decodePool) { asked in
            asked.sink.send(.end(Result { () throws(ImageError) in try ImageSubject.picture(7) }))
            if asked.request.asset == "0" { gate.pass() }
        }
        let images = try ImageSubject(decodes: 1, replacements: 1, source: source)
        let first = images.ask("0")
        await images.letNextStart()
        #expect(try await first.value.get().number == 7)
        await images.clock.waitUntilSleeping(1)
        images.clock.advance(by: .seconds(1))
        let second = images.ask("1")
        await images.letNextStart()
        images.clock.advance(by: .seconds(29))
        #expect(try await second.value.get().number == 7)
        gate.open()
    }

    // Cells                      Thread                    Clock
    // -----                      ------                    -----
    // request 0, leave
    //                            is at 0, which hangs      0 s
    // request 1 and 2                                      1 s
    //                            (replacement) is at 1     30 s
    //                                                      50 s
    //                            loads 1, and 2
    // get 1 and 2
    @Test func `A request in the queue has its full time again when a thread for it is replaced`() async throws {
        let gates = ["0": BlockingGate(), "1": BlockingGate()] as [AssetID: BlockingGate]
        let source = ScriptedSource(lane: .decodePool) { gates[$0.request.asset]?.pass() }
        let images = try ImageSubject(decodes: 1, replacements: 1, source: source)
        let first = images.ask("0")
        await images.letNextStart()
        await gates["0"]?.waitUntilReached()
        await images.clock.waitUntilSleeping(1)
        first.cancel()
        #expect(await first.value.failure == .cancelled)
        await images.waitUntilCancelled()
        images.clock.advance(by: .seconds(1))
        let others = ["1", "2"].map { images.ask($0) }
        await images.run { $0.running == 3 }
        images.clock.advance(by: .seconds(29))
        await gates["1"]?.waitUntilReached()
        images.clock.advance(by: .seconds(20))
        gates["1"]?.open()
        await images.run(untilAsked: 3)
        for asked in images.source.asked { asked.sink.final(try ImageSubject.picture(7)) }
        for cell in others { #expect(try await cell.value.get().number == 7) }
        gates["0"]?.open()
    }

    // Cell                       Thread                    Clock
    // ----                       ------                    -----
    // requests 0, leaves
    //                            is at 0, which hangs      0 s
    // requests 1                                           1 s
    //                                                      30 s
    //                            (replacement) loads 1
    @Test func `A request without waiting callers releases its thread too`() async throws {
        let subject = try Subject(replacements: 1)
        let cells = await subject.hang(with: 1)
        cells[0].cancel()
        #expect(await cells[0].value.failure == .cancelled)
        await subject.images.waitUntilCancelled()
        subject.images.clock.advance(by: .seconds(29))
        await subject.images.run(untilAsked: 2)
        subject.images.source.asked.last?.sink.final(try ImageSubject.picture(1))
        #expect(try await cells[1].value.get().number == 1)
        subject.gate.open()
    }
}
