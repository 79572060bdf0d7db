#if canImport(SwiftUI)
import Accessibility
import CameraRollBrowsing
import SwiftUI

/// A picture of a picker in full screen, with a button that selects it and the strip of selected assets.
struct PickerPreviewView: View {
    let preview: PickerPreview
    let strip: SelectedStrip
    let images: CachingImageManager
    let finish: @MainActor () -> Void
    let close: @MainActor () -> Void
    let look: @MainActor (SelectedStrip.Item) -> Void
    @State private var showsBars = true
    @State private var wanted: SelectedStrip.Item?

    var body: some View {
        PagerFrame(pager: preview.pager, showsBars: $showsBars, close: close, showInfo: {}) { _ in
            EmptyView()
        } top: {
            topBar
        } bottom: {
            PickerBar(session: preview.session, strip: strip, images: images) { wanted = $0 }
        }
        .task(id: wanted?.id) {
            // An asset of another album is shown among the selected ones.
            if let wanted, await !preview.show(wanted.asset), !Task.isCancelled { look(wanted) }
            if !Task.isCancelled { wanted = nil }
        }
        // The last asset was deleted, or permission was withdrawn: nothing is left to show.
        .onChange(of: preview.isOver) { _, isOver in if isOver { close() } }
    }

    private var topBar: some View {
        HStack {
            PagerButton(phrase: Phrase(.pagerClose), symbol: "chevron.backward", action: close)
            Spacer()
            SelectButton(preview: preview)
            AddButton(session: preview.session, isFinishing: false, action: finish)
        }
        .padding(.horizontal, 8)
        .barBackground()
    }
}

/// Selects the asset on screen; if a limit refuses it, a message and a haptic say so.
private struct SelectButton: View {
    let preview: PickerPreview
    @State private var refusals = 0
    @Environment(\.locale) private var locale

    var body: some View {
        Button(action: toggle) {
            SelectionCircle(isSelected: preview.isSelected, orderNumber: preview.orderNumber, side: 28)
                .opacity(preview.canToggle ? 1 : 0.4)
                .touchTarget()
        }
        .buttonStyle(.plain)
        // Not disabled at a limit: a tap explains why nothing happens.
        .disabled(preview.position == nil)
        #if !os(tvOS)
        .keyboardShortcut(.space, modifiers: [])
        #endif
        .accessibilityLabel(preview.togglePhrase)
        .accessibilityAddTraits(preview.isSelected ? [.isButton, .isSelected] : .isButton)
        .sensoryTick(trigger: preview.isSelected)
        .sensoryWarning(trigger: refusals)
        .overlay(alignment: .bottomTrailing) {
            if let phrase = preview.refusal?.phrase {
                PhraseText(phrase).font(.footnote.weight(.semibold)).fixedSize().padding(8).barBackground()
                    .offset(y: 44).accessibilityHidden(true)
            }
        }
    }

    private func toggle() {
        guard let phrase = preview.toggle().refusal?.phrase else { return }
        refusals += 1
        AccessibilityNotification.Announcement(phrase.localized(in: locale)).post()
    }
}
#endif
