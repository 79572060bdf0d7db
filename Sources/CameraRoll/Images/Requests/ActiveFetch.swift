/// One run of a job, from the manager's order to the source's answer: whoever comes first decides how it ends.
final class ActiveFetch: Sendable {
    /// What can be done to a run that was handed on.
    struct Control: Sendable {
        var cancel: (@Sendable () -> Void)?
        var setPriority: (@Sendable (ImagePriority) -> Void)?
        /// Has another thread stand in for the one that its source holds; false where it holds none.
        var giveUp: (@Sendable () -> Bool)?
    }

    /// How far it has come.
    enum Phase {
        /// Nobody has begun to find its source.
        case ordered
        /// It is on its way to the source, perhaps in the line of the pool.
        case claimed
        /// It is at the source.
        case begun
        /// It was cancelled, and the source is at it still: nothing it says counts but that it is done.
        case abandoned
        case over
    }

    private struct State {
        var phase = Phase.ordered
        var control: Control?
        var priority: ImagePriority
        var inbox = PendingFetchEvents()
        var heard: Duration?
        /// Stays when the run begins, unlike the control of its place in line.
        var giveUp: (@Sendable () -> Bool)?
        var isGivenUp = false
    }

    let id: ImageJobScheduler.RunID
    private let clock: AnyClock
    private let onSign: @Sendable () -> Void
    private let state: Lock<State>

    /// A run that is to be started.
    ///
    /// - Parameter onSign: is told when its source is asked, and whenever that is heard of; from any thread.
    init(
        _ id: ImageJobScheduler.RunID, priority: ImagePriority, clock: AnyClock,
        onSign: @escaping @Sendable () -> Void = {}
    ) {
        self.id = id
        self.clock = clock
        self.onSign = onSign
        state = Lock(State(priority: priority))
    }

    /// How urgent it is by now.
    var priority: ImagePriority { state.withLock(\.priority) }

    /// When its source was last heard of, or was asked; nil while it is on its way there.
    var heard: Duration? { state.withLock(\.heard) }

    /// Whether it is of no use any more.
    var isUseless: Bool { state.withLock { $0.phase == .over || $0.phase == .abandoned } }

    /// Whether the caller is the one to start it: the first who asks, while it is of use.
    func claim() -> Bool {
        state.withLock { state in
            guard state.phase == .ordered else { return false }
            state.phase = .claimed
            return true
        }
    }

    /// Whether the source is to be asked; what is useless by now need not be.
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

    /// Says how to take it off the line that it stands in; does so at once where it was cancelled meanwhile.
    ///
    /// What is past is dropped: the pool may have begun the work before it could be said how to take it back.
    func setPlace(_ place: Control) {
        let (phase, priority, isGivenUp) = state.withLock { state in
            if state.phase == .claimed { state.control = place }
            state.giveUp = place.giveUp
            return (state.phase, state.priority, state.isGivenUp)
        }
        if isGivenUp { _ = place.giveUp?() }
        if phase == .over { place.cancel?() } else if phase == .claimed { place.setPriority?(priority) }
    }

    /// Says how to cancel it at its source, which has been asked.
    ///
    /// - Returns: whether it was cancelled here, since nobody wants it any more.
    func setCancellation(_ cancel: (@Sendable () -> Void)?) -> Bool {
        let isAbandoned = state.withLock { state in
            if state.phase == .begun { state.control = Control(cancel: cancel) }
            return state.phase == .abandoned || state.isGivenUp
        }
        guard isAbandoned, let cancel else { return false }
        cancel()
        return true
    }

    /// Makes it more or less urgent.
    ///
    /// - Returns: whether it is on its way to be claimed, and more urgent than before.
    func setPriority(_ priority: ImagePriority) -> Bool {
        let (isRaised, change) = state.withLock { state in
            let isRaised = state.phase == .ordered && priority > state.priority
            state.priority = priority
            return (isRaised, state.control?.setPriority)
        }
        change?(priority)
        return isRaised
    }

    /// Cancels what there is to cancel, once.
    ///
    /// - Returns: whether nothing of it is left at the source: it was not there yet, or was told. Otherwise its end is
    ///   still to come.
    @discardableResult func cancel() -> Bool {
        let (control, unheard, isGone) = state.withLock { state in
            let isGone = state.phase != .begun || state.control?.cancel != nil
            defer { (state.phase, state.control) = (isGone ? .over : .abandoned, nil) }
            return (state.control, state.inbox.close(), isGone)
        }
        withExtendedLifetime(unheard) { control?.cancel?() }
        return isGone
    }

    /// Cancels it since its source was silent for too long, and waits for that no more.
    ///
    /// - Returns: whether the source holds a thread, for which another may stand in now.
    func giveUp() -> Bool {
        cancel()
        let giveUp = state.withLock { state in
            state.isGivenUp = true
            return state.giveUp.take()
        }
        finish()
        return giveUp?() ?? false
    }

    /// Takes note that it is over, and lets go of what could be done to it.
    func finish() {
        let (control, unheard) = state.withLock { state in
            defer { (state.phase, state.control) = (.over, nil) }
            return (state.control, state.inbox.close())
        }
        withExtendedLifetime((control, unheard)) {}
    }
}

// MARK: - What the source says

extension ActiveFetch {
    /// Takes what the source says; true where the manager is to be told.
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

    /// What the manager has not heard yet.
    ///
    /// A final image makes what came before it worthless.
    func takeEvents() -> [ImageSourceEvent] {
        let events = state.withLock { $0.inbox.takeAll() }
        if case .end(.success)? = events.last { return events.suffix(1) }
        return events
    }
}

extension ImageSourceEvent {
    /// Whether it ends the request.
    var isEnd: Bool {
        switch self {
        case .end, .finished: true
        case .progress, .degraded: false
        }
    }
}

/// The runs under way, to be cancelled also by a manager that is going.
final class ActiveFetches: Sendable {
    private let runs = Lock<[ImageJobScheduler.RunID: ActiveFetch]>([:])

    subscript(id: ImageJobScheduler.RunID) -> ActiveFetch? {
        runs.withLock { $0[id] }
    }

    func add(_ run: ActiveFetch) {
        runs.withLock { $0[run.id] = run }
    }

    /// Forgets a run that has ended.
    func finish(_ id: ImageJobScheduler.RunID) {
        runs.withLock { $0.removeValue(forKey: id) }?.finish()
    }

    /// Cancels a run; true where nothing of it is left at the source.
    func cancel(_ id: ImageJobScheduler.RunID) -> Bool {
        guard let run = self[id] else { return true }
        guard run.cancel() else { return false }
        finish(id)
        return true
    }

    /// Gives a run up whose source was silent for too long; true where that holds a thread.
    func giveUp(_ id: ImageJobScheduler.RunID) -> Bool {
        runs.withLock { $0.removeValue(forKey: id) }?.giveUp() ?? false
    }

    /// Cancels all runs, the first first.
    func cancelAll() {
        let all = runs.withLock { runs in
            defer { runs = [:] }
            return runs.values.sorted { $0.id.number < $1.id.number }
        }
        all.forEach { $0.cancel() }
    }
}

/// What a source said of one run and the manager has not heard yet: a pure value that keeps the latest of each kind.
///
/// So a source that calls back a million times fills no queue, and only its first end counts.
struct PendingFetchEvents {
    private var progress: Double?
    private var reported = -Double.infinity
    private var degraded: DecodedImage?
    private var end: ImageSourceEvent?
    private var isOver = false
    private var isAnnounced = false

    /// Takes what the source says.
    ///
    /// - Returns: whether the manager is to be told, and an image that nobody needs any more, to be released outside of
    ///   the lock.
    mutating func add(_ event: ImageSourceEvent) -> (announces: Bool, useless: DecodedImage?) {
        guard !isOver else { return (false, nil) }
        var useless: DecodedImage?
        switch event {
        case .progress(let fraction):
            // Also false for what is no number.
            guard fraction > reported, (0...1).contains(fraction) else { return (false, nil) }
            (progress, reported) = (fraction, fraction)
        case .degraded(let image): (useless, degraded) = (degraded, image)
        case .end, .finished: (end, isOver) = (event, true)
        }
        defer { isAnnounced = true }
        return (!isAnnounced, useless)
    }

    /// Takes out what the manager has not heard yet: the local image comes before the progress of what replaces it.
    mutating func takeAll() -> [ImageSourceEvent] {
        isAnnounced = false
        defer { (progress, degraded, end) = (nil, nil, nil) }
        return [degraded.map(ImageSourceEvent.degraded), progress.map(ImageSourceEvent.progress), end].compactMap(
            \.self)
    }

    /// Whatever comes now is dropped; returns what was not heard, to be released outside of the lock.
    mutating func close() -> [ImageSourceEvent] {
        isOver = true
        return takeAll()
    }
}
