#if canImport(SwiftUI)
public import CameraRollBrowsing
public import SwiftUI

/// The albums of a browser in sections by kind, with counts and covers as they become known.
///
/// ```swift
/// AlbumList(browser, images: images) { choice in browser.choose(choice) }
/// ```
///
/// > Important: Never run on a device. The module's first page says what was type-checked, and when.
public struct AlbumList: View {
    private let browser: LibraryBrowser
    fileprivate let images: CachingImageManager
    private let onChoose: (AlbumChoice) -> Void
    @Environment(\.locale) private var locale

    /// Creates a list.
    ///
    /// - Parameters:
    ///   - browser: the browser.
    ///   - images: the manager of the images.
    ///   - onChoose: called with the album that the user taps.
    public init(
        _ browser: LibraryBrowser, images: CachingImageManager, onChoose: @escaping (AlbumChoice) -> Void
    ) {
        (self.browser, self.images, self.onChoose) = (browser, images, onChoose)
    }

    /// The sections.
    public var body: some View {
        List {
            if browser.albumFailure != nil { PhraseButton(phrase: Phrase(.libraryRetry)) { browser.retry() } }
            ForEach(browser.albumSections) { section in
                Section {
                    ForEach(section.rows) { row in AlbumRowView(row: row, list: self) }
                } header: {
                    if let phrase = section.kind.phrase { PhraseText(phrase) }
                }
            }
        }
        .navigationTitle(Text(Phrase(.albums), in: locale))
    }

    fileprivate func choose(_ row: AlbumRow) { onChoose(.album(row.id)) }
    fileprivate func appeared(_ row: AlbumRow) { browser.albumAppeared(row.id) }
    fileprivate func disappeared(_ row: AlbumRow) { browser.albumDisappeared(row.id) }
}

/// One album of a list.
private struct AlbumRowView: View {
    let row: AlbumRow
    let list: AlbumList
    @ScaledMetric(relativeTo: .body) private var side = metrics.albums.coverSide

    var body: some View {
        Button(action: { list.choose(row) }) {
            HStack(spacing: metrics.albums.spacing) {
                cover.frame(width: side, height: side)
                    .clipShape(RoundedRectangle(cornerRadius: metrics.albums.coverRadius)).accessibilityHidden(true)
                VStack(alignment: .leading, spacing: metrics.albums.lineSpacing) {
                    PhraseText(row.album.phrase).font(Font(metrics.albums.titleFont))
                    if let count = row.album.count.phrase {
                        PhraseText(count).font(Font(metrics.albums.countFont)).foregroundStyle(.secondary)
                    }
                }
            }
        }
        .buttonStyle(.plain)
        .onAppear { list.appeared(row) }
        .onDisappear { list.disappeared(row) }
    }

    @ViewBuilder private var cover: some View {
        if case .asset(let asset) = row.cover {
            Thumbnail(asset: asset, side: side, images: list.images)
        } else {
            Rectangle().fill(.quaternary).overlay { Image(systemName: "photo.on.rectangle") }
        }
    }
}
#endif
