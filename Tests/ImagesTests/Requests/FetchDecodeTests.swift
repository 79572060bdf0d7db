import CoreTestSupport
import Testing

@testable import CameraRoll

/// The decodes that the source of a fetch hands over, in every relation to its end.
@Suite struct FetchDecodeTests {
    /// A fetch at its source.
    private static func begun() -> ActiveFetch {
        let fetch = ActiveFetch.made()
        _ = fetch.claim()
        _ = fetch.begin()
        return fetch
    }

    private static func decode(of fetch: ActiveFetch, isFinal: Bool = false) -> HandedOverDecode {
        let decode = ImageDecode(isFinal: isFinal) { () throws(ImageError) in try ImageSubject.picture(1) }
        return HandedOverDecode(decode, of: fetch, generation: 0)
    }

    @Test func `A waiting decode leaves the pool for a later one, and a running one does not`() async throws {
        let (fetch, notes) = (Self.begun(), try await FetchNotes())
        let works = (0..<3).map { _ in Self.decode(of: fetch) }
        var replaced: [PoolPlace?] = []
        for (index, work) in works.enumerated() {
            guard case .enqueue(let instead) = fetch.accept(work) else { continue }
            replaced.append(instead)
            fetch.setPlace(try notes.place("\(index)"), of: work, priority: .prefetch)
            if index == 1 { #expect(fetch.beginDecode(work)) }
        }
        #expect(replaced.map { $0 != nil } == [false, true, false])
        #expect(!fetch.beginDecode(works[0]))
    }

    @Test(arguments: [true, false])
    func `A decode that has left the pool keeps neither itself nor its fetch`(isRun: Bool) throws {
        weak var fetch: ActiveFetch?
        weak var work: HandedOverDecode?
        do {
            let (begun, waiting) = { ($0, Self.decode(of: $0, isFinal: true)) }(Self.begun())
            (fetch, work) = (begun, waiting)
            guard case .enqueue = begun.accept(waiting) else { return #expect(Bool(false), "not enqueued") }
            if isRun { waiting.run() } else { waiting.cancel() }
        }
        #expect(fetch == nil && work == nil)
    }

    // Source                       Pool
    // ------                       ----
    //                              takes a
    // hands over b in place of a
    //                              (a's place is known)
    @Test func `A decode that is replaced before its place is known leaves once it is`() async throws {
        let (fetch, notes) = (Self.begun(), try await FetchNotes())
        let (first, second) = (Self.decode(of: fetch), Self.decode(of: fetch))
        _ = fetch.accept(first)
        _ = fetch.accept(second)
        fetch.setPlace(try notes.place("a"), of: first, priority: .prefetch)
        #expect(notes.all == ["cancel a"])
    }

    @Test(arguments: [true, false])
    func `A decode that waits leaves with its fetch, whether its place is known before or after`(
        isKnown: Bool
    ) async throws {
        let (fetch, notes) = (Self.begun(), try await FetchNotes())
        let work = Self.decode(of: fetch, isFinal: true)
        _ = fetch.accept(work)
        let place = try notes.place("a")
        if isKnown { fetch.setPlace(place, of: work, priority: .prefetch) }
        // The source has ended, so that only the decode is still to come.
        #expect(!fetch.cancel())
        if !isKnown { fetch.setPlace(place, of: work, priority: .prefetch) }
        #expect(notes.all == ["cancel a"])
        #expect(fetch.acceptDecoded(.end(.failure(.cancelled))).isAccepted)
    }

    @Test(arguments: [true, false])
    func `A decode that hangs when its fetch is given up is replaced, whether its place is known before or after`(
        isKnown: Bool
    ) async throws {
        let (fetch, notes) = (Self.begun(), try await FetchNotes())
        let work = Self.decode(of: fetch, isFinal: true)
        _ = fetch.accept(work)
        #expect(fetch.beginDecode(work))
        if isKnown { fetch.setPlace(notes.held, of: work, priority: .prefetch) }
        #expect(fetch.giveUp() == isKnown)
        if !isKnown { fetch.setPlace(notes.held, of: work, priority: .prefetch) }
        #expect(notes.pool.statistics.hung == 1)
        #expect(!fetch.giveUp(work))
    }

    // Manager                      Thread of the pool
    // -------                      ------------------
    //                              takes a decode
    // gives up its fetch
    //                              finds that it is over, and goes on
    @Test(arguments: [true, false])
    func `A decode that has not begun when its fetch is given up holds no thread`(isKnown: Bool) async throws {
        let (fetch, notes) = (Self.begun(), try await FetchNotes())
        let work = Self.decode(of: fetch, isFinal: true)
        _ = fetch.accept(work)
        if isKnown { fetch.setPlace(notes.held, of: work, priority: .prefetch) }
        #expect(!fetch.giveUp())
        if !isKnown { fetch.setPlace(notes.held, of: work, priority: .prefetch) }
        #expect(!fetch.beginDecode(work))
        #expect(notes.pool.statistics.hung == 0)
    }

    @Test func `A final decode is the end of its source, and its result that of the fetch`() throws {
        let fetch = Self.begun()
        _ = fetch.accept(Self.decode(of: fetch, isFinal: true))
        #expect(!fetch.accept(.finished).isAccepted)
        #expect(!fetch.setCancellation(nil))
        #expect(fetch.acceptDecoded(.end(.success(try ImageSubject.picture(1)))).isAccepted)
        #expect(!fetch.acceptDecoded(.end(.success(try ImageSubject.picture(2)))).isAccepted)
        #expect(fetch.isGone)
    }

    @Test func `A decode handed over after the fetch was cancelled is dropped, and a final one ends it`() {
        let fetch = Self.begun()
        #expect(!fetch.cancel())
        guard case .drop = fetch.accept(Self.decode(of: fetch)) else {
            Issue.record("A preliminary decode is not dropped.")
            return
        }
        guard case .end = fetch.accept(Self.decode(of: fetch, isFinal: true)) else {
            Issue.record("A final decode does not end the fetch.")
            return
        }
    }

    @Test func `A waiting decode follows the priority of its fetch`() async throws {
        let (fetch, notes) = (Self.begun(), try await FetchNotes())
        let work = Self.decode(of: fetch)
        _ = fetch.accept(work)
        let place = try notes.place("a")
        // Raised before its place is known, and lowered later.
        _ = fetch.setPriority(.visible)
        fetch.setPlace(place, of: work, priority: .prefetch)
        #expect(notes.pool.priority(of: place.ticket) == .visible)
        _ = fetch.setPriority(.background)
        #expect(notes.pool.priority(of: place.ticket) == .background)
    }
}
