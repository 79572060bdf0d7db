#if canImport(SwiftUI)
// The models that the views show, and the library that they read, are part of this module's API.
@_exported public import CameraRollBrowsing
public import SwiftUI

/// A grid of assets of any length, of which only the visible rows exist.
///
/// ```swift
/// AssetGridView(grid, selects: isSelecting) { position in
///     openedPosition = position
/// }
/// ```
///
/// The grid reads, caches and follows the library; this view places its cells where `GridPresenter` says. Rows and
/// headers have exact frames, so nothing moves while assets are read, and a change of the list animates only the cells
/// on the screen.
///
/// - A tap opens an asset, or selects it; with `opensPictures`, a tap on the mark selects, and one on the picture
///   opens.
/// - A drag sideways, or after a long press, selects, and scrolls near the edges.
/// - At a limit, assets that cannot be selected are dimmed, and a message explains why.
/// - With sections there are headers, a floating label, and a scrubber that appears while the list moves.
/// - A pinch changes how many assets are shown; the one under the fingers stays in place.
/// - Arrow keys move the focus, and Return opens; if taps select, Shift extends the selection, Space selects, and ⌘A
///   selects all.
///
/// > Important: Never run on a device. The module's first page says what was type-checked, and when.
public struct AssetGridView<Leading: View>: View {
    @State private var presenter: GridPresenter
    @State private var scroll = ScrollPosition(edge: .top)
    @ScaledMetric(relativeTo: .headline) private var headerHeight = metrics.header.height
    @Environment(\.accessibilityReduceMotion) private var reducesMotion
    @Environment(\.displayScale) private var displayScale
    private var actions: GridActions
    private let leading: (Int) -> Leading
    private var revealed: Int?

    /// Creates a view with cells of your own before the first asset, such as one that opens the camera.
    ///
    /// - Parameters:
    ///   - grid: the grid, for as long as the view exists.
    ///   - density: how many assets are shown at a time, initially.
    ///   - selects: whether taps, drags and keys select; otherwise a tap opens.
    ///   - opensPictures: whether a tap on a picture opens it while the user is selecting, and only its mark selects.
    ///   - leadingItems: the number of cells before the first asset.
    ///   - leading: returns the view of the cell with a number.
    ///   - onOpen: called with the position of an asset to open.
    public init(
        _ grid: AssetGrid, density: GridDensity = .standard, selects: Bool = false, opensPictures: Bool = false,
        leadingItems: Int, @ViewBuilder leading: @escaping (Int) -> Leading, onOpen: @escaping (Int) -> Void = { _ in }
    ) {
        _presenter = State(
            wrappedValue: GridPresenter(of: grid, density: density, leadingItems: leadingItems))
        actions = GridActions(selects: selects, opensPictures: opensPictures, open: onOpen)
        self.leading = leading
    }

    /// Scrolls to the asset at a position when that position changes, for example after a pager over the grid has
    /// closed.
    public func revealing(_ position: Int?) -> AssetGridView {
        var view = self
        view.revealed = position
        return view
    }

    /// Makes the cells the sources of the zoom of ``AssetPagerView/zooming(in:)``.
    public func zooming(in namespace: Namespace.ID) -> AssetGridView {
        var view = self
        view.actions.namespace = namespace
        return view
    }

    /// The scroll view with its overlays.
    public var body: some View {
        ScrollView {
            GridContent(presenter: presenter, actions: actions, leading: leading)
        }
        .scrollPosition($scroll)
        .onScrollGeometryChange(for: GridPresenter.Screen.self, of: \.screen) { presenter.scrolled(to: $1) }
        .onScrollPhaseChange { _, phase, context in
            presenter.scrolling(
                at: phase.isScrolling ? context.velocity?.dy ?? 0 : 0, isScrolling: phase.isScrolling)
        }
        .onChange(of: presenter.target) { _, target in follow(target) }
        .onGeometryChange(for: CGSize.self, of: \.size) { resize(to: $0) }
        .onChange(of: headerHeight) { _, height in presenter.resize(headerHeight: height) }
        .onChange(of: presenter.density, followDensity)
        .onChange(of: revealed) { _, position in if let position { presenter.reveal(position) } }
        .onChange(of: displayScale, resizeImages)
        .modifier(DragSelection(presenter: presenter, isEnabled: actions.selects))
        .modifier(Pinch(presenter: presenter))
        .modifier(GridKeys(presenter: presenter, actions: actions))
        .modifier(SectionRotor(presenter: presenter))
        .overlay(alignment: .top) { FloatingDate(presenter: presenter) }
        .overlay(alignment: .trailing) { ScrubberBar(presenter: presenter) }
        .overlay(alignment: .bottom) { LimitMessage(presenter: presenter) }
        .onChange(of: reducesMotion, initial: true) { presenter.reducesMotion = $1 }
        .onAppear(perform: followChanges)
        .task(id: presenter.grid.count > 0) { await presenter.readEditOffer() }
    }

    private func resize(to size: CGSize) {
        presenter.resize(width: size.width, headerHeight: headerHeight)
        // At rest, a scroll view may not report its geometry: until it does, the screen is as high as the view.
        if presenter.height <= 0 { presenter.scrolled(top: presenter.top, height: size.height) }
        resizeImages()
    }

    private func resizeImages() {
        presenter.resizeImages(pixelsPerPoint: displayScale)
    }

    /// Animates the cells to their new size.
    private func followDensity() {
        resizeImages()
        withAnimation(reducesMotion ? nil : .default) { presenter.settlePinch() }
    }

    /// Scrolls to the presenter's target.
    private func follow(_ target: GridPresenter.Target?) {
        guard let target else { return }
        withAnimation(target.isAnimated ? .default : nil) { scroll.scrollTo(y: target.top) }
    }

    private func followChanges() {
        presenter.follow { isAnimated, change, completion in
            withAnimation(isAnimated ? .default : nil, completionCriteria: .logicallyComplete, change) { completion() }
        }
    }
}

extension AssetGridView where Leading == EmptyView {
    /// Creates a view of assets only, with the parameters of the other initializer.
    public init(
        _ grid: AssetGrid, density: GridDensity = .standard, selects: Bool = false, opensPictures: Bool = false,
        onOpen: @escaping (Int) -> Void = { _ in }
    ) {
        self.init(
            grid, density: density, selects: selects, opensPictures: opensPictures, leadingItems: 0,
            leading: { _ in EmptyView() }, onOpen: onOpen)
    }
}

extension ScrollGeometry {
    /// The part of a scroll view's geometry on which the rows depend.
    fileprivate nonisolated var screen: GridPresenter.Screen {
        GridPresenter.Screen(
            contentOffset: contentOffset.y, height: containerSize.height, upperBar: contentInsets.top,
            lowerBar: contentInsets.bottom)
    }
}

/// The cells and headers of the visible rows, each in its frame.
private struct GridContent<Leading: View>: View {
    let presenter: GridPresenter
    let actions: GridActions
    let leading: (Int) -> Leading

    var body: some View {
        PlacedLayout(width: presenter.geometry?.width ?? 0, height: presenter.geometry?.height ?? 0) {
            ForEach(presenter.items) { item in
                content(of: item).layoutValue(key: FrameKey.self, value: item.frame)
            }
        }
        .scaleEffect(presenter.pinch.scale, anchor: center)
        .accessibilityElement(children: .contain)
    }

    /// The point that stays in place while fingers pinch, in fractions of the grid.
    private var center: UnitPoint {
        guard let geometry = presenter.geometry, presenter.pinch.scale != 1 else { return .center }
        return UnitPoint(
            x: presenter.pinch.x / max(geometry.width, 1),
            y: (presenter.top + presenter.pinch.y) / max(geometry.height, 1))
    }

    @ViewBuilder private func content(of item: PlacedItem) -> some View {
        switch item.content {
        case .asset(let position):
            AssetCellView(cell: presenter.grid.cell(at: position), presenter: presenter, actions: actions)
        case .leading(let number): leading(number)
        case .header(let section): SectionHeader(presenter: presenter, section: section, selects: actions.selects)
        }
    }
}

/// Places views at given frames; SwiftUI mirrors them for languages that are written from right to left.
private nonisolated struct PlacedLayout: Layout {
    let width: Double
    let height: Double

    func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout ()) -> CGSize {
        CGSize(width: width, height: height)
    }

    func placeSubviews(
        in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout ()
    ) {
        for subview in subviews {
            guard let frame = subview[FrameKey.self] else { continue }
            subview.place(
                at: CGPoint(x: bounds.minX + frame.left, y: bounds.minY + frame.top), anchor: .topLeading,
                proposal: ProposedViewSize(width: frame.width, height: frame.height))
        }
    }
}

/// The frame of an item in its grid.
private nonisolated struct FrameKey: LayoutValueKey {
    static let defaultValue: GridGeometry.Frame? = nil
}
#endif
