import CameraRoll
import CameraRollBrowsing
import Observation
import SyntheticLibrary

/// A grid without a view: the work that a view does with it, measured on the main actor.
@MainActor final class BrowsedGrid {
    private static let screen = 28
    private let grid: AssetGrid

    init(_ library: PhotoLibrarySource) throws {
        let manager = MediaManager(library, executor: LibraryExecutor(label: "bench.browse"))
        let images = try CachingImageManager(of: manager)
        grid = try AssetGrid(
            of: manager, images: images, options: GridOptions(cellSize: PixelSize(width: 32, height: 32)))
    }

    /// Shows all assets; returns the time until those of the first screen are available.
    @discardableResult func open() async throws -> UInt64 {
        grid.scrolled(to: 0..<Self.screen)
        let start = uptime()
        grid.show(.all)
        await Self.wait { [grid] in
            grid.count > 0 && (0..<min(Self.screen, grid.count)).allSatisfy { grid.cell(at: $0).asset != nil }
        }
        return uptime() - start
    }

    /// The times of opening a browser, in nanoseconds.
    struct BrowserTimes {
        /// The time from the start until the assets of the first screen are available.
        var assets: UInt64
        /// The time from the start until the albums are listed; 0 if that was not awaited.
        var albums: UInt64 = 0
        /// The time from the creation of an album until it is listed; 0 if there was none.
        var change: UInt64 = 0
    }

    /// Opens a browser that has permission.
    ///
    /// - Parameter store: the library, which gets another album once the albums are listed; nil for the assets only.
    static func openBrowser(
        of library: PhotoLibrarySource, changingAlbumsIn store: SyntheticStore? = nil
    ) async throws -> BrowserTimes {
        let manager = MediaManager(library, executor: LibraryExecutor(label: "bench.browse"))
        let images = try CachingImageManager(of: manager)
        let options = GridOptions(cellSize: PixelSize(width: 32, height: 32))
        let browser = try LibraryBrowser(of: manager, images: images, options: .init(grid: options))
        browser.grid.scrolled(to: 0..<screen)
        let start = uptime()
        browser.start()
        await wait { [grid = browser.grid] in
            browser.state == .ready
                && (0..<min(screen, grid.count)).allSatisfy { grid.cell(at: $0).asset != nil }
        }
        var times = BrowserTimes(assets: uptime() - start)
        if let store {
            await wait { !browser.albumSections.isEmpty }
            times.albums = uptime() - start
            times.change = await addAlbum(to: browser, in: store)
        }
        browser.stop()
        return times
    }

    private static func addAlbum(to browser: LibraryBrowser, in store: SyntheticStore) async -> UInt64 {
        let count = browser.albumSections.map(\.rows.count)
        let start = uptime()
        await Task.detached { store.change { _ = $0.makeAlbum("New", []) } }.value
        await wait { browser.albumSections.map(\.rows.count) != count }
        return uptime() - start
    }

    /// Waits until a condition on observed properties is true.
    private static func wait(until isSo: @escaping @MainActor () -> Bool) async {
        while !isSo() {
            await withCheckedContinuation { waiter in
                withObservationTracking {
                    _ = isSo()
                } onChange: {
                    waiter.resume()
                }
            }
        }
    }

    func costOfAsset(calls: Int) -> Double {
        let start = uptime()
        for number in 0..<calls { blackHole(grid.asset(at: number % Self.screen)) }
        return Double(uptime() - start) / Double(calls)
    }

    func costOfKnownCell(calls: Int) -> Double {
        for position in 0..<Self.screen { blackHole(grid.cell(at: position)) }
        let start = uptime()
        for number in 0..<calls { blackHole(grid.cell(at: number % Self.screen)) }
        return Double(uptime() - start) / Double(calls)
    }

    /// The cost of new cells at positions in memory and beyond, as in a long scroll in which old cells are given up.
    func costOfNewCell(calls: Int) -> Double {
        let calls = min(calls, grid.count)
        let start = uptime()
        for position in 0..<calls { blackHole(grid.cell(at: position)) }
        return Double(uptime() - start) / Double(calls)
    }

    /// Drags over a number of assets, in steps of ten, while the first screen is shown.
    func drag(over number: Int) -> Samples {
        for position in 0..<Self.screen { blackHole(grid.cell(at: position)) }
        var moves = Samples()
        grid.beginDrag(at: 0)
        for position in stride(from: 10, to: min(number, grid.count), by: 10) {
            let start = uptime()
            grid.drag(to: position)
            moves.add(uptime() - start)
        }
        grid.cancelDrag()
        return moves
    }

    /// Flings through the list, with its cells, and lets pages and images arrive between the events.
    func scroll(events: Int) async -> ScrollCosts {
        var costs = ScrollCosts()
        let reach = grid.count - Self.screen
        for event in 0..<events {
            let first = event * 16 % max(reach, 1)
            let visible = first..<min(first + Self.screen, grid.count)
            let switches = ThreadSwitches.now
            let (start, before) = (uptime(), threadTime())
            grid.scrolled(to: visible, velocity: 16 * 120)
            let after = threadTime()
            costs.elapsed.add(uptime() - start)
            costs.work.add(after - before)
            costs.add(from: switches, to: ThreadSwitches.now)
            for position in visible { blackHole(grid.cell(at: position).image.isFinal) }
            try? await Task.sleep(for: .microseconds(8_333))
        }
        return costs
    }

    /// The number of visible cells that are notified of a page that arrives elsewhere.
    func cellsWrittenByFarPage() async throws -> Int {
        let far = grid.cell(at: 130)
        let notified = NotifiedCells()
        for position in 0..<Self.screen { notified.observe { [grid] in blackHole(grid.cell(at: position).asset) } }
        // The lead reaches the page, but the screen stays.
        grid.scrolled(to: 0..<Self.screen, velocity: 400)
        await Self.wait { far.asset != nil }
        return notified.count
    }
}

/// What scroll events cost the main actor.
struct ScrollCosts {
    var elapsed = Samples()
    /// The processor time.
    var work = Samples()
    /// The events in which the thread waited, as at a lock; nil where the system does not say.
    private(set) var waits: Int?
    /// The events in which the thread lost its processor to another one; nil where the system does not say.
    private(set) var losses: Int?

    mutating func add(from before: ThreadSwitches?, to after: ThreadSwitches?) {
        guard let before, let after else { return }
        waits = (waits ?? 0) + (after.waits > before.waits ? 1 : 0)
        losses = (losses ?? 0) + (after.losses > before.losses ? 1 : 0)
    }
}

/// Counts the cells that an observation notifies to draw again.
@MainActor private final class NotifiedCells {
    private(set) var count = 0

    func observe(_ draw: @escaping @MainActor () -> Void) {
        withObservationTracking {
            draw()
        } onChange: { [weak self] in
            MainActor.assumeIsolated { self?.count += 1 }
        }
    }
}

/// A grid's model that observes its pages as a single property.
@MainActor @Observable final class ObservedPages {
    private var pages: [Int: [Int]] = [0: Array(0..<100)]

    /// The number of the 28 cells of the first page that are notified of another page.
    static func cellsNotifiedOfFarPage() -> Int {
        let (model, notified) = (ObservedPages(), NotifiedCells())
        for position in 0..<28 { notified.observe { blackHole(model.pages[0]?[position]) } }
        model.pages[1] = Array(100..<200)
        return notified.count
    }
}
