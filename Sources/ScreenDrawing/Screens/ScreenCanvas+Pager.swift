import CameraRollBrowsing

extension ScreenCanvas {
    /// Draws a pager as `AssetPagerView` does.
    ///
    /// - Parameter translation: how far a drag has moved the pages, in points.
    ///   - strip: the pictures of the strip by their assets.
    mutating func pager(_ pager: AssetPager, translation: Double, strip: [AssetID: DecodedImage]) {
        let (metrics, target) = (ScreenMetrics.standard.pager, ScreenMetrics.standard.touchTarget)
        rect(Box(0, 0, width, height), fill: "#000")
        for page in pager.visiblePages {
            // The canvas turns the sides around by itself.
            let x = page.offset(width: width) + (style.isRightToLeft ? -translation : translation)
            guard x > -width, x < width else { continue }
            part(Box(x, 0, width, height)) { $0.page(page.cell, pager.description(of: page.cell)) }
        }
        bar(Box(0, 0, width, target))
        button(.close, metrics.margin + target / 2, target / 2)
        if let date = pager.datePhrase.map(localized) {
            let room = width - 2 * (metrics.margin + target)
            text(
                date, width / 2, target / 2, metrics.titleFont, color: colors.ink, anchor: .middle, room: room,
                minimumScale: 0.5)
        }
        let lower = metrics.stripSide + target
        bar(Box(0, height - lower, width, lower))
        filmstrip(pager, strip, top: height - lower)
        let isFavorite = pager.current?.badges.isFavorite ?? false
        let (y, edge) = (height - target / 2, metrics.margin + target / 2)
        button(.share, edge, y)
        button(isFavorite ? .heartFilled : .heart, width / 2 - target / 2, y)
        button(.info, width / 2 + target / 2, y)
        button(.trash, width - edge, y)
    }

    private mutating func button(_ symbol: Symbol, _ x: Double, _ y: Double) {
        self.symbol(symbol, Box(x - 10, y - 10, 20, 20), color: colors.accent)
    }

    private mutating func filmstrip(_ pager: AssetPager, _ strip: [AssetID: DecodedImage], top: Double) {
        let (metrics, pages) = (ScreenMetrics.standard.pager, pager.filmstrip())
        let (side, narrow) = (metrics.stripSide, metrics.stripSide * metrics.stripShare)
        let whole = side + Double(pages.count - 1) * (narrow + metrics.stripSpacing)
        var x = (width - whole) / 2
        for page in pages {
            let pageWidth = page.isCurrent ? side : narrow
            if let asset = page.cell.asset, let image = strip[asset.id] {
                picture(image, of: asset.id.rawValue, in: Box(x, top, pageWidth, side))
            }
            x += pageWidth + metrics.stripSpacing
        }
    }

    private mutating func page(_ cell: AssetCell, _ description: AssetDescription) {
        let metrics = ScreenMetrics.standard
        if let image = cell.image.decoded, let asset = cell.asset {
            let (imageWidth, imageHeight) = (Double(image.size.width), Double(image.size.height))
            let factor = min(width / imageWidth, height / imageHeight)
            let (shownWidth, shownHeight) = (imageWidth * factor, imageHeight * factor)
            picture(
                image, of: asset.id.rawValue,
                in: Box((width - shownWidth) / 2, (height - shownHeight) / 2, shownWidth, shownHeight))
        } else if case .failed = cell.image {
            symbol(.warning, Box(width / 2 - 12, height / 2 - 12, 24, 24), color: "#fff")
        }
        guard let share = description.download else { return }
        let (side, margin) = (style.scaled(metrics.cell.ringSide, by: .caption2), metrics.pager.ringMargin)
        ring(Box(width - margin - side, margin, side, side), share: share, line: metrics.cell.ringLine)
    }
}
