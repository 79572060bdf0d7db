#if canImport(SwiftUI)
import CameraRollBrowsing
import SwiftUI

#if canImport(UIKit)
import UIKit
#endif

/// Selects with a drag, and scrolls by itself while the drag is near an edge.
struct DragSelection: ViewModifier {
    let presenter: GridPresenter
    let isEnabled: Bool
    @Environment(\.layoutDirection) private var layoutDirection

    func body(content: Content) -> some View {
        content
            .modifier(DragSource(isEnabled: isEnabled, onMove: move, onEnd: presenter.release))
            .modifier(DragSource(isSideways: true, isEnabled: isEnabled, onMove: move, onEnd: presenter.release))
            // The finger moves the selection, not the grid, which scrolls by itself at its edges.
            .scrollDisabled(presenter.isPressed)
            .background { AutoscrollFrames(presenter: presenter) }
            // A gesture may not end when its view goes away, and the library's changes wait for its end.
            .onDisappear(perform: presenter.release)
    }

    private func move(to point: CGPoint) {
        presenter.press(x: point.x, y: point.y, isRightToLeft: layoutDirection == .rightToLeft)
    }
}

/// Scrolls with each frame of the display while a finger selects, at any frame rate.
private struct AutoscrollFrames: View {
    let presenter: GridPresenter

    var body: some View {
        TimelineView(.animation(paused: !presenter.isPressed)) { context in
            Color.clear.onChange(of: context.date) { last, now in
                presenter.autoscroll(seconds: now.timeIntervalSince(last))
            }
        }
        .accessibilityHidden(true)
    }
}

#if canImport(UIKit) && !os(tvOS) && !os(visionOS)
/// Reports a drag after a long press or one that begins sideways, using UIKit, so that a scroll view still scrolls.
struct DragSource: ViewModifier {
    var isSideways = false
    let isEnabled: Bool
    let onMove: (CGPoint) -> Void
    let onEnd: () -> Void

    func body(content: Content) -> some View {
        content.gesture(FingerDrag(isSideways: isSideways, isEnabled: isEnabled, onMove: onMove, onEnd: onEnd))
    }
}

/// Reports the location of a finger that a UIKit recognizer follows.
private struct FingerDrag: UIGestureRecognizerRepresentable {
    let isSideways: Bool
    let isEnabled: Bool
    let onMove: (CGPoint) -> Void
    let onEnd: () -> Void

    func makeCoordinator(converter: CoordinateSpaceConverter) -> SidewaysOnly { SidewaysOnly() }

    func makeUIGestureRecognizer(context: Context) -> UIGestureRecognizer {
        let (press, pan) = (UILongPressGestureRecognizer(), UIPanGestureRecognizer())
        (press.minimumPressDuration, pan.maximumNumberOfTouches) = (0.2, 1)
        let recognizer: UIGestureRecognizer = isSideways ? pan : press
        recognizer.delegate = context.coordinator
        return recognizer
    }

    func updateUIGestureRecognizer(_ recognizer: UIGestureRecognizer, context: Context) {
        recognizer.isEnabled = isEnabled
    }

    func handleUIGestureRecognizerAction(_ recognizer: UIGestureRecognizer, context: Context) {
        switch recognizer.state {
        case .began, .changed: onMove(context.converter.localLocation)
        // Also if another gesture has taken over.
        case .ended, .cancelled, .failed: onEnd()
        default: break
        }
    }
}

/// Leaves fingers that do not begin to move sideways to a scroll view.
private final class SidewaysOnly: NSObject, UIGestureRecognizerDelegate {
    func gestureRecognizerShouldBegin(_ recognizer: UIGestureRecognizer) -> Bool {
        guard let pan = recognizer as? UIPanGestureRecognizer else { return true }
        let speed = pan.velocity(in: pan.view)
        return GridPresenter.isSideways(x: speed.x, y: speed.y)
    }

    /// The scroll view waits until a finger is known not to move sideways, which is decided at once.
    func gestureRecognizer(
        _ recognizer: UIGestureRecognizer, shouldBeRequiredToFailBy other: UIGestureRecognizer
    ) -> Bool {
        recognizer is UIPanGestureRecognizer && other is UIPanGestureRecognizer && other.view is UIScrollView
    }
}
#else
/// Reports a drag after a long press, or one that begins sideways.
struct DragSource: ViewModifier {
    var isSideways = false
    let isEnabled: Bool
    let onMove: (CGPoint) -> Void
    let onEnd: () -> Void

    func body(content: Content) -> some View {
        #if os(tvOS)
        content
        #else
        if isSideways {
            content.modifier(SidewaysSource(isEnabled: isEnabled, onMove: onMove, onEnd: onEnd))
        } else {
            content.modifier(EndedGesture(gesture: pressed, isEnabled: isEnabled, onEnd: onEnd))
        }
        #endif
    }

    #if !os(tvOS)
    private var pressed: some Gesture {
        LongPressGesture(minimumDuration: 0.2).sequenced(before: DragGesture(minimumDistance: 0))
            .onChanged { value in
                if case .second(_, let drag?) = value { onMove(drag.location) }
            }
    }
    #endif
}

#if !os(tvOS)
/// Reports a drag that begins sideways; a mouse scrolls with its wheel, so the drag is free to select.
private struct SidewaysSource: ViewModifier {
    let isEnabled: Bool
    let onMove: (CGPoint) -> Void
    let onEnd: () -> Void
    @State private var isSideways: Bool?

    func body(content: Content) -> some View {
        content.modifier(EndedGesture(gesture: drag, isEnabled: isEnabled, onEnd: end))
    }

    private func end() {
        if isSideways == true { onEnd() }
        isSideways = nil
    }

    private var drag: some Gesture {
        DragGesture(minimumDistance: 10).onChanged { value in
            let (x, y) = (value.translation.width, value.translation.height)
            let isSideways = isSideways ?? GridPresenter.isSideways(x: x, y: y)
            if self.isSideways == nil {
                self.isSideways = isSideways
                // The drag's start: the first cell decides whether it selects.
                if isSideways { onMove(value.startLocation) }
            }
            if isSideways { onMove(value.location) }
        }
    }
}
#endif
#endif

#if !os(tvOS)
/// A gesture whose end is always reported: SwiftUI does not call `onEnded` if it cancels a gesture.
struct EndedGesture<Base: Gesture>: ViewModifier {
    let gesture: Base
    var isEnabled = true
    let onEnd: () -> Void
    @GestureState private var isActive = false

    func body(content: Content) -> some View {
        // Simultaneous with the gestures of the views inside, which continue.
        content
            .simultaneousGesture(
                gesture.updating($isActive) { _, isActive, _ in isActive = true }, isEnabled: isEnabled
            )
            .onChange(of: isActive) { _, isActive in if !isActive { onEnd() } }
    }
}
#endif

/// Changes how many assets are shown with a pinch, which the cells follow, or with VoiceOver actions.
struct Pinch: ViewModifier {
    let presenter: GridPresenter
    @Environment(\.layoutDirection) private var layoutDirection
    @Environment(\.accessibilityReduceMotion) private var reducesMotion

    func body(content: Content) -> some View {
        pinched(content)
            .accessibilityAction(named: Phrase(.gridDenser)) { presenter.show(presenter.density.denser) }
            .accessibilityAction(named: Phrase(.gridLarger)) { presenter.show(presenter.density.larger) }
    }

    @ViewBuilder private func pinched(_ content: Content) -> some View {
        #if os(tvOS)
        content
        #else
        let magnify = MagnifyGesture().onChanged { value in
            let x = value.startLocation.x
            presenter.pinch(
                to: value.magnification, x: layoutDirection == .rightToLeft ? presenter.mirrored(x) : x,
                y: value.startLocation.y)
        }
        content.modifier(EndedGesture(gesture: magnify, onEnd: end))
            // A gesture may not end when its view goes away.
            .onDisappear(perform: presenter.endPinch)
        #endif
    }

    private func end() {
        withAnimation(reducesMotion ? nil : .default) { presenter.endPinch() }
    }
}

/// A Shift-click, where the Mac has a pointer.
struct ShiftTap: ViewModifier {
    let isEnabled: Bool
    let action: () -> Void

    func body(content: Content) -> some View {
        #if canImport(AppKit) && !canImport(UIKit)
        content.highPriorityGesture(TapGesture().modifiers(.shift).onEnded { action() }, isEnabled: isEnabled)
        #else
        content
        #endif
    }
}

/// Arrow keys and Return; Shift, Space and ⌘A where assets may be selected.
struct GridKeys: ViewModifier {
    let presenter: GridPresenter
    let actions: GridActions
    @Environment(\.layoutDirection) private var layoutDirection
    @Environment(\.isTypingText) private var isTypingText

    func body(content: Content) -> some View {
        content
            .focusable()
            // The frame of a cell shows where the focus is.
            .focusEffectDisabled()
            .onKeyPress(phases: [.down, .repeat], action: press)
            // In a search field, the shortcut selects the text.
            .background { if actions.selects { SelectAllButton(presenter: presenter).disabled(isTypingText) } }
    }

    private func press(_ press: KeyPress) -> KeyPress.Result {
        guard let key = GridPresenter.Key(press.key) else { return .ignored }
        let effect = presenter.press(
            key, selects: actions.selects, isShifted: press.modifiers.contains(.shift),
            isRightToLeft: layoutDirection == .rightToLeft)
        switch effect {
        case .ignored: return .ignored
        case .handled: break
        case .opens(let position): actions.open(position)
        }
        return .handled
    }
}

/// Registers ⌘A as a keyboard shortcut.
private struct SelectAllButton: View {
    let presenter: GridPresenter

    var body: some View {
        #if os(tvOS)
        EmptyView()
        #else
        PhraseButton(phrase: Phrase(.gridSelectAll)) { presenter.selectAll() }
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
    /// The direction of an arrow key, or of the key for the first or the last asset; nil for other keys.
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
