import CameraRollBrowsing
import CameraRollUI
import SwiftUI

/// A form with a button that presents a picker.
struct PostForm: View {
    @State private var picksPhotos = false
    @State private var results: PickerResults?
    @State private var photos: [PickedResult] = []

    var body: some View {
        Button {
            picksPhotos = true
        } label: {
            Text(verbatim: "Add photos (\(photos.count))")
        }
        .photoPicker(isPresented: $picksPhotos, configuration: configuration) { results = $0 }
        .task(id: results.map { ObjectIdentifier($0) }) { await read() }
    }

    private func read() async {
        guard let results else { return }
        for await result in results {
            photos.append(result)
        }
    }

    private var configuration: PickerConfiguration {
        var configuration = PickerConfiguration()
        configuration.selectionLimit = 9
        configuration.selection = .ordered
        configuration.filter = .images
        return configuration
    }
}
