import CameraRollTesting
import CoreTestSupport
import SyntheticLibrary
import TestSupport
import Testing

@testable import CameraRoll

/// Assets that the user deselects under limited access are no longer shown, by images, snapshots and originals.
@Suite(.timeLimit(.hang)) struct LimitedImagesTests {
    /// A library under limited access, whose images a test provides.
    private struct Subject {
        let activity = Activity()
        let store: SyntheticStore
        let authorization = MockAuthorization(.limited)
        let source: ScriptedSource
        let access: LibraryAccess
        let images: CachingImageManager
        let manager: MediaManager
        /// The assets that are visible at first, newest first.
        let selected: [AssetID]

        init(selected count: Int = 3) throws {
            store = SyntheticStore(assets: 60)
            let photos = store.contents.assets.filter { AssetQuery.photos.matches($0) }
            selected = photos.sorted(by: AssetQuery.photos.areInOrder).prefix(count).map(\.id)
            store.select(selected)
            source = ScriptedSource { [activity] _ in activity.note() }
            let factory = PhotoLibrarySource.synthetic(store, authorization: authorization)
                .wrapping { [source] in ScriptedImages($0, source) }
            access = LibraryAccess(factory, executor: LibraryExecutor(label: "limited"), limits: .untimed)
            images = try CachingImageManager(
                access: access, limits: CachingImageManager.Limits(), clock: ManualClock(),
                memoryPressure: MemoryPressure()
            ) { [activity] in activity.note() }
            manager = MediaManager(access: access)
        }

        /// The numbers of the selected assets' images in memory.
        var cached: [UInt8?] { selected.map { images.cachedImage(for: request($0))?.number } }

        func request(_ asset: AssetID) -> AssetImageRequest { ImageSubject.request(asset) }

        /// Requests an image, and returns once its source was called.
        func begin(_ asset: AssetID) async -> Task<UInt8, any Error> {
            let count = source.asked.count
            let reader = Task { try await images.image(for: request(asset)).number }
            await activity.wait { source.asked.count > count }
            return reader
        }

        func load(_ asset: AssetID) async throws {
            let reader = await begin(asset)
            source.asked.last?.sink.final(try ImageSubject.picture(5))
            #expect(try await reader.value == 5)
        }
    }

    @Test func `Images of deselected assets are removed, and the others are found again without their source`()
        async throws
    {
        let subject = try Subject()
        for asset in subject.selected { try await subject.load(asset) }
        #expect(subject.cached == [5, 5, 5])
        subject.store.select(subject.selected.dropFirst())
        await subject.activity.wait { subject.images.cache.statistics.count == 2 }
        await subject.activity.wait { subject.cached == [nil, 5, 5] }
        #expect(subject.source.asked.count == 3)
    }

    @Test func `However often the library changes, no image is loaded a second time`() async throws {
        let subject = try Subject(selected: 20)
        for asset in subject.selected { try await subject.load(asset) }
        for edit in 0..<50 {
            subject.store.edit(subject.selected[edit % 20]) { $0.isFavorite.toggle() }
            let asset = subject.selected[(edit + 7) % 20]
            #expect(try await subject.images.image(for: subject.request(asset)).number == 5)
        }
        await subject.activity.wait { subject.cached.allSatisfy { $0 == 5 } }
        #expect(subject.source.asked.count == 20)
    }

    // the cell                 the user                 the library
    // --------                 --------                 -----------
    //                                                   is held
    //                          edits an asset
    // finds nothing in memory
    // requests it
    //                                                   continues
    // gets the cached image
    @Test func `A request that meets an image whose asset is not looked up yet waits for that, and not for its source`()
        async throws
    {
        let subject = try Subject()
        for asset in subject.selected { try await subject.load(asset) }
        let gate = BlockingGate()
        let held = Task { try await subject.access.read("hold") { _ in gate.pass() } }
        await gate.waitUntilReached()
        subject.store.edit(subject.selected[0]) { $0.isFavorite = true }
        #expect(subject.cached == [nil, nil, nil])
        let reader = Task { try await subject.images.image(for: subject.request(subject.selected[1])).number }
        gate.open()
        #expect(try await reader.value == 5)
        try await held.value
        #expect(subject.source.asked.count == 3)
    }

    @Test func `An image that arrives after a change is found once its asset was looked up`() async throws {
        let subject = try Subject()
        try subject.images.startCaching(subject.selected.map { subject.request($0) })
        await subject.activity.wait { subject.source.asked.count == 3 }
        subject.store.select(subject.selected.dropFirst())
        for asked in subject.source.asked { asked.sink.final(try ImageSubject.picture(4)) }
        await subject.activity.wait { subject.cached == [nil, 4, 4] }
        await subject.activity.wait { subject.images.cache.statistics.count == 2 }
        #expect(subject.source.asked.count == 3)
    }

    @Test func `A lookup that was repeated behind a revocation finds no image from before it`() throws {
        var contents = CacheContents(limits: AssetImageCacheLimits())
        let key = ImageSubject.request("a").key
        let image = try ImageSubject.picture(1)
        _ = contents.insert(image.got(at: 3), for: key, now: nil)
        let removed = contents.confirm([key], visible: [key.asset], at: 5, since: 4)
        #expect(removed.count == 1)
        #expect(contents.uncountedImage(for: key, now: nil) == nil)
        _ = contents.insert(image.got(at: 4), for: key, now: nil)
        #expect(contents.confirm([key], visible: [key.asset], at: 5, since: 4).count == 0)
        #expect(contents.uncountedImage(for: key, now: nil, generation: 5) != nil)
    }

    @Test func `An image from before access became limited is not found, also if its asset is selected`() async throws {
        let subject = try Subject()
        subject.authorization.status = .authorized
        try await subject.load(subject.selected[0])
        subject.authorization.status = .limited
        await subject.images.settle()
        #expect(subject.cached == [nil, nil, nil])
        try await subject.load(subject.selected[0])
        #expect(subject.source.asked.count == 2)
    }

    @Test func `A manager that is released while the library hangs ends its lookup at once`() async throws {
        let (gate, departed) = (BlockingGate(), Gate())
        let subject = try Subject(selected: 1)
        let held: Task<Void, any Error>
        weak var cache: AssetImageCache?
        do {
            let departure = Departure(departed)
            let images = try CachingImageManager(
                access: subject.access, limits: CachingImageManager.Limits(), clock: ManualClock(),
                memoryPressure: MemoryPressure()
            ) {
                withExtendedLifetime(departure) {}
            }
            cache = images.cache
            let reader = Task { try await images.image(for: subject.request(subject.selected[0])).number }
            await subject.activity.wait { subject.source.asked.count == 1 }
            subject.source.asked[0].sink.final(try ImageSubject.picture(5))
            #expect(try await reader.value == 5)
            held = Task { try await subject.access.read("hold") { _ in gate.pass() } }
            await gate.waitUntilReached()
            subject.store.edit(subject.selected[0]) { $0.isFavorite = true }
        }
        await departed.wait()
        #expect(cache == nil)
        gate.open()
        try await held.value
    }

    // the cell                 the user                 the source
    // --------                 --------                 ----------
    // requests two                                      begins both
    //                          deselects the first
    //                                                   delivers both
    // gets the second
    @Test func `An image on its way is given out if its asset is still selected`() async throws {
        let subject = try Subject()
        let (gone, kept) = (await subject.begin(subject.selected[0]), await subject.begin(subject.selected[1]))
        subject.store.select(subject.selected.dropFirst())
        for asked in subject.source.asked { asked.sink.final(try ImageSubject.picture(6)) }
        #expect(await gone.result.imageError == .library(.assetNotFound(subject.selected[0])))
        #expect(try await kept.value == 6)
        #expect(subject.images.cachedImage(for: subject.request(subject.selected[0])) == nil)
    }

    @Test func `An older snapshot does not give an asset that was deselected, and its stream goes on`() async throws {
        let subject = try Subject()
        let photos = subject.manager.photos
        let snapshot = try await photos.snapshot(of: .photos)
        #expect(snapshot.count == 3)
        subject.store.select(subject.selected.dropFirst())
        let error = await failure { () async throws(LibraryError) in try await photos.assets(in: 0..<3, of: snapshot) }
        #expect(error == .snapshotInvalidated(of: snapshot.library))
        #expect(try await photos.assets(in: 1..<3, of: snapshot).map(\.id) == Array(subject.selected[1...]))
        var updates = photos.updates(of: snapshot).makeAsyncIterator()
        let update = try await updates.next()
        #expect(update?.snapshot.count == 2)
        #expect(update?.changes == .reload(.limitedAccess))
    }

    @Test func `A manager shows the current selection, in the album that it showed`() async throws {
        let subject = try Subject()
        try await subject.manager.loadLibrary()
        #expect(try await subject.manager.page(PageRequest(size: 10)).assets.count == 3)
        subject.store.select(subject.selected.dropFirst())
        let page = try await subject.manager.page(PageRequest(size: 10))
        #expect(page.assets.map(\.id) == Array(subject.selected[1...]))
    }

    @Test func `A change that deselects nothing leaves older snapshots as they are`() async throws {
        let subject = try Subject()
        let photos = subject.manager.photos
        let snapshot = try await photos.snapshot(of: .photos)
        subject.store.edit(subject.selected[0]) { $0.isFavorite = true }
        let assets = try await photos.assets(in: 0..<3, of: snapshot)
        #expect(assets.map(\.id) == subject.selected)
        #expect(assets[0].isFavorite)
    }

    @Test func `With full access nothing is looked up twice, and the library is observed no longer than wanted`()
        async throws
    {
        let subject = LivingSubject()
        let snapshot = try await subject.photos.snapshot()
        subject.store.delete([try #require(try await subject.photos.identifiers(of: snapshot).first)])
        let before = subject.store.statistics.assetsMaterialised
        #expect(try await subject.photos.assets(in: 0..<5, of: snapshot).count == 5)
        #expect(subject.store.statistics.assetsMaterialised == before + 5)
        #expect(subject.count(of: .startObserving) == 0)
        subject.authorization.status = .limited
        _ = try await subject.photos.snapshot()
        #expect(subject.count(of: .startObserving) == 1 && subject.count(of: .stopObserving) == 0)
        subject.authorization.status = .authorized
        _ = try await subject.photos.snapshot()
        #expect(subject.count(of: .stopObserving) == 1)
    }

    @Test func `A window keeps what it shows when the selection may have changed`() async throws {
        let subject = try Subject()
        let snapshot = try await subject.manager.photos.snapshot(of: .photos)
        let window = try subject.images.window(over: snapshot) { ImageSubject.request($0.id) }
        try window.update(visible: 0..<3)
        await subject.activity.wait { subject.source.asked.count == 3 }
        for asked in subject.source.asked { asked.sink.final(try ImageSubject.picture(5)) }
        await subject.activity.wait { await subject.images.statistics.finished == 3 }
        subject.store.edit(subject.selected[0]) { $0.isFavorite = true }
        await subject.activity.wait { subject.cached == [5, 5, 5] }
        #expect(subject.source.asked.count == 3)
        #expect(await window.status.held == 3)
    }
}

/// A library whose images a test provides.
private final class ScriptedImages: ForwardingLibrary {
    private let source: ScriptedSource

    init(_ base: any PhotoLibraryBackend, _ source: ScriptedSource) {
        self.source = source
        super.init(base)
    }

    override func imageSource() throws(LibraryError) -> (any ImageSource)? { source }
}
