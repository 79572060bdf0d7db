// Every request ends in time
//
// The time of a job is measured from its request. While it is queued, or on its way to the source, each event of the
// source restarts it, also an event for another image: a working source serves the queue. Once the source has been
// asked for the image, only events for that image do. The call itself is an event too, unless the source is known to be
// silent: it was called, stalled, and has reported nothing since. A job that starts behind such a source keeps the rest
// of its time.
//
// One deadline watches the queue, at the end of its oldest job, however many are queued. The jobs whose time is over
// are removed in slices, and then their callers fail, the visible ones first.

/// The stall timeouts of image requests.
extension ImageRequests {
    /// Starts the stall timeout of a fetch.
    ///
    /// The fetch may end before its deadline is started: the caller looks at it afterward.
    ///
    /// - Parameter since: the moment from which its time counts.
    func startDeadline(of fetch: ActiveFetch, since: Duration) {
        guard let timeout = limits.stallTimeout else { return }
        deadlines.start(ObjectIdentifier(fetch), after: timeout, since: since) { [weak fetch] in
            if let fetch { fetch.requests?.checkDue(fetch) }
        }
    }

    /// Starts the stall timeout of a fetch again, from the last event for it.
    private func watch(_ fetch: ActiveFetch) {
        startDeadline(of: fetch, since: lastEvent(of: fetch))
        fetch.endDeadlineIfGone()
    }

    /// Handles a deadline that is due; the fetch may have been heard since it was started.
    ///
    /// Of the deadlines that are due together, the first one of a stalled fetch handles all fetches.
    private func checkDue(_ fetch: ActiveFetch) {
        guard let timeout = limits.stallTimeout else { return }
        let limit = clock.now() - timeout
        if fetch.giveUpThread(endedBy: limit) { noteReplacement() }
        if isUnwatched(fetch), lastEvent(of: fetch) <= limit { endStalled() }
        // It was heard, or ended less than the timeout ago and its source has not returned.
        if isUnwatched(fetch) { watch(fetch) }
    }

    /// Whether a fetch is not gone, and has no deadline.
    private func isUnwatched(_ fetch: ActiveFetch) -> Bool {
        !fetch.isGone && !deadlines.isPending(ObjectIdentifier(fetch))
    }

    /// Starts the stall timeout of a decode that begins.
    func watch(_ decode: HandedOverDecode) {
        guard let timeout = limits.stallTimeout else { return }
        deadlines.start(ObjectIdentifier(decode), after: timeout) { [weak self, weak decode] in
            if decode?.giveUpThread() == true { self?.noteReplacement() }
        }
    }

    /// Ends the stall timeout of a decode that has left its thread.
    func unwatch(_ decode: HandedOverDecode) {
        deadlines.end(ObjectIdentifier(decode))
    }

    private func lastEvent(of fetch: ActiveFetch) -> Duration {
        fetch.heard ?? max(fetch.since, state.withLock { max($0.jobs.lastEvent, $0.lastReplacement) })
    }

    /// Gives the fetches on their way their full time again, since a thread for them was replaced; once, until an
    /// event, so that a source that hangs on each image does not keep them waiting for each replacement.
    private func noteReplacement() {
        let now = clock.now()
        let fetches = state.withLock { state in
            guard !state.jobs.isSilent else { return [ActiveFetch]() }
            state.lastReplacement = max(state.lastReplacement, now)
            return Array(state.fetches.values)
        }
        renew(fetches)
    }

    /// Gives the fetches on their way their full time again; one at its source renews its deadline by itself.
    ///
    /// - Complexity: O(r) in the number of fetches, which is at most the limit of requests in flight.
    func renew(_ fetches: [ActiveFetch]) {
        for fetch in fetches where fetch.heard == nil { deadlines.renew(ObjectIdentifier(fetch)) }
    }

    /// Ends the jobs whose time is over: first the queued ones, then the fetches at their source, for which others
    /// wait, and then those on their way, each group in starting order.
    ///
    /// The queued ones are removed from the queue first, so that none is started only to be ended.
    private func endStalled() {
        let now = clock.now()
        let queued = takeStalled()
        let stalled = state.withLock(\.fetches).values.filter { !deadlines.isPending(ObjectIdentifier($0)) }
            .map { (isOnItsWay: $0.heard == nil, fetch: $0) }
            .sorted { ($0.isOnItsWay ? 1 : 0, $0.fetch.id.number) < ($1.isOnItsWay ? 1 : 0, $1.fetch.id.number) }
        if let timeout = limits.stallTimeout, !queued.isEmpty {
            // Before the fetches, whose sources may block while they are notified.
            change { state in
                state.counts.timedOut += queued.count
                state.counts.failed += queued.count
                return state.jobs.end(queued, after: timeout)
            }
        }
        for (_, fetch) in stalled { giveUpIfStalled(fetch, now: now) }
    }

    private func giveUpIfStalled(_ fetch: ActiveFetch, now: Duration) {
        guard let timeout = limits.stallTimeout else { return }
        // An event arrived after the deadline expired.
        guard lastEvent(of: fetch) + timeout <= now else {
            watch(fetch)
            return
        }
        let wasAtSource = fetch.heard != nil
        let isActive = state.withLock { state in
            guard state.fetches.removeValue(forKey: fetch.id) != nil else { return false }
            if !state.jobs.isLeaving(fetch.id) {
                (state.counts.timedOut, state.counts.failed) = (state.counts.timedOut + 1, state.counts.failed + 1)
            }
            return true
        }
        guard isActive else { return }
        if fetch.giveUp() { noteReplacement() }
        end(fetch, isHeld: false)
        change { state in
            if wasAtSource { state.jobs.noteSilence() }
            return state.jobs.timeOut(fetch.id, after: timeout)
        }
    }
}

// MARK: - The queue

extension ImageRequests {
    /// The number of jobs removed per lock acquisition.
    static let slice = 256

    /// The moment from which the next deadline of the queue counts; nil if it is watched already, or is empty.
    func startWatching(_ state: inout State) -> Duration? {
        guard limits.stallTimeout != nil, !state.isQueueWatched, let since = state.jobs.queuedSince else { return nil }
        state.isQueueWatched = true
        return since
    }

    func renewQueue() { deadlines.renew(ObjectIdentifier(departures)) }

    func watchQueue(since: Duration) {
        guard let timeout = limits.stallTimeout else { return }
        deadlines.start(ObjectIdentifier(departures), after: timeout, since: since) { [weak self] in
            self?.endStalledQueue()
        }
    }

    private func endStalledQueue() {
        endStalled()
        state.withLock { $0.isQueueWatched = false }
        // The next deadline, if jobs are queued still.
        change { _ in [] }
    }

    /// Removes the queued jobs whose time is over, a slice at a time, so that no caller waits for thousands.
    private func takeStalled() -> [ImageJob] {
        guard let timeout = limits.stallTimeout else { return [] }
        var stalled: [ImageJob] = []
        while true {
            let now = clock.now()
            let slice = state.withLock { state in
                state.jobs.now = now
                return state.jobs.takeStalled(after: timeout, most: Self.slice)
            }
            stalled += slice
            if slice.count < Self.slice { return stalled }
        }
    }
}

/// The waiters whose callers were canceled, in order, until they are removed from their jobs.
final class DepartureQueue: Sendable {
    typealias Departure = (waiter: ImageWaiter, key: ImageKey)

    private let waiting = Lock(RingBuffer<Departure>())

    /// Adds a waiter; returns whether it is the first one, for which a removal has to be posted.
    func add(_ waiter: ImageWaiter, _ key: ImageKey) -> Bool {
        waiting.withLock { waiting in
            waiting.append((waiter, key))
            return waiting.count == 1
        }
    }

    /// Whether no waiter is to be removed.
    var isEmpty: Bool { waiting.withLock(\.isEmpty) }

    /// Takes the first waiters, up to a number; `isLast` says whether none is left.
    func take(_ most: Int) -> (departures: [Departure], isLast: Bool) {
        waiting.withLock { waiting in
            var taken: [Departure] = []
            while taken.count < most, let departure = waiting.popFirst() { taken.append(departure) }
            return (taken, waiting.isEmpty)
        }
    }
}
