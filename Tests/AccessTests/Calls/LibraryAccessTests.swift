import CameraRoll
import CameraRollTesting
import CoreTestSupport
import Foundation
import Synchronization
import SyntheticLibrary
import Testing

@Suite struct LibraryAccessTests {
    @Test func `A read runs on the executor and gives its value`() async throws {
        let executor = LibraryExecutor(label: "reads")
        let access = LibraryAccess(
            .fixed(FixedContents(assets: [MediaAsset(id: "a")])), executor: executor, limits: .untimed)
        let (count, isOnExecutor) = try await access.read("count") { library in
            (try library.fetchAssets(.all).count, executor.isIsolatingCurrentContext() == true)
        }
        #expect(count == 1)
        #expect(isOnExecutor)
        await access.close()
    }

    @Test func `What a read throws comes out as it is`() async {
        let access = LibraryAccess(
            .fixed(FixedContents()), executor: LibraryExecutor(label: "throws"), limits: .untimed)
        await #expect(throws: LibraryError.albumNotFound("x")) {
            try await access.read("throw") { library in try library.fetchAssets(.album("x")).count
            }
        }
        await access.close()
    }

    // An abandoned call counts toward the limit until its turn has been skipped. Otherwise callers that retry while
    // the library hangs would exhaust the memory.
    @Test func `One call more than the limit is refused, and room is made by turns, not by giving up`()
        async throws
    {
        let setup = ManualSetup(limits: LibraryAccess.Limits(maximumPendingReads: 2))
        let first = Task { try await setup.read(1) }
        let second = Task { try await setup.read(2) }
        await setup.manual.waitUntilEnqueued(2)
        await #expect(throws: LibraryError.tooManyCalls(limit: 2)) { try await setup.read(3) }
        first.cancel()
        #expect(await first.libraryError == .cancelled)
        await #expect(throws: LibraryError.tooManyCalls(limit: 2)) { try await setup.read(3) }
        #expect(setup.manual.runNext())
        let fourth = Task { try await setup.read(4) }
        await setup.manual.waitUntilEnqueued(2)
        setup.manual.runAll()
        #expect(try await second.value == 2)
        #expect(try await fourth.value == 4)
    }

    @Test func `A library that cannot be opened is tried again by the next read`() async throws {
        struct Trouble: Error {}
        let attempts = Atomic(0)
        let factory = PhotoLibrarySource { context in
            switch attempts.add(1, ordering: .relaxed).newValue {
            case 1: throw Trouble()
            case 2: throw LibraryError.failed("open", reason: "second")
            default: return FixedLibrary(FixedContents(), context: context)
            }
        }
        let access = LibraryAccess(factory, executor: LibraryExecutor(label: "trouble"), limits: .untimed)
        let read = { try await access.read("read") { library in 1 } }
        await #expect(throws: LibraryError.cannotOpen(reason: "Trouble()")) { try await read() }
        await #expect(throws: LibraryError.failed("open", reason: "second")) { try await read() }
        #expect(try await read() == 1)
        #expect(try await read() == 1)
        #expect(attempts.load(ordering: .relaxed) == 3)
        await access.close()
    }

    @Test func `After a shutdown of the executor reads are refused`() async {
        let executor = LibraryExecutor(label: "shut down")
        let access = LibraryAccess(.fixed(FixedContents()), executor: executor, limits: .untimed)
        await executor.shutdown()
        await #expect(throws: LibraryError.shutDown) {
            try await access.read("late") { library in 1 }
        }
        await access.close()
    }

    @Test func `Reads of many tasks all end, each with its own answer`() async throws {
        let access = LibraryAccess(
            .fixed(FixedContents()), executor: LibraryExecutor(label: "many reads"), limits: .untimed)
        let sum = try await withThrowingTaskGroup { group in
            for number in 0..<500 {
                let priority: TaskPriority = number % 2 == 0 ? .background : .high
                group.addTask(priority: priority) {
                    try await access.read("read") { library in number }
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(sum == 500 * 499 / 2)
        await access.close()
    }

    @Test func `What stands in front of a library asks for the same permission`() async throws {
        let authorization = MockAuthorization(.denied)
        let wrapped = Atomic(0)
        let factory = PhotoLibrarySource.fixed(FixedContents(), authorization: authorization).wrapping { library in
            wrapped.add(1, ordering: .relaxed)
            return library
        }
        let access = LibraryAccess(factory, executor: LibraryExecutor(label: "wrapped"), limits: .untimed)
        await #expect(throws: LibraryError.notAuthorized(.denied)) { try await access.read("read") { _ in 1 } }
        #expect(wrapped.load(ordering: .relaxed) == 0)
        authorization.status = .authorized
        #expect(try await access.read("read") { _ in 1 } == 1)
        #expect(wrapped.load(ordering: .relaxed) == 1)
    }

    @Test func `An error of another kind comes out as a failure of the read, with its own words`() async {
        struct Locked: LocalizedError {
            let errorDescription: String? = "the index is locked by process 7"
        }
        let access = LibraryAccess(
            .fixed(FixedContents()), executor: LibraryExecutor(label: "foreign"), limits: .untimed)
        await #expect(throws: LibraryError.failed("names", reason: "the index is locked by process 7")) {
            try await access.read("names") { _ -> Int in throw Locked() }
        }
        let closed = LibraryAccess(
            PhotoLibrarySource { _ in throw Locked() }, executor: LibraryExecutor(label: "closed"), limits: .untimed)
        await #expect(throws: LibraryError.cannotOpen(reason: "the index is locked by process 7")) {
            try await closed.read("names") { _ in 1 }
        }
    }

    // Reader                     Library                   Closer
    // ------                     -------                   ------
    //                            does not return
    //                                                      closes, and waits
    // reads: .shutDown at once
    //                                                      is canceled: returns
    //                            returns; is released
    @Test func `Closing a hung library refuses reads at once, and can be given up`() async throws {
        let ledger = AccessLedger()
        let executor = LibraryExecutor(label: "hung close")
        let access = LibraryAccess(.fixed(FixedContents()).recorded(in: ledger), executor: executor, limits: .untimed)
        let gate = BlockingGate()
        let stuck = Task { try await access.read("stuck") { library in gate.pass() } }
        await gate.waitUntilReached()
        let closing = Task { await access.close() }
        closing.cancel()
        await closing.value
        await #expect(throws: LibraryError.shutDown) { try await access.read("late") { _ in 1 } }
        gate.open()
        try await stuck.value
        await executor.shutdown()
        #expect(ledger.entries.last?.touch == .releaseLibrary)
    }

    #if os(Linux)
        // In a separate process, since other tests have threads too.
        // Readers                    the executor              the threads
        // -------                    ------------              -----------
        //                            is blocked by a read
        // 10,000 arrive and wait
        //                                                      are counted
        //                            is released
        // get their results
        @Test func `10,000 reads in flight need no more threads than one`() async {
            await #expect(processExitsWith: .success) {
                let allHaveArrived = Gate()
                let executor = LibraryExecutor(label: "ten thousand", isManual: false) { waitingJobs in
                    if waitingJobs() >= 10_000 { allHaveArrived.open() }
                }
                let access = LibraryAccess(.fixed(FixedContents()), executor: executor, limits: .untimed)
                let gate = BlockingGate()
                let holding = Task { try await access.read("hold") { library in gate.pass() } }
                await gate.waitUntilReached()
                let readers = Task {
                    try await withThrowingTaskGroup { group in
                        for number in 0..<10_000 { group.addTask { try await access.read("read") { _ in number } } }
                        return try await group.reduce(0, +)
                    }
                }
                await allHaveArrived.wait()
                let threads = ProcessThreads.numbers.count
                gate.open()
                try await holding.value
                #expect(try await readers.value == 10_000 * 9_999 / 2)
                #expect(executor.statistics.greatestDepth >= 10_000)
                #expect(threads > 0, "the threads were counted")
                #expect(threads <= ProcessInfo.processInfo.activeProcessorCount + 6, "\(threads) threads")
            }
        }
    #endif
}
