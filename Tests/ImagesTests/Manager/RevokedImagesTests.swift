import CameraRoll
import CameraRollTesting
import CoreTestSupport
import SyntheticLibrary
import TestSupport
import Testing

/// Images and originals when the user revokes the permission: nothing from before is shown (*Nothing Before
/// Permission*).
@Suite(.timeLimit(.hang)) struct RevokedImagesTests {
    private static let denied = ImageError.library(.notAuthorized(.denied))
    private static let request = ImageSubject.request("0")

    /// Stores an image in the cache, as delivered by a source.
    private static func load(_ request: AssetImageRequest = request, into subject: ImageSubject) async throws {
        let count = subject.source.asked.count
        let reader = Task { try await subject.images.image(for: request).number }
        await subject.activity.wait {
            subject.manual.runAll()
            return subject.source.asked.count > count
        }
        subject.source.asked.last?.sink.final(try ImageSubject.picture(8))
        #expect(try await reader.value == 8)
    }

    // the cell                 the user                 the source
    // --------                 --------                 ----------
    // requests                                          begins
    //                          revokes permission
    // fails with .notAuthorized
    //                                                   answers
    //                          restores it
    // nothing is in memory
    @Test func `An image that arrives after the withdrawal is not delivered, and not stored`() async throws {
        let subject = try ImageSubject(assets: 1)
        let reader = Task { try await subject.images.image(for: Self.request).number }
        await subject.letNextStart()
        subject.authorization.status = .denied
        // Without a wait, so that a request that goes on fails here and not at the time limit.
        let statistics = await subject.images.statistics
        try #require(statistics.waiting == 0 && statistics.jobs == 0)
        await #expect(throws: Self.denied) { try await reader.value }
        subject.source.asked[0].sink.final(try ImageSubject.picture(9))
        await subject.images.settle()
        #expect(subject.images.cachedImage(for: Self.request) == nil)
        subject.authorization.status = .authorized
        #expect(subject.images.cachedImage(for: Self.request) == nil)
        #expect(subject.source.cancelled == ["0"])
    }

    // Whether the image or the revocation reaches the manager first: no caller receives it, and it is not cached.
    @Test func `An image that comes at the moment of the withdrawal is not shown`() async throws {
        for _ in 0..<200 {
            let subject = try ImageSubject(assets: 1)
            let reader = Task { try await subject.images.image(for: Self.request).number }
            await subject.letNextStart()
            let picture = try ImageSubject.picture(9)
            async let answer: Void = subject.source.asked[0].sink.final(picture)
            subject.authorization.status = .denied
            let isHere = subject.images.cachedImage(for: Self.request) != nil
            await answer
            await subject.images.settle()
            #expect(!isHere && subject.images.cachedImage(for: Self.request) == nil)
            let result = await reader.result
            if case .failure(let error) = result { #expect(error as? ImageError == Self.denied) }
        }
    }

    // the cell                 the source               the user
    // --------                 ----------               --------
    // takes a degraded image
    //                          delivers the final one
    //                                                   revokes permission
    // calls next
    @Test(arguments: [true, false])
    func `What waits for a slow cell is not given to it after the withdrawal`(comesBack: Bool) async throws {
        let subject = try ImageSubject(assets: 1) { asked in _ = try? asked.sink.degraded(ImageSubject.picture(1)) }
        let cell = Task {
            var deliveries = subject.images.deliveries(for: Self.request).makeAsyncIterator()
            #expect(try await deliveries.next()?.image?.number == 1)
            subject.source.asked[0].sink.final(try ImageSubject.picture(9))
            await subject.images.settle()
            subject.authorization.status = .denied
            if comesBack { subject.authorization.status = .authorized }
            _ = try await deliveries.next()
        }
        await subject.letNextStart()
        await #expect(throws: Self.denied) { try await cell.value }
    }

    @Test(arguments: [AuthorizationStatus.denied, .limited])
    func `Images in memory go with the permission, and when it is narrowed`(status: AuthorizationStatus) async throws {
        let subject = try ImageSubject(assets: 1)
        try await Self.load(into: subject)
        #expect(subject.images.cachedImage(for: Self.request)?.number == 8)
        subject.authorization.status = status
        #expect(subject.images.cachedImage(for: Self.request) == nil)
        await subject.images.settle()
        #expect(subject.images.cache.statistics.count == 0)
        subject.authorization.status = .authorized
        #expect(subject.images.cachedImage(for: Self.request) == nil)
        try await Self.load(into: subject)
        #expect(subject.images.cachedImage(for: Self.request)?.number == 8)
    }

    @Test func `An image from before a withdrawal that an app puts back into the cache is not found there`()
        async throws
    {
        let subject = try ImageSubject(assets: 1)
        try await Self.load(into: subject)
        let image = try #require(subject.images.cachedImage(for: Self.request))
        subject.authorization.status = .denied
        subject.authorization.status = .authorized
        await subject.images.settle()
        let own = try AssetImageCache()
        own.insert(image, for: Self.request.key)
        let kept = try #require(own.image(for: Self.request.key))
        for image in [image, kept] {
            subject.images.cache.insert(image, for: Self.request.key)
            #expect(subject.images.cachedImage(for: Self.request) == nil)
        }
        subject.images.cache.insert(try ImageSubject.picture(3), for: Self.request.key)
        #expect(subject.images.cachedImage(for: Self.request)?.number == 3)
    }

    // the authorization        a read                   the images
    // -----------------        ------                   ----------
    //                                                   one is in memory, one is being loaded
    // revoked, without a report
    //                          is refused
    //                                                   are removed
    @Test func `A withdrawal that only a read notices takes the images with it`() async throws {
        let silent = SilentAuthorization()
        let subject = try ImageSubject(assets: 2, silent: silent)
        try await Self.load(into: subject)
        let reader = Task { try await subject.images.image(for: ImageSubject.request("1")).number }
        await subject.letNextStart()
        silent.status = .denied
        await #expect(throws: LibraryError.notAuthorized(.denied)) {
            try await subject.finish { try await subject.access.read("notice") { _ in } }
        }
        #expect(subject.images.cachedImage(for: Self.request) == nil)
        await #expect(throws: Self.denied) { try await reader.value }
        await #expect(throws: Self.denied) {
            try await subject.finish { try await subject.images.image(for: Self.request).number }
        }
        #expect(subject.source.asked.count == 2)
    }

    @Test func `A withdrawal that only a read notices empties windows`() async throws {
        let silent = SilentAuthorization()
        let subject = try ImageSubject(requests: 100, assets: 20, silent: silent)
        let window = try subject.images.window(over: try await subject.snapshot()) { ImageSubject.request($0.id) }
        try window.update(visible: 0..<4)
        await subject.run { $0.running > 0 && $0.windowed > 0 }
        silent.status = .denied
        await #expect(throws: LibraryError.notAuthorized(.denied)) {
            try await subject.finish { try await subject.access.read("notice") { _ in } }
        }
        await subject.run { $0.windowed == 0 && $0.jobs == 0 }
        #expect(await window.status.held == 0)
    }

    // the cell                 the user                 the executor
    // --------                 --------                 ------------
    //                          revokes permission
    //                          restores it
    // requests                                          applies both
    // is served
    @Test func `A request after the permission is restored is served, even before the change is reported`() async throws
    {
        let subject = try ImageSubject(assets: 1)
        try await Self.load(into: subject)
        subject.authorization.status = .denied
        subject.authorization.status = .authorized
        try await Self.load(into: subject)
        #expect(subject.images.cachedImage(for: Self.request)?.number == 8)
    }

    @Test func `An image that is got while access becomes limited is given out if its asset may be seen`() async throws
    {
        let subject = try ImageSubject(assets: 1)
        let unknown = ImageSubject.request("unknown")
        let (seen, hidden) = (
            Task { try await subject.images.image(for: Self.request).number },
            Task { try await subject.images.image(for: unknown).number }
        )
        await subject.run(untilAsked: 2)
        subject.authorization.status = .limited
        for asked in subject.source.asked { asked.sink.final(try ImageSubject.picture(7)) }
        await subject.run { _ in subject.manual.waitingJobs == 0 && subject.source.asked.count == 2 }
        // The lookups of the assets may have run by now, or not.
        let results = try await subject.manual.finish { (await seen.result, await hidden.result) }
        #expect(try results.0.get() == 7)
        #expect(results.1.imageError == .library(.assetNotFound("unknown")))
        #expect(subject.images.cachedImage(for: Self.request) == nil)
    }
}
