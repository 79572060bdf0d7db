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

    private let clock: AnyClock
    private let keepsTimer: Bool
    private let contents = Lock(Contents())

    /// Deadlines on a clock.
    ///
    /// - Parameter keepsTimer: whether the timer stays when the last deadline ends. So no request that comes alone pays
    ///   for a timer; where requests are rare and dear, nothing need wait on the clock meanwhile.
    init(clock: AnyClock, keepsTimer: Bool = true) {
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

/// When which deadline is over, and what the one timer of all is set to: a pure value, the state of ``Deadlines``.
struct DeadlineSchedule<Key: Hashable, Action> {
    /// A timer that was set; its number tells it from those set before.
    struct Timer: Hashable {
        let number: Int
        /// When it is to wake.
        let due: Duration
    }

    /// What a timer found when it woke.
    struct Wake {
        /// What is to be done for the deadlines that are over, the earliest first.
        var expired: [Action] = []
        /// The timer to be set next; nil where no deadline needs one, and where the timer that woke was not the last.
        var timer: Timer?
    }

    private struct Entry {
        let duration: Duration
        let action: Action
        /// Whether it has started again after the process slept, and made no progress since.
        var hasRestarted = false
    }

    /// A timer is set no closer than this to the one before: many deadlines close together cost one look at the
    /// schedule, and a deadline may be kept so much late.
    static var granularity: Duration { .milliseconds(2) }

    /// A timer that wakes so much later than its moment has slept together with the process.
    static var longestDelay: Duration { .seconds(1) }

    private var entries: [Key: Entry] = [:]
    private var heap = DeadlineHeap<Key>()
    /// What is set now.
    private(set) var timer: Timer?
    private var lastNumber = 0

    /// How many deadlines are pending.
    var count: Int { entries.count }

    /// Whether a deadline is pending: it was started, and neither ended nor is it over.
    func isPending(_ key: Key) -> Bool { entries[key] != nil }

    /// Starts a deadline; one of the same key is replaced.
    ///
    /// - Parameter since: from when its time counts, no earlier than so long ago; if it starts again, it has the whole
    ///   time.
    /// - Returns: the timer that is to be set instead of the one before, if any, and the action that was replaced.
    /// - Complexity: O(log n) in the pending deadlines; O(1) for one that is no earlier than the others.
    mutating func start(
        _ key: Key, after duration: Duration, since: Duration? = nil, now: Duration, _ action: Action
    ) -> (timer: Timer?, replaced: Action?) {
        let replaced = entries.updateValue(Entry(duration: duration, action: action), forKey: key)?.action
        // A timer whose moment is long past would be taken for one that has slept with its process.
        let due = max((since ?? now) + duration, now)
        heap.set(key, to: due)
        guard timer.map({ due < $0.due }) ?? true else { return (nil, replaced) }
        return (setTimer(to: due), replaced)
    }

    /// Gives a pending deadline its whole time again; the timer, which is then set too early, finds nothing to do.
    ///
    /// - Complexity: O(log n).
    mutating func renew(_ key: Key, now: Duration) {
        guard let entry = entries[key] else { return }
        entries[key]?.hasRestarted = false
        heap.set(key, to: now + entry.duration)
    }

    /// Takes a deadline out; returns its action, to be let go outside of the lock.
    ///
    /// - Complexity: O(log n).
    mutating func end(_ key: Key) -> Action? {
        guard let entry = entries.removeValue(forKey: key) else { return nil }
        heap.remove(key)
        if entries.isEmpty, entries.capacity > 256 { entries = [:] }
        return entry.action
    }

    /// A timer has woken; one that was replaced meanwhile finds nothing, so that there is never more than one.
    ///
    /// - Complexity: O(e log n) in the deadlines that are over; O(n log n) where the process slept.
    mutating func wake(_ number: Int, now: Duration) -> Wake {
        guard let timer, timer.number == number else { return Wake() }
        if now - timer.due > Self.longestDelay { restart(now: now) }
        var wake = Wake()
        while let first = heap.first, first.end <= now {
            if let action = end(first.key) { wake.expired.append(action) }
        }
        self.timer = nil
        wake.timer = heap.first.map { setTimer(to: max($0.end, now + Self.granularity)) }
        return wake
    }

    /// Starts each deadline again, once: the process slept, and those who were to answer in time slept with it.
    ///
    /// Once, so that timers that are always late do not keep a request waiting without end.
    private mutating func restart(now: Duration) {
        heap.update { item in
            guard let entry = entries[item.key], !entry.hasRestarted else { return nil }
            entries[item.key]?.hasRestarted = true
            return now + entry.duration
        }
    }

    /// Forgets the timer if nothing is pending; it then finds nothing when it wakes.
    ///
    /// - Returns: whether it is to be cancelled.
    mutating func dropTimerIfIdle() -> Bool {
        guard entries.isEmpty, timer != nil else { return false }
        timer = nil
        return true
    }

    private mutating func setTimer(to due: Duration) -> Timer {
        lastNumber += 1
        let timer = Timer(number: lastNumber, due: due)
        self.timer = timer
        return timer
    }
}

/// Keys by when their time is over, the earliest first: a binary heap that knows where each key stands.
struct DeadlineHeap<Key: Hashable> {
    struct Item {
        let key: Key
        var end: Duration
    }

    private var items: [Item] = []
    private var positions: [Key: Int] = [:]

    var count: Int { items.count }
    var first: Item? { items.first }

    /// Takes a key in, or gives it another end.
    ///
    /// - Complexity: O(log n); O(1) for one that ends no earlier than the others.
    mutating func set(_ key: Key, to end: Duration) {
        if let position = positions[key] {
            items[position].end = end
            settle(at: position)
        } else {
            items.append(Item(key: key, end: end))
            positions[key] = items.count - 1
            rise(from: items.count - 1)
        }
    }

    /// Takes a key out, if it is there.
    ///
    /// - Complexity: O(log n).
    mutating func remove(_ key: Key) {
        guard let position = positions.removeValue(forKey: key), let last = items.popLast() else { return }
        if position < items.count {
            items[position] = last
            positions[last.key] = position
            settle(at: position)
        }
        // After a burst the storage goes too.
        if items.isEmpty, items.capacity > 256 { self = DeadlineHeap() }
    }

    /// Gives keys other ends, in the order in which they stand in the heap, which is the same in every process.
    ///
    /// - Parameter newEnd: another end; nil leaves the one that the key has.
    /// - Complexity: O(n log n).
    mutating func update(_ newEnd: (Item) -> Duration?) {
        for position in items.indices { items[position].end = newEnd(items[position]) ?? items[position].end }
        items.sort { $0.end < $1.end }
        for (position, item) in items.enumerated() { positions[item.key] = position }
    }

    private mutating func settle(at position: Int) {
        rise(from: position)
        sink(from: position)
    }

    private mutating func rise(from position: Int) {
        var child = position
        while child > 0, items[child].end < items[(child - 1) / 2].end {
            swap(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    private mutating func sink(from position: Int) {
        var parent = position
        while let child = smallestChild(of: parent), items[child].end < items[parent].end {
            swap(child, parent)
            parent = child
        }
    }

    private mutating func swap(_ first: Int, _ second: Int) {
        items.swapAt(first, second)
        positions[items[first].key] = first
        positions[items[second].key] = second
    }

    private func smallestChild(of parent: Int) -> Int? {
        let (left, right) = (2 * parent + 1, 2 * parent + 2)
        guard left < items.count else { return nil }
        return right < items.count && items[right].end < items[left].end ? right : left
    }
}
