import Synchronization

/// One fetch of a job, from the manager's order to the source's answer; the first event to end it decides the
/// outcome.
///
/// Each step takes the fetch's lock once, and returns what is to be done without it. Only the priority of work in the
/// pool is changed within it, so that of two threads the later one does not set an outdated priority.
final class ActiveFetch: Sendable {
    /// The phase of a fetch.
    enum Phase {
        /// No turn has begun to look for its source.
        case ordered
        /// On its way to the source, possibly queued in the pool.
        case claimed
        /// At the source.
        case begun
        /// Canceled while still at the source: its events are ignored, except for its end.
        case abandoned
        case over
    }

    fileprivate typealias Cancellation = @Sendable () -> Void

    /// A decode that waits for a thread, or holds one.
    fileprivate struct Decode {
        let work: HandedOverDecode
        /// Nil until the pool has returned it.
        var place: PoolPlace?
        var isRunning = false
        var isGivenUp = false
    }

    fileprivate struct State {
        var phase: Phase
        /// Cancels the request at its source.
        var cancel: (@Sendable () -> Void)?
        /// The call of the source, while it waits for a thread or holds one; nil until the pool has returned it, once
        /// the source has returned or was given up, and if it is called elsewhere.
        var call: PoolPlace?
        var priority: ImagePriority
        /// The last progress.
        var progress = -Double.infinity
        /// Whether the source was called.
        var hasBegun = false
        /// Whether the source was called and has not returned.
        var isCalled = false
        /// Whether the source reported an end.
        var hasEnded = false
        var heard: Duration?
        /// Whether its source was silent when it was started: the call alone does not renew its time then.
        let startsInSilence: Bool
        var isGivenUp = false
        /// The suspensions of the process after which its deadline was started or renewed.
        var restarts: UInt64
        /// The decodes that its source handed over, and that have not left the pool: at most one that waits.
        var decodes: [Decode] = []
    }

    let id: ImageJobScheduler.RunID
    /// When the image was requested, on the manager's clock.
    let since: Duration
    /// The requests that it belongs to; released while a source still holds the fetch.
    weak let requests: ImageRequests?
    private let clock: AnyClock
    private let deadlines: Deadlines<ObjectIdentifier>
    private let ordered = Atomic(false)
    private let state: Lock<State>

    /// Creates a fetch that is to be started.
    ///
    /// - Parameters:
    ///   - isClaimed: whether its creator starts it at once, since its source is known.
    ///   - startsInSilence: whether its source is known to be silent: then only an event renews its time, and not the
    ///     call to the source.
    ///   - deadlines: the deadlines with the fetch's own, which ends when its source has returned.
    init(
        _ id: ImageJobScheduler.RunID, priority: ImagePriority, isClaimed: Bool = false, since: Duration = .zero,
        startsInSilence: Bool = false, clock: AnyClock, deadlines: Deadlines<ObjectIdentifier>,
        requests: ImageRequests? = nil
    ) {
        self.id = id
        self.since = since
        self.requests = requests
        self.clock = clock
        self.deadlines = deadlines
        state = Lock(
            State(
                phase: isClaimed ? .claimed : .ordered, priority: priority, startsInSilence: startsInSilence,
                restarts: deadlines.restarts))
    }

    /// The current priority.
    var priority: ImagePriority { state.withLock(\.priority) }

    /// The time of the last event from the source, or of the call to it; nil while the fetch is on its way there, while
    /// a source that was silent before has not reported anything for it, and while its final image waits for a thread
    /// that decodes it.
    var heard: Duration? { state.withLock(\.heard) }

    /// Whether its result is no longer needed.
    var isUseless: Bool { state.withLock { $0.phase == .over || $0.phase == .abandoned } }

    /// Whether an order of it was ever left with the library.
    var isOrdered: Bool { ordered.load(ordering: .acquiring) }

    /// Records that an order of it is left with the library; called before it is.
    func noteOrder() { ordered.store(true, ordering: .releasing) }

    /// Claims the fetch for the caller; only the first caller succeeds, while the result is needed.
    ///
    /// - Returns: the priority at which the source is asked; nil if the caller has nothing to do.
    func claim() -> ImagePriority? {
        state.withLock { state in
            guard state.phase == .ordered else { return nil }
            state.phase = .claimed
            return state.priority
        }
    }

    /// Gives back a fetch that was created as claimed, and cannot be started.
    func unclaim() {
        state.withLock { if $0.phase == .claimed { $0.phase = .ordered } }
    }

    /// Begins the fetch; returns false if it was canceled before it reached the source.
    func begin() -> Bool {
        let (now, restarts) = (clock.now(), deadlines.restarts)
        let (isWanted, renews) = state.withLock { state in
            guard state.phase == .claimed else { return (false, false) }
            (state.phase, state.hasBegun, state.isCalled) = (.begun, true, true)
            return (true, !state.startsInSilence && state.hear(now, restarts))
        }
        if renews { renewDeadline() }
        return isWanted
    }

    /// Sets the place of the source's call in the pool; cancels it at once if the fetch was canceled meanwhile.
    ///
    /// The pool may have begun or even finished the call by now.
    ///
    /// - Parameter priority: the priority with which the call was submitted.
    func setPlace(_ place: PoolPlace, priority: ImagePriority) {
        let (isCancelled, isGivenUp) = state.withLock { state in
            // Otherwise its source has returned or is not called, and the place would keep the pool.
            if state.phase == .claimed || state.isHeld { state.call = place }
            if state.priority != priority { place.setPriority(PoolPriority(state.priority)) }
            return (state.phase == .over && !state.hasBegun, state.isGivenUp && state.isCalled)
        }
        if isGivenUp { place.giveUp() }
        guard isCancelled else { return }
        place.cancel()
        // It may have been canceled before its deadline was started.
        deadlines.end(ObjectIdentifier(self))
    }

    /// Sets the cancellation that the source returned.
    ///
    /// - Returns: whether it was canceled here, since its result is no longer needed.
    func setCancellation(_ cancel: (@Sendable () -> Void)?) -> Bool {
        let (isAbandoned, isOver) = state.withLock { state in
            (state.isCalled, state.call) = (false, nil)
            // After the end at the source there is nothing to cancel, but possibly a decode that was handed over.
            if state.phase == .begun, !state.hasEnded { state.cancel = cancel }
            return (state.phase == .abandoned || state.isGivenUp, state.phase == .over)
        }
        if isOver { deadlines.end(ObjectIdentifier(self)) }
        guard isAbandoned, let cancel else { return false }
        cancel()
        return true
    }

    /// Changes the priority: until the fetch is claimed, that of its order, and later that of work that waits for a
    /// thread or holds one.
    ///
    /// - Returns: whether the fetch is not claimed yet, and its priority was raised.
    func setPriority(_ priority: ImagePriority) -> Bool {
        state.withLock { state in
            let isRaised = state.phase == .ordered && priority > state.priority
            state.priority = priority
            state.call?.setPriority(PoolPriority(priority))
            for decode in state.decodes { decode.place?.setPriority(PoolPriority(priority)) }
            return isRaised
        }
    }

    /// Cancels the fetch, once.
    ///
    /// - Returns: whether the source has nothing left to do: it was not reached, or its cancellation was called.
    ///   Otherwise the end is still to come.
    @discardableResult func cancel() -> Bool {
        let (cancel, call, decodes, isGone) = state.withLock { state in
            let isGone = state.phase != .begun || state.cancel != nil
            let call = state.phase == .claimed ? state.call.take() : nil
            defer { (state.phase, state.cancel) = (isGone ? .over : .abandoned, nil) }
            return (state.cancel, call, state.decodes, isGone)
        }
        cancel?()
        call?.cancel()
        for decode in decodes { decode.place?.cancel() }
        return isGone
    }

    /// Cancels the fetch after its stall timeout, and no longer waits for its source.
    ///
    /// - Returns: whether the source holds a thread, for which a replacement was started.
    func giveUp() -> Bool {
        let (call, decodes) = state.withLock { state in
            state.isGivenUp = true
            for index in state.decodes.indices { state.decodes[index].isGivenUp = true }
            // What a thread takes only now leaves it at once.
            return (state.isCalled ? state.call.take() : nil, state.decodes.filter(\.isRunning))
        }
        cancel()
        finish()
        var isReplaced = call?.giveUp() ?? false
        for decode in decodes where decode.place?.giveUp() ?? false { isReplaced = true }
        return isReplaced
    }

    /// Whether the fetch has ended, and its source holds no thread.
    var isGone: Bool { state.withLock(\.isGone) }

    /// Whether the fetch has ended, but its source has not returned.
    var isHeld: Bool { state.withLock { $0.phase == .over && $0.isHeld } }

    /// Marks the fetch as ended, and releases its operations; returns whether it is still held by its source.
    @discardableResult func finish() -> Bool {
        let (cancel, isHeld) = state.withLock { state in
            defer { (state.phase, state.cancel) = (.over, nil) }
            return (state.cancel, state.isHeld)
        }
        return withExtendedLifetime(cancel) { isHeld }
    }

    /// No longer waits for a source that has not returned although the fetch has ended.
    ///
    /// - Parameter time: the time at which it must have ended, at the latest.
    /// - Returns: whether the source holds a thread, for which a replacement was started.
    func giveUpThread(endedBy time: Duration) -> Bool {
        let call: PoolPlace? = state.withLock { state in
            guard state.phase == .over, state.isHeld, state.heard ?? since <= time else { return nil }
            state.isGivenUp = true
            return state.call.take()
        }
        return call?.giveUp() ?? false
    }

    /// Ends a deadline that may have been started after the end of the fetch.
    func endDeadlineIfGone() {
        if isGone { deadlines.end(ObjectIdentifier(self)) }
    }

    private func renewDeadline() { deadlines.renew(ObjectIdentifier(self)) }
}

// MARK: - Events from the source

extension ActiveFetch {
    /// Whether the manager has to handle an event, and whether the source has yet to return after an end.
    typealias Answer = (isAccepted: Bool, isHeld: Bool)

    /// Handles an event from the source; the fetch is over with its end.
    ///
    /// Only the first end counts, and nothing after it. Progress that is not a fraction, or that decreases, is dropped.
    /// For an abandoned fetch, only the end counts.
    func accept(_ event: ImageSourceEvent) -> Answer {
        let (now, restarts) = (clock.now(), deadlines.restarts)
        let (answer, renews, cancel) = state.withLock { state in
            let renews = state.isAtSource && state.hear(now, restarts)
            guard state.accept(event) else { return ((false, false) as Answer, renews, Cancellation?.none) }
            return ((true, state.isHeld) as Answer, renews, event.isEnd ? state.end() : nil)
        }
        if renews { renewDeadline() }
        return withExtendedLifetime(cancel) { answer }
    }
}

// MARK: - Decodes that the source hands over

extension ActiveFetch {
    /// What to do with a decode that was handed over.
    enum DecodeAnswer {
        /// It goes to the pool, after one that it replaces has left.
        case enqueue(instead: PoolPlace?)
        /// The source has ended, but no caller waits: the fetch ends without the decode.
        case end
        case drop
    }

    /// Handles a decode from the source; a final one is the source's end.
    func accept(_ work: HandedOverDecode) -> DecodeAnswer {
        let (now, restarts) = (clock.now(), deadlines.restarts)
        let (answer, renews, cancel) = state.withLock { state in
            let renews = state.isAtSource && state.hear(now, restarts)
            let (answer, cancel) = state.accept(work)
            return (answer, renews, cancel)
        }
        if renews { renewDeadline() }
        return withExtendedLifetime(cancel) { answer }
    }

    /// Sets the place of a decode in the pool; cancels it at once if it is no longer needed.
    ///
    /// - Parameter priority: the priority with which it was submitted.
    func setPlace(_ place: PoolPlace, of work: HandedOverDecode, priority: ImagePriority) {
        let (isNeeded, isGivenUp) = state.withLock { state in
            guard let index = state.index(of: work) else { return (false, false) }
            state.decodes[index].place = place
            if state.priority != priority { place.setPriority(PoolPriority(state.priority)) }
            let decode = state.decodes[index]
            return (state.phase == .begun || decode.isRunning, decode.isGivenUp && decode.isRunning)
        }
        if !isNeeded { place.cancel() }
        if isGivenUp { place.giveUp() }
    }

    /// Begins a decode on a thread; returns false if its image is no longer needed.
    func beginDecode(_ work: HandedOverDecode) -> Bool {
        let (now, restarts) = (clock.now(), deadlines.restarts)
        let (isNeeded, renews) = state.withLock { state in
            guard state.phase == .begun, let index = state.index(of: work) else { return (false, false) }
            state.decodes[index].isRunning = true
            return (true, state.hear(now, restarts))
        }
        if renews { renewDeadline() }
        return isNeeded
    }

    /// Handles the result of a decode; the fetch is over with its end.
    func acceptDecoded(_ event: ImageSourceEvent) -> Answer {
        let now = clock.now()
        return state.withLock { state in
            guard state.phase == .begun || state.phase == .abandoned && event.isEnd else { return (false, false) }
            guard event.isEnd else { return (true, false) }
            (state.phase, state.heard) = (.over, now)
            return (true, state.isHeld)
        }
    }

    /// Removes a decode that has left the pool.
    func remove(_ work: HandedOverDecode) {
        let removed = state.withLock { state in state.index(of: work).map { state.decodes.remove(at: $0) } }
        withExtendedLifetime(removed) {}
    }

    /// No longer waits for a decode that hangs.
    ///
    /// - Returns: whether it holds a thread, for which a replacement was started.
    func giveUp(_ work: HandedOverDecode) -> Bool {
        let place = state.withLock { state -> PoolPlace? in
            guard let index = state.index(of: work) else { return nil }
            state.decodes[index].isGivenUp = true
            return state.decodes[index].place
        }
        return place?.giveUp() ?? false
    }
}

extension ActiveFetch.State {
    var isHeld: Bool { isCalled && !isGivenUp }
    var isGone: Bool { phase == .over && !isHeld }

    /// Whether an event of its source renews its time: not once only a decode is to come.
    var isAtSource: Bool { (phase == .begun || phase == .abandoned) && (heard != nil || !hasEnded) }

    /// Records a sign of the source; returns whether the deadline has to be renewed.
    ///
    /// Otherwise it is compared with the last sign when it is due, and started again.
    mutating func hear(_ now: Duration, _ restarts: UInt64) -> Bool {
        defer { (heard, self.restarts) = (now, restarts) }
        return self.restarts != restarts
    }

    /// Ends the fetch; returns its cancellation, to be released without the lock.
    mutating func end() -> (@Sendable () -> Void)? {
        phase = .over
        if !isCalled { call = nil }
        return cancel.take()
    }

    func index(of work: HandedOverDecode) -> Int? { decodes.firstIndex { $0.work === work } }

    mutating func accept(_ work: HandedOverDecode) -> (ActiveFetch.DecodeAnswer, (@Sendable () -> Void)?) {
        let isFinal = work.decode.isFinal
        guard phase == .begun || phase == .abandoned, !hasEnded else { return (.drop, nil) }
        hasEnded = isFinal
        guard phase == .begun else { return (isFinal ? .end : .drop, nil) }
        let replaced = decodes.firstIndex { !$0.isRunning }.flatMap { decodes.remove(at: $0).place }
        decodes.append(ActiveFetch.Decode(work: work))
        guard isFinal else { return (.enqueue(instead: replaced), nil) }
        // From now on the decode ends the fetch, and not the source.
        heard = nil
        return (.enqueue(instead: replaced), cancel.take())
    }

    mutating func accept(_ event: ImageSourceEvent) -> Bool {
        guard phase != .over, !hasEnded else { return false }
        switch event {
        case .end, .finished:
            hasEnded = true
            return true
        case .degraded: return phase != .abandoned
        case .progress(let fraction):
            // Also false for NaN.
            guard phase != .abandoned, fraction > progress, (0...1).contains(fraction) else { return false }
            progress = fraction
            return true
        }
    }
}

extension ImageSourceEvent {
    /// The same event, with its image marked as loaded under a permission generation.
    func got(at generation: UInt64) -> ImageSourceEvent {
        switch self {
        case .degraded(let image): .degraded(image.got(at: generation))
        case .end(.success(let image)): .end(.success(image.got(at: generation)))
        case .progress, .end(.failure), .finished: self
        }
    }

    /// Whether the event ends the request.
    var isEnd: Bool {
        switch self {
        case .end, .finished: true
        case .progress, .degraded: false
        }
    }
}
