import CameraRollBrowsing

extension ScreenCanvas {
    /// Draws a cell as `AssetCellView` does; the canvas is as large as the cell.
    ///
    /// - Parameter selects: whether the user selects.
    mutating func cell(_ cell: AssetCell, of presenter: GridPresenter, selects: Bool) {
        let (metrics, detail) = (ScreenMetrics.standard.cell, presenter.detail)
        let description = presenter.description(of: cell)
        let box = Box(0, 0, width, height)
        if let image = cell.image.decoded, let asset = cell.asset {
            picture(image, of: asset.id.rawValue, in: box)
        } else {
            rect(box, fill: colors.quaternary)
            if case .failed = cell.image {
                symbol(.warning, Box(width / 2 - 9, height / 2 - 9, 18, 18), color: colors.ink)
            }
        }
        badges(detail.badges(description.badges), metrics)
        if selects, cell.isSelected {
            rect(box, fill: "#fff", opacity: metrics.selectedShade)
        } else if selects, presenter.isDimmed(cell) {
            rect(box, fill: "#000", opacity: metrics.dimmedShade)
        }
        if selects, detail.showsMark(isSelected: cell.isSelected) {
            circle(isSelected: cell.isSelected, number: description.orderNumber, detail.markSide, metrics)
        }
        guard presenter.hasFocus(cell.position) else { return }
        let half = metrics.focusLine / 2
        rect(
            Box(half, half, width - 2 * half, height - 2 * half), fill: "none", stroke: colors.accent,
            line: metrics.focusLine)
    }

    private mutating func badges(_ badges: [AssetDescription.Badge], _ metrics: ScreenMetrics.Cell) {
        let (font, room) = (metrics.badgeFont, width - 2 * metrics.badgeMargin)
        let widths = badges.map { width(of: $0, metrics) }
        let whole = widths.reduce(0, +) + metrics.badgeSpacing * Double(max(badges.count - 1, 0))
        let scale = min(max(room / max(whole, 1), 0.5), 1)
        let line = style.lineHeight(font) * scale
        guard !badges.isEmpty else { return }
        let shadeHeight = line + 2 * metrics.badgeMargin
        shade(Box(0, height - shadeHeight, self.width, shadeHeight), opacity: metrics.badgeShade)
        var x = metrics.badgeMargin
        for (badge, width) in zip(badges, widths) {
            let box = Box(x, height - metrics.badgeMargin - line, width * scale, line)
            switch badge {
            case .livePhoto: symbol(.livePhoto, box, color: "#fff")
            case .favorite: symbol(.heartFilled, box, color: "#fff")
            case .inCloud: symbol(.cloud, box, color: "#fff")
            case .duration(let time):
                text(time, x, box.midY, font, color: "#fff", room: box.width, minimumScale: 0.5)
            case .downloading(let share):
                let side = width * scale
                ring(Box(x, height - metrics.badgeMargin - side, side, side), share: share, line: metrics.ringLine)
            }
            x += width * scale + metrics.badgeSpacing
        }
    }

    private func width(of badge: AssetDescription.Badge, _ metrics: ScreenMetrics.Cell) -> Double {
        switch badge {
        case .livePhoto, .favorite, .inCloud: style.points(metrics.badgeFont) * 1.15
        case .duration(let time): style.width(of: time, metrics.badgeFont)
        case .downloading: style.scaled(metrics.ringSide, by: .caption2)
        }
    }

    private mutating func circle(
        isSelected: Bool, number: Int?, _ side: Double, _ metrics: ScreenMetrics.Cell
    ) {
        let (half, margin) = (side / 2, side * metrics.circleMargin)
        let (x, y) = (width - margin - half, margin + half)
        // The line is within the circle.
        circle(
            x, y, half - metrics.circleLine / 2, fill: isSelected ? colors.accent : "#000",
            opacity: isSelected ? 1 : metrics.circleShade, line: metrics.circleLine)
        if let number {
            text(
                "\(number)", x, y, metrics.circleFont, color: "#fff", anchor: .middle, room: side - 4,
                roomHeight: side - 4,
                minimumScale: 0.4)
        } else if isSelected {
            symbol(.check, Box(x - half * 0.6, y - half * 0.6, half * 1.2, half * 1.2), color: "#fff")
        }
    }
}
