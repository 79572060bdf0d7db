/// One run of a job, from the manager's order to the source's answer: whoever comes first decides how it ends.
final class ImageRun: Sendable {
    /// What can be done to a run that was handed on.
    struct Control: Sendable {
        var cancel: (@Sendable () -> Void)?
        var setPriority: (@Sendable (ImagePriority) -> Void)?
    }

    /// How far it has come.
    enum Phase {
        /// Nobody has begun to find its source.
        case ordered
        /// It is on its way to the source, perhaps in the line of the pool.
        case claimed
        /// It is at the source.
        case begun
        case over
    }

    private struct State {
        var phase = Phase.ordered
        var control: Control?
        var priority: ImagePriority
        var inbox = RunInbox()
    }

    let id: ImageJobs.RunID
    private let state: Lock<State>

    init(_ id: ImageJobs.RunID, priority: ImagePriority) {
        self.id = id
        state = Lock(State(priority: priority))
    }

    /// How urgent it is by now.
    var priority: ImagePriority { state.withLock(\.priority) }

    /// Whether the caller is the one to start it: the first who asks, while it is of use.
    func claim() -> Bool {
        advance(from: .ordered, to: .claimed)
    }

    /// Whether the source is to be asked; what is useless by now need not be.
    func begin() -> Bool {
        advance(from: .claimed, to: .begun)
    }

    private func advance(from phase: Phase, to next: Phase) -> Bool {
        state.withLock { state in
            guard state.phase == phase else { return false }
            state.phase = next
            return true
        }
    }

    /// Says what can be done to it in a phase; cancels at once where that was decided already.
    ///
    /// What belongs to a phase that is past is dropped: the pool may have run the work before it could be said how to
    /// take it back.
    func setControl(_ control: Control, in phase: Phase) {
        let (now, priority, before) = state.withLock { state in
            let before = state.control
            if state.phase == phase { state.control = control }
            return (state.phase, state.priority, before)
        }
        withExtendedLifetime(before) {}
        if now == .over { control.cancel?() } else if now == phase { control.setPriority?(priority) }
    }

    /// Makes it more or less urgent; true where nobody has claimed it yet.
    func setPriority(_ priority: ImagePriority) -> Bool {
        let (isOrdered, change) = state.withLock { state in
            state.priority = priority
            return (state.phase == .ordered, state.control?.setPriority)
        }
        change?(priority)
        return isOrdered
    }

    /// Cancels what there is to cancel, once.
    func cancel() {
        finish()?.cancel?()
    }

    /// Takes note that it is over; returns what could be done to it until now.
    @discardableResult func finish() -> Control? {
        let (control, unheard) = state.withLock { state in
            defer { (state.phase, state.control) = (.over, nil) }
            return (state.control, state.inbox.close())
        }
        return withExtendedLifetime(unheard) { control }
    }
}

// MARK: - What the source says

extension ImageRun {
    /// Takes what the source says; true where the manager is to be told.
    func add(_ event: ImageSourceEvent) -> Bool {
        let (announces, useless) = state.withLock { $0.inbox.add(event) }
        return withExtendedLifetime(useless) { announces }
    }

    /// What the manager has not heard yet.
    func takeEvents() -> [ImageSourceEvent] {
        state.withLock { $0.inbox.takeAll() }
    }
}
