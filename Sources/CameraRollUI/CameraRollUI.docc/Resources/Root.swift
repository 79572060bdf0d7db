import CameraRollBrowsing
import CameraRollUI
import SwiftUI

/// An app's root: makes the models, and gives the library to all views below it.
struct Root: View {
    let manager: MediaManager
    @State private var models: Models?
    @State private var failure: String?

    var body: some View {
        Group {
            if let models {
                VStack {
                    PostForm()
                    Library(browser: models.browser)
                }
                .photoLibrary(manager, images: models.images)
            } else {
                Text(verbatim: failure ?? "")
            }
        }
        .onAppear(perform: makeModels)
    }

    private func makeModels() {
        guard models == nil else { return }
        do {
            models = try Models(of: manager)
        } catch {
            failure = "\(error)"
        }
    }
}
