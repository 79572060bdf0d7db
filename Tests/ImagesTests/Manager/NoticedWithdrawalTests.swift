import CameraRollTesting
import CoreTestSupport
import SyntheticLibrary
import TestSupport
import Testing

@testable import CameraRoll

/// What happens on the thread that notices that the permission was withdrawn, and at the same time on others.
@Suite(.timeLimit(.hang)) struct NoticedWithdrawalTests {
    private static let denied = ImageError.library(.notAuthorized(.denied))

    // a read                   many callers
    // ------                   ------------
    //                          wait for images
    // notices a withdrawal
    // ends its slice
    //                          are refused, on another thread
    @Test func `A read that notices a withdrawal does not resume all callers of images in its slice`() async throws {
        let silent = SilentAuthorization()
        let subject = try ImageSubject(silent: silent)
        let tasks = NotingTasks(subject.access.executor)
        let callers = (0..<64).map { number in
            Task(executorPreference: tasks) { [images = subject.images] in
                await images.outcome(of: ImageSubject.request(AssetID("\(number)")))
            }
        }
        await tasks.waitUntilEnqueued(64)
        tasks.runAll()
        subject.manual.runAll()
        silent.status = .denied
        let read = try subject.access.start(NotedSlices(1), as: "notice")
        subject.manual.runAll()
        await #expect(throws: LibraryError.notAuthorized(.denied)) { try await read.value() }
        await tasks.waitUntilEnqueued(64)
        tasks.runAll()
        for caller in callers { await #expect(throws: Self.denied) { try await caller.value.get() } }
        #expect(!tasks.notes.all.contains(true))
    }

    // the grid                 the user                 the manager
    // --------                 --------                 -----------
    // shows 0 to 4
    //                                                   has taken the command
    //                          revokes permission       is notified, and cancels a request
    // shows 10 to 14
    //                                                   applies the range
    //                                                   goes on with the withdrawal
    @Test func `A range that is shown after a withdrawal stays, while the manager still ends what is older`()
        async throws
    {
        let meanwhile = Lock<(@Sendable () -> Void)?>(nil)
        let source = ScriptedSource(onCancel: { _ in
            let body = meanwhile.withLock { $0.take() }
            body?()
        })
        let subject = try ImageSubject(assets: 20, source: source)
        let images = subject.images
        let window = try images.window(over: try await subject.snapshot()) { ImageSubject.request($0.id) }
        let reader = subject.ask("0")
        await subject.run(untilAsked: 1)
        meanwhile.withLock { body in
            body = {
                try? window.update(visible: 10..<14)
                images.assumeIsolated { $0.drainAll() }
            }
        }
        await images.inTurn { [authorization = subject.authorization] images in
            try? window.update(visible: 0..<4)
            // As a drain that has slices to apply first.
            for command in images.mailbox.takeAll() { images.sliced.append(command) }
            authorization.status = .denied
        }
        #expect(meanwhile.withLock { $0 == nil })
        await #expect(throws: Self.denied) { try await reader.value.get() }
        #expect(await window.status.wanted.contains(10))
    }

    // the manager              the source               the library
    // -----------              ----------               -----------
    // starts an image
    //                          delivers it
    // notes it
    //                                                   prepares nothing
    @Test func `An image that is in memory before its start has ended is not prepared`() async throws {
        let (gate, isArmed) = (BlockingGate(), Lock(false))
        let source = ScriptedSource(
            lane: .decodePool, preparationLimit: 100, needsLibrary: false,
            onStart: { asked in
                _ = try? asked.sink.final(ImageSubject.picture(1))
                if asked.request.asset == "1" { gate.open() }
            })
        let manual = ManualExecutor()
        let access = LibraryAccess(
            .fixed(FixedContents(assets: [], imageSource: source)), executor: manual.executor, limits: .untimed)
        let images = try CachingImageManager(
            access: access, limits: CachingImageManager.Limits(), clock: ManualClock(), memoryPressure: MemoryPressure()
        ) {
            // Only the manager itself waits, and not the source's thread, for which it waits.
            guard BlockingThread.currentPriority == nil, isArmed.withLock(\.self) else { return }
            isArmed.withLock { $0 = false }
            gate.pass()
        }
        _ = try await manual.finish { try await images.image(for: ImageSubject.request("0")) }
        isArmed.withLock { $0 = true }
        try images.startCaching([ImageSubject.request("1")])
        await images.settle()
        manual.runAll()
        #expect(images.cachedImage(for: ImageSubject.request("1")) != nil)
        #expect(source.calls.isEmpty)
    }
}

extension CachingImageManager {
    /// Runs a closure in one turn of the manager.
    fileprivate func inTurn(_ body: @Sendable (isolated CachingImageManager) -> Void) { body(self) }
}

/// Runs tasks when a test says, and notes whether they are resumed by the thread of an executor.
private final class NotingTasks: TaskExecutor {
    let notes = Notes<Bool>()
    private let jobs = Lock<[UnownedJob]>([])
    private let arrivals = Activity()
    private let executor: LibraryExecutor

    init(_ executor: LibraryExecutor) {
        self.executor = executor
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        notes.append(executor.isIsolatingCurrentContext() ?? false)
        jobs.withLock { $0.append(job) }
        arrivals.note()
    }

    func runAll() {
        while let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
            job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }

    func waitUntilEnqueued(_ count: Int) async {
        await arrivals.wait { jobs.withLock(\.count) >= count }
    }
}
