import CameraRollTesting
import CoreTestSupport
import SyntheticLibrary
import TestSupport
import Testing

@testable import CameraRoll

/// Revocations that are applied late: streams that began since the permission was restored continue.
@Suite(.timeLimit(.hang)) struct LateWithdrawalTests {
    private let manual = ManualExecutor()

    // the user                 the executor             the subscriber
    // --------                 ------------             --------------
    //                          is busy
    // revokes permission
    // restores it
    //                                                   joins
    //                          applies the revocation
    //                          reads the list
    //                                                   gets it
    @Test func `A stream that began since the permission came back is not ended by the old withdrawal`() async throws {
        let subject = LivingSubject(executor: manual.executor)
        _ = try await manual.finish { try await subject.photos.snapshot() }
        subject.authorization.status = .denied
        subject.authorization.status = .authorized
        let albums = subject.manager.albums
        let stream = Task {
            var updates = albums.albumUpdates().makeAsyncIterator()
            let first = try await updates.next()
            subject.store.insert(1)
            let second = try await updates.next()
            return (first?.albums.count, second?.albums.count)
        }
        let counts = try await manual.outcome(of: stream).value
        #expect(counts.0 != nil && counts.1 != nil)
        #expect(subject.count(of: .open) == 2)
    }

    // the subscriber           the executor
    // --------------           ------------
    // joins since, and observes
    //                          applies the revocation last
    // is notified of a change
    @Test func `A withdrawal that reaches the executor last closes nothing that was opened since`()
        async throws
    {
        let subject = LivingSubject()
        _ = try await subject.photos.snapshot()
        subject.authorization.status = .denied
        let old = subject.access.permission.reading.permit
        subject.authorization.status = .authorized
        let snapshot = try await subject.photos.snapshot()
        var updates = subject.photos.updates(of: snapshot).makeAsyncIterator()
        subject.store.insert(1)
        _ = try await updates.next()
        subject.access.post("late") { $0.follow(old) }
        try await subject.access.read("settle") { _ in }
        subject.store.insert(1)
        #expect(try await updates.next()?.snapshot.count == snapshot.count + 2)
        #expect(subject.count(of: .open) == 2)
    }

    // the subscriber           the authorization        the executor
    // --------------           -----------------        ------------
    // reads the generation
    //                          revoked
    // joins
    // calls next
    //                                                   would refuse, but hangs
    // is ended all the same
    @Test func `A subscription that begins during a withdrawal does not wait for the executor`() async {
        let subject = LivingSubject(executor: manual.executor)
        let inbox = ChangeInbox(nil)
        let generation = subject.access.permission.reading.generation
        subject.access.permission.reading.look()
        subject.authorization.status = .denied
        _ = subject.access.changes.join(inbox, at: generation)
        let error = await failure { () async throws(LibraryError) in try await inbox.next() }
        #expect(error == .notAuthorized(.denied))
    }

    @Test func `What a page has left is not given out after the withdrawal`() async throws {
        let subject = LivingSubject()
        let snapshot = try await subject.photos.snapshot()
        var assets = subject.photos.assets(of: snapshot, pageSize: 20).makeAsyncIterator()
        #expect(try await assets.next() != nil)
        subject.authorization.status = .denied
        let error = await failure { () async throws(LibraryError) in try await assets.next() }
        #expect(error == .notAuthorized(.denied))
        #expect(try await assets.next() == nil)
    }

    @Test(arguments: [true, false])
    func `A page that was read ahead is not given out after the withdrawal`(comesBack: Bool) async throws {
        let subject = LivingSubject()
        let snapshot = try await subject.photos.snapshot()
        var pages = subject.photos.pages(of: snapshot, size: 10, readsAhead: true).makeAsyncIterator()
        _ = try await pages.next()
        try await subject.access.read("settle") { _ in }
        subject.authorization.status = .denied
        if comesBack { subject.authorization.status = .authorized }
        let error = await failure { () async throws(LibraryError) in try await pages.next() }
        #expect(error == .notAuthorized(.denied))
    }

    // The reader's task is resumed at the end of its read, and the permission is revoked before it continues.
    @Test(arguments: [AuthorizationStatus.denied, .limited])
    func `What was read before the permission was taken back is not given out after it`(status: AuthorizationStatus)
        async throws
    {
        let subject = LivingSubject(executor: manual.executor)
        let tasks = SteppedTasks()
        let reader = Task(executorPreference: tasks) {
            try await subject.photos.assets(withIdentifiers: [subject.store.contents.assets[0].id]).count
        }
        await tasks.waitUntilEnqueued(1)
        tasks.runAll()
        await manual.waitUntilEnqueued(1)
        manual.runAll()
        await tasks.waitUntilEnqueued(1)
        subject.authorization.status = status
        tasks.runAll()
        manual.runAll()
        await tasks.run(until: reader)
        switch status {
        case .denied: #expect(await reader.libraryError == .notAuthorized(.denied))
        default: #expect(try await reader.value == 0)
        }
    }

    @Test func `Updates of the authorization come also where only a read notices the change`() async throws {
        let silent = SilentAuthorization()
        let factory = PhotoLibrarySource.synthetic(SyntheticStore(assets: 3), authorization: silent)
        let manager = MediaManager(factory, executor: LibraryExecutor(label: "silent"), limits: .untimed)
        var updates = manager.authorizationUpdates().makeAsyncIterator()
        #expect(await updates.next() == .authorized)
        _ = try await manager.loadLibrary()
        silent.status = .denied
        await #expect(throws: LibraryError.notAuthorized(.denied)) { try await manager.loadLibrary() }
        #expect(await updates.next() == .denied)
    }
}

extension SteppedTasks {
    /// Runs jobs as they come until a task has ended.
    func run<Value: Sendable>(until task: Task<Value, any Error>) async {
        await task.runningJobs(until: { await self.waitUntilEnqueued(1) }, { runAll() })
    }
}
