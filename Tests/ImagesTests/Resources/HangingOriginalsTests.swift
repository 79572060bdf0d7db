import CameraRoll
import CameraRollTesting
import CoreTestSupport
import TestSupport
import Testing

/// Sources of originals that do not return, on the two reading threads.
@Suite(.timeLimit(.hang)) struct HangingOriginalsTests {
    private static let timeout = ImageError.timedOut(after: .seconds(30))

    /// A source that hangs on assets 0 and 1, and knows no resources of the others.
    private struct Source: ResourceSource {
        let gate = BlockingGate()
        let began = (0..<4).map { _ in Gate() }

        func resources(of asset: AssetID) throws(ImageError) -> [AssetResource] {
            guard let number = Int(asset.rawValue) else { return [] }
            began[number].open()
            if number < 2 { gate.pass() }
            return []
        }

        func read(
            _ resource: AssetResource, isNetworkAccessAllowed: Bool, into receiver: ResourceReceiver
        ) throws(ImageError) {}
    }

    private struct Subject {
        let source = Source()
        let images: ImageSubject

        init(replacements: Int = 4) throws {
            images = try ImageSubject(replacements: replacements, assets: 4, resources: source)
        }

        /// Requests the resources of an asset, and lets the library return its source.
        func ask(_ number: Int) async -> Task<Result<[AssetResource], ImageError>, Never> {
            let reader = Task { [images] in
                do throws(ImageError) {
                    return Result<[AssetResource], ImageError>.success(
                        try await images.images.resources(of: images.assets[number]))
                } catch {
                    return .failure(error)
                }
            }
            await images.letNextStart()
            return reader
        }

        /// Lets a source hang while the process is suspended, and continues once the timeout has started again.
        func hangAndStop() async -> Task<Result<[AssetResource], ImageError>, Never> {
            let reader = await ask(0)
            await source.began[0].wait()
            await images.clock.waitUntilSleeping(1)
            images.clock.advance(by: .seconds(300))
            await images.clock.waitUntilSleeping(until: .init(offset: .seconds(330)))
            return reader
        }

        /// Lets both threads hang.
        func hang() async -> [Task<Result<[AssetResource], ImageError>, Never>] {
            let readers = [await ask(0), await ask(1)]
            for began in source.began[..<2] { await began.wait() }
            return readers
        }
    }

    // Readers                    Threads                    Clock
    // -------                    -------                    -----
    // request 0 and 1
    //                            are at both, and hang      0 s
    // request 2
    //                                                       30 s
    // 0 and 1 timed out
    //                            (replacement) reads 2
    // get 2
    @Test func `Sources that hang end no other read`() async throws {
        let subject = try Subject()
        let hung = await subject.hang()
        let other = await subject.ask(2)
        await subject.images.clock.waitUntilSleeping(1)
        subject.images.clock.advance(by: .seconds(30))
        for reader in hung { #expect(await reader.value.failure == Self.timeout) }
        #expect(try await other.value.get().isEmpty)
        subject.source.gate.open()
    }

    @Test func `A read without waiting callers releases its thread too`() async throws {
        let subject = try Subject()
        let hung = await subject.hang()
        for reader in hung {
            reader.cancel()
            #expect(await reader.value.failure == .cancelled)
        }
        let other = await subject.ask(2)
        await subject.images.clock.waitUntilSleeping(1)
        subject.images.clock.advance(by: .seconds(30))
        #expect(try await other.value.get().isEmpty)
        subject.source.gate.open()
    }

    @Test func `Beyond the threads that may stand in, reads fail at once, by name`() async throws {
        let subject = try Subject(replacements: 0)
        let hung = await subject.hang()
        await subject.images.clock.waitUntilSleeping(1)
        subject.images.clock.advance(by: .seconds(30))
        for reader in hung { #expect(await reader.value.failure == Self.timeout) }
        #expect(await subject.ask(2).value.failure == .hung(threads: 2))
        subject.source.gate.open()
    }

    // Reader                     Process                    Clock
    // ------                     -------                    -----
    // requests 0
    //                            is suspended               0 s
    //                            resumes                    5 min
    // keeps waiting
    //                                                       5 min 30 s
    // timed out
    @Test func `A read whose process was stopped waits again`() async throws {
        let subject = try Subject()
        let reader = await subject.hangAndStop()
        subject.images.clock.advance(by: .seconds(30))
        #expect(await reader.value.failure == Self.timeout)
        #expect(subject.images.clock.sleepers == 0)
        subject.source.gate.open()
    }

    @Test func `A read whose process is stopped again and again ends all the same`() async throws {
        let subject = try Subject()
        let reader = await subject.hangAndStop()
        subject.images.clock.advance(by: .seconds(300))
        #expect(await reader.value.failure == Self.timeout)
        subject.source.gate.open()
    }
}
