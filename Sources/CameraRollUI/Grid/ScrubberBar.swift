#if canImport(SwiftUI)
import CameraRollBrowsing
import SwiftUI

private nonisolated let bar = metrics.scrubber

/// The bar next to a grid with which a user moves through the whole library.
struct ScrubberBar: View {
    let presenter: GridPresenter
    @State private var height: CGFloat = 0
    static let coordinateSpace = NamedCoordinateSpace.named("scrubber")

    var body: some View {
        if presenter.hasScrubber {
            ZStack(alignment: .topTrailing) {
                ScrubberMarks(presenter: presenter, height: height)
                ScrubberThumb(presenter: presenter, height: height)
            }
            .frame(width: bar.width)
            .frame(maxHeight: .infinity, alignment: .top)
            .coordinateSpace(Self.coordinateSpace)
            .onGeometryChange(for: CGFloat.self, of: \.size.height) { height = $0 }
            .accessibilityElement()
            .accessibilityLabel(Phrase(.gridTimeline))
            .accessibilityValue(presenter.floatingLabel(now: .now)?.phrase)
            .accessibilityAdjustableAction { presenter.stepScrubber(forward: $0 == .increment) }
        }
    }
}

/// The periods next to the bar while it is in use.
private struct ScrubberMarks: View {
    let presenter: GridPresenter
    let height: CGFloat

    var body: some View {
        if presenter.isScrubbing {
            ForEach(presenter.marks(barHeight: height), id: \.self) { mark in
                PhraseText(mark.phrase).font(Font(bar.mark.font))
                    .padding(.horizontal, bar.mark.width).padding(.vertical, bar.mark.height)
                    .background(.thinMaterial, in: Capsule())
                    .fixedSize()
                    .offset(y: mark.top)
            }
            .padding(.trailing, bar.mark.distance)
            .allowsHitTesting(false)
            .accessibilityHidden(true)
        }
    }
}

/// The thumb of the bar, while the list moves and for a while after; assets next to it can still be tapped.
private struct ScrubberThumb: View {
    let presenter: GridPresenter
    let height: CGFloat
    @Environment(\.accessibilityReduceMotion) private var reducesMotion

    var body: some View {
        Capsule().fill(.secondary)
            .frame(width: presenter.isScrubbing ? bar.draggedWidth : bar.thumbWidth, height: GridPresenter.thumbHeight)
            .padding(.trailing, bar.thumbMargin)
            .frame(width: bar.width, alignment: .trailing)
            .contentShape(Rectangle())
            .modifier(ScrubberDrag(presenter: presenter, height: height))
            .offset(y: presenter.thumbTop(barHeight: height))
            .opacity(presenter.showsThumb ? 1 : 0)
            .animation(reducesMotion ? nil : .default, value: presenter.showsThumb)
            // At rest, what is behind can be tapped: a header's button, the marks of the last column.
            .allowsHitTesting(presenter.showsThumb)
            .task(id: presenter.isThumbInUse) {
                guard !presenter.isThumbInUse else { return }
                try? await Task.sleep(for: GridPresenter.thumbRest)
                if !Task.isCancelled { presenter.hideThumb() }
            }
            .sensoryTick(trigger: presenter.scrubbedSection)
    }
}

/// Drags of the thumb, on devices with fingers or pointers.
private struct ScrubberDrag: ViewModifier {
    let presenter: GridPresenter
    let height: CGFloat

    func body(content: Content) -> some View {
        #if os(tvOS)
        content
        #else
        let drag = DragGesture(minimumDistance: 0, coordinateSpace: ScrubberBar.coordinateSpace)
            .onChanged { presenter.scrub(to: $0.location.y, barHeight: height) }
        content
            .modifier(EndedGesture(gesture: drag, onEnd: presenter.endScrub))
            // A gesture may not end when its view goes away, and the grid reads nothing before its end.
            .onDisappear(perform: presenter.endScrub)
            // Each move restarts the wait.
            .task(id: presenter.scrubber?.phase) {
                guard presenter.isScrubbing else { return }
                try? await Task.sleep(for: GridPresenter.scrubberRest)
                if !Task.isCancelled { presenter.restScrubber() }
            }
        #endif
    }
}

/// The date of the first visible assets, above the grid.
struct FloatingDate: View {
    let presenter: GridPresenter

    var body: some View {
        if presenter.floatsLabel, let label = presenter.floatingLabel(now: .now) {
            PhraseText(label.phrase).font(Font(metrics.floatingDate.font)).lineLimit(1)
                .padding(.horizontal, metrics.floatingDate.width).padding(.vertical, metrics.floatingDate.height)
                .background(.thinMaterial, in: Capsule())
                .padding(.top, metrics.floatingDate.distance)
                .allowsHitTesting(false)
                .accessibilityHidden(true)
        }
    }
}

extension View {
    /// A haptic tick when a value changes, on devices that support it.
    @ViewBuilder func sensoryTick<Trigger: Equatable>(trigger: Trigger) -> some View {
        #if os(visionOS)
        self
        #else
        sensoryFeedback(.selection, trigger: trigger)
        #endif
    }
}
#endif
