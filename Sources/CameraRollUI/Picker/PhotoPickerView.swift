#if canImport(SwiftUI)
public import CameraRollBrowsing
public import SwiftUI

/// A picker: the user views and selects assets of the library or an album, and the session delivers them.
///
/// ```swift
/// PhotoPickerView(session, images: images) { results in use(results) }
/// ```
///
/// A tap on an asset's mark selects it, and one on its picture shows it in full screen, unless the configuration lets
/// the whole cell select. The selected assets are in a strip, where they can be moved. At a limit, all others are
/// dimmed.
///
/// The session ends with the presentation, and continues while another view covers this one. Call `session.dismissed()`
/// in the `onDismiss` of a sheet to end it at once; otherwise it ends when SwiftUI releases this view's state.
///
/// > Important: Never run on a device. The module's first page says what was type-checked, and when.
public struct PhotoPickerView: View {
    private let session: PickerSession
    private let images: CachingImageManager
    private let onCamera: (@MainActor () -> Void)?
    private let onFinish: (PickerResults) -> Void
    @Environment(\.dismiss) private var dismiss
    @Environment(\.displayScale) private var displayScale
    @Environment(\.dynamicTypeSize) private var textSize
    @Environment(\.accessibilityReduceMotion) private var reducesMotion
    @State private var strip: SelectedStrip
    @State private var preview: PickerPreview?
    @State private var wanted: SelectedStrip.Item?
    @State private var lastSeen: Int?
    @State private var size = CGSize.zero
    @State private var showsAlbums = false
    @State private var isFinishing = false
    @State private var ending = PresentationEnd()

    /// Creates a view of a session, which it opens.
    ///
    /// - Parameters:
    ///   - session: the session, for as long as the view exists: a view of another session needs another identity.
    ///   - images: the manager of the images.
    ///   - onCamera: called when the user taps the camera's cell, to present a camera; if nil, there is no such cell.
    ///   - onFinish: called with the results if the user finishes; not called if the user cancels.
    public init(
        _ session: PickerSession, images: CachingImageManager, onCamera: (@MainActor () -> Void)? = nil,
        onFinish: @escaping (PickerResults) -> Void
    ) {
        (self.session, self.images, self.onCamera, self.onFinish) = (session, images, onCamera, onFinish)
        _strip = State(wrappedValue: SelectedStrip(of: session))
    }

    /// The grid between two bars, and a full-screen picture over it while there is a preview.
    public var body: some View {
        ZStack {
            library
                // VoiceOver and keys belong to the preview while it covers the grid.
                .accessibilityHidden(preview != nil)
                .disabled(preview != nil)
            if let preview {
                PickerPreviewView(
                    preview: preview, strip: strip, images: images, finish: finishPicking, close: closePreview,
                    look: look(at:)
                )
                .id(preview.id)
                .transition(.opacity)
            }
        }
        .onGeometryChange(for: CGSize.self, of: \.size) { size = $0 }
        .sheet(isPresented: $showsAlbums) { albums }
        .onAppear(perform: open)
        .task(id: isFinishing) { await finish() }
        .task(id: wanted?.id) { await showWanted() }
    }

    private var library: some View {
        LibraryView(session.browser) {
            AssetGridView(
                session.browser.grid, selects: true, opensPictures: session.configuration.pictureTap == .looks,
                leadingItems: onCamera == nil ? 0 : 1
            ) { _ in
                CameraCell { onCamera?() }
            } onOpen: { position in
                look(at: position)
            }
            .revealing(lastSeen)
        }
        .safeAreaInset(edge: .top, spacing: 0) { topBar }
        .safeAreaInset(edge: .bottom, spacing: 0) {
            PickerBar(session: session, strip: strip, images: images, look: look)
        }
    }

    /// The largest texts leave no room for the title between the buttons: it has a line of its own.
    private var topBar: some View {
        VStack(spacing: 0) {
            HStack {
                Button(role: .cancel, action: cancel) {
                    PhraseText(Phrase(.pickerCancel)).lineLimit(1).touchTarget()
                }
                #if !os(tvOS)
                .keyboardShortcut(.cancelAction)
                #endif
                Spacer()
                if !textSize.isAccessibilitySize { title }
                Spacer()
                AddButton(session: session, isFinishing: isFinishing, action: finishPicking)
            }
            if textSize.isAccessibilitySize { title }
        }
        .padding(.horizontal, metrics.picker.margin)
        .barBackground()
    }

    private var title: some View { AlbumButton(browser: session.browser) { showsAlbums = true } }

    private var albums: some View {
        AlbumList(session.browser, images: images) { choice in
            session.browser.choose(choice)
            showsAlbums = false
        }
        .inSheet { showsAlbums = false }
    }

    private func open() {
        ending.session = session
        session.open()
    }

    private func cancel() {
        // The session ends before the view disappears.
        session.cancel()
        dismiss()
    }

    private func finishPicking() { isFinishing = true }

    private func finish() async {
        guard isFinishing else { return }
        defer { isFinishing = false }
        // If the session cannot finish, the picker stays open with its selection.
        guard let results = try? await session.finish() else { return }
        onFinish(results)
        dismiss()
    }

    private var screen: PixelSize? {
        let screen = ImageTargetSize.points(width: size.width, height: size.height, scale: displayScale)
        return if case .pixels(let pixels) = screen { pixels } else { nil }
    }

    private func look(at position: Int) {
        guard let screen else { return }
        // A list that is gone has no picture to show.
        show(try? PickerPreview(of: session, at: position, imageSize: screen))
    }

    private func look(at item: SelectedStrip.Item) { wanted = item }

    /// Shows the selected assets of all albums, from the one on that was tapped in the strip.
    private func showWanted() async {
        guard let wanted, let screen else { return }
        let preview = try? await PickerPreview.opened(at: wanted, of: strip, imageSize: screen)
        guard !Task.isCancelled else { return }
        self.wanted = nil
        if let preview { show(preview) }
    }

    private func show(_ preview: PickerPreview?) {
        withAnimation(reducesMotion ? nil : .default) { self.preview = preview }
    }

    private func closePreview() {
        lastSeen = preview?.position
        withAnimation(reducesMotion ? nil : .default) { preview = nil }
    }
}

/// The title of a picker, which opens the albums.
private struct AlbumButton: View {
    let browser: LibraryBrowser
    let action: @MainActor () -> Void

    var body: some View {
        Button(action: action) {
            HStack(spacing: metrics.picker.chevronSpacing) {
                PhraseText(browser.titlePhrase).font(Font(metrics.picker.titleFont)).lineLimit(1)
                Image(systemName: "chevron.down").font(Font(metrics.picker.chevronFont))
            }
            .touchTarget()
        }
        .accessibilityLabel(Phrase(.pickerAlbums))
        .accessibilityValue(browser.titlePhrase)
    }
}

/// The button that ends a picker with its selection.
struct AddButton: View {
    let session: PickerSession
    let isFinishing: Bool
    let action: @MainActor () -> Void

    var body: some View {
        Button(action: action) {
            PhraseText(session.addPhrase).font(Font(metrics.picker.titleFont)).lineLimit(1).touchTarget()
        }
        .disabled(!session.canFinish || isFinishing)
        #if !os(tvOS)
        .keyboardShortcut(.return, modifiers: .command)
        #endif
    }
}

/// The cell before the first asset that opens a camera.
struct CameraCell: View {
    let action: @MainActor () -> Void

    var body: some View {
        Button(action: action) {
            Rectangle().fill(.quaternary).overlay { Image(systemName: "camera").font(.title) }
        }
        .buttonStyle(.plain)
        .pointerHighlight()
        .accessibilityLabel(Phrase(.pickerCamera))
    }
}
#endif
