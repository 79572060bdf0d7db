#if canImport(SwiftUI)
import CameraRollBrowsing
import SwiftUI

/// One asset of a grid: its picture, its badges and its order number.
struct AssetCellView: View {
    let cell: AssetCell
    let presenter: GridPresenter
    let selects: Bool
    let onOpen: (Int) -> Void
    @Environment(\.displayScale) private var displayScale

    var body: some View {
        let description = presenter.description(of: cell)
        ZStack(alignment: .bottomLeading) {
            picture
            BadgeRow(badges: description.badges)
        }
        .overlay(alignment: .topTrailing) {
            if selects { SelectionMark(isSelected: cell.isSelected, orderNumber: description.orderNumber) }
        }
        .overlay { if presenter.hasFocus(cell.position) { FocusFrame() } }
        .contentShape(Rectangle())
        .onTapGesture(perform: tap)
        .modifier(ShiftTap(isEnabled: selects) { presenter.tap(cell.position, extending: true) })
        .accessibilityElement(children: .ignore)
        .accessibilityLabel(description.label.localized)
        .accessibilityAddTraits(cell.isSelected ? [.isButton, .isSelected] : .isButton)
        .accessibilityAction(.default, tap)
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

    private func tap() {
        if let opened = presenter.activate(cell.position, selects: selects) { onOpen(opened) }
    }
}

/// The badges at the lower edge of a picture.
struct BadgeRow: View {
    let badges: [AssetDescription.Badge]

    var body: some View {
        HStack(spacing: 4) {
            ForEach(badges) { badge in BadgeView(badge: badge) }
        }
        .font(.caption2.weight(.semibold))
        .lineLimit(1)
        .minimumScaleFactor(0.5)
        .foregroundStyle(.white)
        .shadow(radius: 2)
        .padding(4)
        .accessibilityHidden(true)
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
        }
    }
}

/// The share of a download as a ring: the system's circular progress shows no share on every system.
struct DownloadRing: View {
    let share: Double
    @ScaledMetric(relativeTo: .caption2) private var side = 14.0

    var body: some View {
        Circle().stroke(Color.white.opacity(0.4), lineWidth: 2)
            .overlay {
                Circle().trim(from: 0, to: share).stroke(Color.white, lineWidth: 2).rotationEffect(.degrees(-90))
            }
            .frame(width: side, height: side)
            .accessibilityHidden(true)
    }
}

/// The circle that shows whether an asset is selected, with its number in the order of selection or a check mark.
private struct SelectionMark: View {
    let isSelected: Bool
    let orderNumber: Int?

    var body: some View {
        Circle()
            .fill(isSelected ? Color.accentColor : Color.black.opacity(0.2))
            .overlay { Circle().strokeBorder(.white, lineWidth: 1.5) }
            .overlay { mark.font(.caption.bold()).foregroundStyle(.white) }
            .frame(width: 24, height: 24)
            .padding(5)
            .accessibilityHidden(true)
    }

    @ViewBuilder private var mark: some View {
        if let orderNumber {
            Text(orderNumber, format: .number).minimumScaleFactor(0.4).padding(2)
        } else if isSelected {
            Image(systemName: "checkmark")
        }
    }
}

/// The frame around the cell with the keyboard's focus.
private struct FocusFrame: View {
    var body: some View {
        Rectangle().strokeBorder(Color.accentColor, lineWidth: 3)
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
                Text(label.phrase).font(.headline).lineLimit(1).minimumScaleFactor(0.5)
                    .accessibilityAddTraits(.isHeader)
            }
            Spacer()
            if selects {
                Button {
                    presenter.toggleSection(section)
                } label: {
                    Text(presenter.selectionPhrase(ofSection: section)).font(.subheadline)
                }
                .buttonStyle(.borderless)
            }
        }
        .padding(.horizontal, 8)
    }
}
#endif
