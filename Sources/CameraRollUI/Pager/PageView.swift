#if canImport(SwiftUI)
import CameraRollBrowsing
import SwiftUI

/// One page of a pager: a picture that can be zoomed.
struct PageView<Playback: View>: View {
    let pager: AssetPager
    let cell: AssetCell
    let size: CGSize
    let isCurrent: Bool
    @Binding var isZoomed: Bool
    let toggleBars: () -> Void
    @ViewBuilder let playback: () -> Playback
    @State private var zoom = PictureZoom(of: nil, width: 1, height: 1)
    @Environment(\.displayScale) private var displayScale

    var body: some View {
        let description = pager.description(of: cell)
        picture
            .frame(width: size.width, height: size.height)
            .accessibilityElement()
            .accessibilityAddTraits(.isImage)
            .accessibilityLabel(description.label)
            .accessibilityZoomAction { zoom.magnify(by: $0.direction == .zoomIn ? 2 : 0.5) }
            // Inside the gestures, which would not see the touches of a view next to them.
            .overlay { playback() }
            .scaleEffect(zoom.scale)
            .offset(x: zoom.x, y: zoom.y)
            .overlay(alignment: .topTrailing) {
                if let share = description.download { DownloadRing(share: share).padding(metrics.pager.ringMargin) }
            }
            .contentShape(Rectangle())
            .modifier(ZoomGestures(zoom: $zoom, isEnabled: isCurrent, toggleBars: toggleBars))
            .onChange(of: size, initial: true, reset)
            .onChange(of: cell.asset?.id, reset)
            .onChange(of: isCurrent, reset)
            .onChange(of: zoom.isZoomed) { _, zoomed in if isCurrent { isZoomed = zoomed } }
            .onChange(of: zoom.scale) { _, scale in if isCurrent { pager.zoom(to: scale) } }
    }

    @ViewBuilder private var picture: some View {
        if let image = pager.picture(of: cell)?.image(scale: displayScale) {
            image.resizable().aspectRatio(contentMode: .fit)
        } else if case .failed = cell.image {
            Image(systemName: "exclamationmark.triangle").foregroundStyle(.white)
        } else {
            ProgressView()
        }
    }

    private func reset() {
        zoom.fit(cell.asset, width: size.width, height: size.height, pixelsPerPoint: displayScale)
        if isCurrent { isZoomed = false }
    }
}

/// Pinch, drag and double tap of a picture, and the single tap that hides the bars.
private struct ZoomGestures: ViewModifier {
    @Binding var zoom: PictureZoom
    let isEnabled: Bool
    let toggleBars: () -> Void
    @Environment(\.accessibilityReduceMotion) private var reducesMotion

    func body(content: Content) -> some View {
        #if os(tvOS)
        content
        #else
        content
            .modifier(EndedGesture(gesture: magnify, isEnabled: isEnabled, onEnd: endPinch))
            .modifier(EndedGesture(gesture: drag, isEnabled: isEnabled && zoom.isZoomed, onEnd: endDrag))
            .simultaneousGesture(taps, isEnabled: isEnabled)
        #endif
    }

    #if !os(tvOS)
    private var magnify: some Gesture {
        MagnifyGesture().onChanged { zoom.pinch(to: $0.magnification, x: $0.startLocation.x, y: $0.startLocation.y) }
    }

    private var drag: some Gesture {
        DragGesture().onChanged { zoom.drag(toX: $0.translation.width, y: $0.translation.height) }
    }

    /// A single tap that is not followed by a second one.
    private var taps: some Gesture {
        SpatialTapGesture(count: 2).onEnded { toggle(at: $0.location) }
            .exclusively(before: SpatialTapGesture().onEnded { _ in toggleBars() })
    }
    #endif

    private func endPinch() { zoom.endPinch() }
    private func endDrag() { zoom.endDrag() }

    private func toggle(at point: CGPoint) {
        withAnimation(reducesMotion ? nil : .default) { zoom.doubleTap(x: point.x, y: point.y) }
    }
}
#endif
