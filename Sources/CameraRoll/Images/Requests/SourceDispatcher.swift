/// Brings requests to their library's image source, in the source's lane.
///
/// The source is asked for behind the door, at every request: so permission is checked each time, and nothing of the
/// library is touched before. One turn for each lane is under way, and each run waits once, however often it became
/// more urgent, until it is over: a library that is wedged collects neither turns nor orders.
final class SourceDispatcher: Sendable {
    /// A run that is to be started; every failure goes into the sink.
    struct Order: Sendable {
        let request: ImageRequest
        let run: ActiveFetch
        let sink: ImageSink
    }

    private struct Waiting {
        let order: Order
        /// The most urgent lane in which a turn was ordered for it.
        let lane: ExecutorLane
    }

    private struct Contents {
        var waiting: [ImageJobScheduler.RunID: Waiting] = [:]
        var turns: Set<ExecutorLane> = []
        /// What the source allows; nil before it was found.
        var limit: Int?

        /// Takes an order on; returns the lane in which a turn is to come for it, and one of the same run from before.
        mutating func add(_ order: Order) -> (lane: ExecutorLane, replaced: Waiting?) {
            // Before the source is found one request is under way, and what is visible waits for it.
            let lane = limit == nil ? .interactive : order.run.priority.lane
            let known = waiting[order.run.id]
            waiting[order.run.id] = Waiting(order: order, lane: min(known?.lane ?? lane, lane))
            return (lane, known)
        }

        /// Takes out what waits for a turn of a lane, or of a more urgent one.
        mutating func take(for lane: ExecutorLane) -> [Order] {
            turns.remove(lane)
            let orders = waiting.values.filter { $0.lane <= lane }.map(\.order)
            for order in orders { waiting[order.run.id] = nil }
            return orders.sorted { $0.run.id.number < $1.run.id.number }
        }
    }

    private let access: LibraryAccess
    private let pool: WorkPool
    private let contents = Lock(Contents())

    init(access: LibraryAccess, pool: WorkPool) {
        self.access = access
        self.pool = pool
    }

    /// How many runs wait for the library; at most as many as there are runs.
    var waiting: Int { contents.withLock(\.waiting.count) }

    /// Takes an order on, also one that was taken on before and is more urgent now: the first turn that comes takes it.
    ///
    /// - Parameter onLimit: is told how many requests the source allows, where that has changed.
    func start(_ order: Order, onLimit: @escaping @Sendable (Int) -> Void) {
        let (lane, isFirst, replaced) = contents.withLock { contents in
            let (lane, replaced) = contents.add(order)
            return (lane, contents.turns.insert(lane).inserted, replaced)
        }
        withExtendedLifetime(replaced) {}
        guard isFirst else { return }
        let isAccepted = access.postIfOpen("find image source", lane: lane) { [weak self] libraryState in
            guard let self else { return }
            for order in takeOrders(for: lane) { start(order, libraryState, onLimit) }
        }
        guard !isAccepted else { return }
        for order in takeOrders(for: lane) { order.sink.fail(.library(.shutDown)) }
    }

    /// Forgets the order of a run that is over.
    func forget(_ run: ImageJobScheduler.RunID) {
        let forgotten = contents.withLock { $0.waiting.removeValue(forKey: run) }
        withExtendedLifetime(forgotten) {}
    }

    /// The orders that a turn of a lane serves and that are of use still, each to be started by the caller.
    private func takeOrders(for lane: ExecutorLane) -> [Order] {
        contents.withLock { $0.take(for: lane) }.filter { $0.run.claim() }
    }

    private func start(_ order: Order, _ libraryState: isolated LibraryState, _ onLimit: @Sendable (Int) -> Void) {
        do throws(LibraryError) {
            guard let source = try libraryState.openLibrary().imageSource() else {
                return order.sink.fail(.noImages(order.request.asset))
            }
            let limit = source.requestLimit
            guard limit >= 1 else { return order.sink.fail(.invalidLimit(limit)) }
            if contents.withLock({ $0.limit.replace(with: limit) }) != limit { onLimit(limit) }
            start(ImageWork(source: source, order: order))
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
            let ticket = try pool.submit(work, priority: PoolPriority(work.order.run.priority))
            work.order.run.setPlace(
                ActiveFetch.Control(
                    cancel: { [weak pool] in _ = pool?.cancel(ticket) },
                    setPriority: { [weak pool] in _ = pool?.setPriority(PoolPriority($0), of: ticket) },
                    giveUp: { [weak pool] in pool?.giveUp(ticket) ?? false }))
        } catch {
            work.order.sink.fail(ImageError(error))
        }
    }
}

/// A request on its way to a source.
private struct ImageWork: PoolWork {
    let source: any ImageSource
    let order: SourceDispatcher.Order

    func run() {
        guard order.run.begin() else { return }
        let cancel = source.start(order.request, sink: order.sink)
        // Given up meanwhile, and told so: it has left.
        if order.run.setCancellation(cancel) { order.sink.fail(.cancelled) }
    }

    func cancel() {
        order.sink.fail(.cancelled)
    }

    func refuse(_ error: PoolError) {
        order.sink.fail(ImageError(error))
    }
}

extension Int? {
    /// Puts a value in, and returns the one before.
    fileprivate mutating func replace(with value: Int) -> Int? {
        defer { self = value }
        return self
    }
}

extension ImagePriority {
    /// The lane in which a source is asked for.
    fileprivate var lane: ExecutorLane {
        switch self {
        case .visible: .interactive
        case .prefetch: .utility
        case .background: .background
        }
    }
}
