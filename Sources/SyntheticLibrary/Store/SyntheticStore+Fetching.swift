import CameraRoll
import Synchronization

extension SyntheticStore {
    /// Fetches the rows of a query, and pays for it.
    func fetch(_ query: AssetQuery, isLimited: Bool = false) throws(LibraryError) -> FetchedRows {
        try read(.fetch, album: query.scope.album) { state throws(LibraryError) in
            try state.fetch(query, isLimited: isLimited)
        }
    }
}

extension StoreState {
    /// Fetches the rows of a query, and pays for it.
    mutating func fetch(_ query: AssetQuery, isLimited: Bool) throws(LibraryError) -> FetchedRows {
        pay(costs.fetch)
        if case .identifiers = query.scope { pay(costs.identifierRequest) }
        let rows = try contents(isLimited: isLimited).rows(of: query)
        return FetchedRows(rows: rows, place: journal.end, isLimited: isLimited)
    }
}

/// The result of a fetch, with its place in the journal.
struct FetchedRows: Sendable {
    let rows: RowSequence
    let place: Int
    /// Whether it contains only selected assets.
    let isLimited: Bool
}

// MARK: - Fetch results

extension SyntheticStore {
    /// The number of live fetch results.
    public var liveFetchResults: Int { census.count }

    /// Sets an observer that is called for every released fetch result, on the releasing thread; nil for none.
    ///
    /// Photos' fetch results deadlock if they are released on the wrong thread: a test checks
    /// `executor.isIsolatingCurrentContext()` here.
    public func onFetchResultDeath(_ observer: (@Sendable () -> Void)?) {
        census.setObserver(observer)
    }
}

/// Counts the live fetch results, and notifies an observer when one is released.
final class FetchResultCensus: Sendable {
    private let alive = Atomic<Int>(0)
    private let observer = Lock<(@Sendable () -> Void)?>(nil)

    var count: Int { alive.load(ordering: .sequentiallyConsistent) }

    func setObserver(_ observer: (@Sendable () -> Void)?) {
        self.observer.withLock { $0 = observer }
    }

    func born() {
        alive.add(1, ordering: .sequentiallyConsistent)
    }

    /// Called on the thread that releases the fetch result.
    func died() {
        alive.subtract(1, ordering: .sequentiallyConsistent)
        observer.withLock { $0 }?()
    }
}
