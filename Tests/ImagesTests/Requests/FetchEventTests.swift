import CameraRollTesting
import CoreTestSupport
import Testing

@testable import CameraRoll

/// The events of a source that a fetch accepts.
@Suite struct FetchEventTests {
    /// A fetch at its source.
    private static func fetch() -> ActiveFetch {
        let clock = AnyClock(ContinuousClock())
        let id = ImageJobScheduler.RunID(number: 1)
        let fetch = ActiveFetch(id, priority: .visible, clock: clock, deadlines: Deadlines(clock: clock))
        _ = fetch.claim()
        _ = fetch.begin()
        return fetch
    }

    @Test func `Only the first end counts, and nothing comes behind it`() throws {
        let ends: [ImageSourceEvent] = [
            .end(.success(try ImageSubject.picture(1))), .end(.failure(.noImage("a"))), .finished,
        ]
        for first in ends {
            let fetch = Self.fetch()
            #expect(fetch.accept(first).isAccepted)
            for second in ends + [.progress(0.5), .degraded(try ImageSubject.picture(2))] {
                #expect(!fetch.accept(second).isAccepted)
            }
        }
    }

    @Test(arguments: [-0.1, 1.1, .nan, .infinity, -.infinity, 0.5, 0.4])
    func `Progress that decreases or is invalid is ignored`(fraction: Double) {
        let fetch = Self.fetch()
        #expect(fetch.accept(.progress(0.5)).isAccepted)
        #expect(!fetch.accept(.progress(fraction)).isAccepted)
        #expect(fetch.accept(.progress(0.6)).isAccepted)
    }

    @Test func `An event of a source counts as a sign of it even after its fetch was canceled, until the end`() throws {
        let clock = ManualClock()
        let (anyClock, id) = (AnyClock(clock), ImageJobScheduler.RunID(number: 1))
        let fetch = ActiveFetch(id, priority: .visible, clock: anyClock, deadlines: Deadlines(clock: anyClock))
        _ = fetch.claim()
        _ = fetch.begin()
        let begin = try #require(fetch.heard)
        // The source has not returned how to cancel it.
        #expect(!fetch.cancel())
        clock.advance(by: .seconds(5))
        _ = fetch.accept(.progress(0.5))
        #expect(fetch.heard == begin + .seconds(5))
        clock.advance(by: .seconds(5))
        _ = fetch.accept(.finished)
        clock.advance(by: .seconds(5))
        _ = fetch.accept(.progress(0.6))
        #expect(fetch.heard == begin + .seconds(10))
    }

    @Test func `A fetch that has ended accepts nothing`() throws {
        let fetch = Self.fetch()
        #expect(fetch.accept(.degraded(try ImageSubject.picture(3))).isAccepted)
        fetch.finish()
        #expect(!fetch.accept(.degraded(try ImageSubject.picture(4))).isAccepted)
        #expect(!fetch.accept(.finished).isAccepted)
    }
}
