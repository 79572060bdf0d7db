/// How much a cell of a grid shows over its picture: less in small cells, so that the picture is not covered.
///
/// ```swift
/// let detail = presenter.detail
/// let badges = detail.badges(description.badges)
/// if detail.showsMark(isSelected: cell.isSelected) { drawMark(detail.markSide) }
/// ```
public enum CellDetail: Int, Hashable, Sendable, CaseIterable, Comparable {
    /// Nothing: a selected asset is tinted.
    case picture
    /// A small mark on selected assets, and the first badge.
    case mark
    /// A mark on each asset while the user selects, and all badges.
    case full

    /// Creates what a cell has room for.
    ///
    /// - Parameter cellWidth: the width of the cell, in points.
    public init(cellWidth: Double) {
        self = cellWidth >= 78 ? .full : cellWidth >= 40 ? .mark : .picture
    }

    /// Orders by how much is shown.
    public static func < (left: CellDetail, right: CellDetail) -> Bool { left.rawValue < right.rawValue }

    /// Returns the badges to show, among all badges of an asset.
    public func badges(_ badges: [AssetDescription.Badge]) -> [AssetDescription.Badge] {
        switch self {
        case .picture: []
        case .mark: Array(badges.prefix(1))
        case .full: badges
        }
    }

    /// Whether the mark of a cell is shown while the user selects.
    public func showsMark(isSelected: Bool) -> Bool {
        switch self {
        case .picture: false
        case .mark: isSelected
        case .full: true
        }
    }

    /// The diameter of the mark, in points.
    public var markSide: Double { self == .full ? 24 : 16 }

    /// Whether the mark is large enough to be tapped by itself; otherwise the whole cell selects.
    public var hasMarkTarget: Bool { self == .full }
}

extension GridPresenter {
    /// How much the current cells show over their pictures.
    public var detail: CellDetail { CellDetail(cellWidth: geometry?.layout.cellWidth ?? 0) }
}
