import CameraRoll
import CameraRollTesting
import CoreTestSupport
import SyntheticLibrary
import Testing

/// The stall that this package prevents, reproduced and prevented, without a clock.
@Suite struct StallTests {
    // Main actor                         Library's lock
    // ----------                         --------------
    //                                    held by another thread
    // requests a page, and waits
    //                                    the executor's thread blocks at it
    // serves other work
    // serves other work again
    //                                    released
    // gets the page
    @Test @MainActor func `The main actor serves others while its page waits for the lock`() async throws {
        let subject = Subject(assets: 100)
        let snapshot = try await subject.photos.snapshot(of: Subject.everything)
        let hold = await subject.store.hold()
        let page = Task { try await subject.photos.page(PageRequest(size: 28), of: snapshot) }
        await subject.store.waitUntilThreadsBlock()
        for _ in 0..<3 { #expect(await Task { @MainActor in MainActor.shared.isServing }.value) }
        #expect(subject.store.blockedThreads == 1)
        hold.release()
        #expect(try await page.value.assets.count == 28)
    }

    // Main actor                         Another thread             Library's lock
    // ----------                         --------------             --------------
    //                                                               held by another thread
    // reads directly, and blocks at it
    //                                    sees a blocked thread
    //                                    has work for the main actor: it is not served
    //                                    releases it                released
    // reads; serves the work
    @Test func `With direct access the main actor serves no caller until the lock is free`() async throws {
        let subject = Subject(assets: 100)
        _ = subject.store.contents
        let hold = await subject.store.hold()
        let served = Gate()
        let direct = Task { @MainActor in
            try subject.store.unsafeUnprotectedAccess.assets(in: 0..<28).count
        }
        await subject.store.waitUntilThreadsBlock()
        let other = Task { @MainActor in served.open() }
        // Time enough for an available main actor: a thousand hops to another executor and back.
        let bystander = Bystander()
        for _ in 0..<1_000 { await bystander.touch() }
        #expect(!served.isOpen)
        #expect(subject.store.blockedThreads == 1)
        hold.release()
        await other.value
        #expect(try await direct.value == 28)
    }

    @Test func `A hung library delays its callers, until their deadline, and no other code`() async throws {
        var configuration = SyntheticConfiguration(assets: 50)
        configuration.faults.hangingRead = 2
        let clock = ManualClock()
        let store = SyntheticStore(configuration)
        let access = LibraryAccess(.synthetic(store), executor: LibraryExecutor(), limits: .untimed, clock: clock)
        let photos = PhotoRepository(access: access)
        _ = try await photos.count()
        let hung = Task { try await photos.count() }
        await store.waitUntilReadHangs()
        let behind = Task { try await withReadDeadline(.seconds(2)) { try await photos.snapshot() } }
        await clock.waitUntilSleeping(1)
        clock.advance(by: .seconds(3))
        await #expect(throws: LibraryError.timedOut("open snapshot", after: .seconds(2), behind: "count")) {
            try await behind.value
        }
        #expect(access.executor.currentActivity?.operation == "count")
        store.endHang()
        #expect(try await hung.value == photos.count())
    }
}

/// Another actor to call meanwhile, on its own thread.
private actor Bystander {
    private let executor = LibraryExecutor(label: "test.bystander")
    private var touches = 0

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    func touch() { touches += 1 }
}

extension MainActor {
    /// Whether the main actor runs this; only the main actor itself can return that.
    fileprivate nonisolated var isServing: Bool {
        MainActor.assumeIsolated { true }
    }
}
