/// One fetch of a job, from the manager's order to the source's answer; the first event to end it decides the
/// outcome.
final class ActiveFetch: Sendable {
    /// The operations on a fetch that was handed over.
    struct Control: Sendable {
        var cancel: (@Sendable () -> Void)?
        /// Starts a replacement for the thread that the source holds; returns false if it holds none.
        var giveUp: (@Sendable () -> Bool)?
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
        /// Whether the source reported an end.
        var hasEnded = false
        var heard: Duration?
        /// Kept when the fetch begins, unlike the control for the queued work.
        var giveUp: (@Sendable () -> Bool)?
        var isGivenUp = false
    }

    let id: ImageJobScheduler.RunID
    /// When the image was requested, on the manager's clock.
    let since: Duration
    private let clock: AnyClock
    private let onSign: @Sendable () -> Void
    private let state: Lock<State>

    /// Creates a fetch that is to be started.
    ///
    /// - Parameter onSign: called when the source is asked, and at each event from it; on any thread.
    init(
        _ id: ImageJobScheduler.RunID, priority: ImagePriority, since: Duration = .zero, clock: AnyClock,
        onSign: @escaping @Sendable () -> Void = {}
    ) {
        self.id = id
        self.since = since
        self.clock = clock
        self.onSign = onSign
        state = Lock(State(priority: priority))
    }

    /// The current priority.
    var priority: ImagePriority { state.withLock(\.priority) }

    /// The time of the last event from the source, or of the call to it; nil while the fetch is on its way there.
    var heard: Duration? { state.withLock(\.heard) }

    /// Whether its result is no longer needed.
    var isUseless: Bool { state.withLock { $0.phase == .over || $0.phase == .abandoned } }

    /// Claims the fetch for the caller; only the first caller succeeds, while the result is needed.
    func claim() -> Bool {
        state.withLock { state in
            guard state.phase == .ordered else { return false }
            state.phase = .claimed
            return true
        }
    }

    /// Begins the fetch; returns false if it was canceled before it reached the source.
    func begin() -> Bool {
        let now = clock.now()
        let (isWanted, control) = state.withLock { state in
            guard state.phase == .claimed else { return (false, Control?.none) }
            (state.phase, state.heard) = (.begun, now)
            return (true, state.control.take())
        }
        if isWanted { onSign() }
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

    /// Sets the cancellation at the source, which has been called.
    ///
    /// - Returns: whether it was canceled here, since its result is no longer needed.
    func setCancellation(_ cancel: (@Sendable () -> Void)?) -> Bool {
        let isAbandoned = state.withLock { state in
            if state.phase == .begun { state.control = Control(cancel: cancel) }
            return state.phase == .abandoned || state.isGivenUp
        }
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
        let (control, isGone) = state.withLock { state in
            let isGone = state.phase != .begun || state.control?.cancel != nil
            defer { (state.phase, state.control) = (isGone ? .over : .abandoned, nil) }
            return (state.control, isGone)
        }
        control?.cancel?()
        return isGone
    }

    /// Cancels the fetch after its stall timeout, and no longer waits for its source.
    ///
    /// - Returns: whether the source holds a thread, for which a replacement was started.
    func giveUp() -> Bool {
        cancel()
        let giveUp = state.withLock { state in
            state.isGivenUp = true
            return state.giveUp.take()
        }
        finish()
        return giveUp?() ?? false
    }

    /// Marks the fetch as ended, and releases its operations.
    func finish() {
        let control = state.withLock { state in
            defer { (state.phase, state.control) = (.over, nil) }
            return state.control
        }
        withExtendedLifetime(control) {}
    }
}

// MARK: - Events from the source

extension ActiveFetch {
    /// Handles an event from the source; returns whether the manager has to handle it too.
    ///
    /// Only the first end counts, and nothing after it. Progress that is no fraction, or that decreases, is dropped. Of
    /// a fetch that was abandoned only the end counts.
    func accept(_ event: ImageSourceEvent) -> Bool {
        let now = clock.now()
        let (isAccepted, isAtSource) = state.withLock { state in
            if state.phase != .over, state.heard != nil { state.heard = now }
            return (state.accept(event), state.heard != nil)
        }
        if isAtSource { onSign() }
        return isAccepted
    }
}

extension ActiveFetch.State {
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
    /// Whether the event ends the request.
    var isEnd: Bool {
        switch self {
        case .end, .finished: true
        case .progress, .degraded: false
        }
    }
}
