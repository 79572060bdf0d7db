import CameraRoll
import CameraRollUI
import SwiftUI

/// What the screens of an app share, made once.
struct Models {
    let images: CachingImageManager
    let browser: LibraryBrowser

    init(of manager: MediaManager) throws {
        images = try CachingImageManager(of: manager)
        let grid = GridOptions(cellSize: PixelSize(width: 360, height: 360), sectionUnit: .day)
        browser = try LibraryBrowser(of: manager, images: images, options: LibraryBrowser.Options(grid: grid))
    }
}
