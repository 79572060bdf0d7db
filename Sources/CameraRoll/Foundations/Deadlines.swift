import Synchronization

/// The deadlines of many requests, watched by one timer: the concurrent wrapper of ``DeadlineSchedule``.
///
/// ```swift
/// deadlines.start(request.id, after: .seconds(30)) { request.end(.timedOut) }
/// deadlines.renew(request.id)   // it has made progress
/// deadlines.end(request.id)     // it is over
/// ```
///
/// The timer is set to the earliest deadline. Adding a deadline that is no earlier than the pending ones, which is the
/// common case, therefore costs one table entry and no task, and so does a renewal. The timer stays set when the last
/// deadline ends, until it is due: otherwise, requests that come one at a time would each create and cancel a task,
/// which wakes three threads.
///
/// While a process is suspended, its clock may run on. Every pending deadline would then expire as soon as the process
/// resumes, before any answer could arrive. A timer that wakes more than a second late is taken as a sign of
/// suspension: each pending deadline starts again, once until it is renewed, and a deadline that is started later
/// counts from the resumption at the earliest.
///
/// A request is registered until its deadline is ended, even after it has expired, so that the number of requests can
/// be limited.
final class Deadlines<Key: Hashable & Sendable>: Sendable {
    typealias Action = @Sendable () -> Void

    /// An action in the schedule: a value, since a bare function would be wrapped anew whenever it is passed on.
    private struct Expiry: Sendable {
        let action: Action
    }

    private struct Contents {
        var schedule = DeadlineSchedule<Key, Expiry>()
        var timer: Task<Void, Never>?
    }

    /// The maximum number of requests registered at a time.
    let limit: Int
    private let clock: AnyClock
    private let contents = Lock(Contents())
    /// The number of suspensions that were noticed.
    private let suspensions = Atomic<UInt64>(0)

    /// Creates an empty set of deadlines on a clock.
    ///
    /// - Parameter limit: the maximum number of requests registered at a time.
    init(clock: AnyClock, limit: Int = .max) {
        self.clock = clock
        self.limit = limit
    }

    deinit {
        contents.withLock { $0.timer.take() }?.cancel()
    }

    /// Starts a deadline, and replaces one of the same key.
    ///
    /// - Parameters:
    ///   - duration: the time until the deadline expires; nil, or longer than ``ReadDeadline/longest``, means never.
    ///   - since: the moment from which the time counts, at the earliest the end of the last suspension; now if nil.
    ///   - isRenewable: whether `renew` has an effect.
    ///   - action: called when the deadline expires, unless it was ended before; called without a lock, from
    ///     the timer's task, and at most once.
    /// - Returns: false if the limit is reached; nothing was started then.
    @discardableResult func start(
        _ key: Key, after duration: Duration?, since: Duration? = nil, isRenewable: Bool = true,
        _ action: @escaping Action
    ) -> Bool {
        let now = clock.now()
        let result: (Task<Void, Never>?, Expiry?)? = contents.withLock { contents in
            guard contents.schedule.count < limit else { return nil }
            let (timer, replaced) = contents.schedule.start(
                key, after: duration, since: since, now: now, isRenewable: isRenewable, Expiry(action: action))
            return (timer.flatMap { setTimer($0, in: &contents) }, replaced)
        }
        guard let (old, replaced) = result else { return false }
        // Outside of the lock, since it resumes a continuation.
        old?.cancel()
        return withExtendedLifetime(replaced) { true }
    }

    /// Gives a pending deadline its full time again, if it is renewable; returns whether it is.
    @discardableResult func renew(_ key: Key) -> Bool {
        let now = clock.now()
        return contents.withLock { $0.schedule.renew(key, now: now) }
    }

    /// Ends a deadline, if it is registered.
    ///
    /// The action may still be called if the deadline expires at this moment.
    func end(_ key: Key) {
        let action = contents.withLock { $0.schedule.end(key) }
        withExtendedLifetime(action) {}
    }

    /// The number of suspensions of the process that were noticed; one atomic load.
    ///
    /// While it stays the same, a deadline need not be renewed at each sign of progress: its action may compare the
    /// last sign with the time instead, and start the deadline again.
    var restarts: UInt64 { suspensions.load(ordering: .acquiring) }

    /// The number of requests that are registered.
    var count: Int { contents.withLock(\.schedule.count) }

    /// Whether a deadline is pending.
    ///
    /// It is no longer pending from the moment it expires, even before its action is called.
    func isPending(_ key: Key) -> Bool { contents.withLock { $0.schedule.isPending(key) } }

    /// Sets the timer and returns the previous one; called under the lock, so that the timer that is kept is the last
    /// one set.
    private func setTimer(
        _ timer: DeadlineSchedule<Key, Expiry>.Timer, in contents: inout Contents
    ) -> Task<Void, Never>? {
        let replaced = contents.timer
        // Detached: it serves all requests, and must not keep the task-local values of the first.
        contents.timer = Task.detached(priority: .medium) { [weak self, clock] in
            try? await clock.sleep(timer.due)
            // If the clock cannot wait, or has returned too early, the schedule is checked anyway, with pauses on the
            // system's clock.
            let rest = min(timer.due - clock.now(), DeadlineSchedule<Key, Expiry>.longestPause)
            if rest > .zero, !Task.isCancelled { try? await Task.sleep(for: rest) }
            if !Task.isCancelled { self?.wake(timer.number) }
        }
        return replaced
    }

    private func wake(_ number: Int) {
        let now = clock.now()
        let (expired, woken) = contents.withLock { contents in
            let wake = contents.schedule.wake(number, now: now)
            if wake.isLate { suspensions.add(1, ordering: .releasing) }
            return (wake.expired, wake.timer.flatMap { setTimer($0, in: &contents) })
        }
        // The timer that woke is this task, which ends by itself.
        withExtendedLifetime(woken) {}
        for expiry in expired { expiry.action() }
    }
}

/// Deadlines and the due time of their common timer: a pure value, the state of ``Deadlines``.
struct DeadlineSchedule<Key: Hashable, Action> {
    /// A timer that was set; its number distinguishes it from earlier ones.
    struct Timer: Hashable {
        let number: Int
        /// When the timer is to wake.
        let due: Duration
    }

    /// The result of waking a timer.
    struct Wake {
        /// The actions of the expired deadlines, earliest first.
        var expired: [Action] = []
        /// The timer to set next; nil if no deadline needs one, or if the timer that woke had been replaced.
        var timer: Timer?
        /// Whether the deadlines were started again, since the timer was late.
        var isLate = false
    }

    private struct Entry {
        let key: Key
        let duration: Duration
        let isRenewable: Bool
        /// Nil once the deadline has expired, and if it never does.
        var action: Action?
        /// When the deadline expires; ``never`` once it has.
        var end: Duration
        /// Whether the deadline was restarted after a suspension of the process, and not renewed since.
        var hasRestarted = false
    }

    /// The shortest time between two timers: deadlines close together expire in one pass over the schedule.
    ///
    /// A deadline may therefore expire late by this much.
    static var granularity: Duration { .milliseconds(2) }

    /// The longest time between two checks of the schedule where the clock cannot wait.
    static var longestPause: Duration { .milliseconds(100) }

    /// The delay beyond which a late timer is taken to have been suspended together with the process.
    static var longestDelay: Duration { .seconds(1) }

    private static var never: Duration { .seconds(Int64.max) }

    /// The deadlines, the earliest first: a binary heap.
    private var heap: [Entry] = []
    /// The position of each deadline in the heap.
    private var positions: [Key: Int] = [:]
    /// The timer that is set now.
    private(set) var timer: Timer?
    private var lastNumber = 0
    /// When the end of the last suspension was noticed; nil before the first.
    private var lastRestart: Duration?

    /// The number of deadlines that were started and have not ended, expired ones included.
    var count: Int { heap.count }

    /// Whether a deadline is pending: it was started, and has neither ended nor expired.
    func isPending(_ key: Key) -> Bool { positions[key].map { heap[$0].action != nil } ?? false }

    /// Starts a deadline, and replaces one of the same key.
    ///
    /// - Parameters:
    ///   - duration: nil, or longer than ``ReadDeadline/longest``, for one that never expires.
    ///   - since: the moment from which the time counts, at the earliest `duration` ago or the end of the last
    ///     suspension; after a restart the deadline has its full time.
    /// - Returns: the timer to set instead of the previous one, if any, and the action that was replaced.
    /// - Complexity: O(log n) in the deadlines; O(1) for one that is no earlier than the others.
    mutating func start(
        _ key: Key, after duration: Duration?, since: Duration? = nil, now: Duration, isRenewable: Bool = true,
        _ action: Action
    ) -> (timer: Timer?, replaced: Action?) {
        let replaced = end(key)
        guard let duration, duration <= ReadDeadline.longest else {
            add(Entry(key: key, duration: .zero, isRenewable: false, end: Self.never))
            return (nil, replaced)
        }
        // A timer whose due time is long past would be mistaken for one that was suspended with its process.
        let due = max(max(since ?? now, lastRestart ?? since ?? now) + duration, now)
        add(Entry(key: key, duration: duration, isRenewable: isRenewable, action: action, end: due))
        guard timer.map({ due < $0.due }) ?? true else { return (nil, replaced) }
        return (setTimer(to: due), replaced)
    }

    /// Gives a pending deadline its full time again; the timer, which is then set too early, finds nothing expired.
    ///
    /// - Returns: whether the deadline is pending and renewable.
    /// - Complexity: O(log n).
    @discardableResult mutating func renew(_ key: Key, now: Duration) -> Bool {
        guard let position = positions[key], heap[position].isRenewable, heap[position].action != nil else {
            return false
        }
        heap[position].hasRestarted = false
        heap[position].end = now + heap[position].duration
        settle(at: position)
        return true
    }

    /// Removes a deadline, and returns its action, which the caller releases outside of the lock.
    ///
    /// - Complexity: O(log n).
    mutating func end(_ key: Key) -> Action? {
        guard let position = positions.removeValue(forKey: key), var entry = heap.popLast() else { return nil }
        if position < heap.count {
            positions[entry.key] = position
            swap(&entry, &heap[position])
            settle(at: position)
        }
        // After a burst, the storage is released too.
        if heap.isEmpty, heap.capacity > 256 { (heap, positions) = ([], [:]) }
        return entry.action
    }

    /// Handles the wake-up of a timer; a timer that was replaced meanwhile has no effect, so there is never more than
    /// one.
    ///
    /// - Complexity: O(e log n) for e expired deadlines; O(n log n) after a suspension.
    mutating func wake(_ number: Int, now: Duration) -> Wake {
        guard let timer, timer.number == number else { return Wake() }
        var wake = Wake(isLate: wasSuspended(timer, now: now))
        if wake.isLate { restart(now: now, since: timer.due) }
        while let first = heap.first, first.end <= now {
            if let action = heap[0].action.take() { wake.expired.append(action) }
            heap[0].end = Self.never
            sink(from: 0)
        }
        self.timer = nil
        wake.timer = earliest.map { setTimer(to: max($0, now + Self.granularity)) }
        return wake
    }

    /// Restarts each deadline, once: the process was suspended, and the work that was to finish in time was suspended
    /// with it.
    ///
    /// Only once, so that a timer that is always late does not keep a request waiting forever.
    ///
    /// - Parameter due: when the timer should have woken. It may have been set for earlier requests: a deadline that
    ///   counts from a later moment was probably started after the suspension, and keeps its restart for the next one.
    private mutating func restart(now: Duration, since due: Duration) {
        lastRestart = now
        for position in heap.indices where heap[position].action != nil && !heap[position].hasRestarted {
            heap[position].hasRestarted = heap[position].end - heap[position].duration < due
            heap[position].end = now + heap[position].duration
        }
        heap.sort { $0.end < $1.end }
        for (position, entry) in heap.enumerated() { positions[entry.key] = position }
    }

    private func wasSuspended(_ timer: Timer, now: Duration) -> Bool { now - timer.due > Self.longestDelay }

    private mutating func setTimer(to due: Duration) -> Timer {
        lastNumber += 1
        let timer = Timer(number: lastNumber, due: due)
        self.timer = timer
        return timer
    }
}

// MARK: - The heap

extension DeadlineSchedule {
    /// When the next deadline expires; nil if none is pending.
    private var earliest: Duration? { heap.first.flatMap { $0.end < Self.never ? $0.end : nil } }

    private mutating func add(_ entry: Entry) {
        positions[entry.key] = heap.count
        heap.append(entry)
        rise(from: heap.count - 1)
    }

    private mutating func settle(at position: Int) {
        rise(from: position)
        sink(from: position)
    }

    private mutating func rise(from position: Int) {
        var child = position
        while child > 0, heap[child].end < heap[(child - 1) / 2].end {
            exchange(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    private mutating func sink(from position: Int) {
        var parent = position
        while let child = smallestChild(of: parent), heap[child].end < heap[parent].end {
            exchange(child, parent)
            parent = child
        }
    }

    private mutating func exchange(_ first: Int, _ second: Int) {
        heap.swapAt(first, second)
        positions[heap[first].key] = first
        positions[heap[second].key] = second
    }

    private func smallestChild(of parent: Int) -> Int? {
        let (left, right) = (2 * parent + 1, 2 * parent + 2)
        guard left < heap.count else { return nil }
        return right < heap.count && heap[right].end < heap[left].end ? right : left
    }
}
