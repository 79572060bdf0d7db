/// The requests of an image manager, from their callers to the source and back: the concurrent wrapper of
/// ``ImageJobScheduler``.
///
/// Every function may be called from any thread. It changes the state under one lock, and performs the resulting
/// actions on the calling thread, after it has released the lock.
///
/// Two threads may perform their actions in a different order from their changes. Each action allows for that: a fetch
/// that was canceled before it is started is over, and the thread that adds an order or a deadline for such a fetch
/// removes it again. A waiter keeps the first result that it receives, and ignores later ones.
///
/// Two things happen within the lock. The fetch of a started job is created, so that its cancellation finds it. And the
/// image of a finished job is stored, so that a request finds either the job or the image, and never starts another
/// fetch in between. The locks of the cache, of a fetch, of the pool, of the permission, of the departures and of the
/// prepared images are taken within this one, and never the other way around: none is held while other code is called.
final class ImageRequests: Sendable {
    typealias RunID = ImageJobScheduler.RunID

    struct State {
        var jobs = ImageJobScheduler(limit: 1)
        /// The fetches that have not ended.
        var fetches: [RunID: ActiveFetch] = [:]
        /// When a thread that a source holds was last replaced: the fetches on their way have their full time again.
        var lastReplacement = Duration.zero
        /// The images that windows and calls need: a request looks up whether it misses one of them.
        var needed = PrefetchRegistry()
        /// Whether a deadline watches the queue.
        var isQueueWatched = false
        /// The suspensions of the process after which the deadlines on their way were renewed.
        var restarts: UInt64 = 0
        var isClosed = false
        var counts = ImageManagerStatistics()
    }

    let dispatcher: SourceDispatcher
    /// The threads that call sources and decode what they hand over, the most urgent first.
    private let pool: WorkPool
    let cache: AssetImageCache
    private let permission: ReadingPermission
    let limits: CachingImageManager.Limits
    let clock: AnyClock
    /// The deadlines of callers, by waiter; the stall timeouts of fetches, by fetch; and that of the queue.
    let deadlines: Deadlines<ObjectIdentifier>
    let state = Lock(State())
    /// The waiters whose callers were canceled, still to be removed.
    let departures = DepartureQueue()
    /// Tells the source which images prefetching needs.
    let preparation: ImagePreparation
    /// Looks up the assets of cached images again.
    let confirmation: CacheConfirmation
    /// Called after a change, so that a test need not poll; used by tests only.
    private let onChange: (@Sendable () -> Void)?

    init(
        access: LibraryAccess, cache: AssetImageCache, limits: CachingImageManager.Limits, clock: AnyClock,
        sourceSlice: UInt64, onChange: (@Sendable () -> Void)?
    ) throws(ImageError) {
        self.cache = cache
        self.limits = limits
        self.clock = clock
        self.onChange = onChange
        permission = access.permission.reading
        preparation = ImagePreparation(access: access)
        confirmation = CacheConfirmation(of: cache, access: access, onChange: onChange)
        deadlines = Deadlines(clock: clock)
        do throws(PoolError) {
            pool = try access.pools.pool(
                .decoding,
                limits: PoolLimits(threads: limits.maximumConcurrentDecodes, replacements: limits.replacements))
            dispatcher = SourceDispatcher(access: access, pool: pool, slice: sourceSlice)
        } catch {
            throw ImageError(error)
        }
        let permit = permission.permit
        state.withLock { ($0.jobs.generation, $0.jobs.revocation) = (permit.generation, permit.revocation) }
    }

    deinit {
        let fetches = state.withLock { Array($0.fetches.values) }
        for fetch in fetches.sorted(by: { $0.id.number < $1.id.number }) { fetch.cancel() }
    }

    /// The statistics, without the number of windows.
    var statistics: ImageManagerStatistics {
        state.withLock { state in
            var counts = state.counts
            (counts.running, counts.jobs, counts.waiting) = (state.jobs.running, state.jobs.count, state.jobs.waiters)
            counts.windowed = state.needed.count
            return counts
        }
    }
}

// MARK: - Callers

extension ImageRequests {
    /// Adds a waiter for an image; it receives the image at once if it was cached since its caller looked it up.
    ///
    /// - Parameter stores: the number of images that were stored before the caller looked it up.
    func join(_ waiter: ImageWaiter, _ request: AssetImageRequest, since stores: Int) {
        let key = request.key
        change { state in
            if let cached = state.needed.mismatch(of: key) { state.counts.noteMismatch(of: key, with: cached) }
            if state.isClosed { return [.fail(waiter, .shutDown)] }
            if stores != cache.stores, let image = cache.uncountedImage(for: key, isConfirmed: false) {
                return [.deliver(waiter, .final(image))]
            }
            // Those that have left, and are still to be removed, do not count.
            let left = state.jobs.waiters >= limits.maximumPendingRequests ? leaveSlice(&state) : []
            if state.jobs.waiters >= limits.maximumPendingRequests {
                return left + [.fail(waiter, .tooMuchWork(limit: limits.maximumPendingRequests))]
            }
            return left + state.jobs.join(waiter, for: request, key: key)
        }
    }

    /// Removes a waiter, whose caller no longer waits, on another thread.
    ///
    /// Thousands may be canceled at a time, on the main actor. They leave together, so that no job is started only to
    /// be canceled by the next caller.
    func leave(_ waiter: ImageWaiter, key: ImageKey) {
        if departures.add(waiter, key) { postRemoval() }
    }

    private func postRemoval() {
        Task.detached(priority: .userInitiated) { [weak self] in self?.removeDepartures() }
    }

    /// Removes the waiters whose callers have been canceled so far.
    func removeDepartures() {
        while !departures.isEmpty {
            change { leaveSlice(&$0) }
        }
    }

    /// Takes the first waiters under the state's lock: a later look at the state finds that they have left.
    private func leaveSlice(_ state: inout State) -> [ImageJobScheduler.Action] {
        let slice = departures.take(Self.slice)
        // A source that blocks while it is notified of one departure does not hold up the others.
        if !slice.isLast { postRemoval() }
        return slice.departures.enumerated().flatMap { index, departure in
            let startsOthers = slice.isLast && index == slice.departures.count - 1
            return state.jobs.leave(departure.waiter, key: departure.key, startsOthers: startsOthers)
        }
    }

    /// Starts a caller's own deadline.
    func startDeadline(of waiter: ImageWaiter, key: ImageKey, after time: Duration) {
        deadlines.start(ObjectIdentifier(waiter), after: time) { [weak self] in
            self?.change { $0.jobs.expire(waiter, key: key, after: time) }
        }
    }

    /// Ends a caller's own deadline.
    func endDeadline(of waiter: ImageWaiter) {
        deadlines.end(ObjectIdentifier(waiter))
    }

    /// Ends the requests that were made under a permission that was revoked since.
    func permissionChanged() {
        change { _ in [] }
        confirmation.start()
    }

    /// Ends every present and future request, and clears the cache.
    func close() {
        change { state in
            state.isClosed = true
            return state.jobs.endAll(.shutDown)
        }
        preparation.stopAll()
        confirmation.close()
        cache.removeAll()
    }
}

// MARK: - Changes and their actions

extension ImageRequests {
    /// A fetch that was created, and is to be started.
    private struct Start {
        let fetch: ActiveFetch
        let isClaimed: Bool
        /// The moment from which its time counts.
        let since: Duration
        /// The permission's generation, which must not be newer than the order.
        let generation: UInt64
    }

    /// What a change of the state leaves to be done without the lock.
    private struct Consequences {
        var actions: [ImageJobScheduler.Action] = []
        /// The fetches of the actions that start one, in their order.
        var starts: [Start] = []
        /// Evicted images, to be released.
        var evicted: [AssetImageCache.Removed] = []
        /// The moment from which the next deadline of the queue counts.
        var queuedSince: Duration?
        /// The fetches whose deadlines start again after an event of a source, if they are on their way.
        var renewed: [ActiveFetch] = []
        /// Whether the deadline of the queue starts again.
        var renewsQueue = false
    }

    /// Changes the state, and performs the actions.
    ///
    /// - Parameter isEvent: whether a source has reported something, which is recorded first.
    func change(byEvent isEvent: Bool = false, _ body: (inout State) -> [ImageJobScheduler.Action]) {
        let (now, restarts) = (clock.now(), deadlines.restarts)
        let consequences = state.withLock { state in
            state.jobs.now = now
            if isEvent { state.jobs.noteEvent() }
            let ended = followPermission(&state)
            var consequences = Consequences()
            consequences.actions = ended.isEmpty ? body(&state) : ended + body(&state)
            apply(&consequences, to: &state)
            consequences.queuedSince = startWatching(&state)
            // Otherwise deadlines compare the time of the last event with theirs when they are due.
            if isEvent, state.restarts != restarts {
                state.restarts = restarts
                consequences.renewed = Array(state.fetches.values)
                consequences.renewsQueue = state.isQueueWatched
            }
            return consequences
        }
        withExtendedLifetime(consequences.evicted) {}
        renew(consequences.renewed)
        if consequences.renewsQueue { renewQueue() }
        var starts = consequences.starts[...]
        for action in consequences.actions { perform(action, &starts) }
        if let queuedSince = consequences.queuedSince { watchQueue(since: queuedSince) }
        onChange?()
    }

    /// Ends the requests that were made under a permission that was revoked since, before anything else is done.
    ///
    /// A request that is made after the permission was restored therefore does not end with the older ones.
    private func followPermission(_ state: inout State) -> [ImageJobScheduler.Action] {
        let before = state.jobs.generation
        guard before != permission.generation else { return [] }
        let permit = permission.permit
        (state.jobs.generation, state.jobs.revocation) = (permit.generation, permit.revocation)
        // Otherwise callers are served, if the asset is still visible when its image arrives.
        return before < permit.withdrawal ? state.jobs.endAll(.library(.notAuthorized(permit.refusal))) : []
    }

    /// Applies the part of actions that belongs to the state.
    private func apply(_ consequences: inout Consequences, to state: inout State) {
        for action in consequences.actions {
            switch action {
            case .start(let id, let request):
                state.counts.started += 1
                let since = state.jobs.since(id) ?? state.jobs.now
                let isClaimed = dispatcher.knowsSource
                let fetch = ActiveFetch(
                    id, priority: request.priority, isClaimed: isClaimed, since: since,
                    startsInSilence: state.jobs.isSilent, clock: clock, deadlines: deadlines, requests: self)
                state.fetches[id] = fetch
                let lastSign = max(since, state.jobs.lastEvent, state.lastReplacement)
                consequences.starts.append(
                    Start(
                        fetch: fetch, isClaimed: isClaimed, since: lastSign, generation: state.jobs.generation))
            case .cancel: state.counts.cancelled += 1
            case .store(let key, let image, _): consequences.evicted.append(cache.store(image, for: key))
            case .setPriority, .deliver, .fail, .failAll: break
            }
        }
    }

    private func perform(_ action: ImageJobScheduler.Action, _ starts: inout ArraySlice<Start>) {
        switch action {
        case .start(_, let request):
            if let start = starts.popFirst() { begin(start, request) }
        case .setPriority(let id): setPriority(of: id)
        case .cancel(let id): cancel(id)
        case .deliver(let waiter, let delivery): waiter.receive(delivery)
        case .fail(let waiter, let error): waiter.fail(error)
        case .failAll(let ended, let error): fail(ended, error)
        case .store(let key, let image, let isPrefetched):
            if isPrefetched { preparation.drop(key) }
            if let generation = image.generation, generation < permission.generation { confirmation.start() }
        }
    }
}

// MARK: - Fetches

extension ImageRequests {
    /// Fails the callers of all jobs on another thread: there may be very many of them, and a withdrawal of the
    /// permission is noticed in a slice of a read, or on the main actor.
    private func fail(_ ended: EndedJobs, _ error: ImageError) {
        guard !ended.isEmpty else { return }
        Task.detached(priority: .userInitiated) {
            for waiter in ended.waiters { waiter.fail(error) }
        }
    }

    func fetch(_ id: RunID) -> ActiveFetch? {
        state.withLock { $0.fetches[id] }
    }

    /// Starts a fetch at its source if that is known, or else orders it from the library.
    private func begin(_ start: Start, _ request: AssetImageRequest) {
        let fetch = start.fetch
        startDeadline(of: fetch, since: start.since)
        let order = makeOrder(fetch, request, start.generation)
        if start.isClaimed {
            if dispatcher.startDirectly(order) { return }
            fetch.unclaim()
        }
        // One that was canceled before its deadline was started needs neither that nor an order.
        if fetch.isGone { deadlines.end(ObjectIdentifier(fetch)) } else { dispatch(order) }
    }

    /// - Parameter generation: the permission's generation, which must not be newer than the order.
    private func makeOrder(
        _ fetch: ActiveFetch, _ request: AssetImageRequest, _ generation: UInt64
    ) -> SourceDispatcher.Order {
        // A source that never calls back retains the fetch, and not the requests.
        let sink = ImageSink(unless: { fetch.isUseless }) { answer in
            switch answer {
            case .event(let event): fetch.requests?.receive(event.got(at: generation), of: fetch)
            case .decode(let decode): fetch.requests?.receive(decode, of: fetch, generation)
            }
        }
        return SourceDispatcher.Order(request: request, run: fetch, sink: sink)
    }

    private func dispatch(_ order: SourceDispatcher.Order) {
        dispatcher.start(order) { [weak self] limit in self?.setLimit(limit) }
    }

    private func setLimit(_ limit: SourceDispatcher.Limit) {
        preparation.setLimit(limit.preparations)
        let threads = limit.lane == .decodePool ? limits.maximumConcurrentDecodes : nil
        change { $0.jobs.setLimit(min(limit.requests, limits.maximumConcurrentRequests), threads: threads) }
    }

    /// Gives a fetch the present priority of its waiters; a source that is not found yet is requested in a more urgent
    /// lane too.
    ///
    /// The priority is set within the lock, so that, of two threads, the later one does not set an outdated priority.
    private func setPriority(of id: RunID) {
        let order: (ActiveFetch, AssetImageRequest, UInt64)? = state.withLock { state in
            guard let fetch = state.fetches[id], let request = state.jobs.request(of: id),
                fetch.setPriority(request.priority)
            else { return nil }
            return (fetch, request, state.jobs.generation)
        }
        if let (fetch, request, generation) = order { dispatch(makeOrder(fetch, request, generation)) }
    }

    /// Cancels a fetch at its source; its place in the limit is free once the source is known to have ended it.
    private func cancel(_ id: RunID) {
        guard let fetch = fetch(id), fetch.cancel() else { return }
        change { $0.fetches.removeValue(forKey: id) == nil ? [] : $0.jobs.left(id) }
        end(fetch, isHeld: fetch.finish())
    }

    /// Handles an event from a source, on the source's thread.
    private func receive(_ event: ImageSourceEvent, of fetch: ActiveFetch) {
        let answer = fetch.accept(event)
        if answer.isAccepted { handle(event, of: fetch, isHeld: answer.isHeld) }
    }

    /// Handles a decode that a source handed over, on the source's thread.
    private func receive(_ decode: ImageDecode, of fetch: ActiveFetch, _ generation: UInt64) {
        let work = HandedOverDecode(decode, of: fetch, generation: generation)
        switch fetch.accept(work) {
        case .drop: return
        case .end: handle(.end(.failure(.cancelled)), of: fetch, isHeld: fetch.finish())
        case .enqueue(let replaced):
            change(byEvent: true) { _ in [] }
            replaced?.cancel()
            submit(work, of: fetch)
        }
    }

    private func submit(_ work: HandedOverDecode, of fetch: ActiveFetch) {
        let priority = fetch.priority
        do throws(PoolError) {
            let ticket = try pool.submit(work, priority: PoolPriority(priority))
            fetch.setPlace(PoolPlace(pool: pool.core, ticket: ticket), of: work, priority: priority)
        } catch {
            work.refuse(error)
        }
    }

    /// Handles the result of a decode, on its thread.
    func receiveDecoded(_ event: ImageSourceEvent, of fetch: ActiveFetch) {
        let answer = fetch.acceptDecoded(event)
        if answer.isAccepted { handle(event, of: fetch, isHeld: answer.isHeld) }
    }

    /// - Parameter isHeld: whether the source has yet to return after its end.
    private func handle(_ event: ImageSourceEvent, of fetch: ActiveFetch, isHeld: Bool) {
        change(byEvent: true) { state in
            guard state.fetches[fetch.id] != nil else { return [] }
            if event.isEnd { state.fetches[fetch.id] = nil }
            if state.jobs.isLeaving(fetch.id) { return event.isEnd ? state.jobs.left(fetch.id) : [] }
            switch event {
            case .end(.success): state.counts.finished += 1
            case .end(.failure), .finished: state.counts.failed += 1
            case .progress, .degraded: break
            }
            return state.jobs.receive(event, of: fetch.id)
        }
        if event.isEnd { end(fetch, isHeld: isHeld) }
    }

    /// Releases everything that belongs to a fetch that has ended.
    ///
    /// A source that has not returned yet has its stall timeout again until it does: it may hang after its final
    /// answer. Its deadline, which is pending, compares the time of the end with its own, and ends when it returns.
    func end(_ fetch: ActiveFetch, isHeld: Bool) {
        if !isHeld { deadlines.end(ObjectIdentifier(fetch)) }
        dispatcher.forget(fetch)
    }
}
