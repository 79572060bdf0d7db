import CameraRollBrowsing
import CameraRollUI
import SwiftUI

/// The library.
struct Library: View {
    let browser: LibraryBrowser

    var body: some View {
        LibraryView(browser) {
            AssetGridView(browser.grid)
        }
        .onAppear { browser.start() }
    }
}
