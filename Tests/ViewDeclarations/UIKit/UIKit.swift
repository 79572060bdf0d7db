// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, UseSynthesizedInitializer

@_exported public import CoreGraphics
@_exported public import Foundation

public final class UIImage: Sendable {
    public enum Orientation: Int, Sendable { case up }
    public init(cgImage: CGImage, scale: CGFloat, orientation: Orientation) {}
}
@MainActor open class UIView: NSObject {
    open class func performWithoutAnimation(_ actions: () -> Void) {}
    public enum ContentMode: Int, Sendable { case scaleToFill, scaleAspectFit, scaleAspectFill }
    open var bounds = CGRect.zero
    open var contentMode = ContentMode.scaleToFill
    open var traitCollection: UITraitCollection { UITraitCollection() }
}
public final class UIFont { public struct TextStyle: Hashable, Sendable { public static let headline = TextStyle() } }
@MainActor open class UIFontMetrics: NSObject {
    public init(forTextStyle textStyle: UIFont.TextStyle) {}
    open func scaledValue(for value: CGFloat, compatibleWith traitCollection: UITraitCollection?) -> CGFloat { value }
}
@MainActor open class UITraitCollection: NSObject { open var displayScale: CGFloat { 1 } }
public struct UIEdgeInsets: Sendable { public var top: CGFloat = 0, left: CGFloat = 0, bottom: CGFloat = 0 }
@MainActor open class UIGestureRecognizer: NSObject {
    public enum State: Int, Sendable { case possible, began, changed, ended, cancelled, failed }
    open var state: State { .possible }
    open var isEnabled = true
    open var view: UIView? { nil }
    open weak var delegate: (any UIGestureRecognizerDelegate)?
}
// Its functions are optional.
@MainActor public protocol UIGestureRecognizerDelegate: NSObjectProtocol {
    func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool
    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer, shouldBeRequiredToFailBy otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool
}
@MainActor open class UIPanGestureRecognizer: UIGestureRecognizer {
    override public init() {}
    open var maximumNumberOfTouches: Int = .max
    open func velocity(in view: UIView?) -> CGPoint { .zero }
}
@MainActor open class UILongPressGestureRecognizer: UIGestureRecognizer {
    override public init() {}
    open var minimumPressDuration: TimeInterval = 0.5
}
@MainActor public enum UIAccessibility { public static var isReduceMotionEnabled: Bool { false } }
@MainActor public final class UIApplication { public nonisolated static let openSettingsURLString = "app-settings:" }

// MARK: Collection views

@MainActor open class UIScrollView: UIView {
    open var contentOffset = CGPoint.zero
    open func setContentOffset(_ contentOffset: CGPoint, animated: Bool) {}
    open var adjustedContentInset: UIEdgeInsets { UIEdgeInsets() }
}
@MainActor open class UICollectionReusableView: UIView {}
@MainActor public protocol UIContentConfiguration {}
@MainActor open class UICollectionViewCell: UICollectionReusableView {
    open var contentConfiguration: (any UIContentConfiguration)?
}
@MainActor public protocol UICollectionViewDataSource: NSObjectProtocol {
    func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int
    func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath) -> UICollectionViewCell
    func numberOfSections(in collectionView: UICollectionView) -> Int
    func collectionView(
        _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
    ) -> UICollectionReusableView
}
@MainActor open class UICollectionView: UIScrollView {
    public nonisolated static let elementKindSectionHeader = "UICollectionElementKindSectionHeader"
    open weak var dataSource: (any UICollectionViewDataSource)?
    open var collectionViewLayout = UICollectionViewLayout()
    open func register(_ type: AnyClass?, forCellWithReuseIdentifier id: String) {}
    open func register(_ type: AnyClass?, forSupplementaryViewOfKind kind: String, withReuseIdentifier id: String) {}
    open func dequeueReusableCell(withReuseIdentifier id: String, for at: IndexPath) -> UICollectionViewCell { .init() }
    open func dequeueReusableSupplementaryView(
        ofKind kind: String, withReuseIdentifier id: String, for path: IndexPath
    ) -> UICollectionReusableView { UICollectionReusableView() }
    @MainActor public struct CellRegistration<Cell: UICollectionViewCell, Item> {
        public init(handler: @escaping (Cell, IndexPath, Item) -> Void) {}
    }
    @MainActor public struct SupplementaryRegistration<Supplementary: UICollectionReusableView> {
        public init(elementKind: String, handler: @escaping (Supplementary, String, IndexPath) -> Void) {}
    }
    public func dequeueConfiguredReusableCell<Cell, Item>(
        using registration: CellRegistration<Cell, Item>, for indexPath: IndexPath, item: Item?
    ) -> Cell { fatalError() }
    public func dequeueConfiguredReusableSupplementary<Supplementary>(
        using registration: SupplementaryRegistration<Supplementary>, for indexPath: IndexPath
    ) -> Supplementary { fatalError() }
    open func reloadData() {}
    open func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {}
    open func insertItems(at indexPaths: [IndexPath]) {}
    open func deleteItems(at indexPaths: [IndexPath]) {}
    open func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) {}
    open func reconfigureItems(at indexPaths: [IndexPath]) {}
    open func insertSections(_ sections: IndexSet) {}
    open func deleteSections(_ sections: IndexSet) {}
    open func layoutIfNeeded() {}
}
@MainActor open class UICollectionViewLayoutAttributes: NSObject {
    public convenience init(forCellWith indexPath: IndexPath) { self.init() }
    public convenience init(forSupplementaryViewOfKind kind: String, with indexPath: IndexPath) { self.init() }
    open var frame = CGRect.zero
}
@MainActor open class UICollectionViewLayout: NSObject {
    override public init() {}
    open var collectionView: UICollectionView? { nil }
    open var collectionViewContentSize: CGSize { .zero }
    open var flipsHorizontallyInOppositeLayoutDirection: Bool { false }
    open func prepare() {}
    open func invalidateLayout() {}
    open func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? { nil }
    open func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? { nil }
    open func layoutAttributesForSupplementaryView(
        ofKind kind: String, at indexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? { nil }
    open func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool { false }
    open func targetContentOffset(forProposedContentOffset proposed: CGPoint) -> CGPoint { proposed }
}
@MainActor open class UIViewController: NSObject { open func viewDidLoad() {} }
@MainActor open class UICollectionViewController: UIViewController {
    public init(collectionViewLayout layout: UICollectionViewLayout) {}
    public required init?(coder: NSCoder) { nil }
    open var collectionView: UICollectionView { UICollectionView() }
    open func scrollViewDidScroll(_ scrollView: UIScrollView) {}
    open func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {}
}
