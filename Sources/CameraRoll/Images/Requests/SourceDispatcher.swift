import Synchronization

/// Passes requests to their library's image source, in the source's lane.
///
/// The source is obtained on the library executor, so the library is not accessed without permission. At most one turn
/// per lane is pending, and each fetch is stored once, however often its priority is raised, until it has ended: a
/// library that hangs accumulates neither turns nor orders.
///
/// A source that does not need its library is kept until the library is released. Under full access, later requests
/// then go directly from their callers to the decode pool, which saves a wake-up; the permission is still checked for
/// each of them.
final class SourceDispatcher: Sendable {
    /// A fetch to be started; every failure is reported to the sink.
    struct Order: Sendable {
        let request: AssetImageRequest
        let run: ActiveFetch
        let sink: ImageSink
        /// The most urgent lane in which a turn was enqueued for it.
        var lane = ExecutorLane.interactive
    }

    /// The number of requests that a source receives at a time, and where, and the number of images it prepares.
    struct Limit: Hashable, Sendable {
        let requests: Int
        let lane: ImageLane
        let preparations: Int
    }

    private struct Contents {
        var waiting: [ImageJobScheduler.RunID: Order] = [:]
        var turns: Set<ExecutorLane> = []
        /// The source's limit; nil before the source was found.
        var limit: Limit?
        /// A source that does not need its library, and the observation that drops it before the library is released.
        var known: (source: any ImageSource, release: ObserverList<Void>.Observation)?

        /// Adds an order; returns the lane of its turn, and an earlier order of the same fetch.
        mutating func add(_ order: Order) -> (lane: ExecutorLane, replaced: Order?) {
            // Before the source is found, one request is in progress, and visible images wait for it.
            let lane = limit == nil ? .interactive : order.run.priority.lane
            let known = waiting[order.run.id]
            waiting[order.run.id] = order
            waiting[order.run.id]?.lane = min(known?.lane ?? lane, lane)
            return (lane, known)
        }

        /// Puts back orders for which a turn of a lane had no time; returns whether another turn must be enqueued.
        ///
        /// Those of more urgent lanes still have the turn of their own lane.
        mutating func putBack(_ orders: ArraySlice<Order>, lane: ExecutorLane) -> Bool {
            for order in orders where waiting[order.run.id] == nil { waiting[order.run.id] = order }
            return turns.insert(lane).inserted
        }

        /// Removes the orders for a turn of a lane, including those of more urgent lanes, which come first.
        mutating func take(for lane: ExecutorLane) -> [Order] {
            turns.remove(lane)
            let orders = waiting.values.filter { $0.lane <= lane }
            for order in orders { waiting[order.run.id] = nil }
            return orders.sorted { ($0.lane, $0.run.id.number) < ($1.lane, $1.run.id.number) }
        }
    }

    /// The time after which a turn lets other jobs run, in nanoseconds.
    static let defaultSlice: UInt64 = 2_000_000

    private let access: LibraryAccess
    private let pool: WorkPool
    private let slice: UInt64
    private let contents = Lock(Contents())
    /// Whether a source is probably known: a hint, which saves a look at the permission and a lock.
    private let hasSource = Atomic(false)
    private let failures = StartFailures()

    /// - Parameter slice: the time after which a turn lets other jobs run, in nanoseconds.
    init(access: LibraryAccess, pool: WorkPool, slice: UInt64) {
        self.access = access
        self.pool = pool
        self.slice = slice
    }

    /// Whether a fetch can probably be started without the library: one that is created for it is claimed already.
    var knowsSource: Bool { hasSource.load(ordering: .relaxed) }

    /// The number of fetches that wait for the library; at most the number of active fetches.
    var waiting: Int { contents.withLock(\.waiting.count) }

    /// Adds an order, or raises the lane of an earlier one: the first turn that runs takes it.
    ///
    /// - Parameter onLimit: called with the source's limit, when it has changed.
    func start(_ order: Order, onLimit: @escaping @Sendable (Limit) -> Void) {
        order.run.noteOrder()
        let (lane, isFirst, replaced) = contents.withLock { contents in
            let (lane, replaced) = contents.add(order)
            return (lane, contents.turns.insert(lane).inserted, replaced)
        }
        withExtendedLifetime(replaced) {}
        // The fetch may have ended before its order was added.
        if order.run.isUseless { forget(order.run) }
        if isFirst { postTurn(in: lane, onLimit: onLimit) }
    }

    /// Starts a claimed fetch whose source is known and does not need the library; returns false if the library must be
    /// asked.
    func startDirectly(_ order: Order) -> Bool {
        guard knowsSource, access.isOpen, access.permission.reading.look().status == .authorized,
            // Only now: the look may have released the library.
            let source = knownSource
        else { return false }
        submit(ImageWork(source: source, order: order, priority: order.request.priority, resolved: nil))
        return true
    }

    private var knownSource: (any ImageSource)? { contents.withLock { $0.known?.source } }

    /// Keeps the source of the open library until the library is released.
    private func keep(_ source: any ImageSource, _ libraryState: isolated LibraryState) {
        guard knownSource == nil else { return }
        let release = libraryState.releases.add { [weak self] _ in self?.forgetSource() }
        contents.withLock { contents in
            contents.known = (source, release)
            hasSource.store(true, ordering: .relaxed)
        }
    }

    private func forgetSource() {
        let former = contents.withLock { contents in
            hasSource.store(false, ordering: .relaxed)
            return contents.known.take()
        }
        withExtendedLifetime(former) {}
    }

    private func postTurn(in lane: ExecutorLane, items: Int = 1, onLimit: @escaping @Sendable (Limit) -> Void) {
        let isAccepted = access.postIfOpen("find image source", lane: lane, items: items) { [weak self] libraryState in
            self?.startOrders(of: lane, libraryState, onLimit)
        }
        guard !isAccepted else { return }
        let orders = contents.withLock { $0.take(for: lane) }
        for order in orders where order.run.claim() != nil { failures.report(.library(.shutDown), to: order.sink) }
    }

    /// Starts the orders of a lane whose results are still needed; while other jobs wait, for one slice only.
    private func startOrders(
        of lane: ExecutorLane, _ libraryState: isolated LibraryState, _ onLimit: @escaping @Sendable (Limit) -> Void
    ) {
        let begin = Uptime.now
        var orders = contents.withLock { $0.take(for: lane) }[...]
        while let order = orders.popFirst() {
            if let priority = order.run.claim() { start(order, at: priority, libraryState, onLimit) }
            let isLong = Uptime.now - begin >= slice
            guard isLong, !orders.isEmpty, access.executor.core.hasWaitingWork else { continue }
            let isFirst = contents.withLock { $0.putBack(orders, lane: lane) }
            for order in orders where order.run.isUseless { forget(order.run) }
            if isFirst { postTurn(in: lane, items: orders.count, onLimit: onLimit) }
            return
        }
    }

    /// Removes the order of a fetch that has ended, if it was left with the library.
    func forget(_ run: ActiveFetch) {
        guard run.isOrdered else { return }
        let forgotten = contents.withLock { $0.waiting.removeValue(forKey: run.id) }
        withExtendedLifetime(forgotten) {}
    }

    private func start(
        _ order: Order, at priority: ImagePriority, _ libraryState: isolated LibraryState,
        _ onLimit: @Sendable (Limit) -> Void
    ) {
        do throws(LibraryError) {
            let library = try libraryState.openLibrary()
            guard let source = try library.imageSource() else {
                return order.sink.fail(.noImages(order.request.asset))
            }
            let limit = Limit(
                requests: source.requestLimit, lane: source.lane, preparations: source.preparationLimit)
            guard limit.requests >= 1 else {
                return order.sink.fail(.invalid("request limit of a source", limit.requests, "at least 1"))
            }
            if contents.withLock({ $0.limit.replace(with: limit) }) != limit { onLimit(limit) }
            if source.lane == .decodePool, !source.needsLibrary { keep(source, libraryState) }
            let resolved = try library.resolve(order.request)
            start(ImageWork(source: source, order: order, priority: priority, resolved: resolved))
        } catch {
            order.sink.fail(.library(error))
        }
    }

    private func start(_ work: ImageWork) {
        switch work.source.lane {
        case .library: work.run()
        case .main: Task { @MainActor in work.run() }
        case .decodePool: submit(work)
        }
    }

    private func submit(_ work: ImageWork) {
        do throws(PoolError) {
            let ticket = try pool.submit(work, priority: PoolPriority(work.priority))
            work.order.run.setPlace(PoolPlace(pool: pool.core, ticket: ticket), priority: work.priority)
        } catch {
            work.order.run.endDeadlineIfGone()
            failures.report(ImageError(error), to: work.order.sink)
        }
    }
}

/// Reports the failures of starts that failed at once, one after the other in a task.
///
/// A failure lets the next fetch start. If that fails at once too, and its failure were reported within the start, each
/// of the waiting fetches would start within the one before it: a stack of thousands of calls.
private final class StartFailures: Sendable {
    private struct Contents {
        var waiting: [(error: ImageError, sink: ImageSink)] = []
        /// Whether a task reports failures.
        var isReporting = false
    }

    private let contents = Lock(Contents())

    func report(_ error: ImageError, to sink: ImageSink) {
        let isFirst = contents.withLock { contents in
            contents.waiting.append((error, sink))
            defer { contents.isReporting = true }
            return !contents.isReporting
        }
        guard isFirst else { return }
        Task.detached(priority: .medium) { [self] in
            while let failures = take() {
                for (error, sink) in failures { sink.fail(error) }
            }
        }
    }

    /// The failures to report; nil if there are none, and the next one needs another task.
    private func take() -> [(error: ImageError, sink: ImageSink)]? {
        contents.withLock { contents in
            defer { contents.waiting = [] }
            contents.isReporting = !contents.waiting.isEmpty
            return contents.isReporting ? contents.waiting : nil
        }
    }
}

/// A request on its way to a source.
private struct ImageWork: PoolWork {
    let source: any ImageSource
    let order: SourceDispatcher.Order
    let priority: ImagePriority
    let resolved: (any Sendable)?

    func run() {
        guard order.run.begin() else { return }
        var sink = order.sink
        sink.resolved = resolved
        let cancel = source.start(order.request, sink: sink)
        // Given up meanwhile, and its cancellation was called: it has left the source.
        if order.run.setCancellation(cancel) { order.sink.fail(.cancelled) }
    }

    func cancel() {
        order.sink.fail(.cancelled)
    }

    func refuse(_ error: PoolError) {
        order.sink.fail(ImageError(error))
    }
}

extension SourceDispatcher.Limit? {
    /// Replaces the value, and returns the previous one.
    fileprivate mutating func replace(with value: SourceDispatcher.Limit) -> SourceDispatcher.Limit? {
        defer { self = value }
        return self
    }
}

extension ImagePriority {
    /// The lane in which the source is requested.
    fileprivate var lane: ExecutorLane {
        switch self {
        case .visible: .interactive
        case .prefetch: .utility
        case .background: .background
        }
    }
}
