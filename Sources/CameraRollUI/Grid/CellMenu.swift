#if canImport(SwiftUI)
import CameraRollBrowsing
import SwiftUI

/// A cell's menu on a long press or secondary click, with a larger picture and what the library's editor allows.
struct CellMenu: ViewModifier {
    let cell: AssetCell
    let presenter: GridPresenter
    /// False where a long press selects.
    let isEnabled: Bool
    @State private var isAsking = false
    @State private var edit: Edit?

    private enum Edit: Hashable {
        case favorite(Bool)
        case hide
        case delete
    }

    func body(content: Content) -> some View {
        if isEnabled {
            content.contextMenu {
                items
            } preview: {
                MenuPreview(cell: cell, images: presenter.grid.images)
            }
            .modifier(DeleteQuestion(isPresented: $isAsking) { edit = .delete })
            // Not the view's own task: the edit continues after the view has left the screen.
            .onChange(of: edit) { _, edit in if edit != nil { Task { await perform() } } }
        } else {
            content
        }
    }

    @ViewBuilder private var items: some View {
        let offer = presenter.editOffer
        if offer.canEdit {
            let isFavorite = cell.badges.isFavorite
            PhraseButton(phrase: Phrase(isFavorite ? .pagerUnfavorite : .pagerFavorite), symbol: "heart") {
                edit = .favorite(!isFavorite)
            }
        }
        if let asset = cell.asset { ShareItems(share: presenter.grid.share(of: cell), asset: asset) }
        if offer.canEdit { PhraseButton(phrase: Phrase(.pagerHide), symbol: "eye.slash") { edit = .hide } }
        if offer.canDelete {
            PhraseButton(phrase: Phrase(.pagerDelete), symbol: "trash", role: .destructive) {
                if offer.asksBeforeDeleting { isAsking = true } else { edit = .delete }
            }
        }
    }

    /// An edit that the library refuses leaves the asset as it is.
    private func perform() async {
        guard let edit else { return }
        defer { self.edit = nil }
        switch edit {
        case .favorite(let isFavorite): try? await presenter.grid.setFavorite(isFavorite, of: cell)
        case .hide: try? await presenter.grid.setHidden(true, of: cell)
        case .delete: try? await presenter.grid.delete(cell)
        }
    }
}

/// The picture above a menu, at most as wide as it is high.
private struct MenuPreview: View {
    let cell: AssetCell
    let images: CachingImageManager

    var body: some View {
        if let asset = cell.asset {
            AssetImage(asset, size: CGSize(width: 300, height: 300), contentMode: .fit, from: images) { image in
                image.resizable().aspectRatio(contentMode: .fit)
            } placeholder: {
                Rectangle().fill(.quaternary).frame(width: 300, height: 300)
            }
        }
    }
}
#endif
