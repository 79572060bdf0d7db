import CameraRoll
import CameraRollTesting
import CoreTestSupport
import SyntheticLibrary
import TestSupport
import Testing

/// What windows and calls let the library's source prepare.
@Suite(.timeLimit(.hang)) struct PreparationTests {
    private static func subject(limit: Int = 100, requests: Int = 2) throws -> ImageSubject {
        try ImageSubject(requests: requests, assets: 100, source: ScriptedSource(preparationLimit: limit))
    }

    /// A window over positions 40 to 43, and two positions on both sides, all of which are prepared.
    private static func shownWindow(_ subject: ImageSubject) async throws -> CachingWindow {
        let limits = WindowLimits(maximumItemCount: 12, minimumLead: 2)
        let window = try await subject.images.window(over: subject.snapshot(), limits: limits) {
            ImageSubject.request($0.id)
        }
        try window.update(visible: 40..<44)
        await subject.run { _ in subject.source.prepared.count == 8 }
        return window
    }

    @Test func `A window's images are prepared, what is visible first, while their requests wait`() async throws {
        let subject = try Self.subject()
        let window = try await Self.shownWindow(subject)
        #expect(subject.source.prepared == ["40", "41", "42", "43", "44", "45", "39", "38"])
        #expect(subject.source.asked.count == 1)
        withExtendedLifetime(window) {}
    }

    @Test func `What a source prepares is what it is asked for next`() async throws {
        let subject = try Self.subject(requests: 100)
        let request = ImageSubject.request("7", mode: .fast, network: true, fallback: true, priority: .background)
        try subject.images.startCaching([request])
        await subject.run { _ in subject.source.asked.count == 1 && subject.source.prepared == ["7"] }
        let asked = ImageSubject.request("7", mode: .opportunistic, network: true, priority: .background)
        #expect(subject.source.asked.map(\.request) == [asked])
        #expect(subject.source.preparedRequests == [asked])
    }

    @Test func `A window that moves on releases what is left behind, and prepares only what is new`() async throws {
        let subject = try Self.subject()
        let window = try await Self.shownWindow(subject)
        let before = subject.source.calls.count
        try window.update(visible: 43..<47)
        await subject.run { _ in subject.source.prepared.contains("48") && !subject.source.prepared.contains("38") }
        let released = subject.source.calls[before...].flatMap { call -> [AssetID] in
            if case .release(let assets) = call { assets } else { [] }
        }
        #expect(Set(released) == ["38", "39", "40"])
        #expect(Set(subject.source.prepared) == Set((41...48).map { AssetID("\($0)") }))
    }

    @Test func `Images in memory are not prepared`() async throws {
        let subject = try Self.subject(requests: 100)
        let window = try await Self.shownWindow(subject)
        await subject.run(untilAsked: 8)
        for asked in subject.source.asked { asked.sink.final(try ImageSubject.picture(1)) }
        await subject.run { $0.finished == 8 }
        window.stop()
        await subject.run { _ in subject.source.prepared == [] }
        let before = subject.source.calls
        try window.update(visible: 40..<44)
        await subject.run { $0.windowed == 8 }
        #expect(subject.source.calls == before)
    }

    @Test func `A source that prepares nothing is told nothing, and takes no turn of the executor`() async throws {
        let subject = try Self.subject(limit: 0, requests: 100)
        let window = try await subject.images.window(over: subject.snapshot()) { ImageSubject.request($0.id) }
        try window.update(visible: 40..<44)
        await subject.run(untilAsked: 8)
        #expect(subject.source.calls == [])
        #expect(subject.manual.waitingJobs == 0)
    }

    enum End: CaseIterable {
        case windowStops, windowIsReleased, memoryIsShort, accessIsNarrowed, accessIsWithdrawn, managerCloses
        case libraryCloses
    }

    // Grid                        Manager                      Library
    // ----                        -------                      -------
    // shows 40 to 44
    //                             starts 38 to 46
    //                                                          prepares them
    // ends
    //                             stops them
    //                                                          releases each once
    @Test(arguments: End.allCases)
    func `However it ends, each prepared image is released once`(end: End) async throws {
        let source = ScriptedSource(preparationLimit: 100)
        try await Self.run(to: end, source)
        let counts = source.calls.reduce(into: (prepared: 0, released: 0)) { counts, call in
            switch call {
            case .prepare(let assets): counts.prepared += assets.count
            case .release(let assets): counts.released += assets.count
            }
        }
        #expect(source.prepared == [])
        #expect(counts.prepared == 8)
        #expect(counts.released == 8)
    }

    private static func run(to end: End, _ source: ScriptedSource) async throws {
        let subject = try ImageSubject(requests: 2, assets: 100, source: source)
        var window: CachingWindow? = try await shownWindow(subject)
        switch end {
        case .windowStops: window?.stop()
        case .windowIsReleased: window = nil
        case .memoryIsShort: subject.pressure.raise()
        case .accessIsNarrowed: subject.authorization.status = .limited
        case .accessIsWithdrawn: subject.authorization.status = .denied
        case .managerCloses: subject.images.close()
        case .libraryCloses:
            async let closed: Void = subject.access.close()
            await subject.manual.waitUntilEnqueued(1)
            subject.manual.runAll()
            await closed
        }
        await subject.run { _ in source.prepared == [] }
        withExtendedLifetime(window) {}
    }

    @Test func `A manager that is released leaves nothing prepared`() async throws {
        let source = ScriptedSource(preparationLimit: 100)
        let (manual, activity, access) = try await {
            let subject = try ImageSubject(requests: 2, assets: 100, source: source)
            let window = try await Self.shownWindow(subject)
            return withExtendedLifetime(window) { (subject.manual, subject.activity, subject.access) }
        }()
        await activity.wait {
            manual.runAll()
            return source.prepared == []
        }
        #expect(source.prepared == [])
        withExtendedLifetime(access) {}
    }

    @Test func `Without permission nothing is prepared, and later images are`() async throws {
        let subject = try Self.subject()
        try subject.images.startCaching([ImageSubject.request("1")])
        await subject.run { _ in subject.source.prepared == ["1"] }
        subject.authorization.status = .denied
        await subject.run { _ in subject.source.prepared == [] }
        try subject.images.startCaching([ImageSubject.request("2")])
        await subject.run { $0.failed > 0 || $0.jobs == 0 }
        #expect(subject.source.prepared == [])
        subject.authorization.status = .authorized
        try subject.images.startCaching([ImageSubject.request("3")])
        await subject.run { _ in subject.source.prepared == ["3"] }
    }

    // Calls                       Library
    // -----                       -------
    // start eight
    //                             prepares three
    //                             goes away, and releases them
    //                             is opened again, prepares three others
    @Test func `A library that went away and is opened again prepares the images that still wait`() async throws {
        let signals = SharedNotes<ChangeSignal>()
        let source = ScriptedSource(preparationLimit: 3)
        let subject = try ImageSubject(
            requests: 2, source: source,
            wrapping: { library in
                PhotoLibrarySource(authorization: library.authorization) { context in
                    signals.append(context.signal)
                    return try library.open(context)
                }
            })
        try subject.images.startCaching((0..<8).map { ImageSubject.request(AssetID("\($0)")) })
        await subject.run { _ in source.prepared == ["0", "1", "2"] }
        signals.all.last?.libraryWentAway()
        await subject.run { _ in source.prepared == ["3", "4", "5"] }
        #expect(signals.all.count == 2)
    }

    @Test func `At most as many images as the source allows are prepared at a time`() async throws {
        let subject = try Self.subject(limit: 3)
        let requests = (0..<8).map { ImageSubject.request(AssetID("\($0)")) }
        try subject.images.startCaching(requests)
        await subject.run { _ in subject.source.prepared == ["0", "1", "2"] }
        subject.images.stopCaching(Array(requests.prefix(2)))
        await subject.run { _ in subject.source.prepared == ["2", "3", "4"] }
    }
}
