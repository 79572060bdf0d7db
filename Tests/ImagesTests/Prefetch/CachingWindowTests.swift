import CameraRollTesting
import CoreTestSupport
import SyntheticLibrary
import TestSupport
import Testing

@testable import CameraRoll

/// A caching window between its grid, its manager and the library.
@Suite(.timeLimit(.hang)) struct CachingWindowTests {
    private static func window(
        _ subject: ImageSubject, most: Int = 12, lead: Int = 2
    ) async throws -> CachingWindow {
        let limits = WindowLimits(maximumItemCount: most, minimumLead: lead)
        return try await subject.images.window(over: subject.snapshot(), limits: limits) {
            ImageSubject.request($0.id)
        }
    }

    @Test func `What is around the screen is got, what is visible first, and nothing else`() async throws {
        let subject = try ImageSubject(requests: 100, assets: 100)
        let window = try await Self.window(subject)
        try window.update(visible: 40..<44)
        await subject.run(untilAsked: 8)
        let asked = subject.source.asked.map(\.request.asset.rawValue)
        #expect(asked == ["40", "41", "42", "43", "44", "45", "39", "38"])
        let status = await window.status
        #expect(status.wanted == 38..<46)
        #expect(status.held == 8)
        #expect(status.failure == nil)
        #expect(status.refusal == nil)
        #expect(subject.source.asked.allSatisfy { $0.request.priority == .prefetch })
    }

    // Grid                        Manager                      Library
    // ----                        -------                      -------
    // shows 40 to 44
    //                             reads 38 to 46
    // shows 80 to 84
    //                                                          returns 38 to 46
    //                             starts none of them
    //                             reads 78 to 86
    @Test func `What is not wanted any more when the library answers is not started`() async throws {
        let subject = try ImageSubject(requests: 100, assets: 100)
        let window = try await Self.window(subject)
        try window.update(visible: 40..<44)
        await subject.images.settle()
        await subject.manual.waitUntilEnqueued(1)
        try window.update(visible: 80..<84)
        await subject.images.settle()
        await subject.run(untilAsked: 8)
        #expect(subject.source.asked.allSatisfy { (78..<86).contains(Int($0.request.asset.rawValue) ?? 0) })
    }

    @Test func `Moving on stops what is left behind, at the source too, and starts only what is new`() async throws {
        let subject = try ImageSubject(requests: 100, assets: 100)
        let window = try await Self.window(subject)
        try window.update(visible: 40..<44)
        await subject.run(untilAsked: 8)
        try window.update(visible: 43..<47)
        await subject.run { $0.started == 11 && $0.running == 8 }
        #expect(Set(subject.source.cancelled) == ["38", "39", "40"])
    }

    @Test func `In motion a small step reads nothing, and the rest after it reads what is missing`() async throws {
        let subject = try ImageSubject(requests: 100, assets: 100)
        let window = try await Self.window(subject)
        try window.update(visible: 40..<44, velocity: 16)
        await subject.run { $0.windowed == 12 }
        try window.update(visible: 42..<46, velocity: 16)
        await subject.images.settle()
        #expect(subject.source.cancelled == [])
        #expect(await window.status.wanted == 42..<54, "The status includes what waits for the next step.")
        try window.update(visible: 42..<46)
        await subject.run { $0.windowed == 8 }
        #expect(await window.status.wanted == 40..<48)
    }

    @Test func `A window that goes stops all that it started, and leaves nothing behind`() async throws {
        let subject = try ImageSubject(requests: 6, assets: 100)
        do {
            let window = try await Self.window(subject)
            try window.update(visible: 40..<44)
            await subject.run(untilAsked: 5)
            #expect(await subject.images.statistics.windows == 1)
        }
        await subject.run { $0.windows == 0 && $0.running == 0 }
        let statistics = await subject.images.statistics
        #expect(statistics.jobs == 0 && statistics.windowed == 0)
        #expect(subject.source.cancelled.count == 5)
        subject.clock.advance(by: .seconds(30))
        #expect(subject.clock.sleepers == 0)
    }

    // Grid                        Manager                      Library
    // ----                        -------                      -------
    // shows 40 to 44
    //                             reads 38 to 46               (does not answer)
    // is released
    //                             cancels the read
    //                                                          has to release the list
    @Test func `A released window cancels its reads, and releases its list`() async throws {
        let subject = try ImageSubject(assets: 100)
        do {
            let window = try await Self.window(subject)
            try window.update(visible: 40..<44)
            await subject.images.settle()
            await subject.manual.waitUntilEnqueued(1)
        }
        // The read's turn, and the release of the list, which is only possible after the end of the read.
        await subject.manual.waitUntilEnqueued(2)
        #expect(await subject.images.statistics.windows == 0)
    }

    @Test func `Memory pressure clears the cache and empties the window until it shows something`() async throws {
        let subject = try ImageSubject(requests: 100, assets: 100)
        let window = try await Self.window(subject)
        try window.update(visible: 40..<44)
        await subject.run(untilAsked: 8)
        for asked in subject.source.asked { asked.sink.final(try ImageSubject.picture(1)) }
        await subject.run { $0.finished == 8 }
        #expect(subject.images.cache.statistics.count == 8)
        subject.pressure.raise()
        #expect(subject.images.cache.statistics.cost == 0)
        #expect(await subject.images.statistics.windowed == 0)
        #expect(await window.status.held == 0)
        try window.update(visible: 40..<44)
        await subject.run { $0.started == 16 }
        #expect(await window.status.held == 8)
    }

    @Test func `Over a new snapshot the window goes on where it was, without asking again for what it has`()
        async throws
    {
        let subject = try ImageSubject(requests: 100, assets: 100)
        let window = try await Self.window(subject)
        try window.update(visible: 40..<44)
        await subject.run { $0.running == 8 }
        let photos = PhotoRepository(access: subject.access)
        let newest = try await subject.finish { try await photos.snapshot(of: .photos.sorted().prefix(90)) }
        try window.move(to: newest)
        await subject.images.settle()
        await subject.run { $0.windowed == 8 && $0.running == 8 }
        #expect(await window.status.wanted == 38..<46)
        #expect(await subject.images.statistics.started == 8)
    }

    @Test func `A library's refusal is in the status, and the read is retried when something is shown`() async throws {
        let subject = try ImageSubject(requests: 100, assets: 100)
        let window = try await Self.window(subject)
        subject.authorization.status = .denied
        try window.update(visible: 40..<44)
        await subject.run { _ in await window.status.failure != nil }
        #expect(await window.status.failure == .notAuthorized(.denied))
        subject.authorization.status = .authorized
        try window.update(visible: 40..<44)
        await subject.run { _ in await window.status.failure != .notAuthorized(.denied) }
        // Results that were fetched under the old permission were released with it.
        #expect(await window.status.failure == .snapshotInvalidated(of: LibraryIdentity("fixed")))
        let photos = PhotoRepository(access: subject.access)
        try window.move(to: try await subject.finish { try await photos.snapshot(of: .photos.sorted()) })
        try window.update(visible: 40..<44)
        await subject.run { $0.running == 8 }
        #expect(await window.status.failure == nil)
    }

    @Test func `An image of another size than the window's is counted and named as a mismatch`() async throws {
        let subject = try ImageSubject(requests: 100, assets: 100)
        let window = try await Self.window(subject)
        try window.update(visible: 40..<44)
        await subject.run { $0.running == 8 }
        let (asked, cached) = (ImageSubject.request("41", side: 300), ImageSubject.request("41"))
        let reader = Task { try await subject.images.image(for: asked).number }
        await subject.run { $0.mismatches == 1 }
        let mismatch = await subject.images.statistics.lastMismatch
        #expect(mismatch?.asked == asked.key)
        #expect(mismatch?.cached == cached.key)
        reader.cancel()
        withExtendedLifetime(window) {}
    }

    @Test func `Two windows hold an image until both have left it`() async throws {
        let subject = try ImageSubject(requests: 100, assets: 20)
        let (first, second) = (try await Self.window(subject), try await Self.window(subject))
        try first.update(visible: 0..<4)
        try second.update(visible: 2..<6)
        await subject.run { $0.running == 8 }
        #expect(await subject.images.statistics.windowed == 8)
        first.stop()
        await subject.images.settle()
        await subject.run { $0.windowed == 8 && $0.running == 8 }
        second.stop()
        await subject.run { $0.windowed == 0 && $0.running == 0 }
    }

    @Test func `Positions, speeds, limits and snapshots that make no sense are refused by name`() async throws {
        let subject = try ImageSubject(assets: 10)
        let window = try await Self.window(subject)
        #expect(throws: InvalidArgument.range(8..<12, count: 10)) { try window.update(visible: 8..<12) }
        #expect(throws: InvalidArgument("velocity", Double.infinity, allowed: "a finite number of items per second")) {
            try window.update(visible: 0..<2, velocity: .infinity)
        }
        let (mine, other) = (try await subject.snapshot(), try await ImageSubject(assets: 3).snapshot())
        #expect(throws: InvalidArgument.foreignSnapshot(of: other.library)) { try window.move(to: other) }
        #expect(throws: InvalidArgument("maximum item count", 0, allowed: "1 to 10000")) {
            try subject.images.window(over: mine, limits: WindowLimits(maximumItemCount: 0)) { _ in nil }
        }
        let status = await window.status
        #expect(status.wanted.isEmpty)
        #expect(status.held == 0)
        #expect(status.failure == nil)
        #expect(status.refusal == nil)
    }

    // Grid                          Manager
    // ----                          -------
    // shows 0 to 4
    // (memory is short)
    // shows 40 to 44
    //                               applies all three at once
    //                               empties, and holds what is around 40
    @Test func `What is shown after memory was short counts, and what was shown before does not`() async throws {
        let subject = try ImageSubject(requests: 100, assets: 100)
        let window = try await Self.window(subject)
        try window.update(visible: 0..<4)
        subject.pressure.raise()
        try window.update(visible: 40..<44)
        #expect(await window.status.wanted == 38..<46)
        try window.update(visible: 0..<4)
        subject.pressure.raise()
        #expect(await window.status.wanted.isEmpty)
    }

    @Test func `What is shown between a shortage and its handling stays, and other windows are emptied`() async throws {
        let subject = try ImageSubject(requests: 100, assets: 100)
        let (shown, other) = (try await Self.window(subject), try await Self.window(subject))
        try shown.update(visible: 0..<4)
        try other.update(visible: 10..<14)
        await subject.images.settle()
        try await subject.images.show(40..<44, in: shown, beforeShortageIsHandled: .pressure)
        #expect(await shown.status.wanted == 38..<46)
        #expect(await other.status.wanted.isEmpty)
    }

    @Test func `A closed manager says so in the status of its windows, and refuses to start`() async throws {
        let subject = try ImageSubject(assets: 10)
        let window = try await Self.window(subject)
        subject.images.close()
        try window.update(visible: 0..<4)
        let status = await window.status
        #expect(status.failure == .shutDown)
        #expect(status.wanted.isEmpty)
        #expect(status.held == 0)
        #expect(status.refusal == nil)
        #expect(throws: ImageError.shutDown) { try subject.images.startCaching([ImageSubject.request()]) }
    }

    @Test func `Manager, window and snapshot are released with their last reference, even during a request`()
        async throws
    {
        weak var manager: CachingImageManager?
        weak var kept: CachingWindow?
        let departed = Gate()
        do {
            let subject = try ImageSubject(requests: 4, assets: 100, departure: Departure(departed))
            let window = try await Self.window(subject)
            (manager, kept) = (subject.images, window)
            try window.update(visible: 40..<44)
            await subject.run { $0.running == 3 }
            await subject.images.settle()
        }
        await departed.wait()
        #expect(manager == nil && kept == nil)
    }
}

extension CachingImageManager {
    /// Applies a range that is shown after a shortage before the shortage itself.
    fileprivate func show(
        _ visible: Range<Int>, in window: CachingWindow, beforeShortageIsHandled reason: MemoryReclaim
    ) throws {
        shortages.next()
        try window.update(visible: visible)
        followWindow(window.holder)
        endOutdated()
        trimCache(reason)
    }
}
