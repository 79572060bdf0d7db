#if canImport(SwiftUI)
public import CameraRoll
public import SwiftUI

/// A picker: the user selects assets of the library or of an album, and the session delivers them.
///
/// ```swift
/// PhotoPickerView(session, images: images) { results in use(results) }
/// ```
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
        .onAppear { session.open() }
        .onDisappear { session.dismissed() }
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
#endif
