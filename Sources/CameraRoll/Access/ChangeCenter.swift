/// Those who want to hear of a library's changes, and the bursts on their way to them.
///
/// The library calls its ``signal`` from any thread; that costs a lock and nothing that grows with the subscribers, who
/// hear of a whole burst at once, on the injected clock.
final class ChangeCenter: Sendable {
    private struct Contents {
        var inboxes: [Int: ChangeInbox] = [:]
        /// The permission's generation when each inbox joined.
        var generations: [Int: UInt64] = [:]
        var nextActions: [Int: @Sendable () -> Void] = [:]
        var last = 0
        var coalescer: ChangeCoalescer
        var timer: Task<Void, Never>?
        var end: LibraryError?
        /// Since which generation of the permission subscriptions may go on, and why older ones may not.
        var withdrawal: (generation: UInt64, error: LibraryError)?

        var isWanted: Bool { !inboxes.isEmpty || !nextActions.isEmpty }
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

    /// What the library is given.
    var signal: ChangeSignal {
        ChangeSignal { [weak self] in self?.libraryChanged() }
    }

    /// Whether somebody wants to hear of changes.
    var isWanted: Bool { contents.withLock(\.isWanted) }
}

// MARK: - Subscribers

extension ChangeCenter {
    /// Has an inbox told of changes; returns its number here.
    ///
    /// - Parameter generation: the permission's, from before the inbox joins: an older one than that of a withdrawal
    ///   is ended here, so that a withdrawal that comes between the two finds it.
    func join(_ inbox: ChangeInbox, at generation: UInt64 = 0) -> Int {
        let (number, end) = contents.withLock { contents in
            contents.last += 1
            contents.inboxes[contents.last] = inbox
            contents.generations[contents.last] = generation
            let withdrawal = contents.withdrawal.flatMap { generation < $0.generation ? $0.error : nil }
            return (contents.last, contents.end ?? withdrawal)
        }
        if let end { inbox.end(end) }
        return number
    }

    /// Has something done at the next change, without delay, and once; returns its number here.
    func atNextChange(_ action: @escaping @Sendable () -> Void) -> Int {
        contents.withLock { contents in
            contents.last += 1
            contents.nextActions[contents.last] = action
            return contents.last
        }
    }

    /// Takes an inbox or an action away; returns whether nobody is left.
    func leave(_ number: Int) -> Bool {
        let (inbox, action, isWanted) = contents.withLock { contents in
            contents.generations[number] = nil
            return (
                contents.inboxes.removeValue(forKey: number), contents.nextActions.removeValue(forKey: number),
                contents.isWanted
            )
        }
        withExtendedLifetime((inbox, action)) {}
        return !isWanted
    }

    /// Tells all subscribers that everything is to be shown anew, without delay.
    func reload(_ reason: ReloadReason) {
        runNextActions()
        tell(LatestMessageState.Message(reload: reason))
    }

    /// Ends all subscriptions with an error, those that come later too.
    func end(_ error: LibraryError) {
        let inboxes = contents.withLock { contents in
            contents.end = error
            return contents.inboxes.sorted { $0.key < $1.key }
        }
        for (_, inbox) in inboxes { inbox.end(error) }
    }

    /// Ends the subscriptions that began before a withdrawal of the permission; those that began since go on.
    func end(_ error: LibraryError, before generation: UInt64) {
        let inboxes = contents.withLock { contents in
            if generation > contents.withdrawal?.generation ?? 0 { contents.withdrawal = (generation, error) }
            return contents.inboxes.filter { contents.generations[$0.key] ?? 0 < generation }
                .sorted { $0.key < $1.key }
        }
        for (_, inbox) in inboxes { inbox.end(error) }
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

    /// One task at a time: it ends with the burst.
    private func startTimer(until due: Duration) {
        contents.withLock { contents in
            // Made under the lock, so that it is kept before its burst can end.
            contents.timer = Task.detached(priority: .medium) { [weak self, clock] in
                var due: Duration? = due
                while let end = due {
                    let hasSlept = (try? await clock.sleep(end)) != nil
                    // A clock that cannot wait is no reason to say nothing; only the owner's end is.
                    if Task.isCancelled { return }
                    due = hasSlept ? self?.wake() : self?.tellAtOnce()
                }
            }
        }
    }

    /// When to come back; nil where the burst is over.
    private func wake() -> Duration? {
        let now = clock.now()
        let step = contents.withLock { $0.coalescer.wake(at: now) }
        if case .wait(let due) = step { return due }
        follow(step)
        return nil
    }

    /// Ends the burst.
    private func tellAtOnce() -> Duration? {
        contents.withLock { $0.coalescer.endBurst() }
        tell(LatestMessageState.Message())
        return nil
    }

    private func tell(_ message: LatestMessageState.Message) {
        let inboxes = contents.withLock(\.inboxes)
        for (_, inbox) in inboxes.sorted(by: { $0.key < $1.key }) { inbox.receive(message) }
    }
}

/// Makes one message of a burst of changes: a pure value, whatever the length of the burst.
struct ChangeCoalescer {
    private let quiet: Duration
    private let longest: Duration
    /// When the burst that goes on began, and when it was last added to.
    private var burst: (first: Duration, last: Duration)?

    init(_ delay: ChangeDelay) {
        // A clock cannot count to more.
        quiet = min(delay.quiet, ReadDeadline.longest)
        longest = min(delay.longest, ReadDeadline.longest)
    }

    /// What a change leads to.
    enum Step: Equatable {
        /// Tell of it now.
        case tell
        /// Come back then.
        case wait(until: Duration)
        /// Somebody will come back.
        case nothing
    }

    /// The library said that it has changed.
    mutating func note(at now: Duration) -> Step {
        guard quiet > .zero, longest > .zero else { return .tell }
        guard let first = burst?.first else {
            burst = (now, now)
            return .wait(until: due)
        }
        burst = (first, now)
        return .nothing
    }

    /// It was time to come back.
    mutating func wake(at now: Duration) -> Step {
        guard burst != nil else { return .nothing }
        if due > now { return .wait(until: due) }
        burst = nil
        return .tell
    }

    /// Forgets the burst: somebody tells of it now.
    mutating func endBurst() {
        burst = nil
    }

    private var due: Duration {
        burst.map { min($0.last + quiet, $0.first + longest) } ?? .zero
    }
}
