public import CameraRoll

/// The results of a picker that has finished, read and delivered one by one.
///
/// ```swift
/// let results = try await session.finish()
/// for await result in results {
///     switch result.outcome {
///     case .success(.data(let file)): upload(file)
///     case .failure(let error): offerToTryAgain(result.item, error)   // `result.item.load()`
///     default: break
///     }
/// }
/// ```
///
/// Every selected asset has one result, independent of the others. A result that is taken belongs to the app: at most
/// `maximumConcurrentLoads` others are in memory, read ahead or being read (*Bounded Everything*). Reading begins with
/// the first call of ``next()``, and continues as results are taken. The results may outlive their session.
///
/// The results can be read once: each is delivered to one loop, and a second loop gets those that the first one has
/// left. To read a content again, use ``PickedItem/load()`` of one of the ``items``, which remain available.
@MainActor public final class PickerResults {
    /// The selected assets, in the order of selection, with the progress of their contents.
    public nonisolated let items: [PickedItem]
    /// The selected assets that were gone when the user finished; they have no results.
    public nonisolated let missing: [AssetID]

    private var plan: DeliveryPlan
    /// The results that were read but not taken.
    private var outcomes: [Int: Result<PickedContent, PickerError>] = [:]
    private var waiters: [Completion<Void>] = []
    private var tasks: [Int: OwnedTask] = [:]
    private var isCancelled = false

    init(_ assets: [MediaAsset], missing: [AssetID], loader: PickedItemLoader) {
        items = assets.enumerated().map { PickedItem($1, orderNumber: $0 + 1, loader: loader) }
        self.missing = missing
        let configuration = loader.configuration
        plan = DeliveryPlan(
            count: assets.count, policy: configuration.cloudPolicy, limit: configuration.maximumConcurrentLoads)
    }

    /// Waits for the next result; returns nil after the last one, and if the results or the task were canceled.
    ///
    /// A call that is canceled loses no result: the next call returns it.
    public func next() async -> PickedResult? {
        startLoads()
        while !isCancelled, !Task.isCancelled, !plan.isOver {
            if let index = plan.take() {
                startLoads()
                guard let outcome = outcomes.removeValue(forKey: index) else { continue }
                return PickedResult(item: items[index], outcome: outcome)
            }
            let waiter = Completion<Void>()
            waiters.append(waiter)
            await waiter.wait()
            waiters.removeAll { $0 === waiter }
        }
        return nil
    }

    /// Ends the delivery: reads in progress are canceled, and no further result is delivered.
    public func cancel() {
        isCancelled = true
        tasks = [:]
        outcomes = [:]
        wakeWaiters()
    }

    private func startLoads() {
        guard !isCancelled else { return }
        while let start = plan.start() {
            let item = items[start.index]
            tasks[start.index] = OwnedTask(
                Task { [weak self] in
                    let outcome = await item.load(isNetworkAccessAllowed: start.isNetworkAccessAllowed)
                    self?.end(start, outcome)
                })
        }
    }

    private func end(_ start: DeliveryPlan.Start, _ outcome: Result<PickedContent, PickerError>) {
        guard !isCancelled else { return }
        tasks[start.index] = nil
        let isInCloud = if case .failure(let error) = outcome { error.isInCloud } else { false }
        if plan.end(start, isInCloud: isInCloud) {
            outcomes[start.index] = isInCloud && plan.policy == .references ? .success(.reference) : outcome
        }
        startLoads()
        wakeWaiters()
    }

    private func wakeWaiters() {
        for waiter in waiters { waiter.end() }
    }
}

extension PickerResults: @MainActor AsyncSequence {
    /// The type of the results.
    public typealias Element = PickedResult
    /// The sequence never fails: each result has its own error.
    public typealias Failure = Never

    /// Creates an iterator; if there are several, each result goes to one of them.
    public func makeAsyncIterator() -> Iterator {
        Iterator(results: self)
    }

    /// Takes the next result with each call of `next`.
    public struct Iterator: AsyncIteratorProtocol {
        let results: PickerResults

        /// Waits for the next result; returns nil after the last one.
        public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> PickedResult? {
            await results.next()
        }
    }
}
