import CameraRoll
import Synchronization

extension SyntheticStore {
    /// Fetches what a query asks for, and pays for it.
    func fetch(_ query: AssetQuery, isLimited: Bool = false) throws(LibraryError) -> FetchedRows {
        try read(.fetch, album: query.scope.album) { state throws(LibraryError) in
            try state.fetch(query, isLimited: isLimited)
        }
    }
}

extension StoreState {
    /// Fetches what a query asks for, and pays for it.
    mutating func fetch(_ query: AssetQuery, isLimited: Bool) throws(LibraryError) -> FetchedRows {
        pay(costs.fetch)
        if case .identifiers = query.scope { pay(costs.identifierRequest) }
        let rows = try contents(isLimited: isLimited).rows(of: query)
        return FetchedRows(rows: rows, place: journal.end, isLimited: isLimited)
    }
}

/// What a fetch found, and when: where in the journal.
struct FetchedRows: Sendable {
    let rows: RowSequence
    let place: Int
    /// Whether only selected assets were looked at.
    let isLimited: Bool
}

// MARK: - Fetch results

extension SyntheticStore {
    /// How many fetch results are alive.
    public var liveFetchResults: Int { census.count }

    /// Has `observer` called for every fetch result that dies, on the thread that it dies on; by nobody where nil.
    ///
    /// Photos' fetch results deadlock when they die on the wrong thread: a test asks here whether
    /// `executor.isIsolatingCurrentContext()`.
    public func onFetchResultDeath(_ observer: (@Sendable () -> Void)?) {
        census.setObserver(observer)
    }
}

/// Knows how many fetch results are alive, and tells whoever wants to know when one dies.
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

    /// Called on the thread that the fetch result dies on.
    func died() {
        alive.subtract(1, ordering: .sequentiallyConsistent)
        observer.withLock { $0 }?()
    }
}
