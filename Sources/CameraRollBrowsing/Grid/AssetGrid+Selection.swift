public import CameraRoll

extension AssetGrid {
    /// The selected assets.
    ///
    /// They stay selected when the list changes, with the order of their selection.
    public var selection: AssetSelection {
        access(keyPath: \.selection)
        return selected
    }

    /// Changes the selection, and the order numbers of the affected cells.
    ///
    /// ```swift
    /// grid.changeSelection { selection, mediaType in selection.select(section.range, mediaTypeAt: mediaType) }
    /// ```
    ///
    /// Nothing happens if the function leaves a selection of another list, or one with other limits. If the function
    /// assigns a copy, a drag in that copy does not continue, whenever it was made. In the grid of a ``PickerSession``,
    /// the function selects no asset that the filter does not offer; if no query can express the filter, only assets
    /// that were read are selected.
    ///
    /// - Parameter body: changes the selection; its second parameter returns the media type of an asset that was read.
    /// - Complexity: O(cells + r) in r runs of the selection, in addition to that of the change.
    @discardableResult public func changeSelection(
        _ body: (_ selection: inout AssetSelection, _ mediaType: (Int) -> MediaType?) -> AssetSelection.Change
    ) -> AssetSelection.Change {
        changeSelection(knowingOthers: true, body)
    }

    /// Changes the selection, as the public function does.
    ///
    /// - Parameter knowsOthers: whether the function may know media types of assets that the grid has not read; if not,
    ///   and if only assets that were read are offered, no others are looked at.
    @discardableResult func changeSelection(
        knowingOthers knowsOthers: Bool,
        _ body: (_ selection: inout AssetSelection, _ mediaType: (Int) -> MediaType?) -> AssetSelection.Change
    ) -> AssetSelection.Change {
        guard selectionOwner?.isSelecting ?? true else { return AssetSelection.Change() }
        let pages = pages
        selectionChanges += 1
        let number = selectionChanges
        var next = selected
        (next.isOffered, next.changeNumber) = (offer, number)
        next.runs.unchangedCount = next.count
        if !knowsOthers || next.isOffered != nil { next.readPositions = { pages.positionsInMemory(of: $0) } }
        let change = body(&next) { pages[$0]?.mediaType }
        guard refusal(of: next) == nil, !hasNotOffered(next) else { return AssetSelection.Change() }
        guard next.changeNumber == number else {
            // Another selection: the change does not tell what differs, and its drag does not continue.
            replaceByCopy(next)
            return change
        }
        next.endChange()
        let oldCount = selected.count
        replaceSelection(next)
        showOrderNumbers(changedFrom: oldCount)
        selectionOwner?.selectionChanged(SelectionOutcome())
        return change
    }

    /// Replaces the selection.
    ///
    /// - Throws: `InvalidArgument` if it belongs to a list of another length, has limits other than the grid's, or has
    ///   assets that may no longer be read or that a picker's filter does not offer.
    public func setSelection(_ selection: AssetSelection) throws(InvalidArgument) {
        var selection = selection
        selection.endChange()
        if hasNotOffered(selection) {
            throw InvalidArgument("selection", "of assets that are not offered", allowed: "one of offered assets")
        }
        try take(selection)
    }

    /// Replaces the selection, even with one whose assets are no longer offered.
    ///
    /// - Throws: `InvalidArgument` if it does not belong to the grid.
    func take(_ selection: AssetSelection) throws(InvalidArgument) {
        if let refusal = refusal(of: selection) { throw refusal }
        replaceByCopy(selection)
    }

    /// Replaces the selection with one that may have been copied at any time, even during a drag, which ends.
    private func replaceByCopy(_ selection: AssetSelection) {
        var selection = selection
        selection.endChange()
        selection.endDrag()
        // Its serial numbers may have been given to other assets since.
        selection.runs.renumber(from: selected.runs.nextSerial)
        replaceSelection(selection)
        showOrderNumbers()
        selectionOwner?.selectionChanged(SelectionOutcome())
        askOutside(of: snapshot)
    }

    /// Selects the asset at a position, or deselects it if it is selected.
    ///
    /// At a limit, another asset is refused and the selected ones stay, even if the limit is 1: in that case,
    /// ``PickerSession/toggle(_:asset:)`` and ``GridPresenter/tap(_:extending:)`` replace the selected asset.
    /// In the grid of a session, an asset that its filter does not offer is not selected.
    @discardableResult public func toggle(_ position: Int) -> AssetSelection.Change {
        changeSelection(knowingOthers: false) { $0.toggle(position, mediaTypeAt: $1) }
    }

    /// Begins a drag over cells: it selects if the first one is not selected, and otherwise deselects.
    ///
    /// The library's changes wait for the end of the drag, so that no cell moves away under the finger: end every drag,
    /// even one whose gesture is canceled. Another list, any other change of the selection and ``reload()`` also end
    /// it.
    @discardableResult public func beginDrag(at position: Int) -> AssetSelection.Change {
        changeSelection(knowingOthers: false) { $0.beginDrag(at: position, mediaTypeAt: $1) }
    }

    /// Continues a drag to a position.
    @discardableResult public func drag(to position: Int) -> AssetSelection.Change {
        changeSelection(knowingOthers: false) { $0.drag(to: position, mediaTypeAt: $1) }
    }

    /// Ends a drag, and keeps its effect.
    public func endDrag() {
        guard selected.isDragging else { return }
        withMutation(keyPath: \.selection) { selected.endDrag() }
        noteDrag()
    }

    /// Ends a drag, and undoes its effect.
    @discardableResult public func cancelDrag() -> AssetSelection.Change {
        let change = changeSelection { selection, _ in selection.cancelDrag() }
        // The owner of the selection may no longer allow a change.
        endDrag()
        return change
    }

    /// Deselects all assets.
    @discardableResult public func deselectAll() -> AssetSelection.Change {
        changeSelection { selection, _ in selection.deselectAll() }
    }

    /// Tells whether the owner of the selection offers an asset; nil if it offers all assets of the list.
    private var offer: (@Sendable (Int) -> Bool?)? {
        selectionOwner?.checkedFilter.map { [pages] filter in { pages[$0].map(filter.matches) } }
    }

    /// Whether a selection has a new asset that was read and that the owner of the selection does not offer.
    ///
    /// A selection that was changed with ``AssetSelection/isOffered`` is not checked again.
    ///
    /// - Complexity: O(n) in the number of selected assets, if there is a filter to check.
    private func hasNotOffered(_ selection: AssetSelection) -> Bool {
        guard selection.isOffered == nil, let offer else { return false }
        return selection.positions.contains { offer($0) == false && !selected.contains($0) }
    }

    /// Why a selection cannot be the grid's; nil if it can.
    private func refusal(of selection: AssetSelection) -> InvalidArgument? {
        func refused(_ value: String, _ allowed: String) -> InvalidArgument {
            InvalidArgument("selection", value, allowed: allowed)
        }
        if selection.listCount != count {
            return refused("of a list of \(selection.listCount)", "one of the list's \(count.counting("asset"))")
        }
        if selection.limits != selected.limits { return refused("with other limits", "one with the grid's limits") }
        guard selection.runs.hasOutside, selection.era != selected.era || !mayHaveOutside else { return nil }
        return refused("of assets that may no longer be read", "one of this grid, made under the present permission")
    }

    /// Whether assets outside of the list may be selected: those of a picker, and for a moment during a reload.
    private var mayHaveOutside: Bool { selectionOwner != nil || selected.runs.hasOutside }

    func replaceSelection(_ selection: AssetSelection) {
        withMutation(keyPath: \.selection) { selected = selection }
        selectionVersion += 1
        let room = selected.room
        if self.room != room { self.room = room }
        if !selected.runs.hasOutside { endAsking() }
        noteDrag()
    }

    /// Writes the order numbers of all cells, where they differ.
    func showOrderNumbers() {
        for cell in cells.cells { cell.show(orderNumber: selected.orderNumber(of: cell.position)) }
    }

    /// Writes the order numbers of the cells that a change of the selection has renumbered.
    ///
    /// - Parameter oldCount: the number of selected assets before.
    private func showOrderNumbers(changedFrom oldCount: Int) {
        let numbers = oldCount..<max(selected.count, oldCount)
        // Otherwise the numbers of other cells change too.
        guard selected.runs.unchangedCount == oldCount, numbers.count <= options.cellLimit else {
            return showOrderNumbers()
        }
        for number in numbers {
            selected.position(ofOrderNumber: number + 1).flatMap { cells[$0] }?.show(orderNumber: number + 1)
        }
    }
}
