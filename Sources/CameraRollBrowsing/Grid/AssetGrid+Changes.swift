import CameraRoll

extension AssetGrid {
    /// Shows a new list, from its top.
    func publishOpened(_ snapshot: AssetSnapshot) {
        var change = GridChange(generation: generation + 1)
        change.reload = .opened
        viewport.reset()
        change.anchor = viewport.anchor(in: snapshot.count)
        publish(change) { grid, _ in
            grid.replaceList(by: snapshot)
            return SelectionOutcome()
        }
    }

    /// Shows the sections of the list.
    func publishSections(_ sections: AssetSections?, _ failure: LibraryError?) {
        if sectionsFailure != failure { sectionsFailure = failure }
        guard sections != self.sections else { return }
        var change = GridChange(generation: generation + 1)
        change.reload = .sections
        change.anchor = viewport.anchor(in: count)
        publish(change) { grid, _ in
            grid.sections = sections
            return SelectionOutcome()
        }
    }

    /// Shows a list that has changed.
    ///
    /// - Parameter isUpdate: whether the next update waits until the view has shown this one.
    func publish(_ prepared: PreparedChange, isUpdate: Bool) {
        var prepared = prepared
        prepared.moveSelection(of: self)
        var change = GridChange(generation: generation + 1)
        let old = viewport.anchor(in: count)
        change.anchor = prepared.newAnchor(old, ofOld: count) { [pages] in pages[$0]?.id }
        (change.reload, change.deselected) = (prepared.reload, prepared.deselected)
        if case .changes(_, _, let batch) = prepared.mapping, prepared.reload == nil {
            (change.batch, change.sections) = (batch, prepared.sectionChanges)
        }
        change.itemsAbove = prepared.itemsAbove(of: change.anchor, from: old)
        // Without a view that reports back, the grid continues by itself.
        let isAwaited = onChange != nil || (isAnswered && listOwner == nil)
        if isUpdate, isAwaited { shownChange = (change.generation, Completion()) }
        publish(change) { [prepared] grid, change in
            // The view's handler may have changed the selection.
            var prepared = prepared
            prepared.moveSelection(of: grid)
            change.deselected = prepared.deselected
            grid.install(prepared, from: old, to: change.anchor)
            return prepared.outcome
        }
    }

    /// Empties the grid.
    func publishEmpty(_ reason: GridChange.Reload, _ state: State) {
        feedTask.replace(with: nil)
        resumeReading()
        (isBusy, hasFeedFailed) = (false, false)
        var change = GridChange(generation: generation + 1)
        change.reload = reason
        // In a picker they stay selected, unless it has deselected them before.
        if reason == .noAccess, selectionOwner == nil { change.deselected = Array(selected.positions) }
        ownState = state
        publish(change) { grid, _ in
            grid.replaceList(by: nil)
            return SelectionOutcome()
        }
        refreshState()
        onStep?()
    }

    /// Tells the view of a change, and applies it to the grid in the same turn.
    ///
    /// - Parameter install: applies the change to the grid, and records in it what the view has changed meanwhile;
    ///   returns what has become of the selection.
    private func publish(
        _ change: GridChange,
        _ install: @escaping @MainActor (_ grid: AssetGrid, _ change: inout GridChange) -> SelectionOutcome
    ) {
        let apply: @MainActor () -> Void = { [weak self] in
            // Only once: the handler may have called this already, or may keep it for too long.
            guard let self, generation + 1 == change.generation else { return }
            let version = selectionVersion
            var shown = change
            let outcome = install(self, &shown)
            generation = shown.generation
            self.change = shown
            resumeReading()
            followViewport(.changed)
            listOwner?.gridChanged(shown)
            guard selectionVersion != version else { return }
            selectionOwner?.selectionChanged(outcome)
        }
        onChange?(change, apply)
        apply()
    }
}

// MARK: - Applying a change to the grid

extension AssetGrid {
    /// Replaces the list with one about which nothing is known; nil for none.
    private func replaceList(by snapshot: AssetSnapshot?) {
        let newCount = snapshot?.count ?? 0
        var selection = selected
        selection.leave(self.snapshot, forOneOf: newCount)
        if selectionOwner == nil { selection.clear() }
        endPages(pages.reset(count: newCount))
        edits.endCommitted()
        for cell in cells.move({ _ in nil }) { cell.clear() }
        endShownChange()
        opening = nil
        // A finger that is still on the scrubber drags it over the new list with its next move.
        viewport.scrub(.idle)
        self.snapshot = snapshot
        if count != newCount { count = newCount }
        if sections != nil { sections = nil }
        replaceSelection(selection)
        window = nil
        askOutside(of: snapshot, isNew: true)
        guard let snapshot else { return }
        openWindow(over: snapshot)
        ownState = .ready
        refreshState()
    }

    private func install(_ prepared: PreparedChange, from old: GridGeometry.Anchor?, to new: GridGeometry.Anchor?) {
        let newCount = prepared.snapshot.count
        opening = nil
        viewport.follow(old, to: new, in: newCount)
        replaceSelection(prepared.selection)
        installAssets(prepared)
        snapshot = prepared.snapshot
        if count != newCount { count = newCount }
        if sections != prepared.sections { sections = prepared.sections }
        if sectionsFailure != prepared.sectionsFailure { sectionsFailure = prepared.sectionsFailure }
        do throws(InvalidArgument) {
            try window?.move(to: prepared.snapshot)
        } catch {
            openWindow(over: prepared.snapshot)
        }
        ownState = .ready
        refreshState()
        for cell in cells.cells { if let asset = asset(at: cell.position) { cell.show(asset) } }
        showOrderNumbers()
        askOutside(of: prepared.snapshot, isNew: prepared.isReload)
    }

    private func installAssets(_ prepared: PreparedChange) {
        let gone: [AssetCell]
        switch prepared.mapping {
        case .changes(let changes, let map, _):
            pages.apply(map, changed: changes.changed, newCount: changes.newCount)
            gone = cells.move { map[$0.position] }
        case .identifiers(var places):
            for (position, asset) in prepared.assets { places[asset.id] = position }
            endPages(pages.reset(count: prepared.snapshot.count))
            gone = cells.move { cell in cell.asset.flatMap { places[$0.id] } }
        }
        // The library may have carried out an edit since these assets were read.
        let assets = prepared.assets.filter { !edits.isOutdated($0.value.id, readAt: prepared.commits) }
        edits.forgetCommits(upTo: prepared.commits)
        pages.store(assets)
        endEdits(ofAssetsAt: assets.keys)
        for cell in gone { cell.clear() }
    }

    private func endPages(_ numbers: [Int]) {
        for number in numbers { endPage(number) }
    }
}

extension PreparedChange {
    /// Moves the grid's selection, if something was selected since the change was prepared.
    @MainActor fileprivate mutating func moveSelection(of grid: AssetGrid) {
        guard selectionVersion != grid.selectionVersion else { return }
        selectionVersion = grid.selectionVersion
        move(grid.selected, from: grid.selectionOwner == nil ? nil : grid.snapshot, of: grid.snapshot)
    }

    /// The number of assets that were inserted above the anchor.
    fileprivate func itemsAbove(of anchor: GridGeometry.Anchor?, from old: GridGeometry.Anchor?) -> Int {
        guard let anchor, let old else { return 0 }
        switch mapping {
        case .changes(_, _, let batch): return batch.insertions.firstIndex(partitionedBy: { $0 >= anchor.position })
        case .identifiers: return max(anchor.position - old.position, 0)
        }
    }
}

// MARK: - Permission

extension AssetGrid {
    /// Empties the grid, since a read was refused.
    func revoke(_ status: AuthorizationStatus) {
        if let listOwner { return listOwner.gridFailed(.notAuthorized(status)) }
        if ownState == .noAccess(status) { return }
        self.status = status
        publishEmpty(.noAccess, .noAccess(status))
        // The user may have allowed it again meanwhile: the first status will show it.
        followPermission()
    }

    func followPermission() {
        if status == nil { status = manager.authorizationStatus() }
        let updates = manager.authorizationUpdates()
        permissionTask.replace(
            with: Task { [weak self] in
                for await status in updates { self?.permissionChanged(to: status) }
            })
    }

    private func permissionChanged(to status: AuthorizationStatus) {
        let before = self.status
        guard before != status else { return }
        self.status = status
        if let listOwner { return listOwner.gridPermissionChanged(to: status) }
        guard let query else { return }
        guard status.allowsReading else { return publishEmpty(.noAccess, .noAccess(status)) }
        // What was read with full access may contain assets that are no longer allowed.
        if before == .authorized, snapshot != nil { publishEmpty(.library(.limitedAccess), .opening) }
        guard snapshot == nil else { return }
        ownState = .opening
        refreshState()
        start(.open(query, .opened, isAgain: false))
    }
}
