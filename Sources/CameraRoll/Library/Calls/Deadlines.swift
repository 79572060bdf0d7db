/// The deadlines of many requests, watched by one timer: the shell of ``DeadlineSchedule``.
///
/// ```swift
/// deadlines.start(request.id, after: .seconds(30)) { request.end(.timedOut) }
/// deadlines.renew(request.id)   // it has made progress
/// deadlines.end(request.id)     // it is over
/// ```
///
/// The timer is set to the earliest deadline. So one that is no earlier than those before it, which is the rule, costs
/// an entry in a table and no task, and so does a renewal.
///
/// A process that is suspended sleeps while its clock runs on, and everything in flight would be out of time as soon as
/// it goes on, before any answer could come in. A timer that wakes more than a second later than its moment has slept
/// with its process: each pending deadline starts again, once until it is renewed.
final class Deadlines<Key: Hashable & Sendable>: Sendable {
    typealias Action = @Sendable () -> Void

    private struct Contents {
        var schedule = DeadlineSchedule<Key, Action>()
        var timer: Task<Void, Never>?
    }

    private let clock: ElapsedClock
    private let keepsTimer: Bool
    private let contents = Lock(Contents())

    /// Deadlines on a clock.
    ///
    /// - Parameter keepsTimer: whether the timer stays when the last deadline ends. So no request that comes alone pays
    ///   for a timer; where requests are rare and dear, nothing need wait on the clock meanwhile.
    init(clock: ElapsedClock, keepsTimer: Bool = true) {
        self.clock = clock
        self.keepsTimer = keepsTimer
    }

    deinit {
        contents.withLock { $0.timer.take() }?.cancel()
    }

    /// Starts a deadline; one of the same key is replaced.
    ///
    /// - Parameters:
    ///   - duration: the time until it is over; more than ``ReadDeadline/longest`` is for ever.
    ///   - since: from when it counts; from now on where nil.
    ///   - action: what to do when the time is over, unless the deadline was ended before: called without a lock, from
    ///     the timer's task, and once at most.
    func start(_ key: Key, after duration: Duration, since: Duration? = nil, _ action: @escaping Action) {
        guard duration <= ReadDeadline.longest else { return end(key) }
        let now = clock.now()
        let (old, replaced) = contents.withLock { contents in
            let (timer, replaced) = contents.schedule.start(
                key, after: duration, since: since, now: now, action)
            return (timer.flatMap { setTimer($0, in: &contents) }, replaced)
        }
        // Outside of the lock, since it resumes a continuation.
        old?.cancel()
        withExtendedLifetime(replaced) {}
    }

    /// Gives a pending deadline its whole time again.
    func renew(_ key: Key) {
        let now = clock.now()
        contents.withLock { $0.schedule.renew(key, now: now) }
    }

    /// Ends a deadline, if it is pending.
    ///
    /// The action may still be called where its time is over at this moment.
    func end(_ key: Key) {
        let (action, timer) = contents.withLock { contents in
            let action = contents.schedule.end(key)
            let isIdle = !keepsTimer && contents.schedule.dropTimerIfIdle()
            return (action, isIdle ? contents.timer.take() : nil)
        }
        timer?.cancel()
        withExtendedLifetime(action) {}
    }

    /// Whether a deadline is pending; from the moment at which its time is over it is not, before its action is called.
    func isPending(_ key: Key) -> Bool { contents.withLock { $0.schedule.isPending(key) } }

    /// Sets the timer, under the lock, so that the one that is kept is the last one set; returns the one before.
    private func setTimer(_ timer: DeadlineSchedule<Key, Action>.Timer, in contents: inout Contents) -> Task<
        Void, Never
    >? {
        let replaced = contents.timer
        // Detached: it serves all requests, and must not keep the task-local values of the first.
        contents.timer = Task.detached(priority: .medium) { [weak self, clock] in
            guard (try? await clock.sleep(timer.due)) != nil else { return }
            self?.wake(timer.number)
        }
        return replaced
    }

    private func wake(_ number: Int) {
        let now = clock.now()
        let (expired, woken) = contents.withLock { contents in
            let wake = contents.schedule.wake(number, now: now)
            return (wake.expired, wake.timer.flatMap { setTimer($0, in: &contents) })
        }
        // The timer that has woken is this task, which ends by itself.
        withExtendedLifetime(woken) {}
        for action in expired { action() }
    }
}
