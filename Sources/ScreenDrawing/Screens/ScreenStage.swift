public import CameraRollBrowsing
import Foundation

// How a screen is drawn without SwiftUI
//
// A stage does with the models what a view does: it opens a browser or a picker's session, tells a `GridPresenter` the
// size of the screen and its place, and waits until what is visible has been read and decoded. Then `ScreenCanvas`
// draws what the models say: the places of `GridPresenter`, the states of `AssetCell`, the texts of `Phrase`, and the
// sizes and fonts of `ScreenMetrics`, by which the views of `CameraRollUI` lay themselves out too.
//
// Nothing in a drawing depends on time or chance: two drawings of the same library have the same bytes.

/// A screen of an app: a browser or a picker whose grid is shown, until it is drawn.
@MainActor public final class ScreenStage {
    /// What is shown.
    public let browser: LibraryBrowser
    /// What a view would show of the grid.
    public let presenter: GridPresenter
    /// The picker's session; nil if the screen is no picker's.
    public let session: PickerSession?
    /// The device and its settings.
    public let style: ScreenStyle
    /// The assets whose pictures do not come.
    public var held: Set<AssetID> = []
    /// The selected assets below a picker's grid, with their pictures, once the screen is drawn.
    private(set) var strip: SelectedStrip?
    private(set) var stripImages: [AssetID: DecodedImage] = [:]
    private let manager: MediaManager
    private let images: CachingImageManager
    private let pixelsPerPoint: Double

    /// Creates a screen of a library, which nothing is read for yet.
    ///
    /// - Parameters:
    ///   - manager: the library.
    ///   - style: the device and its settings.
    ///   - picker: what a picker offers; nil for a screen that is no picker's.
    ///   - unit: the sections.
    ///   - density: how many cells are in a row.
    ///   - pixelsPerPoint: the pixels of the pictures.
    public init(
        of manager: MediaManager, style: ScreenStyle = ScreenStyle(), picker: PickerConfiguration? = nil,
        by unit: AssetSections.Unit? = .day, density: GridDensity = .standard, pixelsPerPoint: Double = 1
    ) throws {
        images = try CachingImageManager(of: manager)
        let side = Int(((density.layout(filling: style.width)?.cellWidth ?? 1) * pixelsPerPoint).rounded(.up))
        var options = GridOptions(cellSize: PixelSize(width: side, height: side), sectionUnit: unit)
        options.isNetworkAccessAllowed = true
        options.calendar = Calendar(identifier: .gregorian)
        options.calendar.timeZone = .gmt
        if let picker {
            let session = try PickerSession(manager: manager, images: images, configuration: picker, grid: options)
            (self.session, browser) = (session, session.browser)
        } else {
            session = nil
            browser = try LibraryBrowser(of: manager, images: images, options: .init(grid: options))
        }
        presenter = GridPresenter(of: browser.grid, density: density)
        (self.manager, self.style, self.pixelsPerPoint) = (manager, style, pixelsPerPoint)
    }

    /// The time by which days are today and yesterday.
    var now: Date { style.now ?? newest?.creationDate ?? .distantPast }
    private var newest: MediaAsset?

    /// The heights of what is above and below the grid.
    var insets: ScreenInsets { ScreenCanvas.insets(of: browser, session, strip, style) }
    private var gridHeight: Double { style.height - insets.upper - insets.lower }
}

// MARK: - As a view does

extension ScreenStage {
    /// Opens the screen, and waits until it shows what it will.
    public func open() async throws {
        let isSearchable = (try? await manager.photos.canSearch()) ?? false
        if let session { session.open() } else { browser.start() }
        presenter.follow()
        let header = style.scaled(ScreenMetrics.standard.header.height, by: .headline)
        presenter.resize(width: style.width, headerHeight: header)
        try await wait(for: "the library") { [browser] in
            switch browser.state {
            case .loading: false
            case .permissionNeeded, .permissionDenied, .failed: true
            case .empty: browser.canSearch == isSearchable
            case .ready:
                browser.canSearch == isSearchable && (!browser.albumSections.isEmpty || browser.albumFailure != nil)
            }
        }
        guard browser.state == .ready else { return }
        if manager.authorizationStatus() == .limited {
            try await wait(for: "the limits") { [browser] in browser.notice != nil }
        }
        newest = try await manager.page(PageRequest(size: 1)).assets.first
        try await scroll(to: 0)
        try await settle()
    }

    /// Scrolls the grid, and waits until what is visible then has been read.
    ///
    /// - Parameters:
    ///   - top: the distance from the top of the content, in points.
    ///   - speed: points per second, for a screen in the middle of a fling.
    public func scroll(to top: Double, speed: Double = 0) async throws {
        presenter.scrolling(at: speed)
        presenter.scrolled(top: top, height: gridHeight)
        try await wait(for: "the visible assets") { [presenter] in
            let isGrouped = presenter.grid.options.sectionUnit == nil || presenter.grid.sections != nil
            return isGrouped && !presenter.cells.isEmpty && presenter.cells.allSatisfy { $0.asset != nil }
        }
    }

    /// Drags the scrubber to a share of its way, and waits until the library at that place is read, as it is when the
    /// finger rests.
    public func scrub(to fraction: Double) async throws {
        presenter.scrub(to: fraction)
        presenter.restScrubber()
        presenter.scrolled(top: presenter.top, height: gridHeight)
        try await settle()
    }

    /// Waits until the pictures of the screen are there, have failed, or are being downloaded.
    public func settle() async throws {
        try await wait(for: "the pictures") { [presenter, held] in
            presenter.cells.allSatisfy { cell in
                if let asset = cell.asset, held.contains(asset.id) { return true }
                if case .failed = cell.image { return true }
                return cell.image.isFinal || cell.progress != nil
            }
        }
    }

    /// Waits until something holds.
    ///
    /// - Throws: `ScreenError` after a minute.
    func wait(for what: String, until isSo: () -> Bool) async throws {
        let deadline = ContinuousClock.now + .seconds(60)
        while !isSo() {
            guard ContinuousClock.now < deadline else {
                throw ScreenError(description: "\(what) did not come in a minute.")
            }
            try await Task.sleep(for: .milliseconds(2))
        }
    }
}

extension GridPresenter {
    /// The cells between the bars: those behind a bar may have a picture or not, as it was read ahead or not.
    var cells: [AssetCell] { visible.positions.clamped(to: 0..<grid.count).map { grid.cell(at: $0) } }
}

// MARK: - Drawing

extension ScreenStage {
    /// Draws the screen.
    public func draw(_ name: String, _ title: String) async throws -> Screen {
        if let session, !session.selection.isEmpty { try await showStrip(of: session) }
        var canvas = ScreenCanvas(style, width: style.width, height: style.height)
        canvas.library(self)
        return Screen(name, title, canvas)
    }

    /// Shows the selected assets, which leave less room for the grid.
    private func showStrip(of session: PickerSession) async throws {
        let strip = SelectedStrip(of: session)
        try await wait(for: "the selected") { strip.items.count == session.selection.count }
        self.strip = strip
        let side = ScreenMetrics.standard.picker.stripSide * pixelsPerPoint
        for item in strip.items { stripImages[item.id] = await image(of: item.asset, side) }
        presenter.scrolled(top: presenter.top, height: gridHeight)
        try await settle()
    }

    /// Draws the list of albums, with the counts and covers of those that are visible.
    public func drawAlbums(_ name: String, _ title: String) async throws -> Screen {
        let side = ScreenMetrics.standard.albums.coverSide * pixelsPerPoint
        let visible = Int(style.height / side)
        var rows: some Collection<AlbumRow> { browser.albumSections.lazy.flatMap(\.rows).prefix(visible) }
        for row in rows { browser.albumAppeared(row.id) }
        try await wait(for: "the albums") { !rows.contains { $0.cover == .unread } }
        var covers: [AlbumID: DecodedImage] = [:]
        for row in rows {
            guard case .asset(let asset) = row.cover else { continue }
            covers[row.id] = await image(of: asset, side)
        }
        var canvas = ScreenCanvas(style, width: style.width, height: style.height)
        canvas.albums(browser, covers: covers)
        return Screen(name, title, canvas)
    }

    private func image(of asset: MediaAsset, _ side: Double) async -> DecodedImage? {
        let size = ImageTargetSize.points(width: side, height: side, scale: 1)
        let request = AssetImageRequest(for: asset, size: size, contentMode: .fill)
        let model = AssetImageModel(request, from: images)
        model.appear()
        try? await wait(for: "a cover") { model.phase.isLast }
        return model.phase.image
    }

    /// Draws a pager over the grid.
    ///
    /// - Parameters:
    ///   - position: the position of the page.
    ///   - translation: how far a drag has moved the pages, in points.
    public func drawPager(
        _ name: String, _ title: String, at position: Int, translation: Double = 0
    ) async throws -> Screen {
        let size = PixelSize(width: Int(style.width * pixelsPerPoint), height: Int(style.height * pixelsPerPoint))
        let pager = try AssetPager(over: browser.grid, at: position, imageSize: size)
        try await wait(for: "the page") {
            pager.visiblePages.allSatisfy { page in
                if case .failed = page.cell.image { true } else { page.cell.image.isFinal }
            }
        }
        var images: [AssetID: DecodedImage] = [:]
        try await wait(for: "the strip") { pager.filmstrip().count == min(pager.count, position + 9, 17) }
        for asset in pager.filmstrip().compactMap(\.cell.asset) {
            images[asset.id] = await image(of: asset, ScreenMetrics.standard.pager.stripSide * pixelsPerPoint)
        }
        var canvas = ScreenCanvas(style, width: style.width, height: style.height)
        canvas.pager(pager, translation: translation, strip: images)
        return Screen(name, title, canvas)
    }
}

/// Why a screen could not be drawn.
public struct ScreenError: Error, CustomStringConvertible {
    /// The reason, in one sentence.
    public let description: String
}
