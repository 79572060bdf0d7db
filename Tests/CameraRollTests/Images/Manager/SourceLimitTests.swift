import CameraRollTesting
import Testing

@testable import CameraRoll

/// How many requests a source is given at once, and in which order.
@Suite(.timeLimit(.minutes(1))) struct SourceLimitTests {
    private static func requests(_ count: Int) -> [ImageRequest] {
        (0..<count).map { ImageSubject.request(AssetID("\($0)")) }
    }

    @Test(arguments: [(source: 3, manager: 10), (source: 50, manager: 4)])
    func `No more requests are in flight than source and manager both allow`(source: Int, manager: Int) async throws {
        let scripted = ScriptedSource(requestLimit: source)
        let subject = try ImageSubject(requests: manager, source: scripted)
        let most = min(source, manager)
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
        await #expect(throws: ImageError.invalidLimit(0)) { try await reader.value }
    }

    @Test func `A library without images says so`() async throws {
        let manual = ManualExecutor()
        let access = LibraryAccess(.fixed(FixedContents()), executor: manual.executor)
        let images = try CachingImageManager(access: access)
        let reader = Task { try await images.image(for: ImageSubject.request()).number }
        await manual.waitForJobs(1)
        manual.runAll()
        await #expect(throws: ImageError.noImages("a")) { try await reader.value }
    }

    // Window                  Cell                     Executor's lanes        Source
    // ------                  ----                     ----------------        ------
    // starts a
    //                                                  a: utility
    //                         asks for a
    //                                                  a: interactive too
    //                                                  other work: standard
    //                                                  a
    //                                                                          is asked once
    @Test func `A visible cell takes a prefetch that has not come to its source ahead of other work`() async throws {
        let subject = try ImageSubject()
        try subject.images.startCaching([ImageSubject.request()])
        await subject.manual.waitForJobs(1)
        let order = Lock<[String]>([])
        subject.access.post("other", lane: .standard) { _ in order.withLock { $0.append("other") } }
        let reader = Task { try await subject.images.image(for: ImageSubject.request()).number }
        await subject.images.waitForWaiters(1)
        await subject.images.settle()
        subject.manual.runNext()
        #expect(subject.source.asked.count == 1 && order.withLock(\.isEmpty))
        subject.manual.runAll()
        #expect(subject.source.asked.count == 1)
        reader.cancel()
    }

    @Test func `Limits that make no sense are refused by name`() {
        let access = ManualDoor().access
        for (limits, error) in [
            (CachingImageManager.Limits(requests: 0), ImageError.invalidLimit(0)),
            (CachingImageManager.Limits(decodes: -1), .invalidLimit(-1)),
            (CachingImageManager.Limits(stallTimeout: .zero), .invalidDeadline(.zero)),
            (CachingImageManager.Limits(cache: ImageCacheLimits(backgroundShare: 2)), .invalidShare(2)),
        ] {
            #expect(throws: error) { try CachingImageManager(access: access, limits: limits) }
        }
    }
}
