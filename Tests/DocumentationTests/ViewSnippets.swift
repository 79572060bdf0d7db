import CameraRoll
import CameraRollBrowsing
import Foundation
import Observation

/// What "Drawing your own views" shows.
@MainActor enum ViewSnippets {
    typealias CollectionView = ChangeSnippets.CollectionView

    /// A view that notes what it is told to show.
    @MainActor final class Canvas {
        private(set) var texts: [String] = []
        private(set) var grid: AssetGrid?
        private(set) var offsets: [Double] = []
        var hasPicture = false { didSet { onPicture() } }
        var onPicture: () -> Void = {}

        func showButton(_ title: String, _ action: @escaping () async -> Void) { texts.append(title) }
        func showText(_ text: String) { texts.append(text) }
        func showSpinner() { texts.append("…") }
        func showGrid(_ grid: AssetGrid) { self.grid = grid }
        func draw(_ image: DecodedImage?, number: Int?, badges: AssetBadges) { hasPicture = image != nil }
        func place(_ cell: AssetCell, x: Double) { offsets.append(x) }
    }

    @MainActor final class BrowserScreen {
        let browser: LibraryBrowser
        private let view: Canvas

        init(_ browser: LibraryBrowser, in view: Canvas) { (self.browser, self.view) = (browser, view) }

        func draw() {
            withObservationTracking {
                switch browser.state {
                case .permissionNeeded: view.showButton("Allow access") { await self.browser.requestPermission() }
                case .permissionDenied(let status):
                    view.showText(status.offer == nil ? "This device allows no access." : "Allow access in Settings.")
                case .loading: view.showSpinner()
                case .empty: view.showText("No photos")
                case .ready: view.showGrid(browser.grid)
                case .failed(let error): view.showText("\(error)")
                }
            } onChange: { [weak self] in
                Task { @MainActor [weak self] in self?.draw() }
            }
        }
    }

    @MainActor final class CellView {
        private var cell: AssetCell?
        private let view: Canvas

        init(in view: Canvas) { self.view = view }

        func show(_ cell: AssetCell) {
            self.cell = cell
            withObservationTracking {
                view.draw(cell.image.decoded, number: cell.orderNumber, badges: cell.badges)
            } onChange: { [weak self] in
                Task { @MainActor [weak self] in
                    // The view may show another asset since.
                    if let self, self.cell === cell { show(cell) }
                }
            }
        }
    }

    @MainActor final class GridScreen {
        let grid: AssetGrid
        private let collectionView: CollectionView

        init(_ grid: AssetGrid, in collectionView: CollectionView) {
            (self.grid, self.collectionView) = (grid, collectionView)
            grid.onChange = { [weak self] change, apply in self?.show(change, apply) }
        }

        func show(_ change: GridChange, _ apply: @escaping @MainActor () -> Void) {
            guard let batch = change.batch else {
                apply()
                collectionView.reloadData()
                return grid.finishedShowing(change)
            }
            collectionView.performBatchUpdates { [self] in
                apply()  // from here on, grid.count is that of the new list
                collectionView.deleteItems(at: batch.deletions.map { [0, $0] })
                collectionView.insertItems(at: batch.insertions.map { [0, $0] })
                for move in batch.moves { collectionView.moveItem(at: [0, move.from], to: [0, move.to]) }
            } completion: { [grid] _ in
                grid.finishedShowing(change)
            }
            collectionView.reconfigureItems(at: batch.reloads.map { [0, $0] })
        }
    }

    static func draw(_ grid: AssetGrid, in view: Canvas) {
        switch grid.state {
        case .idle, .opening: view.showSpinner()
        case .ready where grid.count == 0: view.showText("No photos")
        case .ready, .busy: view.showGrid(grid)  // busy: what was read stays, and the grid reads on by itself
        case .noAccess(let status):
            view.showText(status.offer == .openSettings ? "Allow access in Settings." : "No access")
        case .failed(let error): view.showText("\(error)")
        }
    }

    static func makeGrid(of manager: MediaManager, _ images: CachingImageManager) throws -> AssetGrid {
        let options = GridOptions(cellSize: PixelSize(width: 360, height: 360))
        let grid = try AssetGrid(of: manager, images: images, options: options)
        grid.show(.photos)
        grid.scrolled(to: 0..<28, velocity: 0)  // with each scroll event: positions, and items a second
        return grid
    }

    static func pick(
        from manager: MediaManager, _ images: CachingImageManager, dismiss: @escaping @MainActor () -> Void,
        use: @escaping @MainActor (PickerResults) -> Void
    ) async throws -> PickerSession {
        var configuration = PickerConfiguration()
        configuration.selectionLimit = 9
        configuration.filter = .images
        let session = try PickerSession(manager: manager, images: images, configuration: configuration)
        session.onEnd = { end in
            dismiss()
            if case .finished(let results) = end { use(results) }
        }
        await session.requestPermissionAndOpen()
        return session
    }

    static func tap(_ position: Int, in session: PickerSession) async throws {
        session.toggle(position)
        if session.canFinish { _ = try await session.finish() }
    }

    static func read(
        _ results: PickerResults, keep: (PickedContent, MediaAsset) -> Void,
        offerToTryAgain: (PickedItem, PickerError) -> Void
    ) async {
        func save(_ content: PickedContent, of asset: MediaAsset) { keep(content, asset) }
        for await result in results {
            switch result.outcome {
            case .success(let content): save(content, of: result.item.asset)
            case .failure(let error): offerToTryAgain(result.item, error)  // `result.item.load()`
            }
        }
    }

    static func openPager(over grid: AssetGrid, at position: Int, in view: Canvas) async throws -> AssetPager {
        let pager = try AssetPager(over: grid, at: position, imageSize: PixelSize(width: 1_290, height: 2_796))
        for page in pager.visiblePages { view.place(page.cell, x: page.offset(width: 430)) }
        pager.show(pager.turn(afterDragTo: -300, width: 430))  // the end of a drag
        try await pager.setFavorite(true)  // shown at once, and taken back if it fails
        return pager
    }
}
