#if canImport(SwiftUI)
import CameraRollBrowsing
import CoreTransferable
import SwiftUI
import UniformTypeIdentifiers

/// The main file of an asset for another app: it is read when the user has chosen one.
struct SharedAsset: Transferable {
    let share: AssetShare

    private nonisolated var isFilm: Bool { share.asset.mediaType == .video }

    nonisolated static var transferRepresentation: some TransferRepresentation {
        FileRepresentation(exportedContentType: .image) { try await $0.file() }.exportingCondition { !$0.isFilm }
        FileRepresentation(exportedContentType: .movie) { try await $0.file() }.exportingCondition(\.isFilm)
    }

    private nonisolated func file() async throws -> SentTransferredFile {
        guard let file = try await share.files().first else { throw PickerError.cancelled }
        return SentTransferredFile(file)
    }
}

/// The entries of a menu that share an asset, as it is and without its place.
struct ShareItems: View {
    let share: AssetShare?
    let asset: MediaAsset
    @Environment(\.locale) private var locale

    var body: some View {
        #if os(tvOS)
        EmptyView()
        #else
        if let share {
            link(share, Phrase(.pagerShare), "square.and.arrow.up")
            // A film cannot be delivered without its place.
            if asset.mediaType == .image, asset.place != nil {
                link(share.withoutPlace, Phrase(.pagerShareWithoutPlace), "mappin.slash")
            }
        }
        #endif
    }

    #if !os(tvOS)
    private func link(_ share: AssetShare, _ phrase: Phrase, _ symbol: String) -> some View {
        let name = Text(verbatim: AssetDescription(of: asset, at: 0, of: 1).kindAndDate.localized(in: locale))
        return ShareLink(item: SharedAsset(share: share), preview: SharePreview(name)) {
            PhraseLabel(phrase: phrase, symbol: symbol)
        }
    }
    #endif
}
#endif
