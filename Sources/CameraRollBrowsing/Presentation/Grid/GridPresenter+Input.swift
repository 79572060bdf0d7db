import CameraRoll

// MARK: - Taps, drags and keys

extension GridPresenter {
    /// The position of the asset at a point on the screen; nil between cells and on headers.
    ///
    /// - Parameters:
    ///   - x: the distance from the edge at which rows begin.
    ///   - y: the distance from the top of the screen.
    public func position(atX x: Double, y: Double) -> Int? {
        geometry?.position(atLeft: x, top: top + y)
    }

    /// Selects or deselects an asset; with Shift, selects from the focus to it.
    ///
    /// If at most one asset may be selected, it replaces the selected one. The focus moves there, but is not shown
    /// until a key is pressed.
    @discardableResult public func tap(_ position: Int, extending isExtending: Bool = false) -> AssetSelection.Change {
        hideFocus()
        return select(position, extending: isExtending)
    }

    /// Hides the focus, since the user touches the screen.
    func hideFocus() {
        if showsFocus { showsFocus = false }
    }

    /// Selects or deselects an asset, as a tap or a key does.
    @discardableResult func select(_ position: Int, extending isExtending: Bool = false) -> AssetSelection.Change {
        guard isExtending else {
            cursor.place(at: position)
            guard grid.selection.limits.maximum == 1 else { return reportRefusal(of: grid.toggle(position)) }
            return reportRefusal(
                of: grid.changeSelection(knowingOthers: false) { $0.replace(by: position, mediaTypeAt: $1) })
        }
        cursor.extend(to: position)
        return selectRange()
    }

    /// Selects or deselects an asset if taps select; otherwise returns its position, to be opened.
    public func activate(_ position: Int, selects: Bool) -> Int? {
        guard selects else {
            hideFocus()
            cursor.place(at: position)
            return position
        }
        tap(position)
        return nil
    }

    /// Tells the grid where a selecting finger is: its first location begins a drag, and the others continue it.
    ///
    /// - Parameters:
    ///   - x: the distance from the left edge.
    ///   - y: the distance from the top of the screen.
    ///   - isRightToLeft: whether rows begin at the right edge.
    public func press(x: Double, y: Double, isRightToLeft: Bool = false) {
        let x = isRightToLeft ? width - x : x
        guard !isPressed else { return drag(x: x, y: y) }
        (isPressed, reportedRefusal) = (true, nil)
        hideFocus()
        beginDrag(x: x, y: y)
    }

    /// Tells the grid that the finger has left it.
    public func release() {
        isPressed = false
        endDrag()
    }

    /// Begins a drag that selects or deselects; nothing happens between cells.
    public func beginDrag(x: Double, y: Double) {
        guard let position = position(atX: x, y: y) else { return }
        dragPlace = (x, y)
        reportRefusal(of: grid.beginDrag(at: position))
    }

    /// Continues a drag; ignored if none has begun, or if the layout has changed since.
    public func drag(x: Double, y: Double) {
        guard dragPlace != nil else { return }
        dragPlace = (x, y)
        if let position = position(atX: x, y: min(max(y, 0), height)) {
            reportRefusal(of: grid.drag(to: position))
        }
    }

    /// Ends a drag, and keeps its effect.
    public func endDrag() {
        guard dragPlace != nil else { return }
        dragPlace = nil
        grid.endDrag()
    }

    /// Whether the grid scrolls by itself now, because a drag is near an edge.
    public var isAutoscrolling: Bool { autoscrollSpeed != 0 }

    private var autoscrollSpeed: Double { dragPlace.map { edges.speed(at: $0.y, of: height) } ?? 0 }

    /// Scrolls by itself while a drag is near an edge, and continues the drag over the new cells.
    ///
    /// Call it for each frame of the display.
    ///
    /// - Parameter seconds: the time since the last frame; at most a tenth of a second counts, so that the grid does
    ///   not jump after a pause.
    public func autoscroll(seconds: Double) {
        guard let geometry, let place = dragPlace, autoscrollSpeed != 0 else { return }
        let next = DragAutoscroll.top(
            after: top, at: autoscrollSpeed, seconds: min(max(seconds, 0), 0.1), height: height,
            contentHeight: geometry.height)
        guard next != top else { return }
        scroll(to: next, isAnimated: false)
        update()
        drag(x: place.x, y: place.y)
    }

    /// Moves the keyboard's focus and shows it, selects with Shift, and scrolls until the focus is on the screen.
    ///
    /// - Parameters:
    ///   - direction: the key.
    ///   - isRightToLeft: whether rows begin at the right edge.
    ///   - isExtending: whether Shift is pressed.
    public func move(
        _ direction: GridCursor.Direction, isRightToLeft: Bool = false, extending isExtending: Bool = false
    ) {
        guard let geometry else { return }
        if !showsFocus { showsFocus = true }
        cursor.move(direction, in: geometry, isRightToLeft: isRightToLeft, extending: isExtending)
        if isExtending { selectRange() }
        if let position = cursor.position { reveal(position) }
    }

    /// Selects all assets, as far as the limits allow.
    ///
    /// In the grid of a picker whose filter no query can express, only assets that were read are selected, since the
    /// others have not been checked: the change's refusal is then ``AssetSelection/Refusal/notOffered(position:)``, and
    /// a view should say that not all assets are selected.
    @discardableResult public func selectAll() -> AssetSelection.Change {
        reportRefusal(of: grid.changeSelection(knowingOthers: false) { $0.selectAll(mediaTypeAt: $1) })
    }

    /// Selects the assets of a section, or deselects them if all that a picker's filter offers are selected.
    @discardableResult public func toggleSection(_ index: Int) -> AssetSelection.Change {
        guard let sections = grid.sections, sections.indices.contains(index) else { return AssetSelection.Change() }
        let range = sections[index].range
        let change = grid.changeSelection(knowingOthers: false) { selection, mediaType in
            let change = selection.select(range, mediaTypeAt: mediaType)
            guard change.isEmpty, change.refusal?.isOfFilter ?? true, selection.count(in: range) > 0 else {
                return change
            }
            return selection.deselect(range)
        }
        return reportRefusal(of: change)
    }

    /// Whether all assets of a section are selected.
    public func isSelected(section index: Int) -> Bool {
        guard let sections = grid.sections, sections.indices.contains(index) else { return false }
        return grid.selection.count(in: sections[index].range) == sections[index].count
    }

    @discardableResult private func selectRange() -> AssetSelection.Change {
        let range = cursor.range
        return reportRefusal(of: grid.changeSelection(knowingOthers: false) { $0.select(range, mediaTypeAt: $1) })
    }

    /// Scrolls to a position if its cell is not fully on the screen.
    public func reveal(_ position: Int) {
        guard let frame = geometry?.frame(of: position) else { return }
        if frame.top < top {
            scroll(to: frame.top, isAnimated: true)
        } else if frame.top + frame.height > top + height {
            scroll(to: frame.top + frame.height - height, isAnimated: true)
        }
    }
}
