import CameraRollBrowsing
import CameraRollUI
import SwiftUI

/// A form with a button that presents a picker.
struct PostForm: View {
    @State private var picksPhotos = false

    var body: some View {
        Button {
            picksPhotos = true
        } label: {
            Text(verbatim: "Add photos")
        }
        .photoPicker(isPresented: $picksPhotos) { _ in }
    }
}
