#if canImport(SwiftUI) && canImport(UIKit)
public import CameraRollBrowsing
public import UIKit

/// The layout of a collection view from a `GridGeometry`: exact frames for any number of assets.
///
/// Each query of the collection view takes time in proportion to its cells, for any length of the list. If the
/// presenter has leading items, they are the first section, as in ``AssetCollectionDataSource``.
///
/// > Important: Never run on a device. The module's first page says what was type-checked, and when.
public final class AssetCollectionLayout: UICollectionViewLayout {
    /// The presenter, whose geometry has the frames.
    private let presenter: GridPresenter

    /// Creates a layout.
    ///
    /// - Parameter presenter: the presenter of the grid that the collection view shows.
    public init(_ presenter: GridPresenter) {
        self.presenter = presenter
        super.init()
    }

    /// Not supported: a layout needs its presenter.
    @available(*, unavailable)
    public required init?(coder: NSCoder) { nil }

    /// Mirrors the frames for languages that are written from right to left.
    public override var flipsHorizontallyInOppositeLayoutDirection: Bool { true }

    /// The size of the grid.
    public override var collectionViewContentSize: CGSize {
        CGSize(width: presenter.geometry?.width ?? 0, height: presenter.geometry?.height ?? 0)
    }

    /// Measures the collection view, so that the first screen is known before anything scrolls.
    public override func prepare() {
        super.prepare()
        guard let collectionView else { return }
        let headerHeight = UIFontMetrics(forTextStyle: .headline).scaledValue(
            for: Self.headerHeight, compatibleWith: collectionView.traitCollection)
        presenter.resize(width: collectionView.bounds.width, headerHeight: headerHeight)
        presenter.resizeImages(pixelsPerPoint: collectionView.traitCollection.displayScale)
        // While the screen is about to move, its current place is not the one to keep.
        if !presenter.keepsPlace { collectionView.reportPlace(to: presenter) }
    }

    /// The height of headers at the default text size, in points; it grows with the text size that the user chooses.
    ///
    /// The layout measures headers when it is invalidated: invalidate it when the user changes the text size.
    public static let headerHeight = 44.0

    /// The layout of the cells, including the leading ones, and of the headers in a rectangle.
    public override func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
        presenter.collectionItems(top: rect.minY, height: rect.height).map(attributes)
    }

    /// The layout of a cell.
    public override func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
        presenter.collectionItem(at: indexPath).map(attributes)
    }

    /// The layout of a header.
    public override func layoutAttributesForSupplementaryView(
        ofKind kind: String, at indexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? {
        presenter.collectionHeader(at: indexPath).map(attributes)
    }

    /// Returns true for another width, which needs another layout, and another height, which shows other cells.
    public override func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool {
        newBounds.size != collectionView?.bounds.size
    }

    /// Keeps the first visible asset in place when the list changes.
    public override func targetContentOffset(forProposedContentOffset proposed: CGPoint) -> CGPoint {
        guard presenter.keepsPlace, let collectionView else { return proposed }
        return CGPoint(x: proposed.x, y: collectionView.offset(ofTop: presenter.top))
    }

    private func attributes(of item: GridPresenter.CollectionItem) -> UICollectionViewLayoutAttributes {
        let attributes =
            item.isHeader
            ? UICollectionViewLayoutAttributes(
                forSupplementaryViewOfKind: UICollectionView.elementKindSectionHeader, with: item.path)
            : UICollectionViewLayoutAttributes(forCellWith: item.path)
        attributes.frame = CGRect(item.frame)
        return attributes
    }
}

extension UICollectionView {
    /// Reports what lies between the bars to a presenter; a grid begins at the lower edge of the upper bar.
    func reportPlace(to presenter: GridPresenter) {
        presenter.scrolled(
            to: GridPresenter.Screen(
                contentOffset: contentOffset.y, height: bounds.height, upperBar: adjustedContentInset.top,
                lowerBar: adjustedContentInset.bottom))
    }

    /// The content offset at which a distance from the grid's top is below the upper bar.
    func offset(ofTop top: Double) -> CGFloat { top - adjustedContentInset.top }
}

extension CGRect {
    init(_ frame: GridGeometry.Frame) {
        self.init(x: frame.left, y: frame.top, width: frame.width, height: frame.height)
    }
}
#endif
