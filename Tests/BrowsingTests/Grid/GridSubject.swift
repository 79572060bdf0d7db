import CameraRollTesting
import CoreTestSupport
import Foundation
import Observation
import SyntheticLibrary

@testable import CameraRoll
@testable import CameraRollBrowsing

/// A grid over a synthetic library on a manual executor, with a manual clock.
@MainActor final class GridSubject {
    let store: SyntheticStore
    let authorization: MockAuthorization
    let ledger = AccessLedger(capacity: 200_000)
    let activity = Activity()
    let manual: ManualExecutor
    let clock = ManualClock()
    let manager: MediaManager
    let images: CachingImageManager
    let grid: AssetGrid
    /// The changes that the grid has shown.
    private(set) var changes: [GridChange] = []

    init(
        _ configuration: SyntheticConfiguration, status: AuthorizationStatus = .authorized,
        library: PhotoLibrarySource? = nil, flaw: SleeplessClock.Flaw? = nil,
        _ setUp: (inout GridOptions) throws -> Void = { _ in }
    ) throws {
        let activity = activity
        store = SyntheticStore(configuration)
        authorization = MockAuthorization(status)
        manual = ManualExecutor { activity.note() }
        let synthetic = PhotoLibrarySource.synthetic(store, authorization: authorization)
        let source = (library ?? synthetic).recorded(in: ledger)
        let access = LibraryAccess(
            source, executor: manual.executor, limits: LibraryAccess.Limits(deadline: nil, changeDelay: .none),
            clock: clock.with(flaw))
        manager = MediaManager(access: access)
        // No timeout: a sanitizer on a busy machine may be slower than any.
        images = try CachingImageManager(
            access: access, limits: CachingImageManager.Limits(stallTimeout: nil), clock: ContinuousClock(),
            noting: activity)
        var options = GridOptions(cellSize: PixelSize(width: 8, height: 8))
        try setUp(&options)
        grid = try AssetGrid(of: manager, images: images, options: options)
        grid.onStep = { activity.note() }
        grid.onChange = { [weak self] change, apply in
            apply()
            self?.changes.append(change)
        }
    }

    convenience init(
        assets: Int, status: AuthorizationStatus = .authorized, _ setUp: (inout GridOptions) -> Void = { _ in }
    ) throws {
        try self.init(SyntheticConfiguration(assets: assets, seed: 5), status: status, setUp)
    }

    /// Runs the library until a condition holds.
    func run(until isSo: () async -> Bool) async {
        await activity.wait {
            manual.runAll()
            return await isSo()
        }
    }

    /// Runs the library until a condition holds whose values are observed.
    ///
    /// Not an overload of `run`, which a trailing closure would choose.
    func runAndObserve(until isSo: @MainActor () -> Bool) async {
        while !Task.isCancelled {
            let changed = Gate()
            let isTrue = withObservationTracking(isSo) { [activity] in
                changed.open()
                activity.note()
            }
            if isTrue { return }
            await run(until: { changed.isOpen || isSo() })
        }
    }

    /// Runs the library until the grid reads nothing.
    func settle() async {
        await run { grid.reads == 0 && grid.pageTasks.isEmpty }
    }

    /// Runs the library until the grid's window has begun to load all that it wants, and has ended.
    func finishLoading() async {
        await run {
            guard let window = await grid.window?.status, window.held == window.wanted.count else { return false }
            return await images.statistics.jobs == 0
        }
    }

    /// Shows a query, and what is at its top.
    func open(_ query: AssetQuery = .all, visible: Range<Int> = 0..<20) async {
        grid.show(query)
        await run { grid.snapshot != nil }
        grid.scrolled(to: visible)
        await settle()
    }

    /// A presenter of the grid with a screen of 390 by 844 points, three columns, at its top, whose assets were read.
    func presenter() async -> GridPresenter {
        let presenter = GridPresenter(of: grid)
        presenter.follow()
        presenter.resize(width: 390, headerHeight: 40)
        presenter.scrolled(top: 0, height: 844)
        await open()
        return presenter
    }

    /// Opens a pager over the grid, and waits for its page.
    func pager(at position: Int, imageSize: PixelSize) async throws -> AssetPager {
        let pager = try AssetPager(over: grid, at: position, imageSize: imageSize)
        pager.grid.onStep = { [activity] in activity.note() }
        await run { pager.current?.asset != nil }
        return pager
    }

    /// Notes each step of a cell's image.
    func follow(_ cell: AssetCell) { cell.onStep = { [activity] in activity.note() } }

    /// Shows all assets while the library does not answer, until the grid says that it is busy.
    func openUntilBusy() async {
        grid.show(.all)
        await run { grid.snapshot != nil }
        grid.scrolled(to: 0..<20)
        // The executor does not run: the library does not answer.
        await clock.waitUntilSleeping(1)
        clock.advance(by: grid.options.busyDelay)
        await activity.wait { grid.state == .busy }
    }

    /// Changes the library, waits until the grid shows it, and says that the view has shown it.
    @discardableResult func change(_ body: (inout SyntheticContents) -> Void) async -> GridChange? {
        let generation = grid.generation
        store.change(body)
        await run { grid.generation > generation }
        guard let change = grid.change else { return nil }
        grid.finishedShowing(change)
        await settle()
        return change
    }

    /// Runs a read to its end.
    func finish<Value: Sendable>(_ read: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let task = Task { [activity] in
            defer { activity.note() }
            return try await read()
        }
        let ended = Gate()
        let watch = Task { [activity] in
            _ = await task.result
            ended.open()
            activity.note()
        }
        await run { ended.isOpen }
        await watch.value
        return try await task.value
    }

    /// Reads the number of assets, and so lets everything run that is due before it: the library and the main actor.
    @discardableResult func readElsewhere() async throws -> Int {
        let photos = manager.photos
        return try await finish { try await photos.count(of: .all) }
    }

    /// Reads from the library so many times, one read after the other, without any of its operations.
    func takeTurns(_ count: Int) async throws {
        let access = manager.photos.access
        for _ in 0..<count { _ = try await finish { try await access.read("turn") { _ in 1 } } }
    }

    /// The identifiers of the list that the grid shows.
    func shownIDs() async throws -> [AssetID] {
        guard let snapshot = grid.snapshot else { return [] }
        let photos = manager.photos
        return try await finish { try await photos.identifiers(of: snapshot) }
    }
}

extension AssetGrid {
    /// Whether the grid reads assets or sections.
    var isReading: Bool { reads > 0 }

    /// The positions that the view has shown last.
    var wantedPositions: Range<Int> { viewport.wanted }
}

extension AssetPager {
    /// Whether the pager reads assets.
    var isReading: Bool { grid.isReading }

    /// The number of assets in its list, including those that are being deleted.
    var listCount: Int { grid.count }

    /// Whether edits are shown that the library has not carried out.
    var hasPendingEdits: Bool { !grid.edits.isEmpty }
}

extension MediaAsset {
    /// Makes an asset one that every query finds.
    static func plain(_ asset: inout MediaAsset) {
        (asset.isHidden, asset.burstIdentifier, asset.mediaType, asset.mediaSubtypes) = (false, nil, .image, [])
    }
}

/// Counts the changes of what an observation reads.
@MainActor final class ObservationCount {
    private(set) var count = 0
    private let read: @MainActor () -> Void

    init(_ read: @escaping @MainActor () -> Void) {
        self.read = read
        observe()
    }

    private func observe() {
        withObservationTracking {
            read()
        } onChange: { [weak self] in
            MainActor.assumeIsolated { self?.note() }
        }
    }

    private func note() {
        count += 1
    }

    /// Observes again after a change.
    func reset() {
        count = 0
        observe()
    }
}

/// A library of a million assets that are made when they are read, so that a test need not wait for them.
final class MillionLibrary: ForwardingLibrary {
    private final class Result: AssetFetchResult {
        let count = 1_000_000

        func assets(in range: Range<Int>) throws(LibraryError) -> [MediaAsset] {
            range.map { MediaAsset(id: AssetID("asset \($0)"), creationDate: Date(timeIntervalSince1970: -Double($0))) }
        }

        func index(of id: AssetID) throws(LibraryError) -> Int? { Int(id.rawValue.dropFirst(6)) }
    }

    override func fetchAssets(_ query: AssetQuery) throws(LibraryError) -> any AssetFetchResult { Result() }

    override func update(
        _ result: any AssetFetchResult, of query: AssetQuery
    ) throws(LibraryError) -> FetchUpdate {
        FetchUpdate(result: result, difference: .touched([]))
    }

    static let source = PhotoLibrarySource(authorization: AlwaysAuthorized()) { context in
        MillionLibrary(FixedLibrary(FixedContents(imageSource: OnePixel()), context: context))
    }

    private struct OnePixel: ImageSource {
        let lane = ImageLane.decodePool
        let requestLimit = 8

        func start(_ request: AssetImageRequest, sink: ImageSink) -> (@Sendable () -> Void)? {
            do throws(ImageError) {
                let size = PixelSize(width: 1, height: 1)
                sink.final(try DecodedImage(size: size, bytesPerRow: 4, pixels: [1, 2, 3, 255]))
            } catch {
                sink.fail(error)
            }
            return nil
        }
    }
}
