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

    /// Lists the albums, now and after each change; does nothing if it does so already.
    func followAlbums() {
        guard tasks[.albums] == nil else { return }
        let (manager, query) = (manager, options.albums)
        tasks[.albums] = OwnedTask(
            Task { [weak self] in
                var changes = ChangeIterator((), behind: manager.photos.access)
                do throws(LibraryError) {
                    while let listing = try await changes.next({ _, _ in await AlbumListing(of: manager, query) }) {
                        guard let self, !Task.isCancelled else { return }
                        take(listing)
                    }
                } catch {
                    guard let self, !Task.isCancelled else { return }
                    tasks[.albums] = nil
                    albumsFailed(error, followsChanges: false)
                }
            })
    }

    /// Follows the albums no longer; the next attempt to list them counts as the first one.
    func forgetAlbumTasks() {
        for work in [Work.albums, .albumRetry] { tasks[work] = nil }
        albumAttempts = 0
    }

    /// Notes that the albums could not be listed: they are listed again after a pause, which is longer each time, if
    /// that may help, and after the next change of the library, if changes are still followed.
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

    private func take(_ listing: AlbumListing) {
        if let limited = listing.limited { facts.limited = limited }
        if let canSearch = listing.canSearch { take(canSearch: canSearch) }
        switch listing.albums {
        case .failure(let error): albumsFailed(error)
        case .success(let albums):
            (albumFailure, albumAttempts) = (nil, 0)
            tasks[.albumRetry] = nil
            take(albums)
            if let tree = listing.folders, tree != folders { folders = tree }
            readSummaries()
        }
    }

    private func take(_ albums: [Album]) {
        let sections = [AlbumSection](albums, keeping: albumSections)
        if sections != albumSections { albumSections = sections }
        if let row = choice.album.flatMap(sections.row) { chosenAlbum = row.album }
        visibleAlbums.formIntersection(albums.lazy.map(\.id))
        listings += 1
        summaryListings = summaryListings.filter { sections.row(of: $0.key) != nil }
    }

    /// Reads the counts and the covers of the visible albums that are not current, one album after the other: first the
    /// one that has waited for the longest, so that each has its turn also while the library changes all the time.
    private func readSummaries() {
        // In a scroll rows come faster than they are read: the one being read is read to its end while it is wanted.
        if let albumBeingRead, visibleAlbums.contains(albumBeingRead) { return }
        albumBeingRead = nil
        let rows = albumSections.lazy.flatMap(\.rows).filter { row in
            self.visibleAlbums.contains(row.id) && self.summaryListing(of: row.id) < self.listings
        }
        guard let row = rows.min(by: { self.summaryListing(of: $0.id) < self.summaryListing(of: $1.id) })
        else { return tasks[.summaries] = nil }
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
        summaryListings[id] = listing
        if let summary { albumSections.changeRow(of: id) { $0.take(summary) } }
        readSummaries()
    }

    /// The number of the listing after which an album's count and cover were read; 0 if they were not.
    private func summaryListing(of id: AlbumID) -> Int { summaryListings[id] ?? 0 }
}

/// The albums of a library at one time, and what goes with them; nil is what the library did not answer, of which the
/// browser keeps what it knows.
private struct AlbumListing: Sendable {
    let albums: Result<[Album], LibraryError>
    var folders: [AlbumFolder.Item]?
    var limited: LimitedAccess?
    var canSearch: Bool?

    init(of manager: MediaManager, _ query: AlbumQuery) async {
        do throws(LibraryError) {
            albums = .success(try await manager.albums.list(query))
        } catch {
            albums = .failure(error)
            return
        }
        // Additions: without them the list is still worth showing.
        folders = try? await manager.albums.tree()
        limited = try? await manager.limitedAccess()
        canSearch = try? await manager.photos.canSearch()
    }
}
