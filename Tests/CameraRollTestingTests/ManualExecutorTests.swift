import CameraRoll
import CameraRollTesting
import SyntheticLibrary
import Testing

@Suite struct ManualExecutorTests {
    private let manual = ManualExecutor(label: "by hand")

    @Test func `Nothing runs before the test says so`() async {
        let counter = Counter(manual)
        let task = Task { await counter.increment() }
        await manual.waitUntilEnqueued(1)
        #expect(manual.waitingJobs == 1)
        #expect(manual.runNext())
        #expect(await task.value == 1)
        #expect(!manual.runNext())
    }

    @Test func `All jobs run, and those that they bring along, up to a limit`() async {
        let counter = Counter(manual)
        let tasks = (0..<5).map { _ in Task { await counter.increment() } }
        await manual.waitUntilEnqueued(5)
        #expect(manual.runAll(limit: 2) == 2)
        #expect(manual.waitingJobs == 3)
        #expect(manual.runAll() == 3)
        for task in tasks { _ = await task.value }
    }

    @Test func `Code runs isolated while it is run by hand, and is not outside`() async {
        let counter = Counter(manual)
        #expect(manual.executor.isIsolatingCurrentContext() == false)
        async let isIsolated = counter.isIsolated()
        await manual.waitUntilEnqueued(1)
        manual.runNext()
        #expect(await isIsolated)
        #expect(manual.executor.isIsolatingCurrentContext() == false)
        #expect(manual.executor.currentActivity == nil)
        #expect(manual.executor.statistics.jobs == 1)
    }

    @Test func `Waiting for jobs that wait already returns at once`() async {
        let counter = Counter(manual)
        let task = Task { await counter.increment() }
        await manual.waitUntilEnqueued(1)
        await manual.waitUntilEnqueued(1)
        await manual.waitUntilEnqueued(0)
        manual.runAll()
        _ = await task.value
    }

    @Test func `A canceled task does not wait for jobs, and says where it waited and what was enqueued`() async throws {
        let access = LibraryAccess(.synthetic(assets: 1), executor: manual.executor, limits: .untimed)
        let reader = Task { try await access.read("page") { _ in } }
        await manual.waitUntilEnqueued(1)
        let message = try await canceledReport { [manual] in await manual.waitUntilEnqueued(2) }
        #expect(message.hasPrefix("\(#fileID):\(#line - 1): waitUntilEnqueued(2): canceled; "))
        #expect(message.contains("page"))
        manual.runAll()
        try await reader.value
        let none = try await canceledReport { [manual] in await manual.waitUntilEnqueued(1) }
        #expect(none.hasSuffix("no job waits."))
    }

    // the task                 the test
    // --------                 --------
    // shutdown() suspends
    //                          finds nothing more to run: that ends it
    // continues
    @Test func `A shutdown ends when the test finds nothing more to run`() async {
        let counter = Counter(manual)
        let task = Task { await counter.shutDown() }
        let pump = Task {
            while !Task.isCancelled {
                await WaitReport.withoutReports { await manual.waitUntilEnqueued(1) }
                manual.runAll()
            }
        }
        await task.value
        pump.cancel()
        await pump.value
    }

    #if os(Linux) || os(macOS)
        @Test func `Two callers at once stop the process`() async {
            await #expect(processExitsWith: .failure) {
                let manual = ManualExecutor()
                let counter = Counter(manual)
                Task { await counter.runOthers() }
                await manual.waitUntilEnqueued(1)
                manual.runNext()
            }
        }
    #endif
}

private actor Counter {
    nonisolated let manual: ManualExecutor
    private var count = 0

    init(_ manual: ManualExecutor) {
        self.manual = manual
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { manual.executor.asUnownedSerialExecutor() }

    func increment() -> Int {
        count += 1
        return count
    }

    func isIsolated() -> Bool {
        manual.executor.isIsolatingCurrentContext() == true
    }

    func shutDown() async {
        await manual.executor.shutdown()
    }

    func runOthers() {
        manual.runNext()
    }
}
