import CameraRollTesting
import CoreTestSupport
import Foundation
import TestSupport
import Testing

@testable import CameraRoll

/// What the image managers of one access share, how many callers may wait, and where canceled ones leave.
@Suite(.timeLimit(.hang)) struct SharedImagePoolTests {
    @Test func `Managers of one access load their images on the same threads`() async throws {
        let gate = BlockingGate()
        let source = ScriptedSource(lane: .decodePool, needsLibrary: false) { asked in
            gate.pass()
            _ = try? asked.sink.final(ImageSubject.picture(1))
        }
        let access = LibraryAccess(.fixed(FixedContents(imageSource: source)), limits: .untimed)
        let limits = CachingImageManager.Limits(maximumConcurrentDecodes: 2, stallTimeout: nil)
        let managers = try (0..<50).map { _ in try CachingImageManager(access: access, limits: limits) }
        let pool = try access.pools.pool(.decoding, limits: PoolLimits(threads: 2))
        let readers = managers.map { images in Task { await images.outcome(of: ImageSubject.request()) } }
        await gate.waitUntilReached()
        gate.open()
        for reader in readers { #expect(try await reader.value.get().number == 1) }
        #expect(pool.statistics.submitted == 50 && pool.statistics.mostThreads <= 2)
        #expect(managers[0].filePool === managers[1].filePool)
    }

    @Test func `Other limits have other threads, and a pool goes with its last user`() throws {
        let pools = SharedPools()
        weak var released: WorkPool?
        do {
            let two = try pools.pool(.decoding, limits: PoolLimits(threads: 2))
            released = two
            #expect(try pools.pool(.decoding, limits: PoolLimits(threads: 2)) === two)
            #expect(try pools.pool(.decoding, limits: PoolLimits(threads: 3)) !== two)
            #expect(try pools.pool(.originals, limits: PoolLimits(threads: 2)) !== two)
        }
        #expect(released == nil)
        #expect(throws: PoolError.invalidLimit(0, least: 1)) {
            try pools.pool(.decoding, limits: PoolLimits(threads: 0))
        }
    }

    @Test func `A manager that is closed leaves the others their threads`() async throws {
        let source = ScriptedSource(lane: .decodePool) { _ = try? $0.sink.final(ImageSubject.picture(1)) }
        let access = LibraryAccess(.fixed(FixedContents(imageSource: source)), limits: .untimed)
        let limits = CachingImageManager.Limits(stallTimeout: nil)
        let (first, second) = (
            try CachingImageManager(access: access, limits: limits),
            try CachingImageManager(access: access, limits: limits)
        )
        first.close()
        #expect(await first.outcome(of: ImageSubject.request()).failure == .shutDown)
        #expect(try await second.outcome(of: ImageSubject.request()).get().number == 1)
    }

    @Test func `No more callers wait than allowed, and the next one may once another has left`() async throws {
        let subject = try ImageSubject(pending: 2)
        let readers = ["a", "b"].map { subject.ask($0) }
        await subject.waitForWaiters(2)
        #expect(await subject.ask("c").value.failure == .tooMuchWork(limit: 2))
        #expect(await subject.ask("a").value.failure == .tooMuchWork(limit: 2))
        readers[0].cancel()
        #expect(await readers[0].value.failure == .cancelled)
        // Callers leave on another thread.
        await subject.activity.wait { await subject.images.statistics.running == 1 }
        let next = subject.ask("c")
        await subject.waitForWaiters(2)
        await subject.run { _ in subject.source.asked.count == 2 }
        for asked in subject.source.asked { asked.sink.final(try ImageSubject.picture(5)) }
        #expect(try await next.value.get().number == 5)
        #expect(try await readers[1].value.get().number == 5)
        #expect(await subject.images.statistics.waiting == 0)
    }

    // The caller cancels, and opens the gate at which the source waits within the cancellation.
    @Test func `A caller that cancels its request does not wait for the source`() async throws {
        let gate = BlockingGate()
        let subject = try ImageSubject(source: ScriptedSource(onCancel: { _ in gate.pass() }))
        let reader = subject.ask("a")
        await subject.run(untilAsked: 1)
        reader.cancel()
        #expect(await reader.value.failure == .cancelled)
        gate.open()
        await subject.waitForCancellations(["a"])
    }
}
