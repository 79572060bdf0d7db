public import CameraRoll

extension PickerSession {
    /// Whether the filter offers an asset; a list may contain others if no query can express the filter.
    public func isOffered(_ asset: MediaAsset) -> Bool { configuration.filter?.matches(asset) ?? true }

    /// Selects the asset at a position of the list, or deselects it; nothing happens unless the session is open.
    ///
    /// With a selection limit of 1, another asset replaces the selected one, unlike with ``AssetGrid/toggle(_:)``. At a
    /// higher limit it is refused. An asset that the filter does not offer is not selected.
    ///
    /// - Parameters:
    ///   - position: the position in the list shown.
    ///   - asset: the asset there, if the caller has read it; by default the one that the grid has read.
    @discardableResult public func toggle(_ position: Int, asset: MediaAsset? = nil) -> AssetSelection.Change {
        let grid = browser.grid
        let isNew = !grid.selected.contains(position)
        guard phase == .open, 0..<grid.count ~= position else { return AssetSelection.Change() }
        if isNew, let asset, !isOffered(asset) { return AssetSelection.Change() }
        let isSingle = configuration.selectionLimit == 1
        return grid.changeSelection { selection, mediaType in
            let type = { asset?.mediaType ?? mediaType($0) }
            if asset != nil {
                selection.readPositions = nil
                if selection.isOffered != nil { selection.isOffered = { _ in true } }
            }
            return isSingle
                ? selection.replace(by: position, mediaTypeAt: type) : selection.toggle(position, mediaTypeAt: type)
        }
    }

    /// Changes the selection with a function, such as one for a drag or a range; nothing happens unless the session is
    /// open.
    ///
    /// Assets that the filter does not offer are not selected.
    @discardableResult public func changeSelection(
        _ body: (inout AssetSelection) -> AssetSelection.Change
    ) -> AssetSelection.Change {
        browser.grid.changeSelection { selection, _ in body(&selection) }
    }

    /// Deselects all assets, including those of other albums.
    public func deselectAll() {
        changeSelection { $0.deselectAll() }
    }
}

// MARK: - Following the list

extension PickerSession {
    /// Selects the preselected assets, as far as the limit allows; whether they exist is not known yet.
    func preselect() {
        var seen: Set<AssetID> = []
        var selection = browser.grid.selected
        let wanted = configuration.preselectedIdentifiers.filter { seen.insert($0).inserted }
        let allowed = wanted.prefix(selection.limits.maximum ?? .max)
        unresolved = wanted.dropFirst(allowed.count).map { UnresolvedIdentifier($0, .beyondLimit) }
        outside = OutsideAssets(allowed.map { .preselected($0) })
        selection.selectOutside(allowed.count)
        browser.grid.replaceSelection(selection)
        isSettled = allowed.isEmpty
    }

    /// Drops the selection: nothing from before the revocation may be delivered.
    func forgetSelection() {
        endSearching()
        revocations += 1
        let selection = browser.grid.selected
        removedCount += selection.count
        (outside, isSettled) = (OutsideAssets(), true)
        show(AssetSelection(listCount: selection.listCount, limits: selection.limits))
    }

    /// Selects other assets of the list, whether or not the session is open.
    private func show(_ selection: AssetSelection) {
        // The grid accepts any selection of its own list.
        try? browser.grid.take(selection)
    }

    /// Searches the list for the selected assets outside of it, unless the session has ended: its own handler may have
    /// ended it with what the last search found.
    private func settle() {
        guard !phase.isEnd, let list = browser.grid.snapshot else { return }
        let search = SettlingSearch(
            search: OutsideSearch(photos: browser.manager.photos, assets: outside), list: list,
            selected: browser.grid.selected.outsideNumbers,
            limits: browser.grid.selected.limits.maximumByMediaType, filter: configuration.filter)
        let retries = SearchRetries(options: browser.grid.options, clock: browser.manager.photos.access.clock)
        // If the last search could not follow a change, that change does not cut the pause short.
        let failures = searchFailures
        searchedList = SearchedList(count: list.count)
        tasks[.settling] = OwnedTask(
            Task { [weak self] in
                if let failures, await !retries.pause(failures) { return }
                let places = await search.places(after: failures?.count ?? 0) { count in
                    let failures = retries.failed(count)
                    self?.searchFailures = failures
                    return await retries.pause(failures)
                }
                guard let self, !Task.isCancelled else { return }
                searchFailures = nil
                endSearch(with: places)
            })
    }

    /// Ends the search, if there is one, and forgets its errors.
    private func endSearching() {
        (tasks[.settling], searchedList, searchFailures) = (nil, nil, nil)
    }

    /// Applies what a search has found, if it has not failed, and searches once more if the list has changed meanwhile.
    private func endSearch(with places: Places?) {
        guard let list = searchedList.take() else { return }
        if let places { take(places, in: list) }
        if list.isOutdated, !isSettled { settle() }
    }

    private func take(_ places: Places, in list: SearchedList) {
        unresolved += places.unresolved
        removedCount += places.removedCount
        outside = places.assets
        var selection = browser.grid.selected
        selection.settleOutside { list.present(places[$0]) }
        isSettled = !list.isOutdated || selection.numbersOutside(areBelow: 0)
        // If nothing differs, a drag continues.
        if selection != browser.grid.selected { show(selection) }
    }
}

// MARK: - The grid

extension PickerSession: GridSelectionOwner {
    var isSelecting: Bool { phase == .open }

    var showsOrderNumbers: Bool { configuration.selection.isOrdered }

    var outsideCount: Int { outside.count }

    /// Switches to another list: all selected assets are outside of it until they have been searched for in it.
    func selection(goingOverTo snapshot: AssetSnapshot?) -> AssetSelection {
        let list = browser.grid.snapshot
        var selection = browser.grid.selected
        var all = OutsideAssets()
        for run in selection.runs.inOrder {
            if let first = selection.outsideNumber(at: run.range.lowerBound) {
                all.append(outside, first..<first + run.range.count)
            } else if let list {
                all.append(run, of: list)
            }
        }
        outside = all
        selection.leaveList(forOneOf: snapshot?.count ?? 0)
        isSettled = outside.isEmpty
        endSearching()
        return selection
    }

    func listChanged(removedCount: Int) {
        self.removedCount += removedCount
        let grid = browser.grid
        // Some of the list's new assets may be selected outside of it.
        if grid.hasNewAssets, !grid.selected.numbersOutside(areBelow: 0) { isSettled = false }
        if !isSettled, searchedList?.follow(grid.change?.batch, newCount: grid.count) != true { settle() }
        reportSelection()
    }

    func selectionChanged() {
        if !isSettled, browser.grid.selected.numbersOutside(areBelow: 0) {
            // Nothing is left to search for.
            endSearching()
            isSettled = true
        }
        reportSelection()
    }
}

extension AssetGrid {
    /// Whether the last change may have inserted new assets into the list.
    fileprivate var hasNewAssets: Bool { change?.batch.map { !$0.insertions.isEmpty } ?? true }
}

/// The failed attempts of a search.
struct SearchFailures: Sendable {
    /// Their number.
    let count: Int
    /// When the next attempt is due, on the library's clock.
    let due: Duration
}

/// The pauses between the attempts of a search.
private struct SearchRetries: Sendable {
    let options: GridOptions
    let clock: AnyClock

    /// Returns the failures including one that has just happened.
    func failed(_ count: Int) -> SearchFailures {
        SearchFailures(count: count, due: clock.now() + options.retryDelay(after: count))
    }

    /// Waits for the next attempt; returns false if the task was canceled.
    func pause(_ failures: SearchFailures) async -> Bool { await clock.pause(until: failures.due) }
}

/// Searches a list for selected assets outside of it.
private struct SettlingSearch: Sendable {
    let search: OutsideSearch
    let list: AssetSnapshot
    /// The numbers of the assets that are still selected, in the order of selection.
    let selected: [Range<Int>]
    /// The maximum numbers of assets of some media types.
    let limits: [MediaType: Int]
    /// What may be preselected; everything if nil.
    let filter: PickerFilter?

    /// The places of the assets, read again after each error that this may fix; nil if it does not.
    ///
    /// - Parameters:
    ///   - failures: the number of attempts that have failed before.
    ///   - pause: waits before the next attempt, given the number of those that have failed; returns false if there
    ///     should be none.
    func places(after failures: Int, _ pause: (_ failures: Int) async -> Bool) async -> Places? {
        var failures = failures
        while !Task.isCancelled {
            do throws(LibraryError) {
                return try await places()
            } catch {
                // The next change of the list tries again.
                guard error.recovery == .retry else { return nil }
                failures += 1
                guard await pause(failures) else { return nil }
            }
        }
        return nil
    }

    /// Reads the places off the main actor, since the time depends on the number of assets.
    @concurrent private func places() async throws(LibraryError) -> Places {
        let found = try await search.run(in: list)
        var places = Places(found.count, limits: limits)
        for number in selected.joined() where found.indices.contains(number) {
            places.take(found[number], number, filter)
        }
        places.assets = OutsideAssets(
            zip(found, search.assets.all).map { found, asset in found.id.map { .selected($0) } ?? asset })
        return places
    }
}

/// The places of selected assets outside of the list, and the assets that could not be selected.
private struct Places: Sendable {
    private var places: [AssetSelection.OutsidePlace]
    private var limits: [MediaType: Int]
    /// The assets, with the identifiers that were read.
    var assets = OutsideAssets()
    private(set) var unresolved: [UnresolvedIdentifier] = []
    private(set) var removedCount = 0

    init(_ count: Int, limits: [MediaType: Int]) {
        places = [AssetSelection.OutsidePlace](repeating: .deselected, count: count)
        self.limits = limits
    }

    subscript(number: Int) -> AssetSelection.OutsidePlace {
        places.indices.contains(number) ? places[number] : .deselected
    }

    mutating func take(_ found: OutsideSearch.Found, _ number: Int, _ filter: PickerFilter?) {
        guard let asset = found.asset else { return refuse(found, .notFound) }
        if found.isPreselected {
            if let filter, !filter.matches(asset) { return refuse(found, .notOffered) }
            if let rest = limits[asset.mediaType], rest <= 0 { return refuse(found, .beyondLimit) }
        }
        if let rest = limits[asset.mediaType] { limits[asset.mediaType] = rest - 1 }
        let type = limits.isEmpty ? nil : asset.mediaType
        places[number] = found.position.map { .inList($0, type) } ?? .outside(type)
    }

    private mutating func refuse(_ found: OutsideSearch.Found, _ reason: UnresolvedIdentifier.Reason) {
        if found.isPreselected, let id = found.id {
            unresolved.append(UnresolvedIdentifier(id, reason))
        } else {
            removedCount += 1
        }
    }
}
