#if canImport(SwiftUI)
import Accessibility
import CameraRollBrowsing
import SwiftUI

/// The message that a limit is reached, shown for a while at the lower edge, with a haptic, and announced by VoiceOver.
struct LimitMessage: View {
    let presenter: GridPresenter
    @Environment(\.locale) private var locale

    var body: some View {
        ZStack {
            if let notice = presenter.notice {
                PhraseText(notice.phrase).font(Font(metrics.limit.font))
                    .padding(.horizontal, metrics.limit.width).padding(.vertical, metrics.limit.height)
                    .barBackground(in: RoundedRectangle(cornerRadius: 16))
                    .padding(metrics.limit.distance)
                    .accessibilityHidden(true)
            }
        }
        .allowsHitTesting(false)
        .sensoryWarning(trigger: presenter.notice?.number ?? 0)
        .task(id: presenter.notice) {
            guard let notice = presenter.notice else { return }
            AccessibilityNotification.Announcement(notice.phrase.localized(in: locale)).post()
            try? await Task.sleep(for: GridPresenter.noticeTime)
            if !Task.isCancelled { presenter.hide(notice) }
        }
    }
}

/// VoiceOver's rotor with the dates of the sections around the screen; a flick moves to the next day.
struct SectionRotor: ViewModifier {
    let presenter: GridPresenter
    @Environment(\.locale) private var locale

    func body(content: Content) -> some View {
        content.accessibilityRotor(Text(Phrase(.gridDates), in: locale)) {
            ForEach(presenter.rotorSections(now: .now)) { entry in
                AccessibilityRotorEntry(Text(entry.label, in: locale), id: entry.id) {
                    presenter.reveal(section: entry.section)
                }
            }
        }
    }
}

extension View {
    /// A warning haptic when a number changes, on devices that support it.
    @ViewBuilder func sensoryWarning(trigger: Int) -> some View {
        #if os(visionOS)
        self
        #else
        sensoryFeedback(trigger: trigger) { _, number in number > 0 ? .warning : nil }
        #endif
    }
}
#endif
