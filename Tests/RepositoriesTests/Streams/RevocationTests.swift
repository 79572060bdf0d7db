import CameraRoll
import CameraRollTesting
import CoreTestSupport
import SyntheticLibrary
import TestSupport
import Testing

/// Streams and pages when the user revokes the permission.
@Suite(.timeLimit(.hang)) struct RevocationTests {
    private let manual = ManualExecutor()

    // the subscriber          the executor            the user
    // --------------          ------------            --------
    // calls next
    //                         runs n jobs
    //                                                 revokes the permission
    //                         runs the other jobs
    // ends with that error
    @Test(arguments: 0..<8)
    func `A permission that is withdrawn at any job ends a stream, and the library goes`(jobs: Int) async throws {
        let subject = LivingSubject(executor: manual.executor)
        let snapshot = try await manual.finish { try await subject.photos.snapshot() }
        let stream = Task {
            var updates = subject.photos.updates(of: snapshot).makeAsyncIterator()
            subject.store.insert(600)
            // The first update needs several slices; a subscriber that receives it waits for the next.
            _ = try await updates.next()
            return try await updates.next()
        }
        await manual.waitUntilEnqueued(1)
        for _ in 0..<jobs { manual.runNext() }
        subject.authorization.status = .denied
        #expect(await manual.outcome(of: stream).libraryError == .notAuthorized(.denied))
        #expect(subject.ledger.entries.last { $0.touch == .releaseLibrary } != nil || subject.ledger.entries.isEmpty)
        #expect(subject.ledger.touchesBeforePermission.isEmpty)
        #expect(subject.count(of: .startObserving) == subject.count(of: .stopObserving))
        #expect(subject.store.liveFetchResults == 0)
    }

    @Test(arguments: 0..<4)
    func `A permission that is withdrawn at any job ends a walk`(jobs: Int) async throws {
        // A fast machine reads 400 assets in three jobs.
        let subject = LivingSubject(assets: 2_000, executor: manual.executor)
        let snapshot = try await manual.finish { try await subject.photos.snapshot() }
        let walk = Task {
            for try await page in subject.photos.pages(of: snapshot, size: 100) { _ = page.assets.count }
        }
        await manual.waitUntilEnqueued(1)
        for _ in 0..<jobs { manual.runNext() }
        subject.authorization.status = .restricted
        let error = await manual.outcome(of: walk).libraryError
        #expect(error == .notAuthorized(.restricted))
        #expect(subject.store.liveFetchResults == 0)
    }

    // As with an authorization that can be checked, but reports no changes.
    @Test func `A permission that is withdrawn in silence ends the streams with the next read`() async throws {
        let authorization = SilentAuthorization()
        let store = SyntheticStore(assets: 30)
        let factory = PhotoLibrarySource.synthetic(store, authorization: authorization)
        let photos = PhotoRepository(
            access: LibraryAccess(factory, executor: LibraryExecutor(label: "silent"), limits: .untimed))
        var follower = try await Follower(of: .all, photos)
        store.delete([follower.list[0]])
        _ = try await follower.follow()
        authorization.status = .denied
        let reading = await failure { () async throws(LibraryError) in try await photos.snapshot() }
        #expect(reading == .notAuthorized(.denied))
        do {
            _ = try await follower.follow()
            Issue.record("an update without permission")
        } catch {
            #expect(error as? LibraryError == .notAuthorized(.denied))
        }
        #expect(store.liveFetchResults == 0)
    }

    @Test func `Given back, the permission lets a manager show its pages again`() async throws {
        let subject = LivingSubject()
        let first = try await subject.manager.page(PageRequest(size: 5))
        subject.authorization.status = .denied
        let snapshot = await failure { () async throws(LibraryError) in try await subject.manager.snapshot() }
        #expect(snapshot == .notAuthorized(.denied))
        subject.authorization.status = .authorized
        #expect(try await subject.manager.page(PageRequest(size: 5)) == first)
    }

    @Test func `Narrowed to some assets, the permission takes with it what was fetched before`() async throws {
        let subject = LivingSubject()
        let snapshot = try await subject.photos.snapshot()
        subject.store.select(try await subject.photos.identifiers(of: snapshot).prefix(2))
        subject.authorization.status = .limited
        let error = await failure { () async throws(LibraryError) in
            try await subject.photos.assets(in: 0..<5, of: snapshot)
        }
        #expect(error == .snapshotInvalidated(of: snapshot.library))
        #expect(try await subject.manager.page(PageRequest(size: 5)).assets.count == 2)
    }

    // the edit                   the user
    // --------                   --------
    // waits for consent
    //                            revokes the permission
    // ends, nothing changed
    @Test(arguments: [AuthorizationStatus.denied, .limited])
    func `An edit ends with the permission, also one that waits for consent`(status: AuthorizationStatus) async throws {
        var configuration = SyntheticConfiguration(assets: 20)
        configuration.consent = .forEverything
        let store = SyntheticStore(configuration)
        let authorization = MockAuthorization(.authorized)
        let factory = PhotoLibrarySource.synthetic(store, authorization: authorization)
        let manager = MediaManager(factory, executor: LibraryExecutor(label: "withdrawn"), limits: .untimed)
        let doomed = store.contents.assets[0].id
        let edit = Task { try await manager.performChanges { $0.delete(doomed) } }
        await store.waitUntilConsentIsAsked()
        authorization.status = status
        store.answerConsent(true)
        let expected: EditError = status == .denied ? .library(.notAuthorized(.denied)) : .assetNotFound(doomed)
        #expect(await edit.result.editError == expected)
        #expect(store.contents.asset(doomed) != nil)
    }

    @Test func `A restored permission opens the library again, but not what was fetched under the old one`()
        async throws
    {
        let subject = LivingSubject()
        let snapshot = try await subject.photos.snapshot()
        subject.authorization.status = .denied
        subject.authorization.status = .authorized
        var updates = subject.photos.updates(of: snapshot).makeAsyncIterator()
        let error = await failure { () async throws(LibraryError) in try await updates.next() }
        #expect(error == .snapshotInvalidated(of: snapshot.library))
        #expect(try await subject.photos.snapshot().count == snapshot.count)
        #expect(subject.count(of: .open) == 2)
    }
}
