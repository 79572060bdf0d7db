#if canImport(SwiftUI)
import CameraRollBrowsing
import SwiftUI

/// One page of a pager: a picture that can be zoomed.
struct PageView: View {
    let cell: AssetCell
    let description: AssetDescription
    let size: CGSize
    let isCurrent: Bool
    @Binding var isZoomed: Bool
    @State private var zoom = PictureZoom(of: nil, width: 1, height: 1)
    @Environment(\.displayScale) private var displayScale

    var body: some View {
        picture
            .frame(width: size.width, height: size.height)
            .scaleEffect(zoom.scale)
            .offset(x: zoom.x, y: zoom.y)
            .overlay(alignment: .topTrailing) {
                if let share = description.download { DownloadRing(share: share).padding(16) }
            }
            .contentShape(Rectangle())
            .modifier(ZoomGestures(zoom: $zoom, isEnabled: isCurrent))
            .onChange(of: size, initial: true, reset)
            .onChange(of: cell.asset?.id, reset)
            .onChange(of: isCurrent, reset)
            .onChange(of: zoom.isZoomed) { _, zoomed in if isCurrent { isZoomed = zoomed } }
            .accessibilityElement()
            .accessibilityAddTraits(.isImage)
            .accessibilityLabel(description.label.localized)
    }

    @ViewBuilder private var picture: some View {
        if let image = cell.image.decoded?.image(scale: displayScale) {
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

/// Pinch, drag and double tap of a picture.
private struct ZoomGestures: ViewModifier {
    @Binding var zoom: PictureZoom
    let isEnabled: Bool
    @Environment(\.accessibilityReduceMotion) private var reducesMotion

    func body(content: Content) -> some View {
        #if os(tvOS)
        content
        #else
        content
            .modifier(EndedGesture(gesture: magnify, isEnabled: isEnabled, isSimultaneous: true, onEnd: endPinch))
            .modifier(
                EndedGesture(
                    gesture: drag, isEnabled: isEnabled && zoom.isZoomed, isSimultaneous: true, onEnd: endDrag)
            )
            .simultaneousGesture(
                SpatialTapGesture(count: 2).onEnded { toggle(at: $0.location) }, isEnabled: isEnabled)
        #endif
    }

    #if !os(tvOS)
    private var magnify: some Gesture {
        MagnifyGesture()
            .onChanged { zoom.pinch(to: $0.magnification, x: $0.startLocation.x, y: $0.startLocation.y) }
    }

    private var drag: some Gesture {
        DragGesture()
            .onChanged { zoom.drag(toX: $0.translation.width, y: $0.translation.height) }
    }
    #endif

    private func endPinch() { zoom.endPinch() }
    private func endDrag() { zoom.endDrag() }

    private func toggle(at point: CGPoint) {
        withAnimation(reducesMotion ? nil : .default) { zoom.doubleTap(x: point.x, y: point.y) }
    }
}
#endif
