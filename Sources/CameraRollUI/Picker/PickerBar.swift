#if canImport(SwiftUI)
import CameraRollBrowsing
import SwiftUI

/// The bar below a picker's grid: the selected assets, their number, and the switch for originals.
struct PickerBar: View {
    let session: PickerSession
    let strip: SelectedStrip
    let images: CachingImageManager
    let look: (SelectedStrip.Item) -> Void

    var body: some View {
        VStack(spacing: 0) {
            if !strip.items.isEmpty, session.configuration.selectionLimit != 1 {
                StripView(session: session, strip: strip, images: images, look: look)
            }
            HStack {
                PhraseText(session.selection.phrase).font(Font(metrics.picker.lowerFont))
                if session.configuration.offersOriginals {
                    Spacer()
                    OriginalSwitch(session: session, strip: strip)
                }
            }
            .padding(.horizontal, metrics.picker.margin)
            .frame(minHeight: metrics.touchTarget)
        }
        .frame(maxWidth: .infinity)
        .barBackground()
    }
}

/// The switch with which the user chooses original files, with their size.
private struct OriginalSwitch: View {
    @Bindable var session: PickerSession
    let strip: SelectedStrip

    var body: some View {
        Toggle(isOn: $session.deliversOriginals) {
            PhraseText(strip.originalPhrase).font(Font(metrics.picker.lowerFont))
        }
        .fixedSize()
    }
}

/// The selected assets in order; a tap shows one, its button removes it, and a drag after a long press moves it.
struct StripView: View {
    let session: PickerSession
    let strip: SelectedStrip
    let images: CachingImageManager
    let look: (SelectedStrip.Item) -> Void
    @ScaledMetric(relativeTo: .body) private var side = metrics.picker.stripSide
    @State private var scroll = ScrollPosition(edge: .leading)
    @Environment(\.layoutDirection) private var layoutDirection
    @Environment(\.accessibilityReduceMotion) private var reducesMotion

    var body: some View {
        ScrollView(.horizontal, showsIndicators: false) { items }
            .scrollPosition($scroll)
            // To the asset that was selected last.
            .onChange(of: strip.items.count) { old, new in
                guard new > old else { return }
                withAnimation(reducesMotion ? nil : .default) { scroll.scrollTo(edge: .trailing) }
            }
            .accessibilityElement(children: .contain)
            .accessibilityLabel(Phrase(.pickerSelected))
    }

    private var items: some View {
        HStack(spacing: metrics.picker.stripSpacing) {
            ForEach(strip.items) { item in
                StripItemView(item: item, strip: strip, side: side, images: images, look: look)
            }
        }
        .modifier(DragSource(isEnabled: true, onMove: drag, onEnd: strip.endDrag))
        .onDisappear(perform: strip.endDrag)
        .animation(reducesMotion ? nil : .default, value: strip.items)
        .padding(.horizontal, metrics.picker.margin)
        .padding(.top, metrics.picker.stripMargin)
    }

    private func drag(to place: CGPoint) {
        let width = side + metrics.picker.stripSpacing
        let x = layoutDirection == .rightToLeft ? width * Double(strip.items.count) - place.x : place.x
        strip.drag(toX: x, itemWidth: width)
    }
}

/// One selected asset.
private struct StripItemView: View {
    let item: SelectedStrip.Item
    let strip: SelectedStrip
    let side: Double
    let images: CachingImageManager
    let look: (SelectedStrip.Item) -> Void

    var body: some View {
        Thumbnail(asset: item.asset, side: side, images: images)
            .clipShape(RoundedRectangle(cornerRadius: metrics.albums.coverRadius))
            .opacity(strip.dragged == item.id ? 0.6 : 1)
            .contentShape(Rectangle())
            .onTapGesture { look(item) }
            .overlay(alignment: .topTrailing) {
                Button {
                    strip.deselect(item)
                } label: {
                    Image(systemName: "xmark.circle.fill").font(.footnote).padding(4)
                }
                .buttonStyle(.plain)
            }
            .accessibilityElement()
            .accessibilityLabel(strip.label(of: item))
            .accessibilityAddTraits(.isButton)
            .accessibilityAction(.default) { look(item) }
            .accessibilityAction(named: Phrase(.stripEarlier)) { strip.move(item, by: -1) }
            .accessibilityAction(named: Phrase(.stripLater)) { strip.move(item, by: 1) }
            .accessibilityAction(named: Phrase(.pickerDeselect)) { strip.deselect(item) }
    }
}
#endif
