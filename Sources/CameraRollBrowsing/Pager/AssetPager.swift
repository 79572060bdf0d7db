public import CameraRoll
public import Observation
public import PhotoMetadata

/// The assets of a list one by one in full screen, with the neighbors' images ready.
///
/// ```swift
/// let pager = try AssetPager(over: grid, at: position, imageSize: screen)
/// if let index = pager.index { view.show(pager.cell(at: index)) }
/// pager.moved(to: 12)
/// try await pager.setFavorite(true)                  // shown at once, and taken back if it fails
/// ```
///
/// Pages have numbers from 0. They are the positions of the list, except that an asset that is being deleted has no
/// page. When the library changes, the page on screen stays; if its asset is gone, the nearest one takes its place.
@MainActor @Observable public final class AssetPager {
    /// The number of pages.
    public private(set) var count = 0
    /// The number of the page on screen; nil if there is no page.
    public private(set) var index: Int?
    /// The picture on screen with more pixels, while it is enlarged.
    var enlarged: Enlarged?
    /// The grid of full-screen cells that the pager shows.
    @ObservationIgnored let grid: AssetGrid
    @ObservationIgnored private var pages = PagerPages(listCount: 0)
    /// The position of the page on screen.
    @ObservationIgnored private var position = 0
    /// The assets that are being deleted.
    @ObservationIgnored private var deleted: [AssetCell] = []
    @ObservationIgnored private let neighbors: Int

    /// Creates a pager over the list that a grid shows.
    ///
    /// - Parameters:
    ///   - grid: the grid.
    ///   - position: the position of the first page to show, limited to those of the list.
    ///   - imageSize: the size of the screen, in pixels.
    ///   - neighbors: the number of pages on either side whose images are loaded, 1 to 10.
    ///   - isNetworkAccessAllowed: whether images may be downloaded from the cloud.
    /// - Throws: `InvalidArgument` for a number outside of its limits, and if the grid shows no list.
    public convenience init(
        over grid: AssetGrid, at position: Int, imageSize: PixelSize, neighbors: Int = 1,
        isNetworkAccessAllowed: Bool = true
    ) throws(InvalidArgument) {
        guard let snapshot = grid.snapshot else {
            throw InvalidArgument("grid", "without a list", allowed: "a grid that shows a list")
        }
        try self.init(
            over: snapshot, of: grid.manager, images: grid.images, at: position, imageSize: imageSize,
            neighbors: neighbors, isNetworkAccessAllowed: isNetworkAccessAllowed)
    }

    /// Creates a pager over a snapshot.
    ///
    /// - Parameters:
    ///   - snapshot: the list.
    ///   - manager: the manager of the library.
    ///   - images: the manager of the images of the same library.
    ///   - position: the position of the first page to show, limited to those of the list.
    ///   - imageSize: the size of the screen, in pixels.
    ///   - neighbors: the number of pages on either side whose images are loaded, 1 to 10.
    ///   - isNetworkAccessAllowed: whether images may be downloaded from the cloud.
    /// - Throws: `InvalidArgument` for a number outside of its limits, and for a snapshot of another manager.
    public init(
        over snapshot: AssetSnapshot, of manager: MediaManager, images: CachingImageManager, at position: Int,
        imageSize: PixelSize, neighbors: Int = 1, isNetworkAccessAllowed: Bool = true
    ) throws(InvalidArgument) {
        try InvalidArgument.check("number of neighbors", neighbors, in: 1...10)
        var options = GridOptions(cellSize: imageSize)
        (options.contentMode, options.isNetworkAccessAllowed) = (.fit, isNetworkAccessAllowed)
        (options.pageSize, options.pageLimit, options.cellLimit) = (32, 4, 64)
        options.window = WindowLimits(maximumItemCount: 2 * neighbors + 1)
        grid = try AssetGrid(of: manager, images: images, options: options)
        self.neighbors = neighbors
        self.position = position
        try grid.show(snapshot)
        pages = PagerPages(listCount: snapshot.count)
        show(position)
        grid.onChange = { [weak self] change, apply in
            apply()
            self?.follow(change)
        }
    }

    /// The manager of the images.
    public var images: CachingImageManager { grid.images }

    /// The state of the list.
    public var state: AssetGrid.State { grid.state }

    /// The page with a number, observed; an empty one if there is no such page.
    public func cell(at index: Int) -> AssetCell { grid.cell(at: pages.position(ofPage: index) ?? -1) }

    /// The page on screen; nil if no page is shown.
    public var current: AssetCell? { index.map(cell(at:)) }

    /// The description of a page: its asset, its number among the pages, its download.
    public func description(of cell: AssetCell) -> AssetDescription {
        AssetDescription(of: cell, at: pages.page(nearest: cell.position) ?? 0, of: count)
    }

    /// Tells the pager which page is on screen; the number is limited to those of the pages.
    public func moved(to index: Int) {
        guard let position = pages.position(ofPage: min(max(index, 0), pages.count - 1)) else { return }
        show(position)
    }

    /// The number of the page of a position, or of the nearest one; nil without pages.
    func pageNumber(nearest position: Int) -> Int? { pages.page(nearest: position) }

    /// Shows the page of a position, or the nearest one.
    private func show(_ position: Int) {
        let (count, index) = (pages.count, pages.page(nearest: position))
        if self.count != count { self.count = count }
        if self.index != index { self.index = index }
        self.position = index.flatMap(pages.position(ofPage:)) ?? 0
        dropOutdatedEnlarged()
        let first = max(self.position - neighbors, 0)
        let anchor = GridGeometry.Anchor(position: self.position)
        grid.scrolled(to: first..<min(self.position, .max - neighbors - 1) + neighbors + 1, anchor: anchor)
    }

    /// Follows a change of the list.
    private func follow(_ change: GridChange) {
        deleted.removeAll { $0.asset == nil }
        pages.move(listCount: grid.count, hidden: deleted.map(\.position))
        show(change.anchor?.position ?? position)
        grid.finishedShowing(change)
    }
}

// MARK: - Pages

extension AssetPager {
    /// A page that a view places: the one on screen, or one next to it.
    public struct Page: Identifiable {
        /// The identity among the pages of a view: an asset's page moves with it when the list changes.
        public let id: PlacedItem.ID
        /// What the page shows.
        public let cell: AssetCell
        /// The number of pages from the one on screen, negative before it.
        public let distance: Int

        /// Whether the page is on screen.
        public var isCurrent: Bool { distance == 0 }

        /// The distance of the page's left edge from that of the screen, in points.
        ///
        /// - Parameters:
        ///   - width: the width of the screen.
        ///   - isRightToLeft: whether the next page is on the left.
        public func offset(width: Double, isRightToLeft: Bool = false) -> Double {
            Double(distance) * width * (isRightToLeft ? -1 : 1)
        }
    }

    /// The page on screen and those next to it, in order; empty without a page.
    public var visiblePages: [Page] {
        guard let index else { return [] }
        var seen: Set<AssetID> = []
        return (-1...1).filter { 0..<count ~= index + $0 }.map { distance in
            let cell = cell(at: index + distance)
            // No identity appears twice, even if a list repeats an asset.
            let asset = cell.asset.flatMap { seen.insert($0.id).inserted ? $0.id : nil }
            return Page(id: asset.map { .asset($0) } ?? .position(index + distance), cell: cell, distance: distance)
        }
    }

    /// The pages around the one on screen whose assets were read: a strip of small pictures below a pager.
    ///
    /// - Parameter reach: the number of pages on either side.
    public func filmstrip(reach: Int = 8) -> [Page] {
        guard let index else { return [] }
        var seen: Set<AssetID> = []
        return (max(index - reach, 0)..<min(index + reach + 1, count)).compactMap { number in
            let cell = cell(at: number)
            guard let asset = cell.asset, seen.insert(asset.id).inserted else { return nil }
            return Page(id: .asset(asset.id), cell: cell, distance: number - index)
        }
    }

    /// The page turn at the end of a horizontal drag; see ``PageTurn``.
    public func turn(afterDragTo translation: Double, width: Double, isRightToLeft: Bool = false) -> PageTurn {
        PageTurn(translation: translation, width: width, at: index ?? 0, of: count, isRightToLeft: isRightToLeft)
    }

    /// Shows the page at a distance from the one on screen, negative before it; the number is limited to the pages.
    public func moved(by distance: Int) {
        if let index { moved(to: index + min(max(distance, -count), count)) }
    }

    /// Shows the page after a turn; at the ends of the list it stays.
    public func show(_ turn: PageTurn) {
        if let index { moved(to: index + turn.rawValue) }
    }
}

// MARK: - Edits

extension AssetPager {
    /// Whether to ask the user before the asset on screen is deleted; false if the library asks by itself.
    ///
    /// Also true if the library does not answer.
    public func asksBeforeDeleting() async -> Bool {
        guard let asset = current?.asset else { return false }
        return await grid.manager.support(for: { $0.delete([asset]) }) != .mayAsk
    }

    /// Marks the asset on screen as a favorite, or removes the mark; the change is shown at once, and reverted if it
    /// fails.
    ///
    /// - Throws: `EditError`; without an asset on screen, or until it has been read, nothing happens.
    public func setFavorite(_ isFavorite: Bool) async throws(EditError) {
        if let current { try await grid.setFavorite(isFavorite, of: current) }
    }

    /// Deletes the asset on screen: its page disappears at once, and comes back if the deletion fails.
    ///
    /// - Throws: `EditError`; without an asset on screen nothing happens.
    public func delete() async throws(EditError) {
        guard let cell = current, let asset = cell.asset else { return }
        deleted.append(cell)
        pages.hide(cell.position)
        show(cell.position)
        do throws(EditError) {
            try await grid.manager.performChanges { $0.delete([asset]) }
        } catch {
            deleted.removeAll { $0 === cell }
            if cell.asset != nil { pages.restore(cell.position) }
            show(position)
            throw error
        }
    }
}
