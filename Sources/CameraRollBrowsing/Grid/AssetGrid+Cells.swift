public import CameraRoll
public import PhotoMetadata

// MARK: - Cells

extension AssetGrid {
    /// The asset at a position, if its page has been read; not observed, for collection views and gestures.
    ///
    /// - Complexity: O(1).
    public func asset(at position: Int) -> MediaAsset? {
        pages[position].map { edits.isEmpty ? $0 : edits.applied(to: $0) }
    }

    /// The cell at a position, observed; empty until its page has been read, and if the list has no such position.
    ///
    /// - Complexity: O(1) on average.
    public func cell(at position: Int) -> AssetCell {
        guard 0..<count ~= position else { return AssetCell(position: position) }
        var isNew = false
        let cell = cells.cell(at: position, near: viewport.wanted, isNew: &isNew)
        if isNew {
            cell.onStep = onStep
            cell.show(asset(at: position))
            cell.show(orderNumber: selected.orderNumber(of: position))
            showImage(in: cell)
        }
        return cell
    }

    /// Tells the grid what is visible, so that it reads pages and loads images around it.
    ///
    /// - Parameters:
    ///   - visible: the visible positions, limited to those of the list; without a list, they apply to the next one.
    ///   - velocity: the speed in items per second, negative toward lower positions; 0 at rest: report that, too.
    ///   - anchor: the asset that the view keeps in place when the list changes; by default the first visible one.
    /// - Complexity: for a short move, O(m log m) in the number of cells by which the list has moved, and O(l) in those
    ///   that load their images; at most O(c log c) in the number of all cells, for any length of the list and any
    ///   distance.
    public func scrolled(to visible: Range<Int>, velocity: Double = 0, anchor: GridGeometry.Anchor? = nil) {
        let isMoved = viewport.scroll(to: visible, velocity: velocity, anchor: anchor)
        followViewport(isMoved ? .moved : .same)
    }

    /// Sets the asset to keep in place when the list changes, while the same positions are visible as before.
    func keep(_ anchor: GridGeometry.Anchor?) { viewport.keep(anchor) }

    /// Tells the grid the state of a scrubber: nothing is read during a drag, and one page and one window when it
    /// rests.
    ///
    /// Continue to call ``scrolled(to:velocity:anchor:)`` meanwhile. Changes of the library are also held back until
    /// the drag ends.
    public func scrub(_ phase: Scrubber.Phase) {
        viewport.scrub(phase)
        noteDrag()
        followViewport(.changed)
    }

    /// Changes the size of the cells' images, for another density.
    ///
    /// - Throws: `InvalidArgument` for a size outside of the limits.
    public func resizeCells(to size: PixelSize) throws(InvalidArgument) {
        guard size != options.cellSize else { return }
        var changed = options
        changed.cellSize = size
        try changed.validate()
        options = changed
        if let snapshot { openWindow(over: snapshot) }
        followViewport(.changed)
    }

    /// What has changed in a viewport.
    enum ViewportNews {
        /// Nothing but the speed.
        case same
        /// Other positions are visible.
        case moved
        /// All cells may need new images.
        case changed
    }

    /// Reads and loads what the viewport needs now.
    func followViewport(_ news: ViewportNews) {
        if news == .moved, hasGivenUp { resumeReading() }
        let visible = viewport.visible(in: count)
        for number in pages.show(visible, lead: viewport.lead(in: count)) { endPage(number) }
        readPages()
        if viewport.allowsReading { try? window?.update(visible: visible, velocity: viewport.velocity) }
        if news != .same { updateImages(ofAll: news == .changed) }
    }
}

// MARK: - Images

extension AssetGrid {
    /// The positions whose cells load images, and those whose cells keep them.
    struct ImageZones {
        var visible = 0..<0
        var zone = 0..<0

        /// The positions whose cells are affected by a move: as many as the list moved by, however many cells there
        /// are.
        ///
        /// - Parameter old: the zones before the move.
        /// - Returns: the positions that have become visible, and those that are no longer near.
        /// - Complexity: O(1).
        func moved(from old: ImageZones) -> (shown: [Range<Int>], left: [Range<Int>]) {
            let near = WindowDifference(from: old.zone, to: zone, direction: .forward)
            let onScreen = WindowDifference(from: old.visible, to: visible, direction: .forward)
            return (onScreen.started, near.stopped)
        }
    }

    /// Opens the window that loads images around what is visible.
    func openWindow(over snapshot: AssetSnapshot) {
        // Both arguments were checked: the limits when the grid was created, the snapshot when it was shown.
        window = try? images.window(over: snapshot, limits: options.window) { [options] in options.request(for: $0) }
    }

    /// Loads the images of cells that became visible, and releases those of cells that are far away now.
    ///
    /// - Parameter isAll: whether all cells may have changed, and not only what is visible.
    func updateImages(ofAll isAll: Bool) {
        let old = imageZones
        let new = ImageZones(visible: viewport.visible(in: count), zone: viewport.imageZone(in: count))
        imageZones = new
        var ended: [Task<Void, Never>] = []
        if isAll || max(old.zone.count, new.zone.count) > options.cellLimit {
            let all = cells.cells
            for cell in all { cell.releaseImage(outside: new, &ended) }
            showImages(in: all.filter { new.visible.contains($0.position) })
        } else {
            let moved = new.moved(from: old)
            for position in moved.left.joined() {
                cells[position]?.releaseImage(outside: new, &ended)
            }
            showImages(in: moved.shown.joined().compactMap { cells[$0] })
        }
        // Of the cells that left the screen only these: most find their images in memory, and are not looked at.
        if !unsettled.isEmpty {
            for cell in unsettled.values { cell.releaseImage(outside: new, &ended) }
            unsettled = unsettled.filter(\.value.isUnsettled)
        }
        // After the window's new range was posted, so that one thread is woken for both.
        images.cancel(ended)
    }

    /// Shows images, that of the anchor first: the first cell of a grid, and the page on screen of a pager.
    private func showImages(in cells: [AssetCell]) {
        let anchor = viewport.anchor(in: count)?.position ?? 0
        for cell in cells.sorted(by: { abs($0.position - anchor) < abs($1.position - anchor) }) {
            showImage(in: cell)
        }
    }

    /// Shows the image of a cell's asset: at once if it is in memory; otherwise loads it if the cell is visible.
    func showImage(in cell: AssetCell) {
        guard let asset = cell.asset, !cell.isSettled(at: options.cellSize) else { return }
        let request = options.request(for: asset)
        guard !cell.showCached(request, of: images), viewport.allowsReading,
            viewport.visible(in: count).contains(cell.position)
        else { return }
        cell.load(request, of: images)
        unsettled[ObjectIdentifier(cell)] = cell
    }
}

// MARK: - Pages

extension AssetGrid {
    /// Starts the reads that are missing, up to the number that may run at a time.
    func readPages() {
        guard let snapshot, !isPaused else { return }
        while let load = pages.nextLoad() { start(load, of: snapshot) }
    }

    private func start(_ load: PageCache.Load, of snapshot: AssetSnapshot) {
        beginRead()
        pageTasks[load.number] = OwnedTask(
            Task { [weak self, photos = manager.photos] in
                do throws(LibraryError) {
                    let assets = try await photos.assets(in: load.range, of: snapshot)
                    self?.receive(assets, of: load)
                } catch {
                    self?.fail(load, error)
                }
            })
    }

    /// Ends a read that is no longer needed.
    func endPage(_ number: Int) {
        guard pageTasks.removeValue(forKey: number) != nil else { return }
        endRead(after: .cancelled)
    }

    private func receive(_ assets: [MediaAsset], of load: PageCache.Load) {
        guard pageTasks.removeValue(forKey: load.number) != nil else { return }
        endRead()
        pauses = 0
        for range in pages.receive(assets, from: load.number) {
            endEdits(ofAssetsAt: range)
            showAssets(in: range)
        }
        readPages()
        onStep?()
    }

    /// Writes the cells at some positions.
    func showAssets(in positions: some Sequence<Int>) {
        for position in positions {
            guard let cell = cells[position], let asset = asset(at: position) else { continue }
            cell.show(asset)
            showImage(in: cell)
        }
    }

    private func fail(_ load: PageCache.Load, _ error: LibraryError) {
        guard pageTasks.removeValue(forKey: load.number) != nil else { return }
        endRead(after: error)
        pages.fail(load.number)
        note(error)
        onStep?()
    }

    /// Handles an error of a page: the pages are read again after a while if that may help, and otherwise when other
    /// assets become visible; in any case after the next change.
    private func note(_ error: LibraryError) {
        switch error {
        case .cancelled: return
        case .notAuthorized(let status): return revoke(status)
        case _ where error.isTimeout:
            isBusy = true
            pauseReading(for: options.retryDelay)
        // The feed opens the list again.
        case .snapshotInvalidated: pauseAfterFailure()
        default:
            ownState = .failed(error)
            if error.recovery == nil { giveUpReading() } else { pauseAfterFailure() }
        }
        refreshState()
    }

    /// Pauses for longer after each failure; of several reads that fail together, only the first one counts.
    private func pauseAfterFailure() {
        if !isPaused { pauses += 1 }
        pauseReading(for: options.retryDelay(after: pauses))
    }

    private func pauseReading(for delay: Duration) {
        guard !hasGivenUp else { return }
        isPaused = true
        let clock = manager.photos.access.clock
        retryTimer.replace(
            with: Task { [weak self] in
                guard await clock.pause(until: clock.now() + delay) else { return }
                self?.isPaused = false
                self?.readPages()
                self?.endFailureWithoutReads()
            })
    }

    /// Clears the error after a pause if nothing is missing any more: what could not be read is no longer wanted.
    private func endFailureWithoutReads() {
        guard reads == 0, !hasFeedFailed, snapshot != nil else { return }
        noteAnswer()
        onStep?()
    }

    /// Stops reading the visible pages, since no further attempt would help.
    private func giveUpReading() {
        (isPaused, hasGivenUp) = (true, true)
        retryTimer.replace(with: nil)
    }

    /// Ends the pause after an error; the next one is as short as the first.
    func resumeReading() {
        (isPaused, hasGivenUp, pauses) = (false, false, 0)
        retryTimer.replace(with: nil)
    }
}
