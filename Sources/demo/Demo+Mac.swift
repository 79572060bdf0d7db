#if os(macOS)
import AppKit
import CameraRollUI
import Foundation
import SwiftUI

/// `demo [FOLDER]`: a window with a grid, albums, a picker and a pager.
@main struct Demo: App {
    private let models = Result { try DemoModels(CommandLine.arguments.dropFirst().first) }

    var body: some Scene {
        WindowGroup("CameraRoll") {
            switch models {
            case .success(let models): DemoWindow(models: models).frame(minWidth: 480, minHeight: 480)
            case .failure(let error): Text(verbatim: "\(error)").padding(40)
            }
        }
    }
}

@MainActor struct DemoModels {
    let manager: MediaManager
    let images: CachingImageManager
    let browser: LibraryBrowser

    init(_ folder: String?) throws {
        // Started by `swift run`, not by Finder.
        NSApplication.shared.setActivationPolicy(.regular)
        manager = MediaManager(try DemoLibrary(folder).source)
        images = try CachingImageManager(of: manager)
        let grid = GridOptions(cellSize: PixelSize(width: 360, height: 360), sectionUnit: .month)
        browser = try LibraryBrowser(of: manager, images: images, options: LibraryBrowser.Options(grid: grid))
    }
}

struct DemoWindow: View {
    let models: DemoModels
    @State private var opened: OpenedPager?
    @State private var showsAlbums = false
    @State private var picks = false
    @State private var picked = 0

    var body: some View {
        LibraryView(models.browser) {
            AssetGridView(models.browser.grid) { open($0) }
        }
        .toolbar {
            Button(models.browser.titlePhrase.localized()) { showsAlbums = true }
            Button("Pick photos (\(picked))") { picks = true }
        }
        .sheet(isPresented: $showsAlbums) {
            AlbumList(models.browser, images: models.images) { choice in
                models.browser.choose(choice)
                showsAlbums = false
            }
            .frame(minWidth: 360, minHeight: 480)
        }
        .sheet(item: $opened) { AssetPagerView($0.pager).frame(minWidth: 640, minHeight: 480) }
        .photoPicker(isPresented: $picks, configuration: nine) { picked = $0.items.count }
        .photoLibrary(models.manager, images: models.images)
        .onAppear { models.browser.start() }
    }

    private var nine: PickerConfiguration {
        var configuration = PickerConfiguration()
        (configuration.selectionLimit, configuration.selection) = (9, .ordered)
        return configuration
    }

    private func open(_ position: Int) {
        let size = PixelSize(width: 2_048, height: 2_048)
        let pager = try? AssetPager(over: models.browser.grid, at: position, imageSize: size)
        opened = pager.map { OpenedPager(pager: $0) }
    }
}

/// A pager in a sheet.
struct OpenedPager: Identifiable {
    let pager: AssetPager
    let id = UUID()
}
#elseif !os(Linux)
/// The entry point on platforms without a demo.
@main struct Demo {
    static func main() { print("The demo runs on a Mac and on Linux.") }
}
#endif
