#if canImport(SwiftUI) && canImport(UIKit)
public import CameraRoll
public import UIKit

/// The data source of a collection view over an `AssetGrid`: each change is one `performBatchUpdates`.
///
/// ```swift
/// let source = AssetCollectionDataSource(presenter, of: collectionView) { view, path, cell in
///     view.dequeueConfiguredReusableCell(using: registration, for: path, item: cell)
/// }
/// func scrollViewDidScroll(_ scrollView: UIScrollView) { source.scrolled() }
/// ```
///
/// A classic data source: a diffable one would hash all identifiers at each change. Images are loaded ahead by the
/// grid's window, which is told what is visible, not by the collection view's prefetching.
///
/// - Keep the data source for as long as the collection view: that does not keep it.
/// - The contents of an `AssetCell` are observed, and change without a reload: draw them by `UIHostingConfiguration`.
/// - A whole picker in UIKit is `UIHostingController(rootView: PhotoPickerView(…))`.
///
/// > Important: This class was type-checked against declarations of our own. It was never compiled by Apple's SDK, and
/// > never run on a device.
public final class AssetCollectionDataSource: NSObject, UICollectionViewDataSource {
    /// Returns a cell for an asset.
    public typealias CellProvider = (UICollectionView, IndexPath, AssetCell) -> UICollectionViewCell
    /// Returns a header for a section.
    public typealias HeaderProvider = (UICollectionView, IndexPath, DateLabel?) -> UICollectionReusableView

    private let presenter: GridPresenter
    private weak var collectionView: UICollectionView?
    private let cell: CellProvider
    private let header: HeaderProvider

    /// Creates a data source, and gives it and its layout to a collection view.
    ///
    /// - Parameters:
    ///   - presenter: the presenter of the grid.
    ///   - collectionView: the collection view.
    ///   - header: returns a header; needed for a grid with sections only.
    ///   - cell: returns a cell.
    public init(
        _ presenter: GridPresenter, of collectionView: UICollectionView,
        header: @escaping HeaderProvider = { _, _, _ in UICollectionReusableView() }, cell: @escaping CellProvider
    ) {
        self.presenter = presenter
        self.collectionView = collectionView
        self.cell = cell
        self.header = header
        super.init()
        collectionView.collectionViewLayout = AssetCollectionLayout(presenter)
        collectionView.dataSource = self
        presenter.grid.onChange = { [weak self, weak presenter] change, apply in
            guard let presenter else { return }
            guard let self, let view = self.collectionView else { return presenter.grid.finishedShowing(change) }
            show(change, apply, in: view)
        }
        presenter.refresh()
    }

    /// Notes the scroll position: call it from `scrollViewDidScroll`.
    public func scrolled() {
        collectionView?.reportPlace(to: presenter)
    }

    private func show(_ change: GridChange, _ apply: @escaping @MainActor () -> Void, in view: UICollectionView) {
        let presenter = presenter
        guard let steps = presenter.steps(of: change) else {
            presenter.show(change, apply)
            view.reloadData()
            view.layoutIfNeeded()
            if presenter.keepsPlace { view.contentOffset.y = view.offset(ofTop: presenter.top) }
            return presenter.grid.finishedShowing(change)
        }
        view.performBatchUpdates {
            presenter.show(change, apply)
            view.deleteSections(IndexSet(steps.deletedSections))
            view.insertSections(IndexSet(steps.insertedSections))
            view.deleteItems(at: steps.deletions)
            view.insertItems(at: steps.insertions)
            for move in steps.moves { view.moveItem(at: move.from, to: move.to) }
        } completion: { _ in
            view.reconfigureItems(at: steps.reloads)
            presenter.grid.finishedShowing(change)
        }
    }

    /// The number of sections.
    public func numberOfSections(in collectionView: UICollectionView) -> Int { presenter.sectionCount }

    /// The number of assets in a section.
    public func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
        presenter.itemCount(inSection: section)
    }

    /// The cell of an asset.
    public func collectionView(
        _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell {
        cell(collectionView, indexPath, presenter.grid.cell(at: presenter.position(of: indexPath) ?? 0))
    }

    /// The header of a section.
    public func collectionView(
        _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
    ) -> UICollectionReusableView {
        header(collectionView, indexPath, presenter.label(ofSection: indexPath.section, now: Date()))
    }
}
#endif
