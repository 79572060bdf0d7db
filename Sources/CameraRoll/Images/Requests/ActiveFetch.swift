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

    private struct State {
        var phase = Phase.ordered
        var control: Control?
        var priority: ImagePriority
        var inbox = PendingFetchEvents()
        var heard: Duration?
        /// Kept when the fetch begins, unlike the control for the queued work.
        var giveUp: (@Sendable () -> Bool)?
        var isGivenUp = false
    }

    let id: ImageJobScheduler.RunID
    private let clock: AnyClock
    private let onSign: @Sendable () -> Void
    private let state: Lock<State>

    /// Creates a fetch that is to be started.
    ///
    /// - Parameter onSign: called when the source is asked, and at each event from it; on any thread.
    init(
        _ id: ImageJobScheduler.RunID, priority: ImagePriority, clock: AnyClock,
        onSign: @escaping @Sendable () -> Void = {}
    ) {
        self.id = id
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
        let (control, unheard, isGone) = state.withLock { state in
            let isGone = state.phase != .begun || state.control?.cancel != nil
            defer { (state.phase, state.control) = (isGone ? .over : .abandoned, nil) }
            return (state.control, state.inbox.close(), isGone)
        }
        withExtendedLifetime(unheard) { control?.cancel?() }
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
        let (control, unheard) = state.withLock { state in
            defer { (state.phase, state.control) = (.over, nil) }
            return (state.control, state.inbox.close())
        }
        withExtendedLifetime((control, unheard)) {}
    }
}

// MARK: - Events from the source

extension ActiveFetch {
    /// Adds an event from the source; returns true if the manager has to be notified.
    func add(_ event: ImageSourceEvent) -> Bool {
        let now = clock.now()
        let (announces, useless, isAtSource) = state.withLock { state in
            if state.phase == .abandoned, event.isEnd {
                state.phase = .over
                return (true, DecodedImage?.none, false)
            }
            if state.heard != nil { state.heard = now }
            let (announces, useless) = state.inbox.add(event)
            return (announces, useless, state.heard != nil)
        }
        if isAtSource { onSign() }
        return withExtendedLifetime(useless) { announces }
    }

    /// Takes the events that the manager has not handled yet.
    ///
    /// A final image makes the earlier events obsolete.
    func takeEvents() -> [ImageSourceEvent] {
        let events = state.withLock { $0.inbox.takeAll() }
        if case .end(.success)? = events.last { return events.suffix(1) }
        return events
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

/// The active fetches, which are canceled when the manager is released.
final class ActiveFetches: Sendable {
    private let runs = Lock<[ImageJobScheduler.RunID: ActiveFetch]>([:])

    subscript(id: ImageJobScheduler.RunID) -> ActiveFetch? {
        runs.withLock { $0[id] }
    }

    func add(_ run: ActiveFetch) {
        runs.withLock { $0[run.id] = run }
    }

    /// Removes a fetch that has ended.
    func finish(_ id: ImageJobScheduler.RunID) {
        runs.withLock { $0.removeValue(forKey: id) }?.finish()
    }

    /// Cancels a fetch; returns true if its source has nothing left to do.
    func cancel(_ id: ImageJobScheduler.RunID) -> Bool {
        guard let run = self[id] else { return true }
        guard run.cancel() else { return false }
        finish(id)
        return true
    }

    /// Gives up a fetch after its stall timeout; returns true if its source holds a thread.
    func giveUp(_ id: ImageJobScheduler.RunID) -> Bool {
        runs.withLock { $0.removeValue(forKey: id) }?.giveUp() ?? false
    }

    /// Cancels all fetches, in starting order.
    func cancelAll() {
        let all = runs.withLock { runs in
            defer { runs = [:] }
            return runs.values.sorted { $0.id.number < $1.id.number }
        }
        all.forEach { $0.cancel() }
    }
}

/// The events of one fetch that the manager has not handled yet: a pure value with the latest event of each kind.
///
/// A source that calls back a million times therefore fills no queue, and only its first end counts.
struct PendingFetchEvents {
    private var progress: Double?
    private var reported = -Double.infinity
    private var degraded: DecodedImage?
    private var end: ImageSourceEvent?
    private var isOver = false
    private var isAnnounced = false

    /// Adds an event.
    ///
    /// - Returns: whether the manager has to be notified, and an image that is no longer needed, to be released
    ///   outside of the lock.
    mutating func add(_ event: ImageSourceEvent) -> (announces: Bool, useless: DecodedImage?) {
        guard !isOver else { return (false, nil) }
        var useless: DecodedImage?
        switch event {
        case .progress(let fraction):
            // Also false for NaN.
            guard fraction > reported, (0...1).contains(fraction) else { return (false, nil) }
            (progress, reported) = (fraction, fraction)
        case .degraded(let image): (useless, degraded) = (degraded, image)
        case .end, .finished: (end, isOver) = (event, true)
        }
        defer { isAnnounced = true }
        return (!isAnnounced, useless)
    }

    /// Takes the pending events: the local image precedes the progress of the image that replaces it.
    mutating func takeAll() -> [ImageSourceEvent] {
        isAnnounced = false
        defer { (progress, degraded, end) = (nil, nil, nil) }
        return [degraded.map(ImageSourceEvent.degraded), progress.map(ImageSourceEvent.progress), end].compactMap(
            \.self)
    }

    /// Closes the inbox, so that later events are dropped; returns the pending ones, to be released outside of the
    /// lock.
    mutating func close() -> [ImageSourceEvent] {
        isOver = true
        return takeAll()
    }
}
