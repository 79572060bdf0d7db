#if canImport(SwiftUI) && canImport(UIKit)
public import CameraRollBrowsing
import Observation
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
/// grid's window, which follows what is visible, not by the collection view's prefetching.
///
/// If the presenter has leading items, they are the first section: `presenter.leadingItem(of:)` returns their numbers,
/// and `presenter.position(of:)` the positions of assets.
///
/// - Keep a reference to the data source for as long as the collection view exists, which does not retain it.
/// - The contents of an `AssetCell` are observed, and change without a reload: draw them with `UIHostingConfiguration`.
/// - A whole picker in UIKit is `UIHostingController(rootView: PhotoPickerView(…))`.
///
/// > Important: Never run on a device. The module's first page says what was type-checked, and when.
public final class AssetCollectionDataSource: NSObject, UICollectionViewDataSource {
    /// Returns a cell for an asset.
    public typealias CellProvider = (UICollectionView, IndexPath, AssetCell) -> UICollectionViewCell
    /// Returns a cell for a leading item, by its number.
    public typealias LeadingProvider = (UICollectionView, IndexPath, Int) -> UICollectionViewCell
    /// Returns a header for a section.
    public typealias HeaderProvider = (UICollectionView, IndexPath, DateLabel?) -> UICollectionReusableView

    private let presenter: GridPresenter
    private weak var collectionView: UICollectionView?
    private let cell: CellProvider
    private let leading: LeadingProvider
    private let header: HeaderProvider
    /// The number of the presenter's target to which the view was last scrolled.
    private var followed: Int?
    /// The density with which the view was last laid out.
    private var density: GridDensity

    /// Creates a data source, and assigns it and its layout to a collection view.
    ///
    /// - Parameters:
    ///   - presenter: the presenter of the grid.
    ///   - collectionView: the collection view.
    ///   - leading: returns a leading cell, for a presenter with leading items; if nil, they are empty cells.
    ///   - header: returns a header, for a grid with sections; if nil, headers are empty.
    ///   - cell: returns a cell.
    ///
    /// Return only cells and headers that the collection view dequeued: UIKit raises an exception for others.
    public init(
        _ presenter: GridPresenter, of collectionView: UICollectionView, leading: LeadingProvider? = nil,
        header: HeaderProvider? = nil, cell: @escaping CellProvider
    ) {
        (self.presenter, self.collectionView) = (presenter, collectionView)
        (self.cell, density) = (cell, presenter.density)
        self.leading = leading ?? { view, path, _ in view.dequeueEmptyCell(for: path) }
        self.header = header ?? { view, path, _ in view.dequeueEmptyHeader(for: path) }
        super.init()
        collectionView.registerEmptyViews()
        collectionView.collectionViewLayout = AssetCollectionLayout(presenter)
        collectionView.dataSource = self
        presenter.grid.onChange = { [weak self, weak grid = presenter.grid] change, apply in
            // Without a view the grid continues by itself.
            guard let self, let view = self.collectionView else { grid?.finishedShowing(change); return }
            show(change, apply, in: view)
        }
        presenter.refresh()
        followPresenter()
    }

    /// Updates the scroll position; call this from `scrollViewDidScroll`.
    public func scrolled() {
        collectionView?.reportPlace(to: presenter)
    }

    /// Shows the presenter's density and scrolls to its targets, now and for as long as the data source exists.
    private func followPresenter() {
        let (target, density) = withObservationTracking {
            (presenter.target, presenter.density)
        } onChange: { [weak self] in
            // The observed value is set once this turn of the main actor has ended.
            Task { @MainActor [weak self] in self?.followPresenter() }
        }
        if density != self.density {
            self.density = density
            collectionView?.collectionViewLayout.invalidateLayout()
            // Before scrolling: the target may be beyond the end of the old layout.
            collectionView?.layoutIfNeeded()
        }
        guard let target, target.number != followed, let view = collectionView else { return }
        followed = target.number
        let place = CGPoint(x: view.contentOffset.x, y: view.offset(ofTop: target.top))
        view.setContentOffset(place, animated: target.isAnimated)
    }

    private func show(_ change: GridChange, _ apply: @escaping @MainActor () -> Void, in view: UICollectionView) {
        let presenter = presenter
        presenter.reducesMotion = UIAccessibility.isReduceMotionEnabled
        guard let steps = presenter.steps(of: change) else {
            presenter.show(change, apply)
            view.reloadData()
            view.layoutIfNeeded()
            if presenter.keepsPlace { view.contentOffset.y = view.offset(ofTop: presenter.top) }
            return presenter.grid.finishedShowing(change)
        }
        if presenter.animates(change) {
            update(view, by: steps, of: change, apply)
        } else {
            UIView.performWithoutAnimation { update(view, by: steps, of: change, apply) }
        }
    }

    private func update(
        _ view: UICollectionView, by steps: SectionChanges, of change: GridChange,
        _ apply: @escaping @MainActor () -> Void
    ) {
        let presenter = presenter
        view.performBatchUpdates {
            presenter.show(change, apply)
            view.deleteSections(IndexSet(steps.deletedSections))
            view.insertSections(IndexSet(steps.insertedSections))
            view.deleteItems(at: steps.deletions)
            view.insertItems(at: steps.insertions)
            for move in steps.moves { view.moveItem(at: move.from, to: move.to) }
        } completion: { _ in
            view.reconfigureItems(at: presenter.reloads(after: change))
            presenter.grid.finishedShowing(change)
        }
    }

    /// The number of sections.
    public func numberOfSections(in collectionView: UICollectionView) -> Int { presenter.sectionCount }

    /// The number of items in a section.
    public func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
        presenter.itemCount(inSection: section)
    }

    /// The cell of an asset, or of a leading item.
    public func collectionView(
        _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell {
        if let number = presenter.leadingItem(of: indexPath) { return leading(collectionView, indexPath, number) }
        return cell(collectionView, indexPath, presenter.cell(of: indexPath))
    }

    /// The header of a section.
    public func collectionView(
        _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
    ) -> UICollectionReusableView {
        header(collectionView, indexPath, presenter.label(ofHeader: indexPath, now: Date()))
    }
}

/// The empty views where an app provides none: UIKit accepts only those that the collection view dequeued.
extension UICollectionView {
    private static let emptyView = "CameraRollUI.empty"

    fileprivate func registerEmptyViews() {
        register(UICollectionViewCell.self, forCellWithReuseIdentifier: Self.emptyView)
        register(
            UICollectionReusableView.self, forSupplementaryViewOfKind: Self.elementKindSectionHeader,
            withReuseIdentifier: Self.emptyView)
    }

    fileprivate func dequeueEmptyCell(for path: IndexPath) -> UICollectionViewCell {
        dequeueReusableCell(withReuseIdentifier: Self.emptyView, for: path)
    }

    fileprivate func dequeueEmptyHeader(for path: IndexPath) -> UICollectionReusableView {
        dequeueReusableSupplementaryView(
            ofKind: Self.elementKindSectionHeader, withReuseIdentifier: Self.emptyView, for: path)
    }
}
#endif
