#if canImport(SwiftUI)
import CameraRollBrowsing
import Foundation
import SwiftUI

#if canImport(UIKit)
import UIKit
#endif

// The examples of the article "A picker in ten minutes", compiled with the views.

/// What the screens of an app share, made once.
@MainActor private struct Models {
    let images: CachingImageManager
    let browser: LibraryBrowser

    init(of manager: MediaManager) throws {
        images = try CachingImageManager(of: manager)
        // In pixels, for a start: a view that is laid out asks for the size of its own cells.
        let grid = GridOptions(cellSize: PixelSize(width: 360, height: 360), sectionUnit: .day)
        browser = try LibraryBrowser(of: manager, images: images, options: LibraryBrowser.Options(grid: grid))
    }
}

/// An app's root: makes the models, and gives the library to all views below it.
private struct Root: View {
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

/// A form with a button that presents a picker.
private struct PostForm: View {
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

/// A form that uploads pictures without their places.
private struct UploadForm: View {
    let encoder: PickerEncoder
    let upload: (PickedData) async -> Void
    @State private var picksPhotos = false
    @State private var results: PickerResults?
    @State private var failures: [PickedResult] = []

    var body: some View {
        Button {
            picksPhotos = true
        } label: {
            Text(verbatim: "Upload photos")
        }
        .photoPicker(isPresented: $picksPhotos, configuration: configuration, encoder: encoder) { results = $0 }
        .task(id: results.map { ObjectIdentifier($0) }) { await uploadAll() }
    }

    private func uploadAll() async {
        guard let results else { return }
        for await result in results {
            switch result.outcome {
            case .success(.data(let file)): await upload(file)
            case .success: break  // of pictures, the content `.original` gives data only
            case .failure: failures.append(result)  // `result.item.load()` tries again
            }
        }
    }

    private var configuration: PickerConfiguration {
        var configuration = PickerConfiguration()
        configuration.selectionLimit = 9
        configuration.filter = .images
        configuration.content = .original
        configuration.metadataOptions = .removeLocation
        return configuration
    }
}

/// The library, with a pager for the photo that is tapped.
private struct Library: View {
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
private struct OpenedPhoto: Identifiable {
    let pager: AssetPager
    let id = UUID()
}

/// A row with the picture of an asset.
private struct Row: View {
    let asset: MediaAsset
    let images: CachingImageManager

    var body: some View {
        AssetImage(asset, size: CGSize(width: 56, height: 56), from: images) { image in
            image.resizable().aspectRatio(contentMode: .fill)
        } placeholder: {
            Rectangle().fill(.quaternary)
        }
        .frame(width: 56, height: 56)
        .clipped()
    }
}

#if canImport(UIKit)
/// The grid as a collection view, whose cells are drawn by SwiftUI.
private final class PhotosController: UICollectionViewController {
    private let presenter: GridPresenter
    private let onOpen: (Int) -> Void
    private var source: AssetCollectionDataSource?

    init(_ grid: AssetGrid, onOpen: @escaping (Int) -> Void) {
        presenter = GridPresenter(of: grid)
        self.onOpen = onOpen
        super.init(collectionViewLayout: AssetCollectionLayout(presenter))
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
        super.viewDidLoad()
        let (presenter, onOpen) = (presenter, onOpen)
        let cells = UICollectionView.CellRegistration<UICollectionViewCell, AssetCell> { view, _, cell in
            view.contentConfiguration = UIHostingConfiguration {
                AssetGridCell(cell, of: presenter, onOpen: onOpen)
            }.margins(.all, 0)
        }
        let headers = UICollectionView.SupplementaryRegistration<UICollectionViewCell>(
            elementKind: UICollectionView.elementKindSectionHeader
        ) { _, _, _ in }
        source = AssetCollectionDataSource(
            presenter, of: collectionView,
            header: { view, path, label in
                let header = view.dequeueConfiguredReusableSupplementary(using: headers, for: path)
                header.contentConfiguration = UIHostingConfiguration { if let label { Text(label.phrase) } }
                return header
            },
            cell: { view, path, cell in
                view.dequeueConfiguredReusableCell(using: cells, for: path, item: cell)
            })
        presenter.grid.show(.photos)
    }

    override func scrollViewDidScroll(_ scrollView: UIScrollView) {
        source?.scrolled()
    }
}
#endif
#endif
