import CameraRoll
import CameraRollTesting
import CoreTestSupport
import Foundation
import Testing

@Suite struct LibraryExecutorTests {
    @Test func `An actor's code runs on its executor, and on no other`() async {
        let other = LibraryExecutor(label: "other")
        let worker = Worker(LibraryExecutor(label: "mine"))
        let (onMine, onOther) = await worker.isIsolated(also: other)
        #expect(onMine)
        #expect(!onOther)
        #expect(worker.executor.isIsolatingCurrentContext() == false)
    }

    @Test func `Code on the executor may assume so`() async {
        let executor = LibraryExecutor(label: "assume")
        let (first, second) = (Worker(executor), Worker(executor))
        await first.increment()
        #expect(await first.count(of: second) == 0)
    }

    #if os(Linux) || os(macOS)
        @Test func `Assuming it elsewhere stops the process`() async {
            await #expect(processExitsWith: .failure) {
                let worker = Worker(LibraryExecutor(label: "elsewhere"))
                await worker.increment()
                worker.preconditionIsolated()
            }
        }

        @Test func `Assuming it on another executor stops the process`() async {
            await #expect(processExitsWith: .failure) {
                let worker = Worker(LibraryExecutor(label: "mine"))
                let other = Worker(LibraryExecutor(label: "other"))
                _ = await other.count(of: worker)
            }
        }
    #endif

    @Test func `All jobs run on one thread`() async {
        let executor = LibraryExecutor(label: "one thread")
        let worker = Worker(executor)
        let threads = await withTaskGroup { group in
            for _ in 0..<500 { group.addTask { await worker.thread() } }
            return await group.reduce(into: Set<UInt>()) { $0.insert($1) }
        }
        // Optimized code releases the worker before its last hops, and a released executor starts a new thread.
        withExtendedLifetime(executor) {}
        #expect(threads.count == 1)
    }

    @Test func `Actors of one executor call each other without leaving the thread`() async {
        let executor = LibraryExecutor(label: "two actors")
        let (first, second) = (Worker(executor), Worker(executor))
        #expect(await first.threads(with: second).count == 1)
    }

    #if os(Linux)
        @Test func `The thread has the executor's name, cut to 15 bytes`() async {
            let worker = Worker(LibraryExecutor(label: "named-4711-and-far-too-long"))
            #expect(ProcessThreads.count(named: "named-4711-and-") == 0)
            await worker.increment()
            #expect(ProcessThreads.count(named: "named-4711-and-") == 1)
            await worker.increment()
            #expect(ProcessThreads.count(named: "named-4711-and-") == 1)
        }
    #endif

    @Test func `What runs now is named while it runs`() async {
        let executor = LibraryExecutor(label: "busy")
        let gate = BlockingGate()
        executor.append(NotingTurn("dawdle") { gate.pass() }, lane: .utility)
        executor.append(NotingTurn("wait"), lane: .background)
        await gate.waitUntilReached()
        #expect(executor.currentActivity?.operation == "dawdle")
        #expect(executor.statistics.lanes[.background]?.depth == 1)
        gate.open()
        await executor.shutdown()
        #expect(executor.currentActivity == nil)
        #expect(executor.statistics.jobs == 2)
    }

    @Test func `The shared executor is always the same`() {
        #expect(LibraryExecutor.shared === LibraryExecutor.shared)
        #expect(LibraryExecutor.shared.label == "cameraroll.lib")
    }
}

/// An actor on an executor.
actor Worker {
    nonisolated let executor: LibraryExecutor
    private(set) var count = 0

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(_ executor: LibraryExecutor) {
        self.executor = executor
    }

    @discardableResult
    func increment() -> Int {
        count += 1
        return count
    }

    func isIsolated(also other: LibraryExecutor) -> (Bool, Bool) {
        (executor.isIsolatingCurrentContext() == true, other.isIsolatingCurrentContext() == true)
    }

    /// Reads another actor's state without `await`.
    func count(of other: Worker) -> Int {
        other.assumeIsolated { $0.count }
    }

    func thread() -> UInt { currentThread() }

    func threads(with other: Worker) async -> Set<UInt> {
        var threads: Set<UInt> = []
        for _ in 0..<20 {
            threads.insert(currentThread())
            threads.insert(await other.thread())
        }
        return threads
    }

    func shutDown() async -> Int {
        await executor.shutdown()
        return increment()
    }
}

private func currentThread() -> UInt {
    // Not `pthread_self`, which glibc declares a constant: optimized async code reuses its value from before a hop.
    UInt(bitPattern: ObjectIdentifier(Thread.current))
}
