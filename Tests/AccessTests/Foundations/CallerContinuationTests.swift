import CameraRollTesting
import Synchronization
import Testing

@testable import CameraRoll

@Suite(.timeLimit(.minutes(10))) struct CallerContinuationTests {
    @Test func `A continuation that is resumed before the task suspends returns its value`() async {
        let value = await withCallerContinuation { $0.resume(returning: 7) }
        #expect(value == 7)
    }

    @Test func `A continuation that is resumed from another thread returns its value`() async {
        for number in 0..<1_000 {
            let value = await withCallerContinuation { continuation in
                Task.detached { continuation.resume(returning: number) }
            }
            #expect(value == number)
        }
    }

    @Test func `A task that is canceled before, while and after it waits is resumed once`() async {
        for moment in 0..<3 {
            let kept = Lock<CallerContinuation<Int>?>(nil)
            let isWaiting = Completion<Void>()
            let task = Task {
                if moment == 0 { withUnsafeCurrentTask { $0?.cancel() } }
                return await withCancellableContinuation { continuation in
                    kept.withLock { $0 = continuation }
                    if moment == 0 { continuation.resume(returning: 0) }
                    isWaiting.end()
                } onCancel: {
                    kept.withLock { $0.take() }?.resume(returning: -1)
                }
            }
            await isWaiting.wait()
            if moment == 2 { kept.withLock { $0.take() }?.resume(returning: 2) }
            task.cancel()
            #expect(await task.value == [0, -1, 2][moment])
        }
    }

    @Test func `An actor registers and resumes on its own executor, and is enqueued there once for each wait at most`()
        async
    {
        let executor = LibraryExecutor(label: "caller")
        let caller = Caller(executor: executor)
        let (first, _) = await caller.waits(1, on: executor)
        let (many, isOnExecutor) = await caller.waits(51, on: executor)
        #expect(many - first <= 50)
        #expect(isOnExecutor)
        await executor.shutdown()
    }
}

/// An actor on an executor of its own, which counts its jobs.
private actor Caller {
    nonisolated let executor: LibraryExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(executor: LibraryExecutor) {
        self.executor = executor
    }

    /// Waits so often for another thread; returns the number of jobs of the executor, and whether it never left it.
    func waits(_ count: Int, on executor: LibraryExecutor) async -> (jobs: Int, isOnExecutor: Bool) {
        let before = executor.statistics.jobs
        var isOnExecutor = true
        for _ in 0..<count {
            await withCancellableContinuation { continuation in
                isOnExecutor = isOnExecutor && executor.isIsolatingCurrentContext() == true
                Task.detached { continuation.resume(returning: ()) }
            } onCancel: {
            }
            isOnExecutor = isOnExecutor && executor.isIsolatingCurrentContext() == true
        }
        return (executor.statistics.jobs - before, isOnExecutor)
    }
}
