import CameraRoll
import CoreTestSupport
import Dispatch
import Testing

@Suite struct LibraryExecutorStressTests {
    // 16 producers             the executor's thread
    // ------------             ---------------------
    // each appends 0...499     runs queued jobs, sleeps, is woken, …
    //                          has run everything, each producer's in its order
    @Test func `Of many producers every turn runs, each producer's in the order it was appended`() async {
        let executor = LibraryExecutor(label: "producers")
        let notes = Notes<(producer: Int, number: Int)>()
        await onThreads(16) { producer in
            for number in 0..<500 {
                executor.append(NotingTurn { notes.append((producer, number)) }, lane: .standard)
            }
        }
        await executor.shutdown()
        let ran = notes.all
        #expect(ran.count == 16 * 500)
        for producer in 0..<16 {
            #expect(ran.filter { $0.producer == producer }.map(\.number) == Array(0..<500))
        }
        #expect(executor.statistics.jobs == 16 * 500)
    }

    @Test func `Jobs of many tasks all run`() async {
        let worker = Worker(LibraryExecutor(label: "tasks"))
        await withTaskGroup { group in
            for index in 0..<1_000 {
                let priority: TaskPriority = [.background, .utility, .medium, .high][index % 4]
                group.addTask(priority: priority) { await worker.increment() }
            }
        }
        #expect(await worker.count == 1_000)
    }

    // the task                 the executor's thread
    // --------                 ---------------------
    // appends a job            is about to sleep, or sleeps
    //                          runs it, goes to sleep
    // continues, appends …
    //
    // Each round reaches the thread at another moment on its way to sleep; a lost wake-up hangs the test.
    @Test func `No wake-up is lost between a job and the sleep after it`() async {
        let worker = Worker(LibraryExecutor(label: "ping pong"))
        for round in 1...2_000 {
            #expect(await worker.increment() == round)
            // Some rounds while the thread is still awake, some once it sleeps.
            spin(nanoseconds: UInt64(round % 40) * 500)
        }
    }

    // The task                 the executor's thread
    // --------                 ---------------------
    // appends the last job     is awake
    //                          runs it; the last reference to actor and executor is released
    // is still in `enqueue`
    //
    // It must not access a released object there; ThreadSanitizer and a hardened heap detect what a test does not.
    @Test func `An executor may go while its last job is being enqueued`() async {
        await withTaskGroup { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<500 {
                        let executor = LibraryExecutor(label: "short-lived")
                        async let first = Worker(executor).increment()
                        async let second = Worker(executor).increment()
                        let sum = await first + second
                        #expect(sum == 2)
                    }
                }
            }
        }
    }

    @Test func `Two that wake the same thread in turn lose nothing`() async {
        let worker = Worker(LibraryExecutor(label: "two tasks"))
        await withTaskGroup { group in
            for offset in 0..<2 {
                group.addTask {
                    for round in 0..<1_000 {
                        await worker.increment()
                        spin(nanoseconds: UInt64((round + offset * 7) % 20) * 700)
                    }
                }
            }
        }
        #expect(await worker.count == 2_000)
    }
}

/// Runs code on several threads at the same time, and waits for all of them.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) async {
    await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
            DispatchQueue.concurrentPerform(iterations: count, execute: body)
            continuation.resume()
        }
    }
}

/// Keeps the processor busy, to vary the timing; nothing depends on how long it takes.
private func spin(nanoseconds: UInt64) {
    let end = DispatchTime.now().uptimeNanoseconds + nanoseconds
    while DispatchTime.now().uptimeNanoseconds < end {}
}
