#if canImport(SwiftUI)
import CameraRoll
import SwiftUI

#if canImport(UIKit)
import UIKit
#endif

/// Selects by a drag, and scrolls by itself while the drag is near an edge.
struct DragSelection: ViewModifier {
    let presenter: GridPresenter
    let isEnabled: Bool
    @Environment(\.layoutDirection) private var layoutDirection
    @State private var width: CGFloat = 0
    @State private var isDragging = false

    func body(content: Content) -> some View {
        content
            .modifier(DragSource(isEnabled: isEnabled, onMove: move, onEnd: end))
            .onGeometryChange(for: CGFloat.self, of: \.size.width) { width = $0 }
            .task(id: isDragging) { await autoscroll() }
    }

    private func move(to point: CGPoint) {
        let x = layoutDirection == .rightToLeft ? width - point.x : point.x
        if isDragging {
            presenter.drag(x: x, y: point.y)
        } else {
            presenter.beginDrag(x: x, y: point.y)
            isDragging = true
        }
    }

    private func end() {
        isDragging = false
        presenter.endDrag()
    }

    /// Runs for as long as a drag.
    private func autoscroll() async {
        let clock = ContinuousClock()
        var last = clock.now
        while isDragging, !Task.isCancelled {
            try? await clock.sleep(for: .milliseconds(16))
            let now = clock.now
            presenter.autoscroll(seconds: (now - last) / .seconds(1))
            last = now
        }
    }
}

#if canImport(UIKit) && !os(tvOS) && !os(visionOS)
/// The places of a drag after a long press, by UIKit, so that a scroll view still scrolls.
private struct DragSource: ViewModifier {
    let isEnabled: Bool
    let onMove: (CGPoint) -> Void
    let onEnd: () -> Void

    func body(content: Content) -> some View {
        content.gesture(LongPressDrag(isEnabled: isEnabled, onMove: onMove, onEnd: onEnd))
    }
}

/// A long press that reports where it moves.
private struct LongPressDrag: UIGestureRecognizerRepresentable {
    let isEnabled: Bool
    let onMove: (CGPoint) -> Void
    let onEnd: () -> Void

    func makeUIGestureRecognizer(context: Context) -> UILongPressGestureRecognizer {
        let recognizer = UILongPressGestureRecognizer()
        recognizer.minimumPressDuration = 0.2
        return recognizer
    }

    func updateUIGestureRecognizer(_ recognizer: UILongPressGestureRecognizer, context: Context) {
        recognizer.isEnabled = isEnabled
    }

    func handleUIGestureRecognizerAction(_ recognizer: UILongPressGestureRecognizer, context: Context) {
        switch recognizer.state {
        case .began, .changed: onMove(context.converter.localLocation)
        case .ended, .cancelled, .failed: onEnd()
        default: break
        }
    }
}
#else
/// The places of a drag after a long press.
private struct DragSource: ViewModifier {
    let isEnabled: Bool
    let onMove: (CGPoint) -> Void
    let onEnd: () -> Void

    func body(content: Content) -> some View {
        #if os(tvOS)
        content
        #else
        content.gesture(drag, isEnabled: isEnabled)
        #endif
    }

    #if !os(tvOS)
    private var drag: some Gesture {
        LongPressGesture(minimumDuration: 0.2).sequenced(before: DragGesture(minimumDistance: 0))
            .onChanged { value in
                if case .second(_, let drag?) = value { onMove(drag.location) }
            }
            .onEnded { _ in onEnd() }
    }
    #endif
}
#endif

/// Changes how many assets are shown by a pinch, and by actions of VoiceOver.
struct Pinch: ViewModifier {
    let presenter: GridPresenter

    func body(content: Content) -> some View {
        pinched(content)
            .accessibilityAction(named: Phrase(.gridDenser).localized()) { presenter.show(presenter.density.denser) }
            .accessibilityAction(named: Phrase(.gridLarger).localized()) { presenter.show(presenter.density.larger) }
    }

    @ViewBuilder private func pinched(_ content: Content) -> some View {
        #if os(tvOS)
        content
        #else
        content.simultaneousGesture(
            MagnifyGesture().onEnded { presenter.show(presenter.density.magnified(by: $0.magnification)) })
        #endif
    }
}

/// A click with shift, where there is a Mac's pointer.
struct ShiftTap: ViewModifier {
    let isEnabled: Bool
    let action: () -> Void

    func body(content: Content) -> some View {
        #if canImport(AppKit) && !canImport(UIKit)
        content.highPriorityGesture(
            TapGesture().modifiers(.shift).onEnded { action() }, isEnabled: isEnabled)
        #else
        content
        #endif
    }
}

/// Arrow keys and return; shift, space and ⌘A where assets may be selected.
struct GridKeys: ViewModifier {
    let presenter: GridPresenter
    let selects: Bool
    let onOpen: (Int) -> Void
    @Environment(\.layoutDirection) private var layoutDirection

    func body(content: Content) -> some View {
        content
            .focusable()
            .onKeyPress(phases: [.down, .repeat], action: press)
            .background { if selects { SelectAllButton(presenter: presenter) } }
    }

    private func press(_ press: KeyPress) -> KeyPress.Result {
        if let direction = GridCursor.Direction(press.key) {
            presenter.move(
                direction, isRightToLeft: layoutDirection == .rightToLeft,
                extending: selects && press.modifiers.contains(.shift))
            return .handled
        }
        guard let position = presenter.cursor.position else { return .ignored }
        switch press.key {
        case .space where selects: presenter.tap(position)
        case .return: onOpen(position)
        default: return .ignored
        }
        return .handled
    }
}

/// Gives ⌘A its place among the keyboard's commands.
private struct SelectAllButton: View {
    let presenter: GridPresenter

    var body: some View {
        #if os(tvOS)
        EmptyView()
        #else
        Button {
            presenter.selectAll()
        } label: {
            Text(Phrase(.gridSelectAll))
        }
        .keyboardShortcut("a", modifiers: .command)
        .opacity(0)
        .accessibilityHidden(true)
        #endif
    }
}

extension GridCursor.Direction {
    fileprivate init?(_ key: KeyEquivalent) {
        switch key {
        case .leftArrow: self = .left
        case .rightArrow: self = .right
        case .upArrow: self = .up
        case .downArrow: self = .down
        case .home: self = .first
        case .end: self = .last
        default: return nil
        }
    }
}
#endif
