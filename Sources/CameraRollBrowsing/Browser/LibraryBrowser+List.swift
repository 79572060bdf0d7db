import CameraRoll
import Foundation

extension LibraryBrowser {
    /// The number of times a list is opened again after an error before it counts as failed.
    private static let mostRepairs = 3

    /// Drops the list and opens the chosen one.
    func reopen() {
        repairs = 0
        dropList()
        guard isStarted, facts.status.allowsReading else { return }
        open()
    }

    /// Drops the list, so that none of it is shown.
    func dropList() {
        facts.forgetList()
        guard list != nil else { return }
        grid.close()
    }

    /// Opens the chosen list; one that is shown stays until then.
    func open() {
        let (manager, choice, query) = (manager, choice, options.query)
        watchForDelay()
        tasks[.list] = OwnedTask(
            Task { [weak self] in
                let opened = await Self.snapshot(of: choice, query, manager)
                guard let self, !Task.isCancelled else { return }
                take(opened)
            })
    }

    private func take(_ opened: Result<AssetSnapshot, LibraryError>) {
        tasks[.busy] = nil
        do throws(LibraryError) {
            let snapshot = try opened.get()
            facts.busySince = nil
            show(snapshot)
        } catch {
            switch error {
            // A library that still hangs has been busy since the first attempt.
            case _ where error.isTimeout: break
            default: facts.busySince = nil
            }
            listFailed(error)
        }
    }

    private func show(_ snapshot: AssetSnapshot) {
        do throws(InvalidArgument) {
            try grid.show(snapshot)
        } catch {
            return fail(.invalidArgument(error))
        }
        facts.failure = nil
        // After the list, which the user waits for.
        followAlbums()
    }
}

// MARK: - The grid

extension LibraryBrowser: GridListOwner {
    func gridChanged(_ change: GridChange) {
        switch change.reload {
        case nil, .library: repairs = 0
        default: break
        }
        guard list !== grid.snapshot else { return }
        list = grid.snapshot
        facts.count = list?.count
    }

    func gridFailed(_ error: LibraryError) {
        // What was shown when all work stopped stays, unless it may no longer be read.
        guard isStarted else { return dropList() }
        listFailed(error)
    }

    func gridPermissionChanged(to status: AuthorizationStatus) {
        take(status)
    }

    func gridStateChanged() {
        switch grid.state {
        case .busy: if facts.busySince == nil { facts.busySince = Date.now }
        case .ready: facts.busySince = nil
        default: break
        }
    }
}

// MARK: - Errors and delays

extension LibraryBrowser {
    /// Handles an error of opening or following the list.
    private func listFailed(_ error: LibraryError) {
        switch error {
        case .cancelled: break
        case .notAuthorized where !manager.authorizationStatus().allowsReading: take(manager.authorizationStatus())
        case .albumNotFound(let id) where choice.album == id: albumRemoved(id)
        case .notAuthorized, .snapshotInvalidated: repair(after: error)
        case _ where error.isTimeout: openAfterPause()
        default: fail(error)
        }
    }

    private func fail(_ error: LibraryError) {
        dropList()
        facts.failure = error
        followAlbums()
    }

    /// Opens the list again after the permission was narrowed, or withdrawn and granted again: what is shown is out of
    /// date.
    private func repair(after error: LibraryError) {
        guard repairs < Self.mostRepairs else { return fail(error) }
        repairs += 1
        dropList()
        open()
    }

    /// Shows the whole library, since the album that was shown has been deleted.
    private func albumRemoved(_ id: AlbumID) {
        removedAlbum = chosenAlbum ?? Album(id: id, title: nil)
        (choice, choiceWithoutSearch, chosenAlbum) = (.library, .library, nil)
        reopen()
    }

    /// Opens the list again after a pause, for as long as the library hangs.
    private func openAfterPause() {
        if facts.busySince == nil { facts.busySince = Date.now }
        let (clock, time) = (clock, clock.now() + delay)
        tasks[.list] = OwnedTask(
            Task { [weak self] in
                guard await clock.pause(until: time), let self else { return }
                open()
            })
    }

    /// Reports the library as busy if the list is not open after the delay.
    private func watchForDelay() {
        guard facts.busySince == nil else { return }
        let (clock, time, start) = (clock, clock.now() + delay, Date.now)
        tasks[.busy] = OwnedTask(
            Task { [weak self] in
                guard await clock.pause(until: time), let self else { return }
                facts.busySince = start
            })
    }

    var delay: Duration { max(options.busyDelay, .milliseconds(1)) }
}

// MARK: - What a choice opens

extension LibraryBrowser {
    /// Opens the list of a choice.
    private static func snapshot(
        of choice: AlbumChoice, _ query: AssetQuery, _ manager: MediaManager
    ) async -> Result<AssetSnapshot, LibraryError> {
        do throws(LibraryError) {
            return .success(try await openedSnapshot(of: choice, query, manager))
        } catch {
            return .failure(error)
        }
    }

    private static func openedSnapshot(
        of choice: AlbumChoice, _ query: AssetQuery, _ manager: MediaManager
    ) async throws(LibraryError) -> AssetSnapshot {
        var query = query
        switch choice {
        case .library:
            guard query == .all else { break }
            // The list that a preload has read, unless the app shows something else by the same manager.
            let current = try await manager.snapshot()
            if current.query == .all { return current }
        case .album(let id):
            // A query that names assets, such as one that matches nothing, keeps its scope in an album too.
            if query.scope.namesAssets { break }
            query.scope = .album(id)
        // A field without a word searches for nothing.
        case .search(let text) where text.hasWord:
            return try await manager.photos.search(AssetSearch(text), of: query)
        case .search: break
        }
        return try await manager.photos.snapshot(of: query)
    }
}
