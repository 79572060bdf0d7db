import CameraRollTesting
import CoreTestSupport
import TestSupport
import Testing

@testable import CameraRoll

/// Libraries with work left to do away from the executor after their release.
@Suite(.timeLimit(.hang)) struct LibraryClosingTests {
    private let clock = ManualClock()

    /// An access to a library whose work ends when the given function calls back.
    private func access(_ work: @escaping LibraryClosing.Completion) -> LibraryAccess {
        let factory = PhotoLibrarySource { context in
            context.closing.add(work)
            return FixedLibrary(FixedContents(assets: [MediaAsset(id: "a")]), context: context)
        }
        let limits = LibraryAccess.Limits(deadline: .seconds(30))
        return LibraryAccess(factory, executor: LibraryExecutor(label: "test"), limits: limits, clock: clock)
    }

    @Test func `Closing a library waits for its remaining work, and does not block the executor`() async throws {
        let (begun, ends) = (Gate(), Lock<(@Sendable () -> Void)?>(nil))
        let access = access { hasEnded in
            ends.withLock { $0 = hasEnded }
            begun.open()
        }
        _ = try await access.read("open") { $0.identity }
        let isClosed = Lock(false)
        let closing = Task {
            await access.close()
            isClosed.withLock { $0 = true }
            // A close that does not wait for the work must fail the test, and not hang it.
            begun.open()
        }
        await begun.wait()
        let other = LibraryAccess(.fixed(FixedContents(assets: [])), executor: access.executor, limits: .untimed)
        _ = try await other.read("meanwhile") { $0.identity }
        #expect(isClosed.withLock { !$0 })
        let end = try #require(ends.withLock { $0 })
        // Further calls have no effect.
        end()
        end()
        await closing.value
    }

    @Test func `A library that was never opened has nothing to be waited for`() async {
        let access = access { _ in Issue.record("It was never opened.") }
        await access.close()
    }

    @Test func `Work that never ends is waited for until the deadline`() async throws {
        let begun = Gate()
        let access = access { _ in begun.open() }
        _ = try await access.read("open") { $0.identity }
        let closing = Task { await access.close() }
        await begun.wait()
        // Its deadline was set before the work began.
        clock.advance(by: .seconds(30))
        await closing.value
        #expect(clock.now.offset == .seconds(30))
    }

    // "close", in the          an urgent task           the executor
    // background
    // ---------------          ---------------          ------------
    // arrives
    //                          awaits it
    //                                                   releases the library
    // returns
    @available(macOS 26, iOS 26, tvOS 26, visionOS 26, macCatalyst 26, *)
    @Test func `Closing returns after the release, also if it becomes urgent meanwhile`() async throws {
        let (setup, raised) = (ManualSetup(), Gate())
        _ = try await setup.finish(1)
        let closing = Task(priority: .background) {
            await withTaskPriorityEscalationHandler {
                await setup.access.close()
            } onPriorityEscalated: { _, _ in
                raised.open()
            }
        }
        await setup.manual.waitUntilEnqueued(1)
        let urgent = Task(priority: .high) { await closing.value }
        await raised.wait()
        setup.manual.runNext()
        await urgent.value
        #expect(setup.ledger.entries.last?.touch == .releaseLibrary)
    }

    @Test(arguments: [true, false])
    func `Closing returns after the release, also after a shutdown and at the limit of calls`(
        isShutDown: Bool
    ) async throws {
        let (tasks, notes) = (SteppedTasks(), Notes<String>())
        let setup = ManualSetup(limits: LibraryAccess.Limits(maximumPendingReads: 1))
        let release = setup.access.libraryState.releases.add { notes.append("released") }
        if isShutDown {
            await setup.manual.executor.shutdown()
        } else {
            _ = try setup.access.start(NotedSlices(1), as: "read")
        }
        let closing = tasks.start {
            await setup.access.close()
            notes.append("closed")
        }
        setup.manual.runAll()
        await tasks.value(of: closing)
        withExtendedLifetime(release) {}
        #expect(notes.all == ["released", "closed"])
    }

    @Test func `A library that hangs is waited for until the deadline, and released when it responds`() async throws {
        let setup = ManualSetup()
        _ = try await setup.finish(1)
        let closing = Task { await setup.access.close() }
        await setup.manual.waitUntilEnqueued(1)
        setup.clock.advance(by: .seconds(30))
        await closing.value
        #expect(setup.ledger.entries(of: .releaseLibrary).isEmpty)
        setup.manual.runAll()
        #expect(setup.ledger.entries(of: .releaseLibrary).count == 1)
    }

    @Test func `A library that was taken back before is waited for too, until its work has ended`() async throws {
        let (ends, isClosed) = (Lock<[@Sendable () -> Void]>([]), Lock(false))
        let closing = LibraryClosing()
        closing.add { hasEnded in ends.withLock { $0.append(hasEnded) } }
        // The second library is opened while the first one still works.
        closing.forgetEnded()
        closing.add { $0() }
        #expect(closing.all.count == 2)
        let first = try #require(closing.all.first)
        first { isClosed.withLock { $0 = true } }
        #expect(isClosed.withLock { !$0 })
        for end in ends.withLock({ $0 }) { end() }
        #expect(isClosed.withLock { $0 })
        #expect(closing.all.count == 1)
    }

    @Test func `A task that is cancelled waits no more for what a library still does`() async throws {
        let begun = Gate()
        let access = access { _ in begun.open() }
        _ = try await access.read("open") { $0.identity }
        let closing = Task { await access.close() }
        await begun.wait()
        closing.cancel()
        await closing.value
    }
}
