import CoreTestSupport
import Testing

@testable import CameraRoll

/// The order of events of a fetch: its start, its cancellation, and its source's answer.
@Suite struct ActiveFetchTests {
    private static func run() -> ActiveFetch {
        ActiveFetch(ImageJobScheduler.RunID(number: 1), priority: .prefetch, clock: AnyClock(ContinuousClock()))
    }

    /// Records the operations on a source or on queued work.
    private final class Notes: Sendable {
        private let notes = Lock<[String]>([])
        var all: [String] { notes.withLock { $0 } }

        func control(_ name: String) -> ActiveFetch.Control {
            ActiveFetch.Control(cancel: { [self] in notes.withLock { $0.append("cancel \(name)") } })
        }
    }

    @Test func `Only the first claim of a run starts it, and none once it is cancelled`() {
        let run = Self.run()
        #expect(run.claim() != nil && run.claim() == nil)
        #expect(run.begin() && !run.begin())
        let cancelled = Self.run()
        cancelled.cancel()
        #expect(cancelled.claim() == nil && !cancelled.begin())
    }

    // Submitter                    Thread of the pool
    // ---------                    ------------------
    // submits the work
    //                              begins it, receives the source's cancellation
    // sets the pool's cancellation
    //                              (must not replace the source's)
    @Test func `The action that dequeues work does not replace the action that cancels it at its source`() {
        let (run, notes) = (Self.run(), Notes())
        #expect(run.claim() != nil && run.begin())
        #expect(!run.setCancellation(notes.control("source").cancel))
        run.setLocation(notes.control("line"))
        #expect(run.cancel())
        #expect(notes.all == ["cancel source"])
    }

    @Test func `Work queued after the cancellation is dequeued at once`() {
        let (run, notes) = (Self.run(), Notes())
        #expect(run.claim() != nil && run.cancel())
        run.setLocation(notes.control("line"))
        #expect(notes.all == ["cancel line"])
        #expect(!run.begin())
    }

    // Manager                      Source
    // -------                      ------
    //                              is called, and has not returned yet
    // gives up
    //                              returns its cancellation
    //                              is canceled
    @Test func `Given up while its source begins, a run is cancelled once its source returns`() {
        let (run, notes) = (Self.run(), Notes())
        #expect(run.claim() != nil && run.begin())
        #expect(!run.giveUp())
        #expect(notes.all.isEmpty)
        #expect(run.setCancellation(notes.control("source").cancel))
        #expect(notes.all == ["cancel source"])
    }

    // Manager                      Source
    // -------                      ------
    //                              is called, and has not returned yet
    // cancels: the source may still be working
    //                              returns its cancellation
    //                              is canceled, once
    @Test func `Cancelled while its source begins, a run has left once that knows`() {
        let (run, notes) = (Self.run(), Notes())
        #expect(run.claim() != nil && run.begin())
        #expect(!run.cancel())
        #expect(run.setCancellation(notes.control("source").cancel))
        #expect(notes.all == ["cancel source"])
        #expect(run.accept(.end(.failure(.cancelled))))
        #expect(!run.accept(.finished))
    }

    @Test func `A source that nothing can cancel has the run until it says an end`() throws {
        let run = Self.run()
        #expect(run.claim() != nil && run.begin())
        #expect(!run.setCancellation(nil))
        #expect(!run.cancel())
        #expect(!run.accept(.degraded(try ImageSubject.picture(1))))
        #expect(!run.accept(.progress(0.5)))
        #expect(run.accept(.end(.success(try ImageSubject.picture(1)))))
    }

    @Test func `A fetch that became more urgent is ordered again, once, and not after it is claimed`() {
        let run = Self.run()
        #expect(run.setPriority(.visible))
        #expect(!run.setPriority(.visible))
        #expect(!run.setPriority(.background))
        #expect(run.claim() != nil)
        #expect(!run.setPriority(.visible))
    }

    @Test func `A run that has ended is not cancelled any more`() {
        let (run, notes) = (Self.run(), Notes())
        #expect(run.claim() != nil && run.begin())
        #expect(!run.setCancellation(notes.control("source").cancel))
        run.finish()
        #expect(run.cancel())
        #expect(notes.all.isEmpty)
    }
}
