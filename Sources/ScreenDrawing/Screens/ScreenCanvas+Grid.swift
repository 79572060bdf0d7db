import CameraRollBrowsing
import Foundation

extension ScreenCanvas {
    /// Draws a grid as `AssetGridView` does.
    ///
    /// - Parameters:
    ///   - upper: the height of the bars above the grid, below which it scrolls.
    ///   - lower: the height of the bars below it.
    mutating func grid(_ presenter: GridPresenter, upper: Double, lower: Double, selects: Bool, now: Date) {
        for item in presenter.items {
            let frame = item.frame
            let box = Box(frame.left, frame.top - presenter.top + upper, frame.width, frame.height)
            guard box.y < height, box.y + box.height > 0, presenter.shows(item.content) else { continue }
            part(box) { canvas in
                switch item.content {
                case .asset(let position):
                    canvas.cell(presenter.grid.cell(at: position), of: presenter, selects: selects)
                case .header(let section): canvas.header(section, of: presenter, selects: selects, now: now)
                case .leading: canvas.rect(Box(0, 0, box.width, box.height), fill: canvas.colors.quaternary)
                }
            }
        }
        if presenter.floatsLabel, let label = presenter.floatingLabel(now: now) {
            let capsule = ScreenMetrics.standard.floatingDate
            self.capsule(localized(label.phrase), width / 2, top: upper + capsule.distance, capsule, isTrailing: false)
        }
        if presenter.hasScrubber { scrubber(presenter, Box(0, upper, width, height - upper - lower)) }
        if let notice = presenter.notice { limit(localized(notice.phrase), above: height - lower) }
    }

    private mutating func header(_ section: Int, of presenter: GridPresenter, selects: Bool, now: Date) {
        let metrics = ScreenMetrics.standard.header
        var room = width - 2 * metrics.margin
        if selects {
            let title = localized(presenter.selectionPhrase(ofSection: section))
            text(
                title, width - metrics.margin, height / 2, metrics.buttonFont, color: colors.accent,
                anchor: .trailing)
            room -= style.width(of: title, metrics.buttonFont) + 8
        }
        guard let label = presenter.label(ofSection: section, now: now) else { return }
        text(
            localized(label.phrase), metrics.margin, height / 2, metrics.titleFont, color: colors.ink, room: room,
            minimumScale: 0.5)
    }

    private mutating func limit(_ message: String, above bottom: Double) {
        let metrics = ScreenMetrics.standard.limit
        let height = style.lineHeight(metrics.font) + 2 * metrics.height
        capsule(message, width / 2, top: bottom - metrics.distance - height, metrics, isTrailing: false)
    }

    private mutating func scrubber(_ presenter: GridPresenter, _ bar: Box) {
        let metrics = ScreenMetrics.standard.scrubber
        if presenter.isScrubbing {
            for mark in presenter.marks(barHeight: bar.height) {
                capsule(
                    localized(mark.phrase), width - metrics.mark.distance, top: bar.y + mark.top, metrics.mark,
                    isTrailing: true)
            }
        }
        guard presenter.showsThumb else { return }
        let thumbWidth = presenter.isScrubbing ? metrics.draggedWidth : metrics.thumbWidth
        rect(
            Box(
                width - metrics.thumbMargin - thumbWidth, bar.y + presenter.thumbTop(barHeight: bar.height), thumbWidth,
                GridPresenter.thumbHeight),
            fill: colors.secondary, radius: thumbWidth / 2)
    }
}

extension GridPresenter {
    /// Whether what is placed is between the bars; headers are wherever they are placed.
    fileprivate func shows(_ content: PlacedItem.Content) -> Bool {
        if case .asset(let position) = content { visible.positions.contains(position) } else { true }
    }
}
