#if canImport(SwiftUI)
public import CameraRollBrowsing
public import SwiftUI

/// A picker: the user selects assets of the library or of an album, and the session delivers them.
///
/// ```swift
/// PhotoPickerView(session, images: images) { results in use(results) }
/// ```
///
/// The session ends with the presentation, and stays while another view covers this one. Call `session.dismissed()` in
/// the `onDismiss` of a sheet, which tells of the end at once; otherwise it ends when SwiftUI releases this view's
/// state.
///
/// > Important: This view compiles against the public interfaces of iOS 26.2 and macOS 15.5. It was never run on
/// > a device.
public struct PhotoPickerView: View {
    private let session: PickerSession
    private let images: CachingImageManager
    private let onFinish: (PickerResults) -> Void
    @Environment(\.dismiss) private var dismiss
    @State private var showsAlbums = false
    @State private var isFinishing = false
    @State private var ending = PresentationEnd()

    /// Creates a view of a session, which it opens.
    ///
    /// - Parameters:
    ///   - session: the session.
    ///   - images: the manager of the images.
    ///   - onFinish: called with the results if the user finishes; not called if the user cancels.
    public init(
        _ session: PickerSession, images: CachingImageManager, onFinish: @escaping (PickerResults) -> Void
    ) {
        self.session = session
        self.images = images
        self.onFinish = onFinish
    }

    /// The grid between two bars.
    public var body: some View {
        LibraryView(session.browser) {
            AssetGridView(session.browser.grid, selects: true)
        }
        .safeAreaInset(edge: .top, spacing: 0) { topBar }
        .safeAreaInset(edge: .bottom, spacing: 0) { bottomBar }
        .sheet(isPresented: $showsAlbums) { albums }
        .onAppear(perform: open)
        .task(id: isFinishing) { await finish() }
    }

    private var topBar: some View {
        HStack {
            Button(role: .cancel, action: cancel) { Text(Phrase(.pickerCancel)) }
            Spacer()
            Button {
                showsAlbums = true
            } label: {
                Text(session.browser.titlePhrase).font(.headline).lineLimit(1)
            }
            Spacer()
            Button {
                isFinishing = true
            } label: {
                Text(Phrase(.pickerAdd)).font(.headline)
            }
            .disabled(!session.canFinish || isFinishing)
        }
        .padding(12)
        .background(.thinMaterial)
    }

    private var bottomBar: some View {
        Text(session.selection.phrase).font(.footnote).padding(8).frame(maxWidth: .infinity).background(.thinMaterial)
    }

    private var albums: some View {
        NavigationStack {
            AlbumList(session.browser, images: images) { choice in
                session.browser.choose(choice)
                showsAlbums = false
            }
        }
    }

    private func open() {
        ending.session = session
        session.open()
    }

    private func cancel() {
        // The session ends before the view goes.
        session.cancel()
        dismiss()
    }

    private func finish() async {
        guard isFinishing else { return }
        defer { isFinishing = false }
        // What cannot be finished leaves the picker open, with its selection.
        guard let results = try? await session.finish() else { return }
        onFinish(results)
        dismiss()
    }
}

/// Ends a session with the state of the view that presents it.
///
/// A view disappears also when another one covers it: one that is pushed, a tab, a full-screen cover. Its state stays
/// then, and is released once the view is presented no more.
final class PresentationEnd {
    var session: PickerSession?

    func end() {
        session?.dismissed()
        session = nil
    }

    deinit {
        guard let session else { return }
        Task { @MainActor in session.dismissed() }
    }
}
#endif
