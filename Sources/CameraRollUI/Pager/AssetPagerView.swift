#if canImport(SwiftUI)
public import CameraRollBrowsing
public import SwiftUI

/// The assets of a list one by one on the whole screen, with zoom, playback by the system's views, and edits.
///
/// ```swift
/// AssetPagerView(pager) { asset in
///     if asset.mediaType == .video { MoviePlayer { try await item(of: asset) } }
/// }
/// ```
///
/// Three pages exist at a time: the current one and its neighbors, whose images the pager has loaded.
///
/// > Important: This view compiles against the public interfaces of iOS 26.2 and macOS 15.5. It was never run on
/// > a device.
public struct AssetPagerView<Playback: View>: View {
    private let pager: AssetPager
    private let playback: (MediaAsset) -> Playback
    @State private var size = CGSize.zero
    @State private var translation: CGFloat = 0
    @State private var isZoomed = false
    @Environment(\.layoutDirection) private var layoutDirection
    @Environment(\.accessibilityReduceMotion) private var reducesMotion

    /// Creates a view with players of your own, such as ``MoviePlayer`` and ``LivePhotoPlayer``.
    ///
    /// - Parameters:
    ///   - pager: the pager.
    ///   - playback: returns what lies above the current page's picture if it plays.
    public init(_ pager: AssetPager, @ViewBuilder playback: @escaping (MediaAsset) -> Playback) {
        self.pager = pager
        self.playback = playback
    }

    /// The pages beside each other.
    public var body: some View {
        ZStack {
            ForEach(pager.visiblePages) { page in
                PageView(
                    cell: page.cell, description: pager.description(of: page.cell), size: size,
                    isCurrent: page.isCurrent, isZoomed: $isZoomed
                )
                .overlay { if page.isCurrent, let asset = page.cell.asset, !isZoomed { playback(asset) } }
                .offset(x: page.offset(width: size.width, isRightToLeft: isRightToLeft) + translation)
                .accessibilityHidden(!page.isCurrent)
            }
        }
        .frame(maxWidth: .infinity, maxHeight: .infinity)
        .background(Color.black)
        .clipped()
        .onGeometryChange(for: CGSize.self, of: \.size) { size = $0 }
        .modifier(PageDrag(isEnabled: !isZoomed, onMove: { translation = $0 }, onTurn: turn, onEnd: settle))
        .modifier(PageKeys(turn: step))
        .accessibilityAdjustableAction { step($0 == .increment ? .next : .previous) }
        .safeAreaInset(edge: .bottom, spacing: 0) { PagerBar(pager: pager) }
    }

    private var isRightToLeft: Bool { layoutDirection == .rightToLeft }

    /// Ends a drag where it would come to rest.
    private func turn(to end: CGFloat) {
        step(pager.turn(afterDragTo: end, width: size.width, isRightToLeft: isRightToLeft))
    }

    /// Turns back after a drag that was canceled.
    private func settle() {
        if translation != 0 { turn(to: 0) }
    }

    private func step(_ turn: PageTurn) {
        withAnimation(reducesMotion ? nil : .default) {
            pager.show(turn)
            translation = 0
        }
    }
}

extension AssetPagerView where Playback == EmptyView {
    /// Creates a view of still pictures.
    public init(_ pager: AssetPager) {
        self.init(pager) { _ in EmptyView() }
    }
}

/// A horizontal drag, where there are fingers and pointers.
private struct PageDrag: ViewModifier {
    let isEnabled: Bool
    let onMove: (CGFloat) -> Void
    let onTurn: (CGFloat) -> Void
    let onEnd: () -> Void

    func body(content: Content) -> some View {
        #if os(tvOS)
        content
        #else
        content.modifier(EndedGesture(gesture: drag, isEnabled: isEnabled, onEnd: onEnd))
        #endif
    }
}

#if !os(tvOS)
extension PageDrag {
    private var drag: some Gesture {
        DragGesture(minimumDistance: 10)
            .onChanged { onMove($0.translation.width) }
            .onEnded { onTurn($0.predictedEndTranslation.width) }
    }
}
#endif

/// The arrow keys.
private struct PageKeys: ViewModifier {
    let turn: (PageTurn) -> Void
    @Environment(\.layoutDirection) private var layoutDirection

    func body(content: Content) -> some View {
        content.focusable().onKeyPress(phases: [.down, .repeat]) { press in
            let direction = GridCursor.Direction(press.key)
            guard let turned = direction.flatMap({ PageTurn($0, isRightToLeft: layoutDirection == .rightToLeft) })
            else { return .ignored }
            turn(turned)
            return .handled
        }
    }
}
#endif
