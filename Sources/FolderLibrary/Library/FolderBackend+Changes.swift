#if FolderLibrary || canImport(Darwin)
import CameraRoll
import LibraryEditing

extension FolderBackend {
    /// Calls a signal after every change of the index by this process, on the thread that makes it.
    func startObserving(_ signal: ChangeSignal) throws(LibraryError) {
        store.observers.set(signal, for: self)
    }

    /// Stops calling the signal.
    func stopObserving() {
        store.observers.set(nil, for: self)
    }

    /// The current position in the history.
    ///
    /// - Throws: `LibraryError.failed`.
    func changeToken() throws(LibraryError) -> ChangeToken? {
        try read("read change token") { token(at: try connection.journalPlace()) }
    }

    /// Returns a page of the changes since a position in the history: those of at most `limit` entries of the journal,
    /// each of which may concern many assets.
    ///
    /// The history reaches as far back as `FolderConfiguration.historyLimit` specifies.
    ///
    /// - Throws: `LibraryError.malformedChangeToken`, `.invalidArgument` for a limit below 1, or `.failed`.
    /// - Complexity: O(k) in the changes of the page.
    func changes(since token: ChangeToken, limit: Int) throws(LibraryError) -> ChangeHistory {
        guard limit >= 1 else {
            throw .invalidArgument(InvalidArgument("limit of changes", limit, allowed: "at least 1"))
        }
        guard let place = JournalPlace(token.place) else {
            throw .malformedChangeToken(token: token.token, reason: "it names no place")
        }
        return try read("read history") {
            try connection.reading {
                let now = try connection.journalPlace()
                let end = try connection.place(after: limit, since: place, atMost: now)
                guard let merged = try connection.changes(from: place, to: end) else {
                    return .resyncRequired(.tokenExpired, from: self.token(at: now))
                }
                if merged.isOverLimit { return .resyncRequired(.detailsUnavailable, from: self.token(at: now)) }
                var changes = merged.libraryChanges(upTo: self.token(at: end))
                changes.affectedAlbums = try connection.affectedAlbums(of: merged)
                changes.hasMore = end.number < now.number
                return .changes(changes)
            }
        }
    }

    /// Fetches again, and returns the differences from an earlier result of the same query.
    ///
    /// - Throws: `LibraryError.albumNotFound`, or `.failed`.
    /// - Complexity: that of the fetch, plus O(k) in the changes since.
    func update(
        _ result: any AssetFetchResult, of query: AssetQuery
    ) throws(LibraryError) -> FetchUpdate {
        try read("update") {
            let new = try fetch(query)
            guard let old = result as? FolderFetchResult else {
                return FetchUpdate(result: new, difference: .unknown(.history(.detailsUnavailable)))
            }
            return FetchUpdate(
                result: new, difference: try difference(of: query, from: old.list.place, to: new.list.place))
        }
    }

    private func token(at place: JournalPlace) -> ChangeToken {
        ChangeToken(library: identity, place: place.data)
    }
}

// MARK: - Differences

extension FolderBackend {
    /// The possible differences between two results of a query, from the entries between their positions.
    private func difference(
        of query: AssetQuery, from old: Int64, to new: Int64
    ) throws -> FetchUpdate.Difference {
        guard old < new else { return .touched([]) }
        guard let entries = try connection.entries(from: old, to: new) else {
            return .unknown(.history(.tokenExpired))
        }
        let album = query.scope.album.flatMap(AlbumName.init)
        var difference = ListDifference<Int64, AlbumName>(of: query, in: album)
        let count = entries.reduce(0) { $0 + $1.rowCount }
        if count > MergedChanges.mostAssets { return .unknown(.tooManyChanges(count)) }
        for entry in entries { entry.forEachEvent { difference.note($0) } }
        return difference.difference(AssetRow.id)
    }
}
#endif
