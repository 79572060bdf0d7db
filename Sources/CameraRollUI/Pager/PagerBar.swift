#if canImport(SwiftUI)
import CameraRollBrowsing
import SwiftUI

/// The date of the asset on screen above a pager, and the button that closes it.
struct PagerTitle: View {
    let pager: AssetPager
    let close: @MainActor () -> Void

    var body: some View {
        ZStack(alignment: .leading) {
            if let date = pager.datePhrase {
                PhraseText(date).font(Font(metrics.pager.titleFont)).lineLimit(2).minimumScaleFactor(0.5)
                    .padding(.horizontal, metrics.touchTarget).frame(maxWidth: .infinity)
                    .accessibilityAddTraits(.isHeader)
            }
            PagerButton(phrase: Phrase(.pagerClose), symbol: "xmark", action: close)
        }
        .padding(.horizontal, metrics.pager.margin)
        .barBackground()
    }
}

/// The bar below a pager: a strip of small pictures, and the buttons Share, Favorite, Info and Delete.
///
/// An edit is shown at once, and reverted if it fails.
struct PagerBar: View {
    let pager: AssetPager
    let showInfo: @MainActor () -> Void
    @State private var edit: Edit?
    @State private var isAsking = false
    @State private var assetInQuestion: AssetID?

    private enum Edit: Hashable {
        case favorite(Bool)
        case askAndDelete
        case delete
    }

    var body: some View {
        VStack(spacing: 0) {
            Filmstrip(pager: pager)
            HStack {
                ShareMenu(pager: pager)
                Spacer()
                favorite
                PagerButton(phrase: Phrase(.pagerInfo), symbol: "info.circle", action: showInfo)
                Spacer()
                PagerButton(phrase: Phrase(.pagerDelete), symbol: "trash") { edit = .askAndDelete }
            }
            .padding(.horizontal, metrics.pager.margin)
        }
        .barBackground()
        .disabled(edit != nil || pager.current?.asset == nil)
        // Not the view's own task: the edit continues after the view has left the screen.
        .onChange(of: edit) { _, edit in if edit != nil { Task { await perform() } } }
        .modifier(DeleteQuestion(isPresented: $isAsking) { edit = .delete })
    }

    private var favorite: some View {
        let isFavorite = pager.current?.badges.isFavorite ?? false
        let phrase = Phrase(isFavorite ? .pagerUnfavorite : .pagerFavorite)
        return PagerButton(phrase: phrase, symbol: isFavorite ? "heart.fill" : "heart") {
            edit = .favorite(!isFavorite)
        }
    }

    /// The pager reverts an edit that fails, and the page shows that.
    private func perform() async {
        guard let edit else { return }
        defer { self.edit = nil }
        switch edit {
        case .favorite(let isFavorite): try? await pager.setFavorite(isFavorite)
        case .askAndDelete:
            // If the library asks by itself, a question of ours would be a second one.
            let asset = pager.current?.asset?.id
            let asks = await pager.asksBeforeDeleting()
            // The user may have turned the page meanwhile.
            guard asset == pager.current?.asset?.id else { return }
            (assetInQuestion, isAsking) = (asset, asks)
            if !asks { try? await pager.delete() }
        case .delete: if assetInQuestion == pager.current?.asset?.id { try? await pager.delete() }
        }
    }
}

/// The button that shares the asset on screen.
private struct ShareMenu: View {
    let pager: AssetPager

    var body: some View {
        Menu {
            if let asset = pager.current?.asset { ShareItems(share: pager.share(), asset: asset) }
        } label: {
            Image(systemName: "square.and.arrow.up").touchTarget()
        }
        .accessibilityLabel(Phrase(.pagerShare))
    }
}

/// The question before an asset is deleted, if the library does not ask.
struct DeleteQuestion: ViewModifier {
    @Binding var isPresented: Bool
    let delete: @MainActor () -> Void
    @Environment(\.locale) private var locale

    func body(content: Content) -> some View {
        content.confirmationDialog(
            Text(Phrase(.deleteQuestion), in: locale), isPresented: $isPresented, titleVisibility: .visible
        ) {
            Button(role: .destructive, action: delete) { PhraseText(Phrase(.pagerDelete)) }
        }
    }
}

/// A button of a pager's bars, as large as a touch target.
struct PagerButton: View {
    let phrase: Phrase
    let symbol: String
    let action: @MainActor () -> Void

    var body: some View {
        Button(action: action) { Image(systemName: symbol).touchTarget() }
            .buttonStyle(.borderless)
            .accessibilityLabel(phrase)
    }
}
#endif
