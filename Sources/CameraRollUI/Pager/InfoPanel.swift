#if canImport(SwiftUI)
import CameraRollBrowsing
import SwiftUI

/// The details of the asset on screen: date, file, camera, exposure, place.
struct InfoPanel: View {
    let info: AssetInfo
    @Environment(\.locale) private var locale

    var body: some View {
        List {
            ForEach(info.lines(in: locale)) { line in
                LabeledContent(content: { PhraseText(line.text) }, label: { PhraseText(line.name) })
            }
        }
        .task { await info.load() }
    }
}

/// Small pictures of the pages around the one on screen; a tap shows a page.
struct Filmstrip: View {
    let pager: AssetPager
    private static let side = metrics.pager.stripSide

    var body: some View {
        HStack(spacing: metrics.pager.stripSpacing) {
            ForEach(pager.filmstrip()) { page in
                if let asset = page.cell.asset {
                    Thumbnail(asset: asset, side: Self.side, images: pager.images)
                        .frame(width: page.isCurrent ? Self.side : Self.side * metrics.pager.stripShare)
                        .clipped()
                        .contentShape(Rectangle())
                        .onTapGesture { pager.moved(by: page.distance) }
                }
            }
        }
        .frame(maxWidth: .infinity)
        .clipped()
        // VoiceOver turns the pages directly.
        .accessibilityHidden(true)
    }
}
#endif
