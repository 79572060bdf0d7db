/// Holds the subscribers to a library's changes, and coalesces their notifications.
///
/// The library calls its ``signal`` from any thread; that takes one lock, independent of the number of subscribers.
/// A burst of changes notifies them once, on the injected clock.
final class ChangeCenter: Sendable {
    private struct Contents {
        /// The inboxes, each with the permission's generation when it was added.
        var subscribers: [Int: (inbox: ChangeInbox, generation: UInt64)] = [:]
        var nextActions: [Int: @Sendable () -> Void] = [:]
        var last = 0
        var coalescer: ChangeCoalescer
        var timer: Task<Void, Never>?
        var end: LibraryError?
        /// The last withdrawal of the permission: the first generation of valid subscriptions, and the error for
        /// older ones.
        var withdrawal: (generation: UInt64, error: LibraryError)?

        var isWanted: Bool { !subscribers.isEmpty || !nextActions.isEmpty }

        /// The inboxes in the order in which they were added; only those from before a generation, if one is given.
        func inboxes(before generation: UInt64 = .max) -> [ChangeInbox] {
            subscribers.filter { $0.value.generation < generation }.sorted { $0.key < $1.key }.map(\.value.inbox)
        }
    }

    private let clock: AnyClock
    private let contents: Lock<Contents>

    init(_ delay: ChangeDelay, clock: AnyClock) {
        self.clock = clock
        contents = Lock(Contents(coalescer: ChangeCoalescer(delay)))
    }

    deinit {
        let timer = contents.withLock { $0.timer.take() }
        timer?.cancel()
    }

    /// The signal that is passed to the library.
    var signal: ChangeSignal {
        ChangeSignal { [weak self] in self?.libraryChanged() }
    }

    /// Whether there is a subscriber or a pending action.
    var isWanted: Bool { contents.withLock(\.isWanted) }
}

// MARK: - Subscribers

extension ChangeCenter {
    /// Adds an inbox to notify of changes; returns its number.
    ///
    /// - Parameter generation: the permission's generation, from before the inbox is added. If it is older than that
    ///   of a withdrawal, the inbox is ended here, so that a withdrawal between the two calls is not missed.
    func join(_ inbox: ChangeInbox, at generation: UInt64 = 0) -> Int {
        let (number, end) = contents.withLock { contents in
            contents.last += 1
            contents.subscribers[contents.last] = (inbox, generation)
            let withdrawal = contents.withdrawal.flatMap { generation < $0.generation ? $0.error : nil }
            return (contents.last, contents.end ?? withdrawal)
        }
        if let end { inbox.end(end) }
        return number
    }

    /// Registers an action to be called once, at the next change, without delay; returns its number.
    func atNextChange(_ action: @escaping @Sendable () -> Void) -> Int {
        contents.withLock { contents in
            contents.last += 1
            contents.nextActions[contents.last] = action
            return contents.last
        }
    }

    /// Removes an inbox or an action; returns true if none is left.
    func leave(_ number: Int) -> Bool {
        let (subscriber, action, isWanted) = contents.withLock { contents in
            (
                contents.subscribers.removeValue(forKey: number), contents.nextActions.removeValue(forKey: number),
                contents.isWanted
            )
        }
        withExtendedLifetime((subscriber, action)) {}
        return !isWanted
    }

    /// Notifies all subscribers to reload, without delay.
    func reload(_ reason: ReloadReason) {
        runNextActions()
        tell(LatestMessageState.Message(reload: reason))
    }

    /// Ends all present and future subscriptions with an error.
    func end(_ error: LibraryError) {
        let inboxes = contents.withLock { contents in
            contents.end = error
            return contents.inboxes()
        }
        for inbox in inboxes { inbox.end(error) }
    }

    /// Ends the subscriptions that began before a withdrawal of the permission; later ones continue.
    func end(_ error: LibraryError, before generation: UInt64) {
        let inboxes = contents.withLock { contents in
            if generation > contents.withdrawal?.generation ?? 0 { contents.withdrawal = (generation, error) }
            return contents.inboxes(before: generation)
        }
        for inbox in inboxes { inbox.end(error) }
    }
}

// MARK: - Bursts

extension ChangeCenter {
    func libraryChanged() {
        let now = clock.now()
        runNextActions()
        follow(contents.withLock { $0.coalescer.note(at: now) })
    }

    private func runNextActions() {
        let actions = contents.withLock { contents in
            defer { contents.nextActions = [:] }
            return contents.nextActions
        }
        for (_, action) in actions.sorted(by: { $0.key < $1.key }) { action() }
    }

    private func follow(_ step: ChangeCoalescer.Step) {
        switch step {
        case .nothing: break
        case .tell: tell(LatestMessageState.Message())
        case .wait(let due): startTimer(until: due)
        }
    }

    /// Starts the timer of a burst; there is one task at a time, which ends with the burst.
    private func startTimer(until due: Duration) {
        contents.withLock { contents in
            // Created under the lock, so that it is stored before its burst can end.
            contents.timer = Task.detached(priority: .medium) { [weak self, clock] in
                var due: Duration? = due
                while let end = due {
                    let hasSlept = (try? await clock.sleepWhole(until: end)) != nil
                    // If the clock cannot wait, subscribers are notified at once; only the owner's cancellation
                    // prevents that.
                    if Task.isCancelled { return }
                    due = hasSlept ? self?.wake() : self?.tellAtOnce()
                }
            }
        }
    }

    /// Handles the timer; returns the time of its next wake-up, or nil if the burst has ended.
    private func wake() -> Duration? {
        let now = clock.now()
        let step = contents.withLock { $0.coalescer.wake(at: now) }
        if case .wait(let due) = step { return due }
        follow(step)
        return nil
    }

    /// Ends the burst, and notifies the subscribers.
    private func tellAtOnce() -> Duration? {
        contents.withLock { $0.coalescer.endBurst() }
        tell(LatestMessageState.Message())
        return nil
    }

    private func tell(_ message: LatestMessageState.Message) {
        for inbox in contents.withLock({ $0.inboxes() }) { inbox.receive(message) }
    }
}

/// Coalesces a burst of changes to one message: a pure value of constant size.
struct ChangeCoalescer {
    private let quiet: Duration
    private let longest: Duration
    /// The first and the last change of the pending burst.
    private var burst: (first: Duration, last: Duration)?

    init(_ delay: ChangeDelay) {
        // A clock cannot represent a longer duration.
        quiet = min(delay.quiet, ReadDeadline.longest)
        longest = min(delay.longest, ReadDeadline.longest)
    }

    /// The action to take after a change.
    enum Step: Equatable {
        /// Notify the subscribers now.
        case tell
        /// Wake at the given time.
        case wait(until: Duration)
        /// A wake-up is already scheduled.
        case nothing
    }

    /// Records a change.
    mutating func note(at now: Duration) -> Step {
        guard quiet > .zero, longest > .zero else { return .tell }
        guard let first = burst?.first else {
            burst = (now, now)
            return .wait(until: due)
        }
        burst = (first, now)
        return .nothing
    }

    /// Handles a wake-up.
    mutating func wake(at now: Duration) -> Step {
        guard burst != nil else { return .nothing }
        if due > now { return .wait(until: due) }
        burst = nil
        return .tell
    }

    /// Drops the pending burst, because its message is being sent now.
    mutating func endBurst() {
        burst = nil
    }

    private var due: Duration {
        burst.map { min($0.last + quiet, $0.first + longest) } ?? .zero
    }
}
