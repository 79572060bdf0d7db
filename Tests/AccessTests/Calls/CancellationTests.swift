import CameraRollTesting
import CoreTestSupport
import Testing

@testable import CameraRoll

@Suite struct CancellationTests {
    private let setup = ManualSetup()

    @Test func `A task that is cancelled already reads nothing`() async {
        let gate = Gate()
        let task = Task {
            await gate.wait()
            return try await setup.read(1)
        }
        task.cancel()
        #expect(await task.libraryError == .cancelled)
        #expect(setup.manual.waitingJobs == 0)
        #expect(setup.ledger.entries.isEmpty)
    }

    // the caller               the executor
    // ----------               ------------
    // waits                    has queued the read
    // is canceled: ends
    //                          skips the read
    @Test func `A read that is cancelled before its turn touches nothing`() async {
        let task = Task { try await setup.read(1) }
        await setup.manual.waitUntilEnqueued(1)
        task.cancel()
        #expect(await task.libraryError == .cancelled)
        setup.manual.runAll()
        #expect(setup.ledger.entries.isEmpty)
    }

    // the caller               the executor
    // ----------               ------------
    // waits                    is in the read's turn
    // is canceled: ends
    //                          ends the turn; its result is dropped
    @Test func `A read that is cancelled during its turn ends at once, and its result is dropped`() async throws {
        let access = LibraryAccess(
            .fixed(FixedContents(assets: [])), executor: LibraryExecutor(label: "during"), limits: .untimed)
        let gate = BlockingGate()
        let task = Task {
            try await access.read("cancels") { _ in
                gate.pass()
                return 1
            }
        }
        await gate.waitUntilReached()
        task.cancel()
        #expect(await task.libraryError == .cancelled)
        gate.open()
        #expect(try await access.read("next") { _ in 2 } == 2)
    }

    @Test func `A read that was answered before its task is cancelled keeps its answer`() async throws {
        let task = Task { try await setup.read(1) }
        await setup.manual.waitUntilEnqueued(1)
        setup.manual.runNext()
        task.cancel()
        #expect(try await task.value == 1)
    }

    // the caller               the executor
    // ----------               ------------
    //                          slice 1
    // is canceled
    //                          no slice 2
    @Test func `A read that is cancelled between two slices takes no more of them`() async throws {
        let slices = Notes<Int>()
        let other = Task { try await setup.read(0) }
        await setup.manual.waitUntilEnqueued(1)
        let task = Task(priority: .high) {
            try await setup.access.perform("sliced", NotedSlices(3) { slices.append($0) })
        }
        await setup.manual.waitUntilEnqueued(2)
        setup.manual.runNext()
        task.cancel()
        #expect(await task.libraryError == .cancelled)
        setup.manual.runAll()
        #expect(slices.all == [1])
        #expect(try await other.value == 0)
    }

    @Test func `A page that is dropped instead of waited for takes no turn`() async throws {
        async let opening = PhotoRepository(access: setup.access).snapshot()
        await setup.manual.waitUntilEnqueued(1)
        setup.manual.runAll()
        let snapshot = try await opening
        setup.ledger.reset()
        do {
            let page = try PendingPages(PagesRead(from: PageRequest(size: 10), most: 1, of: snapshot), of: snapshot)
            withExtendedLifetime(page) { #expect(setup.manual.waitingJobs == 1) }
        }
        setup.manual.runAll()
        #expect(setup.ledger.entries.isEmpty)
        withExtendedLifetime(snapshot) {}
    }

    @Test func `Reads that are cancelled and reads that are answered at once end exactly once each`() async {
        let access = LibraryAccess(
            .fixed(FixedContents()), executor: LibraryExecutor(label: "cancel race"), limits: .untimed)
        for _ in 0..<500 {
            let task = Task { try await access.read("race") { library in 1 } }
            task.cancel()
            switch await task.result {
            case .success(let value): #expect(value == 1)
            case .failure(let error): #expect(error as? LibraryError == .cancelled)
            }
        }
        await access.close()
    }
}
