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

    /// Lists the albums, now and after each change.
    func followAlbums() {
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
                    guard let self, !Task.isCancelled, !error.isCancellation else { return }
                    albumFailure = error
                }
            })
    }

    private func take(_ listing: AlbumListing) {
        facts.limited = listing.limited
        take(canSearch: listing.canSearch)
        switch listing.albums {
        case .failure(let error): albumFailure = error
        case .success(let albums):
            albumFailure = nil
            let sections = [AlbumSection](albums, keeping: albumSections)
            if sections != albumSections { albumSections = sections }
            if folders != listing.folders { folders = listing.folders }
            if let row = choice.album.flatMap(sections.row) { chosenAlbum = row.album }
            visibleAlbums.formIntersection(albums.lazy.map(\.id))
            (currentAlbums, albumBeingRead) = ([], nil)
            readSummaries()
        }
    }

    /// Reads the counts and the covers of the visible albums that are not current, one album after the other.
    private func readSummaries() {
        // In a scroll rows come faster than they are read: the one being read is read to its end while it is wanted.
        if let albumBeingRead, visibleAlbums.contains(albumBeingRead) { return }
        albumBeingRead = nil
        let rows = albumSections.lazy.flatMap(\.rows)
        guard let row = rows.first(where: { self.visibleAlbums.contains($0.id) && !self.currentAlbums.contains($0.id) })
        else { return tasks[.summaries] = nil }
        let summaries = manager.albums.summaries(
            of: [row.album], cover: options.cover, mediaTypes: options.query.mediaTypes)
        albumBeingRead = row.id
        tasks[.summaries] = OwnedTask(
            Task { [weak self] in
                var iterator = summaries.makeAsyncIterator()
                let summary = try? await iterator.next()
                guard let self, !Task.isCancelled else { return }
                take(summary, of: row.id)
            })
    }

    /// - Parameter summary: nil if it could not be read: the next change of the library tries again.
    private func take(_ summary: AlbumSummary?, of id: AlbumID) {
        albumBeingRead = nil
        currentAlbums.insert(id)
        if let summary { albumSections.changeRow(of: id) { $0.take(summary) } }
        readSummaries()
    }
}

/// The albums of a library at one time, and what goes with them.
private struct AlbumListing: Sendable {
    let albums: Result<[Album], LibraryError>
    var folders: [AlbumFolder.Item] = []
    var limited: LimitedAccess?
    var canSearch = false

    init(of manager: MediaManager, _ query: AlbumQuery) async {
        do throws(LibraryError) {
            albums = .success(try await manager.albums.list(query))
        } catch {
            albums = .failure(error)
            return
        }
        // Additions: without them the list is still worth showing.
        folders = (try? await manager.albums.tree()) ?? []
        limited = try? await manager.limitedAccess()
        canSearch = (try? await manager.photos.canSearch()) ?? false
    }
}
