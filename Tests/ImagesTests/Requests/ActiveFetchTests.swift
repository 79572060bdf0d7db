import CoreTestSupport
import Testing

@testable import CameraRoll

/// The order of events of a fetch: its start, its cancellation, and its source's answer.
@Suite struct ActiveFetchTests {
    @Test func `Only the first claim of a run starts it, and none once it is cancelled`() {
        let run = ActiveFetch.made()
        #expect(run.claim() != nil && run.claim() == nil)
        #expect(run.begin() && !run.begin())
        let cancelled = ActiveFetch.made()
        cancelled.cancel()
        #expect(cancelled.claim() == nil && !cancelled.begin())
    }

    // Submitter                    Thread of the pool
    // ---------                    ------------------
    // submits the work
    //                              begins it, receives the source's cancellation
    // sets the pool's cancellation
    //                              (must not replace the source's)
    @Test func `The action that dequeues work does not replace the action that cancels it at its source`() async throws
    {
        let (run, notes) = (ActiveFetch.made(), try await FetchNotes())
        #expect(run.claim() != nil && run.begin())
        #expect(!run.setCancellation(notes.cancellation("source")))
        run.setPlace(try notes.place("line"), priority: .prefetch)
        #expect(run.cancel())
        #expect(notes.all == ["cancel source"])
    }

    @Test func `Work queued after the cancellation is dequeued at once`() async throws {
        let (run, notes) = (ActiveFetch.made(), try await FetchNotes())
        #expect(run.claim() != nil && run.cancel())
        run.setPlace(try notes.place("line"), priority: .prefetch)
        #expect(notes.all == ["cancel line"])
        #expect(!run.begin())
    }

    // Manager                      Source
    // -------                      ------
    //                              is called, and has not returned yet
    // gives up
    //                              returns its cancellation
    //                              is canceled
    @Test func `Given up while its source begins, a run is cancelled once its source returns`() async throws {
        let (run, notes) = (ActiveFetch.made(), try await FetchNotes())
        #expect(run.claim() != nil && run.begin())
        #expect(!run.giveUp())
        #expect(notes.all.isEmpty)
        #expect(run.setCancellation(notes.cancellation("source")))
        #expect(notes.all == ["cancel source"])
    }

    // Manager                      Source
    // -------                      ------
    //                              is called, and has not returned yet
    // cancels: the source may still be working
    //                              returns its cancellation
    //                              is canceled, once
    @Test func `Cancelled while its source begins, a run has left once that knows`() async throws {
        let (run, notes) = (ActiveFetch.made(), try await FetchNotes())
        #expect(run.claim() != nil && run.begin())
        #expect(!run.cancel())
        #expect(run.setCancellation(notes.cancellation("source")))
        #expect(notes.all == ["cancel source"])
        #expect(run.accept(.end(.failure(.cancelled))).isAccepted)
        #expect(!run.accept(.finished).isAccepted)
    }

    @Test(arguments: [true, false])
    func `A source that was not called when its run is given up holds no thread`(isKnown: Bool) async throws {
        let (run, notes) = (ActiveFetch.made(), try await FetchNotes())
        #expect(run.claim() != nil)
        if isKnown { run.setPlace(notes.held, priority: .prefetch) }
        #expect(!run.giveUp())
        if !isKnown { run.setPlace(notes.held, priority: .prefetch) }
        #expect(!run.begin())
        #expect(notes.pool.statistics.hung == 0)
    }

    /// What happens to a run, in order.
    enum Step {
        case place, begin, comeBack, end, cancel, giveUp, giveUpThread
    }

    @Test(arguments: [
        [Step.place, .begin, .comeBack], [.begin, .place, .comeBack, .end], [.begin, .comeBack, .place],
        [.place, .begin, .end, .comeBack], [.begin, .end, .place, .giveUpThread], [.place, .end], [.end, .place],
        [.place, .cancel], [.cancel, .place], [.begin, .cancel, .place, .comeBack], [.place, .giveUp],
        [.place, .begin, .giveUp], [.begin, .giveUp, .place],
    ])
    func `A run does not keep its pool once its source has returned, or is not called`(steps: [Step]) throws {
        let run = ActiveFetch.made()
        #expect(run.claim() != nil)
        var place: PoolPlace? = try FetchNotes.emptyPlace()
        weak let pool = place?.pool
        for step in steps {
            switch step {
            case .place: place.take().map { run.setPlace($0, priority: .prefetch) }
            case .begin: #expect(run.begin())
            case .comeBack: _ = run.setCancellation(nil)
            case .end: #expect(run.accept(.end(.failure(.cancelled))).isAccepted)
            case .cancel: run.cancel()
            case .giveUp: #expect(!run.giveUp())
            case .giveUpThread: #expect(!run.giveUpThread(endedBy: .seconds(Int64.max)))
            }
        }
        #expect(pool == nil)
    }

    @Test func `A source that nothing can cancel has the run until it says an end`() throws {
        let run = ActiveFetch.made()
        #expect(run.claim() != nil && run.begin())
        #expect(!run.setCancellation(nil))
        #expect(!run.cancel())
        #expect(!run.accept(.degraded(try ImageSubject.picture(1))).isAccepted)
        #expect(!run.accept(.progress(0.5)).isAccepted)
        #expect(run.accept(.end(.success(try ImageSubject.picture(1)))).isAccepted)
    }

    @Test func `A fetch that became more urgent is ordered again, once, and not after it is claimed`() {
        let run = ActiveFetch.made()
        #expect(run.setPriority(.visible))
        #expect(!run.setPriority(.visible))
        #expect(!run.setPriority(.background))
        #expect(run.claim() != nil)
        #expect(!run.setPriority(.visible))
    }

    @Test func `A run that has ended is not cancelled any more`() async throws {
        let (run, notes) = (ActiveFetch.made(), try await FetchNotes())
        #expect(run.claim() != nil && run.begin())
        #expect(!run.setCancellation(notes.cancellation("source")))
        run.finish()
        #expect(run.cancel())
        #expect(notes.all.isEmpty)
    }
}
