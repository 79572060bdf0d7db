#if canImport(SwiftUI)
public import CameraRollBrowsing
public import SwiftUI

/// The assets of a list one by one in full screen, with zoom, playback in the system's views, and edits.
///
/// ```swift
/// AssetPagerView(pager) { asset in
///     switch asset.playbackStyle {
///     case .video, .videoLooping: MoviePlayer { try await item(of: asset) }
///     case .livePhoto: LivePhotoPlayer { try await livePhoto(of: asset) }
///     default: EmptyView()
///     }
/// }
/// ```
///
/// Three pages exist at a time: the current one and its neighbors, whose images the pager has loaded.
///
/// - A tap hides or shows the bars; a swipe down or the Escape key closes the pager, and a swipe up shows the details
///   of the asset.
/// - An enlarged picture is loaded with more pixels.
///
/// > Important: Never run on a device. The module's first page says what was type-checked, and when.
public struct AssetPagerView<Playback: View>: View {
    private let pager: AssetPager
    private let playback: (MediaAsset) -> Playback
    @State private var showsBars = true
    @State private var info: AssetInfo?
    @Environment(\.dismiss) private var dismiss

    /// Creates a view with players of your own, such as ``MoviePlayer`` and ``LivePhotoPlayer``.
    ///
    /// - Parameters:
    ///   - pager: the pager.
    ///   - playback: returns a view above the current page's picture if it plays.
    public init(_ pager: AssetPager, @ViewBuilder playback: @escaping (MediaAsset) -> Playback) {
        (self.pager, self.playback) = (pager, playback)
    }

    /// Zooms from the cell of the asset, in a grid of the same namespace, when the pager is presented or pushed, and
    /// back to the cell of the asset on screen.
    ///
    /// ```swift
    /// AssetGridView(grid, onOpen: open).zooming(in: zoom)   // @Namespace private var zoom
    ///     .fullScreenCover(item: $opened) { AssetPagerView($0.pager).zooming(in: zoom) }
    /// ```
    ///
    /// With reduced motion, on a Mac and on tvOS, the pager appears with the presentation's own transition.
    public func zooming(in namespace: Namespace.ID) -> some View {
        modifier(PageZoom(pager: pager, namespace: namespace))
    }

    /// The pages side by side, and the bars over them.
    public var body: some View {
        PagerFrame(pager: pager, showsBars: $showsBars, close: close, showInfo: showInfo, playback: playback) {
            PagerTitle(pager: pager, close: close)
        } bottom: {
            PagerBar(pager: pager, showInfo: showInfo)
        }
        .sheet(item: $info) { InfoPanel(info: $0).inSheet { info = nil } }
        // Permission may be withdrawn while the panel shows what it allowed.
        .onChange(of: pager.index == nil) { _, isOver in if isOver { info = nil } }
    }

    private func close() { dismiss() }
    private func showInfo() { info = pager.info }
}

extension AssetPagerView where Playback == EmptyView {
    /// Creates a view of still pictures.
    public init(_ pager: AssetPager) {
        self.init(pager) { _ in EmptyView() }
    }
}

/// The zoom from a cell to its page.
private struct PageZoom: ViewModifier {
    let pager: AssetPager
    let namespace: Namespace.ID
    @Environment(\.accessibilityReduceMotion) private var reducesMotion

    func body(content: Content) -> some View {
        #if os(tvOS) || !canImport(UIKit)
        content
        #else
        if reducesMotion {
            content
        } else {
            content.navigationTransition(.zoom(sourceID: pager.current?.asset?.id, in: namespace))
        }
        #endif
    }
}

/// The pages of a pager in full screen, with bars over them within the safe area.
struct PagerFrame<Playback: View, Top: View, Bottom: View>: View {
    let pager: AssetPager
    @Binding var showsBars: Bool
    let close: @MainActor () -> Void
    let showInfo: @MainActor () -> Void
    let playback: (MediaAsset) -> Playback
    @ViewBuilder let top: () -> Top
    @ViewBuilder let bottom: () -> Bottom

    var body: some View {
        ZStack {
            PagerPages(pager: pager, showsBars: $showsBars, close: close, showInfo: showInfo, playback: playback)
                .ignoresSafeArea()
            VStack(spacing: 0) {
                top()
                Spacer()
                bottom()
            }
            // Not removed: an edit continues while its bar is hidden.
            .opacity(showsBars ? 1 : 0)
            .allowsHitTesting(showsBars)
        }
        .accessibilityElement(children: .contain)
        .accessibilityAddTraits(.isModal)
        .accessibilityAction(.escape, close)
        // A swipe down belongs to the pager; the sheet's own would close the picker too.
        .interactiveDismissDisabled()
        #if canImport(UIKit) && !os(tvOS) && !os(visionOS)
        .statusBarHidden(!showsBars)
        #endif
    }
}

/// The pages of a pager side by side, with the gestures and keys that turn and close them.
struct PagerPages<Playback: View>: View {
    let pager: AssetPager
    @Binding var showsBars: Bool
    let close: @MainActor () -> Void
    let showInfo: @MainActor () -> Void
    let playback: (MediaAsset) -> Playback
    @State private var size = CGSize.zero
    @State private var drag = PagerDrag()
    @State private var isZoomed = false
    @Environment(\.layoutDirection) private var layoutDirection
    @Environment(\.accessibilityReduceMotion) private var reducesMotion

    var body: some View {
        ZStack {
            ForEach(pager.visiblePages) { page in place(page) }
        }
        .frame(maxWidth: .infinity, maxHeight: .infinity)
        .background(Color.black.opacity(1 - drag.closing(height: size.height)))
        .clipped()
        .contentShape(Rectangle())
        .onGeometryChange(for: CGSize.self, of: \.size) { size = $0 }
        .modifier(PageDrag(isEnabled: !isZoomed, onMove: move, onEnd: end, onCancel: settle))
        .modifier(PageKeys(turn: step, close: close))
        .accessibilityElement(children: .contain)
        .accessibilityAdjustableAction { step($0 == .increment ? .next : .previous) }
    }

    private func place(_ page: AssetPager.Page) -> some View {
        PageView(
            pager: pager, cell: page.cell, size: size, isCurrent: page.isCurrent, isZoomed: $isZoomed,
            toggleBars: { withAnimation(animation) { showsBars.toggle() } }
        ) {
            if page.isCurrent, let asset = page.cell.asset { playback(asset) }
        }
        .scaleEffect(page.isCurrent ? drag.scale(height: size.height) : 1)
        .offset(
            x: page.offset(width: size.width, isRightToLeft: isRightToLeft) + drag.x, y: page.isCurrent ? drag.y : 0
        )
        .accessibilityHidden(!page.isCurrent)
    }

    private var isRightToLeft: Bool { layoutDirection == .rightToLeft }
    private var animation: Animation? { reducesMotion ? nil : .default }

    private func move(to place: CGSize, from start: CGPoint) {
        if pager.current?.badges.mediaType == .video { drag.begin(overPlayerAt: start.y, height: size.height) }
        drag.move(
            x: place.width, y: place.height, width: size.width, height: size.height,
            turns: pager.turns(isRightToLeft: isRightToLeft))
    }

    /// Ends a drag at the place where it would come to rest.
    private func end(at place: CGSize) {
        var ended = drag
        let end = ended.end(x: place.width, y: place.height, width: size.width, height: size.height) {
            pager.turn(afterDragTo: $0, width: size.width, isRightToLeft: isRightToLeft)
        }
        withAnimation(animation) {
            drag = ended
            if case .turns(let turn) = end { pager.show(turn) }
        }
        switch end {
        case .closes: close()
        case .showsInfo: showInfo()
        case .turns: break
        }
    }

    /// Turns back after a drag that was canceled.
    private func settle() {
        if drag != PagerDrag() { withAnimation(animation) { drag = PagerDrag() } }
    }

    private func step(_ turn: PageTurn) {
        withAnimation(animation) { pager.show(turn) }
    }
}

/// A drag of a page, on devices with fingers or pointers.
private struct PageDrag: ViewModifier {
    let isEnabled: Bool
    let onMove: (CGSize, CGPoint) -> Void
    let onEnd: (CGSize) -> Void
    let onCancel: () -> Void

    func body(content: Content) -> some View {
        #if os(tvOS)
        content
        #else
        let drag = DragGesture(minimumDistance: 10)
            .onChanged { onMove($0.translation, $0.startLocation) }
            .onEnded { onEnd($0.predictedEndTranslation) }
        // Simultaneous with the gestures of a player, which would otherwise take the swipes over a movie.
        content.modifier(EndedGesture(gesture: drag, isEnabled: isEnabled, onEnd: onCancel))
        #endif
    }
}

/// The arrow keys, and the key that closes.
private struct PageKeys: ViewModifier {
    let turn: (PageTurn) -> Void
    let close: @MainActor () -> Void
    @Environment(\.layoutDirection) private var layoutDirection
    @FocusState private var isFocused: Bool

    func body(content: Content) -> some View {
        content.focusable().focused($isFocused).focusEffectDisabled().onAppear { isFocused = true }
            .onKeyPress(phases: [.down, .repeat]) { handle($0.key) }
    }

    private func handle(_ key: KeyEquivalent) -> KeyPress.Result {
        if key == .escape {
            close()
            return .handled
        }
        let direction = GridCursor.Direction(key)
        guard let turned = direction.flatMap({ PageTurn($0, isRightToLeft: layoutDirection == .rightToLeft) })
        else { return .ignored }
        turn(turned)
        return .handled
    }
}
#endif
