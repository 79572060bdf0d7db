import CameraRollTesting
import Synchronization
import SyntheticLibrary
import TestSupport
import Testing

@testable import CameraRoll

@Suite(.timeLimit(.hang)) struct CallerContinuationTests {
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

    @Test @MainActor func `The main actor gets the value before, while and after it suspends`() async {
        #expect(await withCallerContinuation { $0.resume(returning: 7) } == 7)
        for number in 0..<1_000 {
            let value = await withCallerContinuation { continuation in
                MainActor.assertIsolated()
                Task.detached { continuation.resume(returning: number) }
            }
            MainActor.assertIsolated()
            #expect(value == number)
        }
    }

    // Caller                  Another thread           A third
    // ------                  --------------           -------
    // waits
    //                         cancels                  resumes, or awaits the caller with a higher priority
    @Test(arguments: Effort.seeds(1, of: 0...3)) @MainActor
    func `A task of the main actor that is canceled, resumed and escalated at a time is resumed once`(seed: UInt64)
        async
    {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let kept = Lock<CallerContinuation<Int>?>(nil)
            let resume: @Sendable (Int) -> Void = { value in kept.withLock { $0.take() }?.resume(returning: value) }
            let caller = Task(priority: .background) {
                await withCancellableContinuation { continuation in
                    kept.withLock { $0 = continuation }
                    if Task.isCancelled { resume(-1) }
                } onCancel: {
                    resume(-1)
                }
            }
            let others = [true, false].shuffled(using: &random).map { cancels in
                Task.detached { if cancels { caller.cancel() } else { resume(1) } }
            }
            let waiter = Task.detached(priority: .high) { await caller.value }
            for other in others { await other.value }
            // The caller may have begun to wait after both.
            resume(2)
            let value = await waiter.value
            #expect([-1, 1, 2].contains(value))
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
