#if canImport(SwiftUI)
import CameraRollBrowsing
import SwiftUI

/// The buttons below a pager: close, favorite, delete.
///
/// An edit is shown at once, and taken back if it fails.
struct PagerBar: View {
    let pager: AssetPager
    @Environment(\.dismiss) private var dismiss
    @State private var edit: Edit?

    private enum Edit: Hashable {
        case favorite(Bool)
        case delete
    }

    var body: some View {
        HStack(spacing: 24) {
            button(Phrase(.pagerClose), "xmark") { dismiss() }
            Spacer()
            favorite
            button(Phrase(.pagerDelete), "trash") { edit = .delete }
        }
        .padding(16)
        .background(.thinMaterial)
        .disabled(edit != nil)
        .task(id: edit) { await perform() }
    }

    @ViewBuilder private var favorite: some View {
        if pager.current?.badges.isFavorite ?? false {
            button(Phrase(.pagerUnfavorite), "heart.fill") { edit = .favorite(false) }
        } else {
            button(Phrase(.pagerFavorite), "heart") { edit = .favorite(true) }
        }
    }

    private func button(_ phrase: Phrase, _ symbol: String, _ action: @escaping @MainActor () -> Void) -> some View {
        Button(action: action) { Image(systemName: symbol) }
            .buttonStyle(.borderless)
            .accessibilityLabel(phrase.localized())
    }

    /// The pager takes back what fails: the page shows it.
    private func perform() async {
        guard let edit else { return }
        defer { self.edit = nil }
        switch edit {
        case .favorite(let isFavorite): try? await pager.setFavorite(isFavorite)
        case .delete: try? await pager.delete()
        }
    }
}
#endif
