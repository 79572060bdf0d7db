import CameraRoll
import CameraRollTesting
import CoreTestSupport
import SyntheticLibrary
import Testing

/// Canceling before, during and after a read: the wait ends at once, and the library can be read afterwards.
@Suite struct ReadCancellationTests {
    private let manual = ManualExecutor()
    private let subject: Subject

    init() {
        subject = Subject(SyntheticConfiguration(assets: 100), executor: manual.executor)
    }

    /// Runs the manual executor until a task is done.
    private func run<Value>(_ task: Task<Value, any Error>) async throws -> Value {
        let pump = Task {
            while !Task.isCancelled {
                await WaitReport.withoutReports { await manual.waitUntilEnqueued(1) }
                manual.runAll()
            }
        }
        let result = await task.result
        pump.cancel()
        await pump.value
        return try result.get()
    }

    private func expectStillReadable() async throws {
        let count = try await run(Task { try await subject.photos.count(of: Subject.everything) })
        #expect(count == 100)
    }

    @Test func `A task that is cancelled already touches nothing`() async throws {
        let store = subject.store
        let started = Gate()
        let task = Task { [photos = subject.photos] in
            await started.wait()
            return try await photos.snapshot()
        }
        task.cancel()
        started.open()
        await #expect(throws: LibraryError.cancelled) { try await task.value }
        #expect(manual.waitingJobs == 0 && store.statistics.reads == 0)
        try await expectStillReadable()
    }

    // Reader                     Library
    // ------                     -------
    // requests a snapshot
    //                            (its turn has not come)
    // is canceled
    // gets .cancelled
    //                            skips the turn
    @Test func `Cancelling ends a wait in the lane at once, with no help of the library`() async throws {
        let task = Task { [photos = subject.photos] in try await photos.snapshot() }
        await manual.waitUntilEnqueued(1)
        task.cancel()
        await #expect(throws: LibraryError.cancelled) { try await task.value }
        #expect(subject.store.statistics.reads == 0)
        manual.runAll()
        #expect(subject.store.statistics.reads == 0)
        try await expectStillReadable()
    }

    // Reader                     Library
    // ------                     -------
    // requests 100 assets
    //                            runs the first slice
    // is canceled
    // gets .cancelled
    //                            runs no other slice
    @Test func `Cancelling between two slices ends the read there`() async throws {
        let snapshot = try await run(
            Task { [photos = subject.photos] in
                try await photos.snapshot(of: Subject.everything)
            })
        let task = Task { [photos = subject.photos] in
            try await photos.assets(in: snapshot.indices, of: snapshot)
        }
        await manual.waitUntilEnqueued(1)
        // Another job is queued too, so the read yields after a slice.
        subject.photos.access.appendTurn("other", lane: .background)
        let before = subject.store.statistics.reads
        #expect(manual.runNext())
        #expect(subject.store.statistics.reads == before + 1)
        task.cancel()
        await #expect(throws: LibraryError.cancelled) { try await task.value }
        manual.runAll()
        #expect(subject.store.statistics.reads == before + 1)
        try await expectStillReadable()
    }

    @Test func `Cancelling after the end changes nothing`() async throws {
        let task = Task { [photos = subject.photos] in try await photos.count(of: Subject.everything) }
        let count = try await run(task)
        task.cancel()
        #expect(try await task.value == count)
        try await expectStillReadable()
    }

    @Test func `A snapshot without waiting callers is released`() async throws {
        let task = Task { [photos = subject.photos] in try await photos.snapshot() }
        await manual.waitUntilEnqueued(1)
        task.cancel()
        _ = await task.result
        manual.runAll()
        #expect(subject.store.liveFetchResults == 0)
    }

    @Test func `Cancelling a walk throws once and then ends it`() async throws {
        let subject = Subject(assets: 100)
        let snapshot = try await subject.photos.snapshot(of: Subject.everything)
        let task = Task {
            var iterator = subject.photos.pages(of: snapshot, size: 10, readsAhead: true).makeAsyncIterator()
            let first = try await iterator.next()
            withUnsafeCurrentTask { $0?.cancel() }
            let error = await failure { () async throws(LibraryError) in try await iterator.next() }
            let after = try await iterator.next()
            return (first?.assets.count, error, after)
        }
        let (first, error, after) = try await task.value
        #expect(first == 10 && error == .cancelled && after == nil)
        #expect(try await subject.ids().count == 100)
    }

    @Test func `A walk that is left early leaves no read behind`() async throws {
        let task = Task { [photos = subject.photos] in
            let snapshot = try await photos.snapshot(of: Subject.everything)
            for try await page in photos.pages(of: snapshot, size: 10, readsAhead: true) { return page.assets.count }
            return 0
        }
        #expect(try await run(task) == 10)
        manual.runAll()
        // No more than one page was read ahead, in however many slices.
        #expect(subject.store.statistics.assetsMaterialised <= 20)
        #expect(subject.store.liveFetchResults == 0)
    }

    @Test func `An error ends a walk, and the failing page can be walked from again`() async throws {
        let subject = Subject(assets: 40)
        let all = try await subject.ids()
        let snapshot = try await subject.photos.snapshot(of: Subject.everything)
        var iterator = subject.photos.pages(of: snapshot, size: 10).makeAsyncIterator()
        _ = try await iterator.next()
        subject.store.faults.failingOperations = [.readAssets: "the disk is slow"]
        let error = await failure { () async throws(LibraryError) in try await iterator.next() }
        #expect(error == .failed("readAssets", reason: "the disk is slow"))
        subject.store.faults = .none
        #expect(try await iterator.next() == nil)
        let rest = subject.photos.pages(of: snapshot, size: 10, startingAt: 1)
        #expect(try await rest.reduce(into: []) { $0 += $1.assets.map(\.id) } == Array(all[10...]))
    }
}
