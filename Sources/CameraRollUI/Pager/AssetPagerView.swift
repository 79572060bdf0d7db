#if canImport(SwiftUI)
public import CameraRoll
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
/// > Important: This view was type-checked against declarations of our own. It was never compiled by Apple's SDK, and
/// > never run on a device.
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
            ForEach(pages) { page in
                PageView(
                    cell: page.cell, description: pager.description(of: page.cell), size: size,
                    isCurrent: page.isCurrent, isZoomed: $isZoomed
                )
                .overlay { if page.isCurrent, let asset = page.cell.asset, !isZoomed { playback(asset) } }
                .offset(x: offset(of: page))
                .accessibilityHidden(!page.isCurrent)
            }
        }
        .frame(maxWidth: .infinity, maxHeight: .infinity)
        .background(Color.black)
        .clipped()
        .onGeometryChange(for: CGSize.self, of: \.size) { size = $0 }
        .modifier(PageDrag(isEnabled: !isZoomed, onMove: { translation = $0 }, onEnd: turn))
        .modifier(PageKeys(turn: step))
        .accessibilityAdjustableAction { step($0 == .increment ? .next : .previous) }
        .safeAreaInset(edge: .bottom, spacing: 0) { PagerBar(pager: pager) }
    }

    private var pages: [PagerPage] { PagerPage.pages(of: pager) }
    private var isRightToLeft: Bool { layoutDirection == .rightToLeft }

    private func offset(of page: PagerPage) -> CGFloat {
        CGFloat(page.distance) * size.width * (isRightToLeft ? -1 : 1) + translation
    }

    /// Ends a drag where it would come to rest.
    private func turn(to end: CGFloat) {
        step(
            PageTurn(
                translation: end, width: size.width, at: pager.index ?? 0, of: pager.count,
                isRightToLeft: isRightToLeft))
    }

    private func step(_ turn: PageTurn) {
        withAnimation(reducesMotion ? nil : .default) {
            pager.moved(to: (pager.index ?? 0) + turn.rawValue)
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

/// A page and its place beside the current one.
private struct PagerPage: Identifiable {
    let cell: AssetCell
    let distance: Int
    let id: PlacedItem.ID

    var isCurrent: Bool { distance == 0 }

    /// The current page and its neighbors.
    static func pages(of pager: AssetPager) -> [PagerPage] {
        guard let index = pager.index else { return [] }
        return (-1...1).filter { 0..<pager.count ~= index + $0 }.map { distance in
            let cell = pager.cell(at: index + distance)
            let id = cell.asset.map { PlacedItem.ID.asset($0.id) } ?? .position(index + distance)
            return PagerPage(cell: cell, distance: distance, id: id)
        }
    }
}

/// A horizontal drag, where there are fingers and pointers.
private struct PageDrag: ViewModifier {
    let isEnabled: Bool
    let onMove: (CGFloat) -> Void
    let onEnd: (CGFloat) -> Void

    func body(content: Content) -> some View {
        #if os(tvOS)
        content
        #else
        content.gesture(
            DragGesture(minimumDistance: 10)
                .onChanged { onMove($0.translation.width) }
                .onEnded { onEnd($0.predictedEndTranslation.width) }, isEnabled: isEnabled)
        #endif
    }
}

/// The arrow keys.
private struct PageKeys: ViewModifier {
    let turn: (PageTurn) -> Void
    @Environment(\.layoutDirection) private var layoutDirection

    func body(content: Content) -> some View {
        content.focusable().onKeyPress(phases: [.down, .repeat]) { press in
            guard let turned = PageTurn(press.key, layoutDirection) else { return .ignored }
            turn(turned)
            return .handled
        }
    }
}

extension PageTurn {
    fileprivate init?(_ key: KeyEquivalent, _ direction: LayoutDirection) {
        switch (key, direction) {
        case (.rightArrow, .leftToRight), (.leftArrow, .rightToLeft): self = .next
        case (.leftArrow, .leftToRight), (.rightArrow, .rightToLeft): self = .previous
        default: return nil
        }
    }
}
#endif
