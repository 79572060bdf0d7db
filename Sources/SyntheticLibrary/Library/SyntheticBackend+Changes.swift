package import CameraRoll

extension SyntheticBackend {
    /// Calls a signal after every change of the store, on the thread that makes the change.
    ///
    /// - Throws: the error of a fault.
    package func startObserving(_ signal: ChangeSignal) throws(LibraryError) {
        try store.read(.startObserving) { _ in store.observers.add(signal, of: self) }
    }

    /// Stops calling the signal; does not read the store.
    package func stopObserving() {
        store.observers.remove(self)
    }

    /// The current place in the history; costs a token read.
    ///
    /// - Throws: the error of a fault.
    package func changeToken() throws(LibraryError) -> ChangeToken? {
        let isLimited = access.isLimited
        return try store.read(.readChangeToken) { state in
            state.pay(state.costs.tokenRead)
            return token(at: state.journal.end, isLimited: isLimited)
        }
    }

    /// Returns a page of the changes since a place in the history: at most `limit` entries of the journal.
    ///
    /// The history reaches as far back as ``SyntheticConfiguration/historyLimit`` says. Costs a token read. Under
    /// limited access, and across its beginning or end, changes are returned only if
    /// ``SyntheticLimitedAccess/tellsHistory`` is set; all of them then form one page: what an entry means for the
    /// selected assets depends on later entries.
    ///
    /// - Throws: `LibraryError.invalidToken`, `.invalidArgument` for a limit below 1, or the error of a fault.
    /// - Complexity: O(k) in the changes of the page, and O(m) in the members of all albums.
    package func changes(since token: ChangeToken, limit: Int) throws(LibraryError) -> ChangeHistory {
        guard limit >= 1 else {
            throw .invalidArgument(InvalidArgument("limit of changes", limit, allowed: "at least 1"))
        }
        guard let place = JournalPlace(token.place) else { throw malformed(token, "it names no place") }
        let isLimited = access.isLimited
        return try store.read(.readHistory) { state throws(LibraryError) in
            state.pay(state.costs.tokenRead)
            let now = self.token(at: state.journal.end, isLimited: isLimited)
            // From an earlier process: a synthetic library begins a new history in each.
            if place.number > state.journal.end { return .resyncRequired(.tokenExpired, from: now) }
            if let reason = state.reasonForResync(since: place, isLimited: isLimited) {
                return .resyncRequired(reason, from: now)
            }
            let end = state.journal.end(of: isLimited ? .max : limit, since: place.number)
            let merged = MergedChanges(of: state.journal, in: place.number..<end)
            var changes = merged.libraryChanges(
                of: state.contents(isLimited: isLimited), upTo: self.token(at: end, isLimited: isLimited))
            changes.hasMore = end < state.journal.end
            return .changes(changes)
        }
    }

    /// Fetches again, and returns the differences from an earlier result of the same query, all under one lock.
    ///
    /// - Throws: `LibraryError.albumNotFound`, or the error of a fault.
    /// - Complexity: that of the fetch, and O(k) in the changes since.
    package func update(
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
    /// The reason why the history does not include the changes since a place; nil if it does.
    func reasonForResync(since place: JournalPlace, isLimited: Bool) -> ResyncReason? {
        if place.isLimited != isLimited { return .limitedAccess }
        if isLimited, !limits.tellsHistory { return .limitedAccess }
        return journal.reaches(place.number) ? nil : .tokenExpired
    }

    /// The known difference between two results; unknown if the older one is not the store's.
    func difference(from old: FetchedRows?, to new: FetchedRows, of query: AssetQuery) -> FetchUpdate.Difference {
        guard let old else { return .unknown(.history(.detailsUnavailable)) }
        guard old.isLimited == new.isLimited else { return .unknown(.limitedAccess) }
        guard old.place < new.place else { return .touched([]) }
        guard journal.reaches(old.place) else { return .unknown(.history(.tokenExpired)) }
        return contents(isLimited: new.isLimited).difference(of: query, journal, since: old.place)
    }
}
