public import CameraRoll

extension SyntheticLibrary {
    /// Has a signal told of every change of the store, on the thread that makes the change.
    ///
    /// - Throws: what the faults say.
    public func startObserving(_ signal: ChangeSignal) throws(LibraryError) {
        try store.read(.startObserving) { _ in store.observers.add(signal, of: self) }
    }

    /// Has the signal told of nothing more; the store is not asked.
    public func stopObserving() {
        store.observers.remove(self)
    }

    /// Where the history stands; costs a token read.
    ///
    /// - Throws: what the faults say.
    public func changeToken() throws(LibraryError) -> ChangeToken? {
        let isLimited = access.isLimited
        return try store.read(.readChangeToken) { state in
            state.pay(state.costs.tokenRead)
            return token(at: state.journal.end, isLimited: isLimited)
        }
    }

    /// What changed since a place in the history, as far as ``SyntheticConfiguration/historyLimit`` reaches back.
    ///
    /// Costs a token read. Under limited access, and across its beginning or end, it is told only where
    /// ``SyntheticLimitedAccess/tellsHistory`` allows.
    ///
    /// - Throws: `LibraryError.malformedChangeToken`, or what the faults say.
    /// - Complexity: O(k) in the changes, and O(m) in the members of all albums.
    public func changes(since token: ChangeToken) throws(LibraryError) -> ChangeHistory {
        guard let place = JournalPlace(token.place) else { throw malformed(token, "it names no place") }
        let isLimited = access.isLimited
        return try store.read(.readHistory) { state throws(LibraryError) in
            state.pay(state.costs.tokenRead)
            let now = self.token(at: state.journal.end, isLimited: isLimited)
            // Of an earlier process: a synthetic library begins a new history in each.
            if place.number > state.journal.end { return .resyncRequired(.tokenExpired, from: now) }
            if let reason = state.reasonForResync(since: place, isLimited: isLimited) {
                return .resyncRequired(reason, from: now)
            }
            let merged = MergedChanges(of: state.journal, since: place.number)
            return .changes(merged.libraryChanges(of: state.contents(isLimited: isLimited), upTo: now))
        }
    }

    /// Fetches anew, and tells what may differ from an earlier result of the same query, all under one lock.
    ///
    /// - Throws: `LibraryError.albumNotFound`, or what the faults say.
    /// - Complexity: that of the fetch, and O(k) in the changes since.
    public func update(
        _ result: any AssetFetchResult, of query: AssetQuery
    ) throws(LibraryError) -> FetchUpdate {
        let isLimited = access.isLimited
        return try store.read(.updateResult, album: query.scope.album) { state throws(LibraryError) in
            let fetched = try state.fetch(query, isLimited: isLimited)
            let old = (result as? SyntheticFetchResult).flatMap { $0.store === store ? $0.fetched : nil }
            return FetchUpdate(
                result: SyntheticFetchResult(fetched, store: store),
                difference: state.difference(from: old, to: fetched, of: query))
        }
    }

    private func token(at place: Int, isLimited: Bool) -> ChangeToken {
        ChangeToken(library: identity, place: JournalPlace(number: place, isLimited: isLimited).data)
    }

    private func malformed(_ token: ChangeToken, _ reason: String) -> LibraryError {
        .malformedChangeToken(token: token.token, reason: reason)
    }
}

extension StoreState {
    /// Why the history cannot tell what changed since a place; nil where it can.
    func reasonForResync(since place: JournalPlace, isLimited: Bool) -> ResyncReason? {
        if place.isLimited != isLimited { return .limitedAccess }
        if isLimited, !limits.tellsHistory { return .limitedAccess }
        return journal.reaches(place.number) ? nil : .tokenExpired
    }

    /// What is known of the difference between two results; nothing where the older one is not the store's.
    func difference(from old: FetchedRows?, to new: FetchedRows, of query: AssetQuery) -> FetchUpdate.Difference {
        guard let old else { return .unknown(.history(.detailsUnavailable)) }
        guard old.isLimited == new.isLimited else { return .unknown(.limitedAccess) }
        guard old.place < new.place else { return .touched([]) }
        guard journal.reaches(old.place) else { return .unknown(.history(.tokenExpired)) }
        return FetchDifference(of: query, contents(isLimited: new.isLimited), journal, since: old.place).difference
    }
}
