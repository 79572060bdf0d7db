/// One fetch of a job, from the manager's order to the source's answer; the first event to end it decides the
/// outcome.
final class ActiveFetch: Sendable {
    /// The operations on a fetch that was handed over.
    struct Control: Sendable {
        var cancel: (@Sendable () -> Void)?
        /// Starts a replacement for the thread that the source holds; returns false if it holds none.
        var giveUp: (@Sendable () -> Bool)?
    }

    /// The queue of decodes that sources hand over; nil for a fetch whose source decodes its images itself.
    struct DecodeLink: Sendable {
        /// Removes the fetch's waiting decodes if they are useless.
        var prune: @Sendable () -> Void
        /// Starts a replacement for the thread that a decode of the fetch holds; returns false if it holds none.
        var giveUp: @Sendable () -> Bool
    }

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

    fileprivate struct State {
        var phase = Phase.ordered
        var control: Control?
        var priority: ImagePriority
        /// The last progress.
        var progress = -Double.infinity
        /// Whether the source was called and has not returned.
        var isCalled = false
        /// Whether the source reported an end.
        var hasEnded = false
        var heard: Duration?
        /// Whether its source was silent when it was started: the call alone does not renew its time then.
        let startsInSilence: Bool
        /// Kept when the fetch begins, unlike the control for the queued work.
        var giveUp: (@Sendable () -> Bool)?
        var isGivenUp = false
        var decodes: DecodeLink?
    }

    let id: ImageJobScheduler.RunID
    /// When the image was requested, on the manager's clock.
    let since: Duration
    private let clock: AnyClock
    private let onSign: @Sendable (ActiveFetch) -> Void
    private let onReturn: @Sendable (ActiveFetch) -> Void
    private let state: Lock<State>

    /// Creates a fetch that is to be started.
    ///
    /// - Parameters:
    ///   - startsInSilence: whether its source is known to be silent: then only an event renews its time, and not the
    ///     call to the source.
    ///   - onSign: called when the source is called, and at each event from it; on any thread.
    ///   - onReturn: called when the source returns after the end of the fetch.
    init(
        _ id: ImageJobScheduler.RunID, priority: ImagePriority, since: Duration = .zero,
        startsInSilence: Bool = false, clock: AnyClock,
        onSign: @escaping @Sendable (ActiveFetch) -> Void = { _ in },
        onReturn: @escaping @Sendable (ActiveFetch) -> Void = { _ in }
    ) {
        self.id = id
        self.since = since
        self.clock = clock
        self.onSign = onSign
        self.onReturn = onReturn
        state = Lock(State(priority: priority, startsInSilence: startsInSilence))
    }

    /// The current priority.
    var priority: ImagePriority { state.withLock(\.priority) }

    /// The time of the last event from the source, or of the call to it; nil while the fetch is on its way there, while
    /// a source that was silent before has not reported anything for it, and while its final image waits for a thread
    /// that decodes it.
    var heard: Duration? { state.withLock(\.heard) }

    /// Whether its result is no longer needed.
    var isUseless: Bool { state.withLock { $0.phase == .over || $0.phase == .abandoned } }

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

    /// Begins the fetch; returns false if it was canceled before it reached the source.
    func begin() -> Bool {
        let now = clock.now()
        let (isWanted, isSign, control) = state.withLock { state in
            guard state.phase == .claimed else { return (false, false, Control?.none) }
            (state.phase, state.isCalled) = (.begun, true)
            if !state.startsInSilence { state.heard = now }
            return (true, !state.startsInSilence, state.control.take())
        }
        if isSign { onSign(self) }
        return withExtendedLifetime(control) { isWanted }
    }

    /// Sets the operations on the queued work; cancels the work at once if the fetch was canceled meanwhile.
    ///
    /// Ignored if the fetch has already begun: the pool may start the work before its ticket is known here.
    func setLocation(_ place: Control) {
        let (phase, isGivenUp) = state.withLock { state in
            if state.phase == .claimed { state.control = place }
            state.giveUp = place.giveUp
            return (state.phase, state.isGivenUp)
        }
        if isGivenUp { _ = place.giveUp?() }
        if phase == .over { place.cancel?() }
    }

    /// Sets the cancellation that the source returned.
    ///
    /// - Returns: whether it was canceled here, since its result is no longer needed.
    func setCancellation(_ cancel: (@Sendable () -> Void)?) -> Bool {
        let (isAbandoned, isOver) = state.withLock { state in
            state.isCalled = false
            // After the end at the source there is nothing to cancel, but possibly a decode that was handed over.
            if state.phase == .begun, !state.hasEnded { state.control = Control(cancel: cancel) }
            return (state.phase == .abandoned || state.isGivenUp, state.phase == .over)
        }
        if isOver { onReturn(self) }
        guard isAbandoned, let cancel else { return false }
        cancel()
        return true
    }

    /// Changes the priority, which counts until the fetch is claimed.
    ///
    /// - Returns: whether the fetch is not claimed yet, and its priority was raised.
    func setPriority(_ priority: ImagePriority) -> Bool {
        state.withLock { state in
            let isRaised = state.phase == .ordered && priority > state.priority
            state.priority = priority
            return isRaised
        }
    }

    /// Cancels the fetch, once.
    ///
    /// - Returns: whether the source has nothing left to do: it was not reached, or its cancellation was called.
    ///   Otherwise the end is still to come.
    @discardableResult func cancel() -> Bool {
        let (control, decodes, isGone) = state.withLock { state in
            let isGone = state.phase != .begun || state.control?.cancel != nil
            defer { (state.phase, state.control) = (isGone ? .over : .abandoned, nil) }
            return (state.control, state.decodes, isGone)
        }
        control?.cancel?()
        decodes?.prune()
        return isGone
    }

    /// Cancels the fetch after its stall timeout, and no longer waits for its source.
    ///
    /// - Returns: whether the source holds a thread, for which a replacement was started.
    func giveUp() -> Bool {
        // Read before the cancellation, which may end the fetch and release them.
        let (giveUp, decodes) = state.withLock { state in
            state.isGivenUp = true
            return (state.giveUp.take(), state.decodes)
        }
        cancel()
        finish()
        let isReplaced = giveUp?() ?? false
        return (decodes?.giveUp() ?? false) || isReplaced
    }

    /// Whether the fetch has ended, and its source holds no thread.
    var isGone: Bool { state.withLock { $0.phase == .over && !$0.isHeld } }

    /// Marks the fetch as ended, and releases its operations; returns whether it is still held by its source.
    @discardableResult func finish() -> Bool {
        let (control, decodes, isHeld) = state.withLock { state in
            defer { (state.phase, state.control, state.decodes) = (.over, nil, nil) }
            return (state.control, state.decodes, state.isHeld)
        }
        return withExtendedLifetime((control, decodes)) { isHeld }
    }

    /// No longer waits for a source that has not returned although the fetch has ended.
    ///
    /// - Returns: whether the source holds a thread, for which a replacement was started.
    func giveUpThread() -> Bool {
        let giveUp: (@Sendable () -> Bool)? = state.withLock { state in
            guard state.phase == .over, state.isHeld else { return nil }
            state.isGivenUp = true
            return state.giveUp.take()
        }
        return giveUp?() ?? false
    }
}

// MARK: - Events from the source

extension ActiveFetch {
    /// Handles an event from the source; returns whether the manager has to handle it too.
    ///
    /// Only the first end counts, and nothing after it. Progress that is not a fraction, or that decreases, is dropped.
    /// For an abandoned fetch, only the end counts.
    func accept(_ event: ImageSourceEvent) -> Bool {
        let now = clock.now()
        let (isAccepted, isAtSource) = state.withLock { state in
            if state.isAtSource { state.heard = now }
            return (state.accept(event), state.heard != nil)
        }
        // At the end the manager ends its deadline, or starts it again for a source that has not returned.
        if isAtSource, !(isAccepted && event.isEnd) { onSign(self) }
        return isAccepted
    }
}

// MARK: - Decodes that the source hands over

extension ActiveFetch {
    /// What to do with a decode that was handed over.
    enum DecodeAnswer {
        case enqueue
        /// The source has ended, but no caller waits: the fetch ends without the decode.
        case end
        case drop
    }

    /// Handles a decode from the source; a final one is the source's end.
    ///
    /// - Parameter link: the queue of decodes.
    func accept(_ decode: ImageDecode, link: DecodeLink) -> DecodeAnswer {
        let now = clock.now()
        let (answer, isAtSource, control) = state.withLock { state in
            let isAtSource = state.isAtSource
            let (answer, control) = state.accept(decode, link: link, now: now)
            return (answer, isAtSource, control)
        }
        if isAtSource { onSign(self) }
        return withExtendedLifetime(control) { answer }
    }

    /// Begins a decode on a thread; returns false if its image is no longer needed.
    func beginDecode() -> Bool {
        let now = clock.now()
        let isNeeded = state.withLock { state in
            guard state.phase == .begun else { return false }
            state.heard = now
            return true
        }
        if isNeeded { onSign(self) }
        return isNeeded
    }

    /// Handles the result of a decode; returns whether the manager has to handle it too.
    func acceptDecoded(_ event: ImageSourceEvent) -> Bool {
        state.withLock { $0.phase == .begun || $0.phase == .abandoned && event.isEnd }
    }
}

extension ActiveFetch.State {
    fileprivate var isHeld: Bool { isCalled && !isGivenUp }

    /// Whether an event of its source renews its time: not once only a decode is to come.
    fileprivate var isAtSource: Bool { (phase == .begun || phase == .abandoned) && (heard != nil || !hasEnded) }

    fileprivate mutating func accept(
        _ decode: ImageDecode, link: ActiveFetch.DecodeLink, now: Duration
    ) -> (ActiveFetch.DecodeAnswer, ActiveFetch.Control?) {
        guard phase == .begun || phase == .abandoned, !hasEnded else { return (.drop, nil) }
        hasEnded = decode.isFinal
        guard phase == .begun else { return (decode.isFinal ? .end : .drop, nil) }
        decodes = link
        heard = decode.isFinal ? nil : now
        // From now on the decode ends the fetch, and not the source.
        return (.enqueue, decode.isFinal ? control.take() : nil)
    }

    fileprivate mutating func accept(_ event: ImageSourceEvent) -> Bool {
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
