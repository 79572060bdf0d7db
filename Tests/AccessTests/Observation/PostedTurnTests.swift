import CameraRollTesting
import CoreTestSupport
import SyntheticLibrary
import TestSupport
import Testing

@testable import CameraRoll

/// What waits while a library hangs is bounded, however often it is asked for (*Bounded Everything*).
@Suite(.timeLimit(.hang)) struct PostedTurnTests {
    private let setup = ManualSetup(limits: LibraryAccess.Limits(deadline: nil, maximumPendingReads: 16))

    /// Subscribes and unsubscribes, while the executor runs.
    private func follow() async throws {
        // Not by the value of a task, which would retain the subscription.
        let place = Lock<ChangeSubscription?>(nil)
        try await setup.manual.finish { [access = setup.access] in
            let subscription = try await ChangeSubscription.open(behind: access)
            place.withLock { $0 = subscription }
        }
        let last = place.withLock { $0.take() }
        withExtendedLifetime(last) {}
    }

    @Test func `Subscriptions that fail while the library hangs leave one turn behind`() async throws {
        let reads = try (0..<16).map { _ in try setup.access.start(NotedSlices(1), as: "read") }
        for _ in 0..<11_100 {
            await #expect(throws: LibraryError.tooManyCalls(limit: 16)) {
                try await ChangeSubscription.open(behind: setup.access)
            }
        }
        #expect(setup.manual.waitingJobs <= 20)
        setup.manual.runAll()
        withExtendedLifetime(reads) {}
        // And the next subscribers are followed, and left, as ever.
        for count in 1...2 {
            try await follow()
            setup.manual.runAll()
            #expect(setup.ledger.entries(of: .stopObserving).count == count)
        }
    }

    @Test func `A permission that comes and goes while the library hangs leaves one turn behind`() async throws {
        _ = try await setup.finish(1)
        for _ in 0..<1_000 {
            setup.authorization.status = .denied
            setup.authorization.status = .authorized
        }
        #expect(setup.manual.waitingJobs == 1)
        setup.manual.runAll()
        #expect(setup.ledger.entries(of: .releaseLibrary).count == 1)
        // A turn is posted for the next one, too.
        _ = try await setup.finish(2)
        setup.authorization.status = .denied
        setup.manual.runAll()
        #expect(setup.ledger.entries(of: .releaseLibrary).count == 2)
    }

    @Test func `Closing a library that hangs many times leaves one turn for each priority`() async throws {
        _ = try await setup.finish(1)
        for number in 0..<400 {
            let priority = number.isMultiple(of: 2) ? TaskPriority.medium : .background
            let closing = Task(priority: priority) { await setup.access.close() }
            closing.cancel()
            await closing.value
        }
        #expect(setup.manual.waitingJobs <= 2)
        try await setup.manual.finish { [access = setup.access] in await access.close() }
        #expect(setup.ledger.entries(of: .releaseLibrary).count == 1)
    }

    @Test func `A library is closed after the reads of its lane that were accepted before`() async throws {
        let read = Lock(0)
        let reads = try (0..<3).map { _ in
            try setup.access.start(NotedSlices(1, itemsPerSlice: 100) { _ in read.withLock { $0 += 1 } }, as: "read")
        }
        let closing = Task { [access = setup.access] in await access.close() }
        closing.cancel()
        await closing.value
        setup.manual.runAll()
        #expect(read.withLock(\.self) == 3)
        withExtendedLifetime(reads) {}
    }

    @Test func `A library that says often that it went away is dropped once`() async throws {
        let (signals, ledger, manual) = (Notes<ChangeSignal>(), AccessLedger(), ManualExecutor())
        let factory = PhotoLibrarySource.fixed(FixedContents(assets: [MediaAsset(id: "a")]))
        let noting = PhotoLibrarySource(authorization: factory.authorization) { context in
            signals.append(context.signal)
            return try factory.open(context)
        }
        let access = LibraryAccess(noting.recorded(in: ledger), executor: manual.executor, limits: .untimed)
        for count in 1...2 {
            _ = try await manual.finish { try await access.read("open") { $0.identity } }
            // With those of a library that was dropped before.
            for _ in 0..<1_000 { for signal in signals.all { signal.libraryWentAway() } }
            #expect(manual.waitingJobs == 1)
            manual.runAll()
            #expect(ledger.entries(of: .releaseLibrary).count == count)
        }
    }
}
