public import CameraRoll

extension LibraryBrowser {
    /// Reports that an album's row has become visible: its count and its cover are read, and kept current.
    public func albumAppeared(_ id: AlbumID) {
        visibleAlbums.insert(id)
        readSummaries()
    }

    /// Reports that an album's row is no longer visible.
    public func albumDisappeared(_ id: AlbumID) {
        visibleAlbums.remove(id)
    }

    /// Lists the albums, now and after each change; does nothing if it already does.
    ///
    /// Listings run one after another. What changes during one is in the next; the result of a canceled one is never
    /// used.
    func followAlbums() {
        guard tasks[.albums] == nil else { return }
        let (manager, query, whenRead) = (manager, options.albums, whenAlbumsRead)
        // Less urgent than the first assets, which would otherwise wait for the albums between the parts of their page.
        let task = Task(priority: .utility) { [weak self] in
            var changes = ChangeIterator((), behind: manager.photos.access)
            do throws(LibraryError) {
                while let listing = try await changes.next({ _, _ async throws(LibraryError) in
                    // The listing must not retain the browser.
                    guard !Task.isCancelled, let shown = self?.beginListing() else { throw .cancelled }
                    return try await AlbumListing.read(manager, query, over: consume shown, whenRead: whenRead)
                }) {
                    guard let self, !Task.isCancelled else { return releaseElsewhere(consume listing) }
                    take(listing)
                }
            } catch {
                guard let self, !Task.isCancelled else { return }
                tasks[.albums] = nil
                albumsFailed(error, followsChanges: false)
            }
        }
        tasks[.albums] = OwnedTask(task)
    }

    /// Stops following the albums; the next attempt to list them counts as the first one.
    func forgetAlbumTasks() {
        for work in [Work.albums, .albumRetry] { tasks[work] = nil }
        albumAttempts = 0
    }

    /// Handles a failure to list the albums: they are listed again after a pause, which grows each time, if that may
    /// help, and after the next change of the library, if changes are still followed.
    private func albumsFailed(_ error: LibraryError, followsChanges: Bool = true) {
        guard !error.isCancellation else { return }
        albumFailure = error
        // A permission that comes back lists them anyway.
        let isFinal = error.recovery == .requestAuthorization || error == .shutDown
        guard followsChanges ? error.recovery == .retry : !isFinal else { return }
        albumAttempts += 1
        let (clock, time) = (clock, clock.now() + options.grid.retryDelay(after: albumAttempts))
        tasks[.albumRetry] = OwnedTask(
            Task { [weak self] in
                guard await clock.pause(until: time), let self else { return }
                tasks[.albums] = nil
                followAlbums()
            })
    }

    /// Returns what is shown when a listing begins; single albums that are read meanwhile are noted for its table.
    private func beginListing() -> AlbumListing.Shown {
        (isListing, lateSummaries) = (true, [:])
        return AlbumListing.Shown(table: albumTable, folders: folders)
    }

    private func take(_ listing: AlbumListing) {
        defer { (isListing, lateSummaries) = (false, [:]) }
        if let limited = listing.limited { facts.limited = limited }
        if let canSearch = listing.canSearch { take(canSearch: canSearch) }
        switch listing.table {
        case .failure(let error): albumsFailed(error)
        case .success(let table):
            (albumFailure, albumAttempts) = (nil, 0)
            tasks[.albumRetry] = nil
            if let table { take(table) }
            if let tree = listing.folders { replaceFolders(by: tree) }
            if let row = choice.album.flatMap({ albumTable[$0] }) { chosenAlbum = row.album }
            visibleAlbums = visibleAlbums.filter { albumTable.place(of: $0) != nil }
            listings += 1
            readSummaries()
        }
    }

    private func take(_ table: AlbumTable) {
        var table = table
        for summary in lateSummaries.values { table.take(summary) }
        replaceTable(by: table)
    }

    /// Shows no albums.
    func dropAlbums() {
        replaceTable(by: AlbumTable())
        replaceFolders(by: [])
        (summaryListings, lateSummaries) = ([:], [:])
    }

    private func replaceTable(by table: AlbumTable) {
        guard albumTable.count + table.count > 0 else { return }
        var old = table
        swap(&old, &albumTable)
        releaseElsewhere(consume old)
    }

    private func replaceFolders(by tree: [AlbumFolder.Item]) {
        guard !(folders.isEmpty && tree.isEmpty) else { return }
        var old = tree
        swap(&old, &folders)
        releaseElsewhere(consume old)
    }

    /// Reads the counts and the covers of the visible albums that are out of date, one album after another.
    ///
    /// The album that has waited longest comes first, so that each gets its turn even while the library keeps changing.
    private func readSummaries() {
        // While scrolling, rows appear faster than they are read: a read runs to its end while its row is visible.
        if let albumBeingRead, visibleAlbums.contains(albumBeingRead) { return }
        albumBeingRead = nil
        let waiting = visibleAlbums.lazy.compactMap { id in self.albumTable.place(of: id).map { (id, $0) } }
            .filter { self.summaryListing(of: $0.0) < self.listings }
        let next = waiting.min { left, right in
            (self.summaryListing(of: left.0), left.1) < (self.summaryListing(of: right.0), right.1)
        }
        guard let row = next.flatMap({ albumTable[$0.0] }) else { return tasks[.summaries] = nil }
        let listing = listings
        let summaries = manager.albums.summaries(
            of: [row.album], cover: options.cover, mediaTypes: options.query.mediaTypes)
        albumBeingRead = row.id
        tasks[.summaries] = OwnedTask(
            Task { [weak self] in
                var iterator = summaries.makeAsyncIterator()
                let summary = try? await iterator.next()
                guard let self, !Task.isCancelled else { return }
                take(summary, of: row.id, in: listing)
            })
    }

    /// - Parameters:
    ///   - summary: nil if it could not be read: the next change of the library tries again.
    ///   - listing: the number of the listing after which the read began.
    private func take(_ summary: AlbumSummary?, of id: AlbumID, in listing: Int) {
        albumBeingRead = nil
        note(listing, ofSummary: id)
        if let summary {
            // A view is not notified of a count that has not changed.
            if albumTable.isChanged(by: summary) { albumTable.take(summary) }
            if isListing { lateSummaries[id] = summary }
        }
        readSummaries()
    }

    /// The number of the listing after which an album's count and cover were read; 0 if they were not.
    private func summaryListing(of id: AlbumID) -> Int { summaryListings[id] ?? 0 }

    private func note(_ listing: Int, ofSummary id: AlbumID) {
        summaryListings[id] = listing
        guard summaryListings.count > Self.mostListings else { return }
        // The others are read again when they appear again.
        summaryListings = summaryListings.filter { visibleAlbums.contains($0.key) }
    }

    /// The maximum number of albums whose last read the browser remembers, apart from the visible ones.
    private static let mostListings = 4_096
}
