import CameraRoll
import CameraRollTesting
import CoreTestSupport
import Testing

@Suite struct LibraryExecutorShutdownTests {
    @Test func `A shutdown runs everything that was accepted`() async {
        let executor = LibraryExecutor(label: "accepted")
        let notes = Notes<Int>()
        let gate = BlockingGate()
        executor.append(NotingTurn { gate.pass() }, lane: .interactive)
        await gate.waitUntilReached()
        for number in 0..<100 {
            #expect(executor.accept(NotingTurn { notes.append(number) }, lane: .background))
        }
        async let shutdown: Void = executor.shutdown()
        gate.open()
        await shutdown
        #expect(notes.all == Array(0..<100))
    }

    @Test func `After a shutdown no call is accepted, but a runtime job still runs`() async {
        let worker = Worker(LibraryExecutor(label: "later"))
        await worker.increment()
        await worker.executor.shutdown()
        #expect(!worker.executor.accept(NotingTurn { Issue.record("ran") }, lane: .standard))
        #expect(await worker.increment() == 2)
        await worker.executor.shutdown()
    }

    @Test func `Further turns of an accepted call run after a shutdown`() async {
        let executor = LibraryExecutor(label: "further")
        let gate = Gate()
        await executor.shutdown()
        executor.append(NotingTurn { gate.open() }, lane: .background)
        await gate.wait()
        #expect(gate.isOpen)
        await executor.shutdown()
    }

    @Test func `Before the first job a shutdown returns at once`() async {
        let executor = LibraryExecutor(label: "unused")
        await executor.shutdown()
        await executor.shutdown()
        #expect(executor.statistics.jobs == 0)
    }

    @Test func `Many may shut down at the same time, and again`() async {
        let worker = Worker(LibraryExecutor(label: "many"))
        await worker.increment()
        await withTaskGroup { group in
            for _ in 0..<20 { group.addTask { await worker.executor.shutdown() } }
        }
        await worker.executor.shutdown()
        #expect(await worker.count == 1)
    }

    // the actor                the executor's thread
    // ---------                ---------------------
    // shutdown() suspends
    //                          nothing waits: ends, and resumes the actor
    // needs a thread again
    //                          starts once more
    // continues
    @Test func `A shutdown may be asked for on the executor itself`() async {
        let worker = Worker(LibraryExecutor(label: "itself"))
        #expect(await worker.shutDown() == 1)
        #expect(await worker.increment() == 2)
    }

    @Test func `Shutting down and enqueueing at once loses no job`() async {
        for _ in 0..<100 {
            let worker = Worker(LibraryExecutor(label: "race"))
            async let first: Void = worker.executor.shutdown()
            async let count = worker.increment()
            async let second: Void = worker.executor.shutdown()
            _ = await (first, second)
            #expect(await count == 1)
        }
    }

    @Test func `An unused executor is released with its label's thread`() async {
        weak var released: LibraryExecutor?
        do {
            let worker = Worker(LibraryExecutor(label: "released-8315"))
            await worker.increment()
            released = worker.executor
            #expect(released != nil)
        }
        #if os(Linux)
            await ProcessThreads.waitUntilNone(named: "released-8315")
        #endif
        #expect(released == nil)
    }

    @Test func `An executor that never ran a job is released`() {
        weak var released: LibraryExecutor?
        do {
            let executor = LibraryExecutor(label: "never used")
            released = executor
            #expect(released != nil)
        }
        #expect(released == nil)
    }

    @Test func `A job that waits is run although its executor has gone`() async {
        let gate = BlockingGate()
        let done = Gate()
        weak var executor: LibraryExecutor?
        do {
            let made = LibraryExecutor(label: "gone")
            executor = made
            made.append(NotingTurn { gate.pass() }, lane: .standard)
            made.append(NotingTurn { done.open() }, lane: .standard)
        }
        await gate.waitUntilReached()
        #expect(executor == nil)
        gate.open()
        await done.wait()
        #expect(done.isOpen)
    }
}
