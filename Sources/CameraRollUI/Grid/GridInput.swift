#if canImport(SwiftUI)
import CameraRollBrowsing
import SwiftUI

#if canImport(UIKit)
import UIKit
#endif

/// Selects by a drag, and scrolls by itself while the drag is near an edge.
struct DragSelection: ViewModifier {
    let presenter: GridPresenter
    let isEnabled: Bool
    @Environment(\.layoutDirection) private var layoutDirection

    func body(content: Content) -> some View {
        content
            .modifier(DragSource(isEnabled: isEnabled, onMove: move, onEnd: presenter.release))
            // The finger moves the selection, not the grid, which scrolls by itself at its edges.
            .scrollDisabled(presenter.isPressed)
            .task(id: presenter.isPressed) { await autoscroll() }
            // A gesture of a view that goes away may not end, and the library's changes wait for its end.
            .onDisappear(perform: presenter.release)
    }

    private func move(to point: CGPoint) {
        presenter.press(x: point.x, y: point.y, isRightToLeft: layoutDirection == .rightToLeft)
    }

    /// Runs for as long as a drag.
    private func autoscroll() async {
        let clock = ContinuousClock()
        var last = clock.now
        while presenter.isPressed, !Task.isCancelled {
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
        // Beside the scroll view's own gesture, which would otherwise take the drag.
        content.modifier(EndedGesture(gesture: drag, isEnabled: isEnabled, isSimultaneous: true, onEnd: onEnd))
        #endif
    }

    #if !os(tvOS)
    private var drag: some Gesture {
        LongPressGesture(minimumDuration: 0.2).sequenced(before: DragGesture(minimumDistance: 0))
            .onChanged { value in
                if case .second(_, let drag?) = value { onMove(drag.location) }
            }
    }
    #endif
}
#endif

#if !os(tvOS)
/// A gesture whose end is always noted: SwiftUI does not call `onEnded` for one that it cancels.
struct EndedGesture<Base: Gesture>: ViewModifier {
    let gesture: Base
    var isEnabled = true
    /// Whether other gestures go on beside it, also those of the views within.
    var isSimultaneous = false
    let onEnd: () -> Void
    @GestureState private var isActive = false

    func body(content: Content) -> some View {
        attached(to: content).onChange(of: isActive) { _, isActive in
            if !isActive { onEnd() }
        }
    }

    @ViewBuilder private func attached(to content: Content) -> some View {
        let noted = gesture.updating($isActive) { _, isActive, _ in isActive = true }
        if isSimultaneous {
            content.simultaneousGesture(noted, isEnabled: isEnabled)
        } else {
            content.gesture(noted, isEnabled: isEnabled)
        }
    }
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
    @Environment(\.isTypingText) private var isTypingText

    func body(content: Content) -> some View {
        content
            .focusable()
            .onKeyPress(phases: [.down, .repeat], action: press)
            // In a search field, the command selects the text.
            .background { if selects { SelectAllButton(presenter: presenter).disabled(isTypingText) } }
    }

    private func press(_ press: KeyPress) -> KeyPress.Result {
        guard let key = GridPresenter.Key(press.key) else { return .ignored }
        let effect = presenter.press(
            key, selects: selects, isShifted: press.modifiers.contains(.shift),
            isRightToLeft: layoutDirection == .rightToLeft)
        switch effect {
        case .ignored: return .ignored
        case .handled: break
        case .opens(let position): onOpen(position)
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

extension GridPresenter.Key {
    fileprivate init?(_ key: KeyEquivalent) {
        switch key {
        case .space: self = .space
        case .return: self = .enter
        default:
            guard let direction = GridCursor.Direction(key) else { return nil }
            self = .move(direction)
        }
    }
}

extension GridCursor.Direction {
    /// The direction of an arrow key, or of the key of the first or the last asset; nil for other keys.
    init?(_ key: KeyEquivalent) {
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
