import CameraRollBrowsing
import CameraRollUI
import Foundation
import SwiftUI

/// The library, with a pager for the photo that is tapped.
struct Library: View {
    let browser: LibraryBrowser
    @State private var opened: OpenedPhoto?

    var body: some View {
        LibraryView(browser) {
            AssetGridView(browser.grid) { position in open(position) }
        }
        .onAppear { browser.start() }
        .sheet(item: $opened) { AssetPagerView($0.pager) }
    }

    private func open(_ position: Int) {
        // The pixels of a large phone's screen. An app gives those of its own screen.
        let size = PixelSize(width: 1_290, height: 2_796)
        guard let pager = try? AssetPager(over: browser.grid, at: position, imageSize: size) else { return }
        opened = OpenedPhoto(pager: pager)
    }
}

/// The pager of a sheet.
struct OpenedPhoto: Identifiable {
    let pager: AssetPager
    let id = UUID()
}
