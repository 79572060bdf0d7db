/// The decodes that sources hand over: each runs on a thread of the decode pool, the most urgent request first.
///
/// The pool is first in, first out, so the queue submits no more decodes than the pool has threads, and keeps the
/// others. A waiting decode has the current priority of its fetch, which a visible cell may raise. A fetch that no
/// caller needs anymore is ended here without its decode.
///
/// A fetch has at most one waiting decode, so there are no more of them than requests in flight. A decode may hang
/// longer than its request lasts, so each has a stall timeout of its own, after which another thread takes its place.
final class DecodeQueue: Sendable {
    /// Receives the outcome of a decode; called at most once, and always for a final image.
    typealias Outcome = @Sendable (ImageSourceEvent) -> Void

    fileprivate struct Entry: Sendable {
        let number: UInt64
        let decode: ImageDecode
        let fetch: ActiveFetch
        let outcome: Outcome

        /// Ends the fetch without an image; a preliminary image is only dropped.
        func end(_ error: ImageError) {
            if decode.isFinal { outcome(.end(.failure(error))) }
        }
    }

    /// A decode that the pool has accepted, or is about to.
    private struct Submitted {
        let fetch: ImageJobScheduler.RunID
        /// Nil until the pool has returned it.
        var ticket: PoolTicket?
        /// Whether the fetch was given up before the ticket was known.
        var isGivenUp = false

        var givenUp: Submitted {
            var copy = self
            copy.isGivenUp = true
            return copy
        }
    }

    private struct Contents {
        /// The waiting decodes, in the order in which they were added.
        var waiting: [Entry] = []
        /// The decodes that no longer wait, have not returned and are not given up, by their numbers.
        var submitted: [UInt64: Submitted] = [:]
        var last: UInt64 = 0

        /// Adds a decode; returns the one that it replaces.
        mutating func add(_ decode: ImageDecode, of fetch: ActiveFetch, _ outcome: @escaping Outcome) -> Entry? {
            defer {
                last += 1
                waiting.append(Entry(number: last, decode: decode, fetch: fetch, outcome: outcome))
            }
            return waiting.firstIndex { $0.fetch === fetch }.map { waiting.remove(at: $0) }
        }

        /// Removes the useless decodes, and the most urgent of the others, one for each thread that is free.
        mutating func take(threads: Int) -> (useless: [Entry], next: [Entry]) {
            guard !waiting.isEmpty else { return ([], []) }
            let useless = waiting.filter(\.fetch.isUseless)
            if !useless.isEmpty { waiting.removeAll { entry in useless.contains { $0.number == entry.number } } }
            var next: [Entry] = []
            while submitted.count < threads, let index = mostUrgent {
                let entry = waiting.remove(at: index)
                submitted[entry.number] = Submitted(fetch: entry.fetch.id)
                next.append(entry)
            }
            return (useless, next)
        }

        private var mostUrgent: Int? {
            // Of several with the same priority, the one that was added first.
            waiting.indices.max { (waiting[$0].fetch.priority, $1) < (waiting[$1].fetch.priority, $0) }
        }

        /// Removes submitted decodes that hang; returns their tickets.
        mutating func giveUp(_ hangs: (UInt64, Submitted) -> Bool) -> [PoolTicket] {
            let given = submitted.filter { hangs($0.key, $0.value) }
            for (number, one) in given { submitted[number] = one.ticket == nil ? one.givenUp : nil }
            return given.values.compactMap(\.ticket)
        }

        /// Stores the ticket of a decode; returns whether it was given up before.
        mutating func setTicket(_ ticket: PoolTicket, of number: UInt64) -> Bool {
            submitted[number]?.ticket = ticket
            guard submitted[number]?.isGivenUp == true else { return false }
            submitted[number] = nil
            return true
        }
    }

    private let pool: WorkPool
    private let timeout: Duration?
    /// The stall timeouts of the decodes that run.
    private let deadlines: Deadlines<UInt64>
    private let contents = Lock(Contents())

    /// Creates an empty queue.
    ///
    /// - Parameter timeout: the time after which a decode that has not returned counts as hung; nil for no limit.
    init(pool: WorkPool, clock: AnyClock, timeout: Duration?) {
        self.pool = pool
        self.timeout = timeout
        deadlines = Deadlines(clock: clock)
    }

    /// Adds a decode; it replaces a waiting one of the same fetch.
    func add(_ decode: ImageDecode, of fetch: ActiveFetch, outcome: @escaping Outcome) {
        let replaced = contents.withLock { $0.add(decode, of: fetch, outcome) }
        withExtendedLifetime(replaced) {}
        startNext()
    }

    /// The operations of the queue on the decodes of a fetch.
    func link(to fetch: ImageJobScheduler.RunID) -> ActiveFetch.DecodeLink {
        ActiveFetch.DecodeLink(
            prune: { [weak self] in self?.startNext() },
            giveUp: { [weak self] in self?.giveUp { $1.fetch == fetch } ?? false })
    }

    /// Ends the waiting decodes that are useless, and submits others while there are threads.
    private func startNext() {
        var isDone = false
        while !isDone {
            let (useless, next) = contents.withLock { $0.take(threads: pool.limits.threads) }
            for entry in useless { entry.end(.cancelled) }
            // One that the pool refuses, or that was given up meanwhile, leaves its thread to the next.
            isDone = next.filter { !submit($0) }.isEmpty
        }
    }

    /// Submits a decode to the pool, and ends it if the pool refuses it; returns whether it takes a thread.
    private func submit(_ entry: Entry) -> Bool {
        do throws(PoolError) {
            let work = DecodeWork(entry: entry) { [weak self] in
                self?.watch(entry.number)
            } onLeave: { [weak self] in
                self?.leave(entry.number)
            }
            let ticket = try pool.submit(work, priority: PoolPriority(entry.fetch.priority))
            guard contents.withLock({ $0.setTicket(ticket, of: entry.number) }) else { return true }
            pool.giveUp(ticket)
        } catch {
            contents.withLock { $0.submitted[entry.number] = nil }
            entry.end(ImageError(error))
        }
        return false
    }

    /// Starts the stall timeout of a decode that begins.
    private func watch(_ number: UInt64) {
        guard let timeout else { return }
        deadlines.start(number, after: timeout) { [weak self] in _ = self?.giveUp { hanging, _ in hanging == number } }
    }

    /// Removes a decode that has left its thread.
    private func leave(_ number: UInt64) {
        deadlines.end(number)
        let isKnown = contents.withLock { $0.submitted.removeValue(forKey: number) != nil }
        if isKnown { startNext() }
    }

    /// No longer waits for decodes that hang; returns whether a thread was replaced.
    private func giveUp(_ hangs: (UInt64, Submitted) -> Bool) -> Bool {
        let tickets = contents.withLock { $0.giveUp(hangs) }
        let isReplaced = tickets.count { pool.giveUp($0) } > 0
        startNext()
        return isReplaced
    }
}

/// A decode on its way to a thread of the pool.
private struct DecodeWork: PoolWork {
    let entry: DecodeQueue.Entry
    let onBegin: @Sendable () -> Void
    let onLeave: @Sendable () -> Void

    func run() {
        defer { onLeave() }
        guard entry.fetch.beginDecode() else { return entry.end(.cancelled) }
        onBegin()
        if let event = entry.decode.run() { entry.outcome(event) }
    }

    func cancel() {
        entry.end(.cancelled)
        onLeave()
    }

    func refuse(_ error: PoolError) {
        entry.end(ImageError(error))
        onLeave()
    }
}
