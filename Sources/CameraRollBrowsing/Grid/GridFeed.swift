import CameraRoll

/// Opens a grid's list and follows its changes, one after another; ends with the grid, which it does not retain.
@MainActor struct GridFeed {
    /// The next step of the feed.
    enum Stage: Sendable {
        /// Open the list; if it was shown before, its selection and its anchor stay.
        case open(AssetQuery, GridChange.Reload, isAgain: Bool)
        /// Count the sections of the list that is shown.
        case sections
        /// Follow the changes of the list that is shown.
        case follow

        /// Whether it opens a list that replaces the one that is shown.
        var opensAnother: Bool { if case .open(_, _, isAgain: false) = self { true } else { false } }
    }

    /// What the feed does after an error.
    struct Recovery {
        var stage: Stage
        var delay: Duration?
    }

    private weak var grid: AssetGrid?
    private let photos: PhotoRepository
    private let clock: AnyClock

    init(of grid: AssetGrid) {
        self.grid = grid
        photos = grid.manager.photos
        clock = photos.access.clock
    }

    /// Runs until the task is canceled, the grid is gone, or an error ends the list.
    func run(_ first: Stage) async {
        var (stage, failures) = (first, 0)
        while !Task.isCancelled {
            do throws(LibraryError) {
                try await perform(&stage, resetting: &failures)
                return
            } catch {
                failures += 1
                guard !Task.isCancelled,
                    let recovery = grid?.recovery(from: error, in: stage, failures: failures)
                else { return }
                stage = recovery.stage
                grid?.onStep?()
                guard let delay = recovery.delay else { continue }
                guard await clock.pause(until: clock.now() + delay) else { return }
            }
        }
    }

    /// Performs all stages.
    private func perform(_ stage: inout Stage, resetting failures: inout Int) async throws(LibraryError) {
        if case .open(let query, let reason, let isAgain) = stage {
            stage = try await open(query, reason, isAgain: isAgain)
        }
        if case .sections = stage {
            try await countSections()
            stage = .follow
        }
        try await follow(resetting: &failures)
    }

    /// Opens the list; returns the next stage.
    private func open(
        _ query: AssetQuery, _ reason: GridChange.Reload, isAgain: Bool
    ) async throws(LibraryError) -> Stage {
        let snapshot = try await reading { () async throws(LibraryError) in try await photos.snapshot(of: query) }
        guard let old = grid?.contents, !Task.isCancelled else { throw .cancelled }
        guard isAgain, old.snapshot != nil else {
            grid?.publishOpened(snapshot)
            grid?.onStep?()
            return .sections
        }
        try await publish(isUpdate: false) { old async throws(LibraryError) in
            try await PreparedChange.reloading(snapshot, reason, from: old, photos)
        }
        return .follow
    }

    private func countSections() async throws(LibraryError) {
        guard let contents = grid?.contents, let snapshot = contents.snapshot, let grouping = contents.grouping else {
            return
        }
        let counted = try await reading { () async throws(LibraryError) in try await grouping.sections(of: snapshot) }
        guard !Task.isCancelled else { throw .cancelled }
        grid?.publishSections(counted.sections, counted.failure)
        grid?.onStep?()
    }

    private func follow(resetting failures: inout Int) async throws(LibraryError) {
        guard let snapshot = grid?.snapshot else { return }
        var updates = photos.updates(of: snapshot).makeAsyncIterator()
        while true {
            // A canceled feed would end what its successor waits for.
            guard !Task.isCancelled else { throw .cancelled }
            // What changes during the wait is in the next update.
            if let shown = grid?.shownChange?.end { await shown.wait() }
            await waitForFinger()
            guard let update = try await nextUpdate(&updates, resetting: &failures) else { return }
            // While this waited for the view, a finger may have begun to drag.
            await waitForFinger()
            try await publish(isUpdate: true) { old async throws(LibraryError) in
                try await PreparedChange.of(update, to: old, photos)
            }
            failures = 0
        }
    }

    /// Waits for the next update.
    ///
    /// An answer without an update also clears a failure of the feed, since no other read may follow.
    private func nextUpdate(
        _ updates: inout AssetUpdates.Iterator, resetting failures: inout Int
    ) async throws(LibraryError) -> AssetUpdate? {
        while true {
            await waitForAnswer()
            guard let answer = try await updates.nextAnswer() else { return nil }
            if case .update(let update) = answer { return update }
            guard !Task.isCancelled else { throw .cancelled }
            failures = 0
            // The list has not changed, but the library has.
            if let grid { grid.askOutside(of: grid.snapshot) }
            guard let grid, grid.hasFeedFailed else { continue }
            grid.noteAnswer()
            grid.onStep?()
        }
    }

    /// Waits until the library has told what it knows about selected assets, so that its list does not change
    /// meanwhile.
    private func waitForAnswer() async {
        while !Task.isCancelled, let asking = grid?.asking { await asking.wait() }
    }

    /// Waits while a finger drags the scrubber or selects cells: nothing is read, and nothing moves under the finger.
    private func waitForFinger() async {
        while !Task.isCancelled, let drag = grid?.drag { await drag.wait() }
    }

    /// Prepares a change, and shows it.
    ///
    /// An update waits for a finger that has begun to drag since; a list that the user has asked for does not.
    private func publish(
        isUpdate: Bool, _ prepare: (GridContents) async throws(LibraryError) -> PreparedChange
    ) async throws(LibraryError) {
        guard let old = grid?.contents else { throw .cancelled }
        let prepared = try await reading { () async throws(LibraryError) in try await prepare(old) }
        if isUpdate { await waitForFinger() }
        guard !Task.isCancelled else { throw .cancelled }
        grid?.publish(prepared, isUpdate: isUpdate)
        grid?.onStep?()
    }

    /// Performs a read while the grid watches whether the library answers.
    private func reading<Value>(
        _ read: () async throws(LibraryError) -> Value
    ) async throws(LibraryError) -> Value {
        grid?.beginRead()
        do throws(LibraryError) {
            let value = try await read()
            grid?.endRead()
            return value
        } catch {
            grid?.endRead(after: error)
            throw error
        }
    }
}

extension AssetGrid {
    /// A copy of what the grid shows.
    var contents: GridContents {
        let grouping = options.sectionUnit.map { unit in
            GridGrouping(unit: unit, calendar: options.calendar, load: loadSections)
        }
        return GridContents(
            snapshot: snapshot, pages: pages, viewport: viewport, selection: selected,
            selectionVersion: selectionVersion, keepsOutside: selectionOwner != nil, filter: selectionOwner?.filter,
            sections: sections, grouping: grouping, commits: edits.commits)
    }

    /// Decides what the feed does after an error, and shows the error; returns nil if the feed ends.
    fileprivate func recovery(
        from error: LibraryError, in stage: GridFeed.Stage, failures: Int
    ) -> GridFeed.Recovery? {
        switch error {
        case .cancelled: return nil
        case .notAuthorized(let status):
            revoke(status)
            return nil
        case .snapshotInvalidated where listOwner != nil:
            listOwner?.gridFailed(error)
            return nil
        case .snapshotInvalidated:
            guard let query else { return nil }
            let again = GridFeed.Stage.open(query, .library(.limitedAccess), isAgain: !stage.opensAnother)
            return GridFeed.Recovery(stage: again, delay: failures > 1 ? options.retryDelay : nil)
        case _ where error.isTimeout:
            (isBusy, hasFeedFailed) = (true, true)
            refreshState()
            return GridFeed.Recovery(stage: stage, delay: options.retryDelay)
        default:
            guard error.recovery != nil else {
                if let listOwner {
                    listOwner.gridFailed(error)
                    return nil
                }
                publishEmpty(.failed, .failed(error))
                return nil
            }
            (ownState, hasFeedFailed) = (.failed(error), true)
            refreshState()
            return GridFeed.Recovery(stage: stage, delay: options.retryDelay(after: failures))
        }
    }
}
