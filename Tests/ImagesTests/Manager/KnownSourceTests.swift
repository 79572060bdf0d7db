import CameraRoll
import CameraRollTesting
import CoreTestSupport
import SyntheticLibrary
import TestSupport
import Testing

/// Sources that do not need their library: they are kept, and later requests reach them without its executor.
@Suite(.timeLimit(.hang)) struct KnownSourceTests {
    /// A subject whose source answers at once, and was found by a first request.
    private static func subject(
        needsLibrary: Bool = false, departure: Departure? = nil
    ) async throws -> ImageSubject {
        let source = ScriptedSource(lane: .decodePool, needsLibrary: needsLibrary) { asked in
            asked.sink.send(.end(Result { () throws(ImageError) in try ImageSubject.picture(1) }))
        }
        let subject = try ImageSubject(source: source, departure: departure)
        let first = subject.ask("a")
        await subject.letNextStart()
        #expect(try await first.value.get().number == 1)
        return subject
    }

    // Reader                  Library's executor        Source
    // ------                  ------------------        ------
    // requests b              hangs
    //                                                   is called for b
    // has b
    @Test func `A later request is answered while the library hangs`() async throws {
        let subject = try await Self.subject()
        #expect(try await subject.ask("b").value.get().number == 1)
        #expect(subject.manual.waitingJobs == 0)
    }

    @Test func `A source that needs its library is found for each request`() async throws {
        let subject = try await Self.subject(needsLibrary: true)
        let reader = subject.ask("b")
        await subject.letNextStart()
        #expect(try await reader.value.get().number == 1)
    }

    @Test func `The permission is checked before a known source is called`() async throws {
        let subject = try await Self.subject()
        subject.authorization.status = .denied
        let reader = subject.ask("b")
        await subject.run { $0.failed == 1 }
        #expect(await reader.value.failure == .library(.notAuthorized(.denied)))
        #expect(subject.source.asked.count == 1)
    }

    @Test func `Under limited access each request comes by the library`() async throws {
        let subject = try await Self.subject()
        subject.authorization.status = .limited
        let reader = subject.ask("b")
        await subject.activity.wait {
            subject.manual.waitingJobs == 1 || subject.source.asked.count == 2
        }
        #expect(subject.source.asked.count == 1)
        reader.cancel()
        #expect(await reader.value.failure == .cancelled)
    }

    @Test func `A known source is not called once its library is closed`() async throws {
        let subject = try await Self.subject()
        let closing = Task { await subject.access.close() }
        await subject.manual.waitUntilEnqueued(1)
        subject.manual.runAll()
        await closing.value
        #expect(await subject.ask("b").value.failure == .library(.shutDown))
        #expect(subject.source.asked.count == 1)
    }

    @Test func `A manager that has gone leaves nothing registered at a library that stays open`() async throws {
        let gone = Gate()
        let access: LibraryAccess
        do {
            let subject = try await Self.subject(departure: Departure(gone))
            access = subject.access
            #expect(access.registeredReleases == 1)
        }
        // The thread that delivered the image retains the manager's requests until it has left them.
        await gone.wait()
        #expect(access.registeredReleases == 0)
    }
}
