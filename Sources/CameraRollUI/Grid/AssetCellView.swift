#if canImport(SwiftUI)
public import CameraRollBrowsing
public import SwiftUI

/// The effects of taps and keys in a grid.
struct GridActions {
    /// Whether the user is selecting.
    let selects: Bool
    /// Whether a tap on a picture opens it while the user is selecting; its mark selects.
    let opensPictures: Bool
    /// Opens the asset at a position.
    let open: (Int) -> Void
    /// The namespace in which cells are the sources of a zoom; nil if they are none.
    var namespace: Namespace.ID?
}

/// A cell for a collection view, like the cells of ``AssetGridView``: picture, badges, mark, menu and limits.
///
/// ```swift
/// cell.contentConfiguration = UIHostingConfiguration { AssetGridCell(asset, of: presenter) }.margins(.all, 0)
/// ```
public struct AssetGridCell: View {
    private let cell: AssetCell
    private let presenter: GridPresenter
    private let actions: GridActions

    /// Creates a cell, with the parameters of ``AssetGridView``.
    public init(
        _ cell: AssetCell, of presenter: GridPresenter, selects: Bool = false, opensPictures: Bool = false,
        onOpen: @escaping (Int) -> Void = { _ in }
    ) {
        (self.cell, self.presenter) = (cell, presenter)
        actions = GridActions(selects: selects, opensPictures: opensPictures, open: onOpen)
    }

    /// The cell.
    public var body: some View { AssetCellView(cell: cell, presenter: presenter, actions: actions) }
}

/// One asset of a grid: its picture, its badges and its order number.
struct AssetCellView: View {
    let cell: AssetCell
    let presenter: GridPresenter
    let actions: GridActions
    @Environment(\.displayScale) private var displayScale

    var body: some View {
        let (description, detail) = (presenter.description(of: cell), presenter.detail)
        ZStack(alignment: .bottomLeading) {
            picture
            BadgeRow(badges: detail.badges(description.badges))
        }
        .overlay { shade }
        .contentShape(Rectangle())
        .onTapGesture(perform: tap)
        .modifier(ShiftTap(isEnabled: actions.selects) { presenter.tap(cell.position, extending: true) })
        .overlay(alignment: .topTrailing) {
            if actions.selects, detail.showsMark(isSelected: cell.isSelected) {
                SelectionMark(
                    isSelected: cell.isSelected, orderNumber: description.orderNumber, detail: detail, action: select)
            }
        }
        .overlay {
            if presenter.hasFocus(cell.position) {
                Rectangle().strokeBorder(Color.accentColor, lineWidth: metrics.cell.focusLine).allowsHitTesting(false)
            }
        }
        .pointerHighlight()
        .zoomSource(cell.asset?.id, in: actions.namespace)
        .modifier(CellMenu(cell: cell, presenter: presenter, isEnabled: !actions.selects))
        .accessibilityElement(children: .ignore)
        .accessibilityLabel(description.label)
        .accessibilityAddTraits(cell.isSelected ? [.isButton, .isSelected] : .isButton)
        .accessibilityAction(.default) { if actions.selects { select() } else { actions.open(cell.position) } }
        .accessibilityAction(named: Phrase(.pickerPreview)) { actions.open(cell.position) }
    }

    @ViewBuilder private var picture: some View {
        if let image = cell.image.decoded?.image(scale: displayScale) {
            Color.clear.overlay { image.resizable().aspectRatio(contentMode: .fill) }.clipped()
        } else if case .failed = cell.image {
            Rectangle().fill(.quaternary).overlay { Image(systemName: "exclamationmark.triangle") }
        } else {
            Rectangle().fill(.quaternary)
        }
    }

    /// A selected picture is slightly brighter, even in cells without a mark; one that cannot be selected is dimmed.
    @ViewBuilder private var shade: some View {
        if actions.selects, cell.isSelected {
            Color.white.opacity(metrics.cell.selectedShade).allowsHitTesting(false)
        } else if actions.selects, presenter.isDimmed(cell) {
            Color.black.opacity(metrics.cell.dimmedShade).allowsHitTesting(false)
        }
    }

    private func tap() {
        let selects = presenter.pictureSelects(actions.selects, opensPictures: actions.opensPictures)
        if let opened = presenter.activate(cell.position, selects: selects) { actions.open(opened) }
    }

    private func select() { presenter.tap(cell.position) }
}

/// The badges at the lower edge of a picture, on a shade that separates them from light pictures.
struct BadgeRow: View {
    let badges: [AssetDescription.Badge]

    var body: some View {
        if !badges.isEmpty {
            HStack(spacing: metrics.cell.badgeSpacing) {
                ForEach(badges) { badge in BadgeView(badge: badge) }
            }
            .font(Font(metrics.cell.badgeFont))
            .lineLimit(1)
            .minimumScaleFactor(0.5)
            .foregroundStyle(.white)
            .padding(metrics.cell.badgeMargin)
            .frame(maxWidth: .infinity, alignment: .leading)
            .background {
                LinearGradient(
                    colors: [.clear, .black.opacity(metrics.cell.badgeShade)], startPoint: .top, endPoint: .bottom)
            }
            .allowsHitTesting(false)
            .accessibilityHidden(true)
        }
    }
}

/// One badge.
private struct BadgeView: View {
    let badge: AssetDescription.Badge

    var body: some View {
        switch badge {
        case .livePhoto: Image(systemName: "livephoto")
        case .duration(let time): Text(verbatim: time).monospacedDigit()
        case .favorite: Image(systemName: "heart.fill")
        case .downloading(let share): DownloadRing(share: share)
        case .inCloud: Image(systemName: "icloud")
        }
    }
}

/// The fraction of a download as a ring: the system's circular progress view does not show one on every platform.
struct DownloadRing: View {
    let share: Double
    @ScaledMetric(relativeTo: .caption2) private var side = metrics.cell.ringSide

    var body: some View {
        Circle().stroke(Color.white.opacity(0.4), lineWidth: metrics.cell.ringLine)
            .overlay {
                Circle().trim(from: 0, to: share).stroke(Color.white, lineWidth: metrics.cell.ringLine)
                    .rotationEffect(.degrees(-90))
            }
            .frame(width: side, height: side)
            .accessibilityHidden(true)
    }
}

/// The mark that shows whether an asset is selected, in the corner of a cell, where a tap on it selects.
private struct SelectionMark: View {
    let isSelected: Bool
    let orderNumber: Int?
    let detail: CellDetail
    let action: () -> Void

    var body: some View {
        // As large as a touch target, although the circle is smaller.
        let target = detail.hasMarkTarget ? metrics.touchTarget : detail.markSide * 1.4
        SelectionCircle(isSelected: isSelected, orderNumber: orderNumber, side: detail.markSide)
            .padding(detail.markSide * metrics.cell.circleMargin)
            .frame(width: target, height: target, alignment: .topTrailing)
            .contentShape(Rectangle())
            .onTapGesture(perform: action)
            .allowsHitTesting(detail.hasMarkTarget)
            .accessibilityHidden(true)
    }
}

/// A circle with the number in the order of selection, or a check mark.
struct SelectionCircle: View {
    let isSelected: Bool
    let orderNumber: Int?
    let side: Double

    var body: some View {
        Circle()
            .fill(isSelected ? Color.accentColor : Color.black.opacity(metrics.cell.circleShade))
            .overlay { Circle().strokeBorder(.white, lineWidth: metrics.cell.circleLine) }
            .overlay { mark.font(Font(metrics.cell.circleFont)).foregroundStyle(.white) }
            .frame(width: side, height: side)
    }

    @ViewBuilder private var mark: some View {
        if let orderNumber {
            Text(orderNumber, format: .number).minimumScaleFactor(0.4).padding(2)
        } else if isSelected {
            Image(systemName: "checkmark").minimumScaleFactor(0.4)
        }
    }
}

/// The header of a section, with its date and, while selecting, a button that selects it.
struct SectionHeader: View {
    let presenter: GridPresenter
    let section: Int
    let selects: Bool

    var body: some View {
        HStack {
            if let label = presenter.label(ofSection: section, now: .now) {
                PhraseText(label.phrase).font(Font(metrics.header.titleFont)).lineLimit(1).minimumScaleFactor(0.5)
                    .accessibilityAddTraits(.isHeader)
            }
            Spacer()
            if selects {
                PhraseButton(phrase: presenter.selectionPhrase(ofSection: section)) { presenter.toggleSection(section) }
                    .font(Font(metrics.header.buttonFont)).touchTarget()
                    .buttonStyle(.borderless)
                    .accessibilityValue(presenter.label(ofSection: section, now: .now)?.phrase)
            }
        }
        .padding(.horizontal, metrics.header.margin)
    }
}

extension View {
    /// Gives a sheet on the Mac a size, which its lists do not have.
    func sheetSize() -> some View {
        #if os(macOS)
        frame(minWidth: 480, minHeight: 480)
        #else
        self
        #endif
    }

    /// Adds a button that closes a sheet.
    func inSheet(close: @escaping @MainActor () -> Void) -> some View {
        NavigationStack {
            toolbar {
                ToolbarItem(placement: .cancellationAction) {
                    PhraseButton(phrase: Phrase(.pagerClose), role: .cancel, action: close)
                }
            }
        }
        .sheetSize()
    }

    /// Makes a button's label as large as a touch target.
    func touchTarget() -> some View {
        frame(minWidth: metrics.touchTarget, minHeight: metrics.touchTarget).contentShape(Rectangle())
    }

    /// Makes a cell the source of a zoom to the page of its asset, if there is a namespace.
    @ViewBuilder fileprivate func zoomSource(_ id: AssetID?, in namespace: Namespace.ID?) -> some View {
        if let namespace { matchedTransitionSource(id: id, in: namespace) } else { self }
    }

    /// Shows under a pointer that a view can be tapped, on systems that draw that.
    @ViewBuilder func pointerHighlight() -> some View {
        #if canImport(UIKit) && !os(tvOS)
        hoverEffect(.highlight)
        #else
        self
        #endif
    }

    /// The background of a bar or a message over pictures: opaque if the user prefers reduced transparency.
    func barBackground(in shape: some InsettableShape = Rectangle()) -> some View {
        modifier(BarBackground(shape: shape))
    }
}

private struct BarBackground<Outline: InsettableShape>: ViewModifier {
    let shape: Outline
    @Environment(\.accessibilityReduceTransparency) private var reducesTransparency

    func body(content: Content) -> some View {
        if reducesTransparency {
            content.background(.background, in: shape)
        } else {
            content.background(.thinMaterial, in: shape)
        }
    }
}
#endif
