#if canImport(SwiftUI)
public import CameraRollBrowsing
public import SwiftUI

/// The library that the views of a hierarchy show.
public nonisolated struct PhotoLibraryContext: Sendable {
    /// The manager of the library.
    public let manager: MediaManager
    /// The manager of its images.
    public let images: CachingImageManager

    /// Creates a context.
    public init(manager: MediaManager, images: CachingImageManager) {
        (self.manager, self.images) = (manager, images)
    }
}

private nonisolated struct PhotoLibraryKey: EnvironmentKey {
    static let defaultValue: PhotoLibraryContext? = nil
}

extension EnvironmentValues {
    /// The library of the views; nil unless `photoLibrary(_:images:)` sets one.
    public nonisolated var photoLibrary: PhotoLibraryContext? {
        get { self[PhotoLibraryKey.self] }
        set { self[PhotoLibraryKey.self] = newValue }
    }
}

extension View {
    /// Sets the library of the views of a hierarchy.
    public func photoLibrary(_ manager: MediaManager, images: CachingImageManager) -> some View {
        environment(\.photoLibrary, PhotoLibraryContext(manager: manager, images: images))
    }

    /// Presents a picker of the library that `photoLibrary(_:images:)` sets, like `photosPicker`.
    ///
    /// - Parameters:
    ///   - isPresented: whether the picker is shown; set to false when the user has finished or canceled.
    ///   - configuration: what is offered and delivered.
    ///   - grid: the options of the grid; nil for a browser's defaults.
    ///   - encoder: encodes pictures again; nil if the app has no codec.
    ///   - onCamera: called when the user taps the camera's cell, to present a camera; if nil, there is no such cell.
    ///   - onSelectionChange: called with each change of the selection, if the configuration selects continuously.
    ///   - onFinish: called with the results if the user finishes.
    public func photoPicker(
        isPresented: Binding<Bool>, configuration: PickerConfiguration = PickerConfiguration(),
        grid: GridOptions? = nil, encoder: PickerEncoder? = nil, onCamera: (@MainActor () -> Void)? = nil,
        onSelectionChange: (@MainActor (AssetSelection) -> Void)? = nil, onFinish: @escaping (PickerResults) -> Void
    ) -> some View {
        modifier(
            PickerPresentation(isPresented: isPresented) { ending in
                PresentedPicker(
                    configuration: configuration, grid: grid, encoder: encoder, ending: ending,
                    onCamera: onCamera, onSelectionChange: onSelectionChange, onFinish: onFinish)
            })
    }
}

/// A sheet with a picker, whose session ends with the sheet.
private struct PickerPresentation: ViewModifier {
    @Binding var isPresented: Bool
    let picker: (PresentationEnd) -> PresentedPicker
    @State private var ending = PresentationEnd()

    init(isPresented: Binding<Bool>, picker: @escaping (PresentationEnd) -> PresentedPicker) {
        _isPresented = isPresented
        self.picker = picker
    }

    func body(content: Content) -> some View {
        content.sheet(isPresented: $isPresented, onDismiss: ending.end) { picker(ending).sheetSize() }
    }
}

/// A picker with a session of its own for as long as it is presented.
private struct PresentedPicker: View {
    let configuration: PickerConfiguration
    let grid: GridOptions?
    let encoder: PickerEncoder?
    let ending: PresentationEnd
    let onCamera: (@MainActor () -> Void)?
    let onSelectionChange: (@MainActor (AssetSelection) -> Void)?
    let onFinish: (PickerResults) -> Void
    @Environment(\.photoLibrary) private var library
    @State private var session: PickerSession?
    @State private var isImpossible = false

    var body: some View {
        Group {
            if let session, let library {
                PhotoPickerView(session, images: library.images, onCamera: onCamera, onFinish: onFinish)
            } else if isImpossible {
                PhraseText(Phrase(.libraryFailed)).padding()
            } else {
                Color.clear
            }
        }
        .onAppear(perform: makeSession)
    }

    /// Without a library, or with an invalid configuration, there is no session, and the text stays.
    private func makeSession() {
        guard session == nil, !isImpossible else { return }
        guard let library else { return fail("The view has no library: call photoLibrary(_:images:) on its parent.") }
        do {
            let session = try PickerSession(
                manager: library.manager, images: library.images, configuration: configuration, grid: grid,
                encoder: encoder)
            session.onSelectionChange = onSelectionChange
            ending.session = session
            self.session = session
        } catch {
            fail("\(error)")
        }
    }

    /// Shows a programming error, which stops a debug build.
    private func fail(_ reason: String) {
        isImpossible = true
        assertionFailure(reason)
    }
}
#endif
