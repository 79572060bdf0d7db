import CameraRoll
public import Observation

// How a view draws a grid
//
// 1. The view reports what it measures: its width and the height of headers (`resize`), the scroll position
//    (`scrolled`), the scroll phase (`scrolling`). The presenter reduces them to `geometry` and `visible`, which are
//    observed and change when a row comes or goes. The view places `items` and nothing else, so that it keeps
//    identities only for the rows on the screen and a few next to them, however long the list is.
// 2. A change of the list comes through `AssetGrid.onChange`, before the grid has it. List and geometry are replaced in
//    one block, which the view runs within an animation if the screen stays where it is. If assets were inserted or
//    removed above, the scroll position changes with the geometry, and nothing may be animated: cells would fly across
//    the screen.
// 3. Each move of the screen is a `Target`: the view scrolls there, and reports the new position like any other.
//    Targets are numbered, so that the same distance twice is two targets.

/// What a view of an ``AssetGrid`` draws: which cells are where, what a drag selects, and where to scroll.
///
/// ```swift
/// let presenter = GridPresenter(of: grid)
/// presenter.resize(width: 390, headerHeight: 44)
/// presenter.scrolled(top: 1_200, height: 800)
/// for item in presenter.items { place(item) }
/// ```
@MainActor @Observable public final class GridPresenter {
    /// The place to which a view scrolls.
    public struct Target: Hashable, Sendable {
        /// The number of the target.
        public let number: Int
        /// The distance of the screen's top from the grid's top.
        public let top: Double
        /// Whether the scrolling is animated.
        public let isAnimated: Bool
    }

    /// The part of a grid on the screen, between the bars above and below a scroll view.
    public struct Screen: Hashable, Sendable {
        /// The distance of the upper bar's lower edge from the grid's top.
        public let top: Double
        /// The height between the bars.
        public let height: Double

        /// Creates the screen from the measurements of a scroll view.
        ///
        /// - Parameters:
        ///   - contentOffset: how far the contents are scrolled; at the top, minus the height of the upper bar.
        ///   - height: the height of the scroll view, including the bars.
        ///   - upperBar: the height of the upper bar.
        ///   - lowerBar: the height of the lower bar.
        public init(contentOffset: Double, height: Double, upperBar: Double, lowerBar: Double) {
            top = contentOffset + upperBar
            self.height = height - upperBar - lowerBar
        }
    }

    /// Runs a change of what is shown, animated or not, and calls back once it is shown.
    public typealias Animation =
        @MainActor (
            _ isAnimated: Bool, _ change: @MainActor () -> Void, _ completion: @escaping @MainActor () -> Void
        ) -> Void

    /// The grid.
    @ObservationIgnored public let grid: AssetGrid
    /// The places of all cells; nil until the view has a width, and if a cell does not fit.
    public private(set) var geometry: GridGeometry?
    /// The rows to place.
    public private(set) var visible = VisibleRows.none
    /// Where to scroll; nil until something moves the screen.
    public private(set) var target: Target?
    /// How many assets are shown at a time.
    public private(set) var density: GridDensity
    /// The asset with the keyboard's focus, and the range that Shift selects.
    public internal(set) var cursor = GridCursor()
    /// Whether the focus is shown: after a key, until the next touch.
    public internal(set) var showsFocus = false
    /// The scrubber; nil until the sections are known.
    public internal(set) var scrubber: Scrubber?
    /// Whether the list moves: a finger or a wheel scrolls it, or it slows down.
    public private(set) var isScrolling = false
    /// Whether the scrubber's thumb is shown and can be grabbed: while the list moves or the thumb is held, and for
    /// ``thumbRest`` afterward.
    public internal(set) var showsThumb = false
    /// Why the last asset was not selected, while this is shown; nil if there is nothing to say.
    public internal(set) var notice: Notice?
    /// What the menus of assets offer; nothing until the library has answered.
    public internal(set) var editOffer = AssetGrid.EditOffer.none
    /// The scale of the cells while fingers pinch and while the density changes.
    public internal(set) var pinch = GridPinch()
    /// Whether the date of the first visible assets floats above them; false while the header with that date is on the
    /// screen.
    public private(set) var floatsLabel = false
    /// The current distance of the screen's top from the grid's top.
    public private(set) var top = 0.0
    /// The height of the screen.
    @ObservationIgnored public private(set) var height = 0.0
    /// The number of items before the first asset.
    @ObservationIgnored public let leadingItems: Int
    /// Whether the screen should move to ``top``; true from a target until the view reports its scroll position.
    @ObservationIgnored public private(set) var keepsPlace = false
    /// Whether the user prefers reduced motion; nothing is animated then.
    @ObservationIgnored public var reducesMotion = false
    /// Whether a finger that may select is on the grid, from ``press(x:y:isRightToLeft:)`` to ``release()``.
    public internal(set) var isPressed = false
    /// The width of the grid, in points.
    @ObservationIgnored private(set) var width = 0.0
    @ObservationIgnored private var headerHeight = 0.0
    @ObservationIgnored private var speed = 0.0
    /// The generation of the last change that the cursor has followed.
    @ObservationIgnored private var cursorGeneration = 0
    @ObservationIgnored var dragPlace: (x: Double, y: Double)?
    /// The distance below the thumb's top at which the finger holds it; nil if it is not held.
    @ObservationIgnored var thumbGrab: Double?
    /// The reason that was already reported during the current drag.
    @ObservationIgnored var reportedRefusal: AssetSelection.Refusal?
    @ObservationIgnored var noticeCount = 0
    /// The state in which the pinch began; nil if no fingers pinch.
    @ObservationIgnored var pinchStart: GridPinch.Start?
    @ObservationIgnored let edges = DragAutoscroll()

    /// Creates a presenter, which follows the grid once ``follow(_:)`` is called.
    ///
    /// Nothing changes before that, so that a view may create a presenter that it does not use.
    ///
    /// - Parameters:
    ///   - grid: the grid.
    ///   - density: how many assets are shown at a time.
    ///   - leadingItems: the number of items before the first asset, such as a cell that opens the camera.
    public init(of grid: AssetGrid, density: GridDensity = .standard, leadingItems: Int = 0) {
        self.grid = grid
        self.density = density
        self.leadingItems = max(leadingItems, 0)
    }

    /// Shows the grid's current list, and follows its changes through ``AssetGrid/onChange``.
    ///
    /// A grid has one handler: if several presenters follow it, only the last one receives its changes.
    ///
    /// - Parameter animation: runs a change and calls back once it is shown; only then does the next change follow. By
    ///   default nothing is animated.
    public func follow(_ animation: Animation? = nil) {
        let animation: Animation =
            animation ?? { _, change, completion in
                change()
                completion()
            }
        grid.onChange = { [weak self, weak grid] change, apply in
            guard let self else {
                // Without a view the grid continues by itself.
                grid?.finishedShowing(change)
                return
            }
            animation(animates(change), { self.show(change, apply) }, { grid?.finishedShowing(change) })
        }
        // The grid no longer waits for what an earlier view was showing.
        grid.endShownChange()
        refresh()
    }

    /// Lays out the grid's current list again; for views with an ``AssetGrid/onChange`` of their own.
    public func refresh() { layOut() }

    /// The cells and headers to place.
    ///
    /// - Complexity: O(v log s) in the numbers of visible items and of sections.
    public var items: [PlacedItem] {
        geometry?.items(in: visible, sections: grid.sections) { [grid] in grid.cell(at: $0).asset?.id } ?? []
    }
}

// MARK: - What a view measures

extension GridPresenter {
    /// Updates the size of the view; the first visible asset stays in place.
    ///
    /// - Parameters:
    ///   - width: the width of the grid, in points.
    ///   - headerHeight: the height of a section's header, in points.
    public func resize(width: Double, headerHeight: Double) {
        guard (self.width, self.headerHeight) != (width, headerHeight) else { return }
        (self.width, self.headerHeight) = (width, headerHeight)
        // The finger has not moved, but is over another cell now.
        endDrag()
        interruptPinch()
        layOut()
    }

    /// Updates the height of headers, which changes with the text size.
    public func resize(headerHeight: Double) {
        resize(width: width, headerHeight: headerHeight)
    }

    /// Makes the grid load images of the size of the current cells; ignored while there are no cells.
    ///
    /// - Parameter pixelsPerPoint: the number of pixels per point.
    public func resizeImages(pixelsPerPoint: Double) {
        guard let layout = geometry?.layout, pixelsPerPoint > 0, pixelsPerPoint.isFinite else { return }
        let size = PixelSize(
            points: layout.cellWidth, layout.cellHeight, pixelsPerPoint: pixelsPerPoint)
        // A size that is not allowed has already been limited.
        try? grid.resizeCells(to: size)
    }

    /// Changes how many assets are shown at a time; the first visible asset stays in place.
    ///
    /// The new cells are drawn as large as the old ones at first; animate ``settlePinch()`` afterward.
    public func show(_ density: GridDensity) {
        guard density != self.density else { return }
        let before = geometry?.layout.cellWidth
        setDensity(density)
        if let before, let after = geometry?.layout.cellWidth, !reducesMotion {
            pinch = GridPinch(scale: before / after, x: width / 2, y: 0)
        }
    }

    /// Lays out with another density.
    func setDensity(_ density: GridDensity) {
        self.density = density
        endDrag()
        layOut()
    }

    /// Updates the scroll position: ``visible`` and ``items`` change when a row comes or goes, ``top`` with each point.
    ///
    /// - Parameters:
    ///   - top: the distance of the screen's top from the grid's top.
    ///   - height: the height of the screen.
    public func scrolled(top: Double, height: Double) {
        (self.top, self.height, keepsPlace) = (top, height, false)
        update()
    }

    /// Updates the scroll position.
    public func scrolled(to screen: Screen) {
        scrolled(top: screen.top, height: screen.height)
    }

    /// Updates the scroll phase.
    ///
    /// - Parameters:
    ///   - speed: the speed in points per second, negative toward the top; 0 at rest.
    ///   - isScrolling: whether the list moves, or a finger rests that moves it; by default whether it has a speed.
    public func scrolling(at speed: Double, isScrolling: Bool? = nil) {
        note(isScrolling: isScrolling ?? (speed != 0))
        guard self.speed != speed else { return }
        self.speed = speed
        report()
    }

    private func note(isScrolling: Bool) {
        if self.isScrolling != isScrolling { self.isScrolling = isScrolling }
        if isScrolling, !showsThumb { showsThumb = true }
    }

    func update() {
        let rows = geometry.map { VisibleRows(in: $0, top: top, height: height) } ?? .none
        let isMoved = rows != visible
        if isMoved { visible = rows }
        followHeader()
        if isMoved { report() } else { grid.keep(geometry?.anchor(at: top)) }
    }

    private func followHeader() {
        let section = grid.sections?.index(containing: visible.positions.lowerBound)
        let header = section.flatMap { geometry?.frame(ofHeader: $0) }
        let isHeaderAbove = header.map { $0.height <= 0 || $0.top < top } ?? false
        if floatsLabel != isHeaderAbove { floatsLabel = isHeaderAbove }
    }

    private func report() {
        guard let geometry else { return }
        grid.scrolled(
            to: visible.positions, velocity: VisibleRows.velocity(of: speed, in: geometry),
            anchor: geometry.anchor(at: top))
    }
}

// MARK: - Geometry and changes

extension GridPresenter {
    /// Creates the geometry again, and keeps an anchor, by default the first visible asset, in place.
    private func layOut(keeping given: GridGeometry.Anchor? = nil) {
        let anchor = given ?? geometry?.anchor(at: top)
        let layout = density.layout(filling: width, headerHeight: grid.sections == nil ? 0 : headerHeight)
        geometry = layout.map(geometry(with:))
        moveScrubber()
        // At the top the screen stays there, so that new assets are seen.
        if let anchor, top > 0, let distance = geometry?.distance(of: anchor), distance != top {
            scroll(to: distance, isAnimated: false)
        }
        update()
    }

    private func geometry(with layout: GridLayout) -> GridGeometry {
        guard let sections = grid.sections else {
            return GridGeometry(assetCount: grid.count, layout: layout, leadingItems: leadingItems)
        }
        return GridGeometry(sections: sections, layout: layout, leadingItems: leadingItems)
    }

    private func moveScrubber() {
        guard let sections = grid.sections, let geometry else { return removeScrubber() }
        scrubber = scrubber?.moved(to: sections, geometry) ?? Scrubber(sections: sections, geometry: geometry)
    }

    /// Removes the scrubber, which ends its drag.
    private func removeScrubber() {
        if isScrubbing { grid.scrub(.idle) }
        (scrubber, thumbGrab) = (nil, nil)
    }

    /// Applies a new list to the grid, and creates its geometry; the anchor stays in place.
    ///
    /// For views with an ``AssetGrid/onChange`` of their own, such as collection views.
    public func show(_ change: GridChange, _ apply: @MainActor () -> Void) {
        let oldCount = geometry?.assetCount ?? grid.count
        apply()
        moveCursor(by: change, ofOld: oldCount)
        // Another asset may be under the fingers now.
        pinchStart?.anchor = nil
        layOut(keeping: change.anchor)
    }

    /// Keeps the keyboard's focus on its asset; in another list nothing has the focus.
    private func moveCursor(by change: GridChange, ofOld oldCount: Int) {
        guard change.generation > cursorGeneration else { return }
        cursorGeneration = change.generation
        if let batch = change.batch {
            cursor.move(by: ListChanges.PositionMap(batch, oldCount: oldCount))
        } else if change.reload != .sections {
            cursor = GridCursor()
        }
    }

    /// Whether cells may move to their new places: only if the screen itself stays, and unless the user prefers reduced
    /// motion.
    ///
    /// - Parameter change: a change that has not been shown yet.
    public func animates(_ change: GridChange) -> Bool {
        change.reload == nil && !reducesMotion && (top <= 0 || !movesScreen(change))
    }

    /// Whether a change moves the first visible asset.
    private func movesScreen(_ change: GridChange) -> Bool {
        guard let anchor = geometry?.anchor(at: top) else { return false }
        return change.itemsAbove != 0 || change.anchor != anchor
    }

    func scroll(to top: Double, isAnimated: Bool) {
        let limit = max((geometry?.height ?? 0) - height, 0)
        (self.top, keepsPlace) = (min(max(top, 0), limit), true)
        target = Target(
            number: (target?.number ?? 0) + 1, top: self.top, isAnimated: isAnimated && !reducesMotion)
    }
}
