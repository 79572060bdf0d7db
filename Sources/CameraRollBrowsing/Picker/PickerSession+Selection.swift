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
    ///   - asset: the asset there, if the caller has read it; by default the one that the grid has read. Nothing
    ///     happens if the grid has read another one.
    @discardableResult public func toggle(_ position: Int, asset: MediaAsset? = nil) -> AssetSelection.Change {
        let grid = browser.grid
        let isNew = !grid.selected.contains(position)
        guard phase == .open, 0..<grid.count ~= position else { return AssetSelection.Change() }
        if let asset, let known = grid.asset(at: position), known.id != asset.id { return AssetSelection.Change() }
        if isNew, let asset, !isOffered(asset) {
            return AssetSelection.Change(refusal: .notOffered(position: position))
        }
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

// MARK: - The grid

extension PickerSession: GridSelectionOwner {
    var isSelecting: Bool { phase == .open }

    var showsOrderNumbers: Bool { configuration.selection.isOrdered }

    var filter: PickerFilter? { configuration.filter }

    func selectionChanged(_ outcome: SelectionOutcome) {
        removedCount += outcome.removedCount
        unresolved += outcome.unresolved
        reportSelection()
    }

    /// Selects the preselected assets, as far as the limit allows; whether they exist is not known yet.
    func preselect() {
        var seen: Set<AssetID> = []
        var selection = browser.grid.selected
        let wanted = configuration.preselectedIdentifiers.filter { seen.insert($0).inserted }
        let allowed = wanted.prefix(selection.limits.maximum ?? .max)
        unresolved = wanted.dropFirst(allowed.count).map { UnresolvedIdentifier($0, .beyondLimit) }
        selection.preselect(Array(allowed))
        browser.grid.replaceSelection(selection)
        browser.grid.askOutside(of: nil)
    }

    /// Drops the selection: nothing from before the revocation may be delivered.
    func forgetSelection() {
        var selection = browser.grid.selected
        removedCount += selection.count
        selection.clear()
        selection.era += 1
        // The grid accepts any selection of its own list.
        try? browser.grid.take(selection)
    }
}

// MARK: - The selected assets

extension PickerSession {
    /// The selected assets that exist, in the order of selection, and the identifiers of the others.
    ///
    /// - Throws: the reason why they could not be read; `.snapshotInvalidated` if the selection was dropped meanwhile,
    ///   or if an asset was selected in a list that can no longer be read.
    func selectedAssets() async throws(LibraryError) -> (assets: [MediaAsset], missing: [AssetID]) {
        let (photos, list, selection) = (browser.manager.photos, browser.grid.snapshot, browser.grid.selected)
        let reading = photos.access.permission.reading
        let generation = reading.generation
        let runs = selection.runs.inOrder.map(\.run)
        let found = try await photos.assets(of: runs, selection.runs.sources, shown: list)
        guard try reading.allows(generation), selection.era == browser.grid.selected.era else {
            throw .selectionLost(of: list)
        }
        guard found.allSatisfy({ $0.id != nil }) else {
            // The answer deselects those assets, and counts them.
            browser.grid.askOutside(of: browser.grid.snapshot)
            throw .selectionLost(of: list)
        }
        return await finishRead(found, of: found.count) { found in
            var seen: Set<AssetID> = []
            let selected = found.filter { $0.id.map { seen.insert($0).inserted } ?? false }
            return (selected.compactMap(\.asset), selected.compactMap { $0.asset == nil ? $0.id : nil })
        }
    }
}

extension LibraryError {
    /// The error for assets that were selected under a permission that has been narrowed since.
    fileprivate static func selectionLost(of list: AssetSnapshot?) -> LibraryError {
        list.map { .snapshotInvalidated(of: $0.library) }
            ?? .failed("read selection", reason: "access was narrowed while it was read")
    }
}
