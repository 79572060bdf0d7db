import CameraRollTesting
import CoreTestSupport
import SyntheticLibrary
import TestSupport
import Testing

@testable import CameraRoll

/// Observers of the same event are notified in the order in which they were added, identically in every process.
@Suite(.timeLimit(.hang)) struct OrderOfTellingTests {
    private static let all = Array(0..<40)
    private let notes = SharedNotes<Int>()

    @Test func `Handlers of an authorization`() {
        let handlers = AuthorizationHandlers()
        let observations = Self.all.map { number in handlers.add { notes.append(number) } }
        handlers.statusChanged()
        #expect(notes.all == Self.all)
        withExtendedLifetime(observations) {}
    }

    @Test func `Actions at the next change`() {
        let center = ChangeCenter(ChangeDelay(), clock: AnyClock(ManualClock()))
        for number in Self.all { _ = center.atNextChange { notes.append(number) } }
        center.libraryChanged()
        #expect(notes.all == Self.all)
    }

    enum Telling: CaseIterable, Sendable {
        case close, withdrawal, foreground
    }

    // the subscribers              the library's executor
    // ---------------              ----------------------
    // wait, one after the other
    //                              closes, or reports something
    // are notified, one after the other
    @Test(arguments: Telling.allCases)
    func `Streams of changes`(telling: Telling) async throws {
        // Everything runs on this thread, in the order in which it was enqueued.
        let (manual, tasks) = (ManualExecutor(), SteppedTasks())
        func runAll() {
            while tasks.waitingJobs + manual.waitingJobs > 0 {
                tasks.runAll()
                manual.runAll()
            }
        }
        let subject = LivingSubject(executor: manual.executor)
        let snapshot = try await manual.finish { try await subject.photos.snapshot() }
        let readers = Self.all.map { number in
            Task(executorPreference: tasks) {
                var updates = subject.photos.updates(of: snapshot).makeAsyncIterator()
                _ = try? await updates.next()
                notes.append(number)
            }
        }
        runAll()
        #expect(notes.all.isEmpty)
        let closing = Task(executorPreference: tasks) {
            switch telling {
            case .close: await subject.access.close()
            case .withdrawal: subject.authorization.status = .denied
            case .foreground: subject.manager.reloadAfterForeground()
            }
        }
        runAll()
        #expect(notes.all == Self.all)
        for task in readers + [closing] { await task.value }
    }
}
