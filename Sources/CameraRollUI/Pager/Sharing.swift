#if canImport(SwiftUI)
import CameraRollBrowsing
import CoreTransferable
import SwiftUI
import UniformTypeIdentifiers

/// The main file of an asset, to share with another app; it is read once the user has chosen one.
struct SharedAsset: Transferable {
    let share: AssetShare
    /// The share whose files were handed over last; the other app may still read them.
    @MainActor private static var last: AssetShare?

    private nonisolated var isFilm: Bool { share.asset.mediaType == .video }

    nonisolated static var transferRepresentation: some TransferRepresentation {
        FileRepresentation(exportedContentType: .image) { try await $0.file() }.exportingCondition { !$0.isFilm }
        FileRepresentation(exportedContentType: .movie) { try await $0.file() }.exportingCondition(\.isFilm)
    }

    private nonisolated func file() async throws -> SentTransferredFile {
        await removeLast()
        guard let file = try await share.files().first else { throw PickerError.cancelled }
        return SentTransferredFile(file)
    }

    /// Removes the files that were handed over last.
    @MainActor private func removeLast() async {
        let old = Self.last
        Self.last = share
        await old?.remove()
    }
}

/// The entries of a menu that share an asset, as it is and without its place.
struct ShareItems: View {
    let share: AssetShare?
    let asset: MediaAsset
    @Environment(\.locale) private var locale

    var body: some View {
        if let share {
            link(share, Phrase(.pagerShare), "square.and.arrow.up")
            if asset.place != nil {
                link(share.withoutPlace, Phrase(.pagerShareWithoutPlace), "mappin.slash")
            }
        }
    }

    @ViewBuilder private func link(_ share: AssetShare, _ phrase: Phrase, _ symbol: String) -> some View {
        #if !os(tvOS)
        let name = Text(verbatim: AssetDescription(of: asset, at: 0, of: 1).kindAndDate.localized(in: locale))
        ShareLink(item: SharedAsset(share: share), preview: SharePreview(name)) {
            PhraseLabel(phrase: phrase, symbol: symbol)
        }
        #endif
    }
}
#endif
