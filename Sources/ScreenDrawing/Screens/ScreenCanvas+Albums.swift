import CameraRollBrowsing

extension ScreenCanvas {
    /// Draws the albums as `AlbumList` does; the list around the rows is the system's.
    mutating func albums(_ browser: LibraryBrowser, covers: [AlbumID: DecodedImage]) {
        let metrics = ScreenMetrics.standard.albums
        rect(Box(0, 0, width, height), fill: colors.grouped)
        text(
            localized(Phrase(.albums)), width / 2, 24, ScreenMetrics.standard.picker.titleFont, color: colors.ink,
            anchor: .middle)
        var y = 56.0
        for section in browser.albumSections {
            if let title = section.kind.phrase {
                text(localized(title), 32, y + 14, metrics.countFont, color: colors.secondary)
                y += 32
            }
            let rowHeight = style.scaled(metrics.coverSide, by: .body) + 12
            rect(Box(16, y, width - 32, rowHeight * Double(section.rows.count)), fill: colors.card, radius: 10)
            for (index, row) in section.rows.enumerated() where y < height {
                album(row, Box(16, y, width - 32, rowHeight), cover: covers[row.id])
                y += rowHeight
                let isLast = index == section.rows.count - 1
                if !isLast { rect(Box(32, y - 0.25, width - 48, 0.5), fill: colors.separator) }
            }
            y += 18
        }
    }

    private mutating func album(_ row: AlbumRow, _ box: Box, cover: DecodedImage?) {
        let metrics = ScreenMetrics.standard.albums
        let side = style.scaled(metrics.coverSide, by: .body)
        let place = Box(box.x + 16, box.midY - side / 2, side, side)
        if let cover {
            picture(cover, of: row.coverName, in: place)
        } else {
            rect(place, fill: colors.quaternary, radius: metrics.coverRadius)
            symbol(.photos, Box(place.midX - 11, place.midY - 11, 22, 22), color: colors.ink)
        }
        let (x, line) = (place.x + side + metrics.spacing, style.lineHeight(metrics.titleFont))
        let room = box.x + box.width - 16 - x
        guard let count = row.album.count.phrase else {
            return text(localized(row.album.phrase), x, box.midY, metrics.titleFont, color: colors.ink, room: room)
        }
        let whole = line + metrics.lineSpacing + style.lineHeight(metrics.countFont)
        let top = box.midY - whole / 2
        text(localized(row.album.phrase), x, top + line / 2, metrics.titleFont, color: colors.ink, room: room)
        text(
            localized(count), x, top + whole - style.lineHeight(metrics.countFont) / 2, metrics.countFont,
            color: colors.secondary, room: room)
    }
}

extension AlbumRow {
    fileprivate var coverName: String {
        if case .asset(let asset) = cover { asset.id.rawValue } else { "" }
    }
}
