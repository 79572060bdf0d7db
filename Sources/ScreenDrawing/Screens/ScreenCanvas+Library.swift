import CameraRollBrowsing
import Foundation

extension ScreenCanvas {
    private var metrics: ScreenMetrics { .standard }

    /// Draws a browser as `LibraryView` does, with the bars of a session as `PhotoPickerView` does.
    mutating func library(_ stage: ScreenStage) {
        let (browser, insets) = (stage.browser, stage.insets)
        rect(Box(0, 0, width, height), fill: colors.paper)
        let middle = Box(0, insets.upper, width, height - insets.upper - insets.lower)
        switch browser.state {
        case .ready:
            grid(
                stage.presenter, upper: insets.upper, lower: insets.lower, selects: stage.session != nil, now: stage.now
            )
        case .permissionNeeded: permission(.notDetermined, in: middle)
        case .permissionDenied(let status): permission(status, in: middle)
        case .loading: message(.empty, Phrase(.libraryLoading), in: middle)
        case .empty: message(.photos, browser.emptyPhrase, in: middle)
        case .failed: message(.warning, Phrase(.libraryFailed), button: Phrase(.libraryRetry), in: middle)
        }
        var top = 0.0
        if let session = stage.session {
            top = upperBar(session)
            lowerBar(session, stage.strip, stage.stripImages)
        }
        if browser.canSearch { top += searchField(at: top) }
        if let notice = browser.notice { self.notice(notice, at: top) }
    }

    // MARK: Bars

    /// The heights of what is above and below the list.
    static func insets(
        of browser: LibraryBrowser, _ session: PickerSession?, _ strip: SelectedStrip?, _ style: ScreenStyle
    ) -> ScreenInsets {
        var insets = ScreenInsets(upper: 0, lower: 0)
        if session != nil {
            insets.upper = style.upperBarHeight
            insets.lower = style.barHeight(ScreenMetrics.standard.picker.lowerFont) + style.height(of: strip)
        }
        let canvas = ScreenCanvas(style, width: style.width, height: style.height)
        if browser.canSearch { insets.upper += canvas.searchHeight }
        if let notice = browser.notice { insets.upper += canvas.height(of: notice) }
        return insets
    }

    private mutating func upperBar(_ session: PickerSession) -> Double {
        let (bar, margin) = (metrics.picker, metrics.picker.margin)
        let (line, height) = (style.barHeight(bar.titleFont), style.upperBarHeight)
        self.bar(Box(0, 0, width, height))
        let (cancel, add) = (localized(Phrase(.pickerCancel)), localized(session.addPhrase))
        text(cancel, margin, line / 2, bar.cancelFont, color: colors.accent)
        text(
            add, width - margin, line / 2, bar.titleFont,
            color: session.canFinish ? colors.accent : colors.secondary, anchor: .trailing)
        let (before, after) = (style.width(of: cancel, bar.cancelFont), style.width(of: add, bar.titleFont))
        if height > line {
            title(of: session, in: Box(margin, line, width - 2 * margin, line))
        } else {
            title(of: session, in: Box(margin + before + 8, 0, width - 2 * margin - before - after - 16, line))
        }
        return height
    }

    /// Draws the title with its arrow, in the middle of a box.
    private mutating func title(of session: PickerSession, in box: Box) {
        let (bar, title) = (metrics.picker, localized(session.browser.titlePhrase))
        let side = style.points(bar.chevronFont)
        let room = box.width - side - bar.chevronSpacing
        let width = min(style.width(of: title, bar.titleFont), room)
        let x = box.x + (room - width) / 2
        text(title, x, box.midY, bar.titleFont, color: colors.accent, room: room)
        symbol(
            .chevron, Box(x + width + bar.chevronSpacing, box.midY - side / 2, side, side), color: colors.accent)
    }

    private mutating func lowerBar(
        _ session: PickerSession, _ strip: SelectedStrip?, _ images: [AssetID: DecodedImage]
    ) {
        let (bar, line) = (metrics.picker, style.barHeight(metrics.picker.lowerFont))
        let height = line + style.height(of: strip)
        self.bar(Box(0, self.height - height, width, height))
        text(
            localized(session.selection.phrase), bar.margin, self.height - line / 2, bar.lowerFont, color: colors.ink,
            room: width - 2 * bar.margin)
        let side = style.scaled(bar.stripSide, by: .body)
        for (index, item) in (strip?.items ?? []).enumerated() {
            let x = bar.margin + Double(index) * (side + bar.stripSpacing)
            guard x < width, let image = images[item.id] else { continue }
            picture(image, of: item.id.rawValue, in: Box(x, self.height - height + bar.stripMargin, side, side))
        }
    }

    private var searchHeight: Double { style.lineHeight(metrics.search.font) + 2 * metrics.search.margin }

    private mutating func searchField(at top: Double) -> Double {
        let (search, points) = (metrics.search, style.points(metrics.search.font))
        bar(Box(0, top, width, searchHeight))
        symbol(
            .magnifier, Box(search.margin, top + (searchHeight - points) / 2, points, points), color: colors.secondary)
        text(
            localized(Phrase(.searchPrompt)), search.margin + points + search.spacing, top + searchHeight / 2,
            search.font, color: colors.secondary)
        return searchHeight
    }

    // MARK: Notices

    private func height(of notice: LibraryBrowser.Notice) -> Double {
        let banner = metrics.banner
        let lines = lines(of: localized(notice.phrase), banner.font, in: width - 2 * banner.margin)
        let text = style.lineHeight(banner.font) * Double(lines.count) + 2 * banner.margin
        return notice.offers.isEmpty ? text : text + banner.spacing + style.lineHeight(banner.buttonFont)
    }

    private mutating func notice(_ notice: LibraryBrowser.Notice, at top: Double) {
        let (banner, isPlain) = (metrics.banner, notice.offers.isEmpty)
        bar(Box(0, top, width, height(of: notice)))
        var y = top + banner.margin
        for line in lines(of: localized(notice.phrase), banner.font, in: width - 2 * banner.margin) {
            let lineHeight = style.lineHeight(banner.font)
            text(
                line, isPlain ? width / 2 : banner.margin, y + lineHeight / 2, banner.font, color: colors.ink,
                anchor: isPlain ? .middle : .leading)
            y += lineHeight
        }
        var x = banner.margin
        y += banner.spacing + style.lineHeight(banner.buttonFont) / 2
        for title in notice.offers.map(\.phrase).map(localized) {
            text(title, x, y, banner.buttonFont, color: colors.accent)
            x += style.width(of: title, banner.buttonFont) + banner.buttonSpacing
        }
    }

    // MARK: In place of a list

    private mutating func permission(_ status: AuthorizationStatus, in box: Box) {
        message(
            .photos, Phrase(.permissionTitle), description: status.phrase, button: status.offer?.phrase,
            isProminent: true, in: box)
    }

    /// What `ContentUnavailableView` shows, whose sizes are the system's.
    private mutating func message(
        _ symbol: Symbol, _ title: Phrase, description: Phrase? = nil, button: Phrase? = nil, isProminent: Bool = false,
        in box: Box
    ) {
        let (font, small) = (metrics.picker.titleFont, metrics.header.buttonFont)
        self.symbol(symbol, Box(box.midX - 24, box.midY - 76, 48, 48), color: colors.secondary)
        var y = box.midY - 6
        for line in lines(of: localized(title), font, in: box.width - 48) {
            text(line, box.midX, y, font, color: colors.ink, anchor: .middle)
            y += style.lineHeight(font)
        }
        for line in description.map({ lines(of: localized($0), small, in: box.width - 64) }) ?? [] {
            text(line, box.midX, y, small, color: colors.secondary, anchor: .middle)
            y += style.lineHeight(small)
        }
        guard let button = button.map(localized) else { return }
        let (width, height) = (style.width(of: button, small) + 28, style.lineHeight(small) + 14)
        let place = Box(box.midX - width / 2, y + 4, width, height)
        if isProminent { rect(place, fill: colors.accent, radius: 8) }
        text(button, place.midX, place.midY, small, color: isProminent ? "#fff" : colors.accent, anchor: .middle)
    }
}

/// The heights of the bars above and below a list.
struct ScreenInsets: Equatable {
    var upper: Double
    var lower: Double
}

extension LibraryBrowser.Notice {
    fileprivate var offers: [LimitedAccess.Offer] {
        if case .limited(let access) = self { access.offers } else { [] }
    }
}

extension ScreenStyle {
    /// The height of a bar of one line of text that a finger taps.
    fileprivate func barHeight(_ font: ScreenMetrics.Font) -> Double {
        max(ScreenMetrics.standard.touchTarget, lineHeight(font))
    }

    /// The height of a picker's upper bar: in the largest texts its title has a line of its own.
    fileprivate var upperBarHeight: Double {
        barHeight(ScreenMetrics.standard.picker.titleFont) * (textSize.isAccessibilitySize ? 2 : 1)
    }

    /// The height of the strip of selected assets with its margin; 0 if there is none.
    @MainActor fileprivate func height(of strip: SelectedStrip?) -> Double {
        let picker = ScreenMetrics.standard.picker
        return strip?.items.isEmpty ?? true ? 0 : scaled(picker.stripSide, by: .body) + picker.stripMargin
    }
}
