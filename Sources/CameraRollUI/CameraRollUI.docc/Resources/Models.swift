import CameraRollBrowsing
import CameraRollUI
import SwiftUI

/// What the screens of an app share, made once.
@MainActor struct Models {
    let images: CachingImageManager
    let browser: LibraryBrowser

    init(of manager: MediaManager) throws {
        images = try CachingImageManager(of: manager)
        // In pixels, for a start: a view that is laid out asks for the size of its own cells.
        let grid = GridOptions(cellSize: PixelSize(width: 360, height: 360), sectionUnit: .day)
        browser = try LibraryBrowser(of: manager, images: images, options: LibraryBrowser.Options(grid: grid))
    }
}
