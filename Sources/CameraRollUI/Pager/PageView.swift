#if canImport(SwiftUI)
import CameraRoll
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
            .modifier(ZoomGestures(zoom: $zoom, size: size, isEnabled: isCurrent))
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
        zoom = PictureZoom(
            of: cell.asset, width: size.width, height: size.height, pixelsPerPoint: displayScale)
        if isCurrent { isZoomed = false }
    }
}

/// Pinch, drag and double tap of a picture.
private struct ZoomGestures: ViewModifier {
    @Binding var zoom: PictureZoom
    let size: CGSize
    let isEnabled: Bool
    @State private var lastMagnification: CGFloat = 1
    @State private var lastTranslation = CGSize.zero

    func body(content: Content) -> some View {
        #if os(tvOS)
        content
        #else
        content
            .simultaneousGesture(magnify, isEnabled: isEnabled)
            .simultaneousGesture(drag, isEnabled: isEnabled && zoom.isZoomed)
            .simultaneousGesture(
                SpatialTapGesture(count: 2).onEnded { toggle(at: $0.location) }, isEnabled: isEnabled)
        #endif
    }

    #if !os(tvOS)
    private var magnify: some Gesture {
        MagnifyGesture()
            .onChanged { value in
                let center = fromCenter(value.startLocation)
                zoom.magnify(by: value.magnification / lastMagnification, x: center.width, y: center.height)
                lastMagnification = value.magnification
            }
            .onEnded { _ in lastMagnification = 1 }
    }

    private var drag: some Gesture {
        DragGesture()
            .onChanged { value in
                zoom.move(
                    x: value.translation.width - lastTranslation.width,
                    y: value.translation.height - lastTranslation.height)
                lastTranslation = value.translation
            }
            .onEnded { _ in lastTranslation = .zero }
    }
    #endif

    private func toggle(at point: CGPoint) {
        let center = fromCenter(point)
        withAnimation { zoom.toggle(x: center.width, y: center.height) }
    }

    private func fromCenter(_ point: CGPoint) -> CGSize {
        CGSize(width: point.x - size.width / 2, height: point.y - size.height / 2)
    }
}
#endif
