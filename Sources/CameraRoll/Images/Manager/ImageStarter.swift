/// Brings requests to their library's image source, in the source's lane.
///
/// The source is asked for behind the door, at every request: so permission is checked each time (R54), and nothing of
/// the library is touched before. One turn for each lane is under way, however many requests wait for it: a library
/// that is wedged collects none.
final class ImageStarter: Sendable {
    /// A run that is to be started; every failure goes into the sink.
    struct Order: Sendable {
        let request: ImageRequest
        let run: ImageRun
        let sink: ImageSink
    }

    private struct Line {
        var orders: [ExecutorLane: [Order]] = [:]
        var turns: Set<ExecutorLane> = []
        /// What the source allows; nil before it was found.
        var limit: Int?

        /// Takes out what is of no use any more, where many orders wait; to be released outside of the lock.
        mutating func takeUseless(in lane: ExecutorLane) -> [Order] {
            guard let all = orders[lane], all.count > ImageStarter.most else { return [] }
            orders[lane] = all.filter { !$0.run.isUseless }
            return all
        }
    }

    private let access: LibraryAccess
    private let pool: DecodePool
    private let line = Lock(Line())
    /// More than this are looked through for useless ones, before they are taken.
    private static let most = 64

    init(access: LibraryAccess, pool: DecodePool) {
        self.access = access
        self.pool = pool
    }

    /// Takes an order on, also one that was taken on before and is more urgent now: the first turn that comes takes it.
    ///
    /// - Parameter onLimit: is told how many requests the source allows, where that has changed.
    func start(_ order: Order, onLimit: @escaping @Sendable (Int) -> Void) {
        let priority = order.run.priority
        let (lane, isFirst, useless) = line.withLock { line in
            // Before the source is found one request is under way, and whatever is visible waits for it.
            let lane = line.limit == nil ? .interactive : priority.lane
            let useless = line.takeUseless(in: lane)
            line.orders[lane, default: []].append(order)
            return (lane, line.turns.insert(lane).inserted, useless)
        }
        withExtendedLifetime(useless) {}
        guard isFirst else { return }
        let isAccepted = access.postIfOpen("find image source", lane: lane) { [weak self] room in
            guard let self else { return }
            for order in takeOrders(in: lane) { start(order, room, onLimit) }
        }
        guard !isAccepted else { return }
        for order in takeOrders(in: lane) { order.sink.fail(.library(.shutDown)) }
    }

    /// The orders of a lane that are of use still, each to be started by the caller.
    private func takeOrders(in lane: ExecutorLane) -> [Order] {
        let orders = line.withLock { line in
            line.turns.remove(lane)
            return line.orders.updateValue([], forKey: lane) ?? []
        }
        return orders.filter { $0.run.claim() }
    }

    private func start(_ order: Order, _ room: isolated LibraryRoom, _ onLimit: @Sendable (Int) -> Void) {
        do throws(LibraryError) {
            guard let source = try room.openLibrary().imageSource() else {
                return order.sink.fail(.noImages(order.request.asset))
            }
            let limit = source.requestLimit
            guard limit >= 1 else { return order.sink.fail(.invalidLimit(limit)) }
            if line.withLock({ $0.limit.replace(with: limit) }) != limit { onLimit(limit) }
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
        do throws(ImageError) {
            let ticket = try pool.submit(work, priority: work.order.run.priority)
            work.order.run.setPlace(
                ImageRun.Control(
                    cancel: { [weak pool] in _ = pool?.cancel(ticket) },
                    setPriority: { [weak pool] in _ = pool?.setPriority($0, of: ticket) }))
        } catch {
            work.order.sink.fail(error)
        }
    }
}

/// A request on its way to a source.
private struct ImageWork: PoolWork {
    let source: any ImageSource
    let order: ImageStarter.Order

    func run() {
        guard order.run.begin() else { return }
        let cancel = source.start(order.request, sink: order.sink)
        // Given up meanwhile, and told so: it has left.
        if order.run.setCancellation(cancel) { order.sink.fail(.cancelled) }
    }

    func cancel() {
        order.sink.fail(.cancelled)
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
