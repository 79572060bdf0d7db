import CameraRollTesting
import CoreTestSupport
import SyntheticLibrary
import TestSupport
import Testing

@testable import CameraRoll

/// Data that are preloaded for later readers.
@Suite(.timeLimit(.hang)) struct PreloadTests {
    private let manual = ManualExecutor()

    /// Starts a preload and runs some of its slices; a queued read keeps it from running all slices in one turn.
    private func begin(
        _ options: PreloadOptions, of subject: LivingSubject, slices: Int
    ) async throws -> Task<PreloadReport, any Error> {
        _ = try await manual.finish { try await subject.manager.snapshot() }
        let preload = Task(priority: .utility) { try await subject.manager.preload(options) }
        await manual.waitUntilEnqueued(1)
        Task(priority: .background) { try await subject.access.read("wait behind") { _ in } }
        await manual.waitUntilEnqueued(2)
        for _ in 0..<slices { manual.runNext() }
        return preload
    }

    @Test func `What was preloaded is not read again, neither by pages nor by ranges nor by albums`() async throws {
        let subject = LivingSubject(assets: 300)
        let report = try await subject.manager.preload(PreloadOptions(assetCount: 200))
        #expect(report.assets == 200 && report.isComplete && report.albums ?? 0 > 0)
        let reads = subject.store.statistics
        let page = try await subject.manager.page(PageRequest(number: 1, size: 50))
        let snapshot = try await subject.manager.snapshot()
        let range = try await subject.photos.assets(in: 50..<100, of: snapshot)
        let albums = try await subject.manager.albums.albumList()
        #expect(subject.store.statistics == reads)
        #expect(page.assets == range && albums.count == report.albums)
        // Data after its end are read as usual.
        let rest = try await subject.photos.assets(in: 190..<210, of: snapshot)
        #expect(subject.store.statistics.assetsMaterialised == reads.assetsMaterialised + 10)
        #expect(rest == subject.store.contents.assets(of: .all, in: 190..<210))
    }

    // the preload              a screen
    // -----------              --------
    // reads its first slice
    //                          requests, and is served at once
    // reads the rest
    @Test func `A reader overtakes a preload, and what it read is not read again`() async throws {
        let subject = LivingSubject(assets: 400, executor: manual.executor)
        let snapshot = try await manual.finish { try await subject.manager.snapshot() }
        let preload = try await begin(PreloadOptions(assetCount: 300, albums: nil), of: subject, slices: 2)
        let read = subject.store.statistics.assetsMaterialised
        #expect(0 < read && read < 200)
        let screen = Task(priority: .high) { try await subject.photos.assets(in: 200..<228, of: snapshot) }
        await manual.waitUntilEnqueued(3)
        // In as many slices as it needs; the preload waits for all of them.
        while subject.store.statistics.assetsMaterialised < read + 28, manual.runNext() {}
        #expect(subject.store.statistics.assetsMaterialised == read + 28)
        #expect(try await manual.outcome(of: screen).value.count == 28)
        #expect(try await manual.outcome(of: preload).value.isComplete)
        #expect(subject.store.statistics.assetsMaterialised == 300)
    }

    @Test func `Another snapshot gets its own assets, not the preloaded ones`() async throws {
        let subject = LivingSubject(assets: 300)
        try await subject.manager.preload(PreloadOptions(assetCount: 200))
        let query = AssetQuery.all.sorted(by: .oldestFirst)
        let other = try await subject.photos.snapshot(of: query)
        let assets = try await subject.photos.assets(in: 10..<60, of: other)
        #expect(assets == subject.store.contents.assets(of: query, in: 10..<60))
    }

    @Test func `What was preloaded of a snapshot goes with its last handle`() async throws {
        let subject = LivingSubject(assets: 100)
        var snapshot: AssetSnapshot? = try await subject.manager.snapshot()
        try await subject.manager.preload(PreloadOptions(assetCount: 50))
        let other = try await subject.photos.snapshot(of: .videos)
        try await subject.manager.show(other)
        let kept = try await subject.access.perform("count") { $0.preloadCache?.assets?.filled }
        #expect(kept == 50)
        #expect(snapshot != nil)
        snapshot = nil
        let left = try await subject.access.perform("count") { $0.preloadCache?.assets?.filled }
        #expect(left == nil)
    }

    @Test func `Any number of preloads are one work, and all return when it is done`() async throws {
        let subject = LivingSubject(assets: 300)
        let reports = try await withThrowingTaskGroup { group in
            for _ in 0..<16 { group.addTask { try await subject.manager.preload(PreloadOptions(assetCount: 250)) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(reports.allSatisfy { $0 == reports[0] && $0.isComplete })
        #expect(subject.store.statistics.assetsMaterialised == 250)
    }

    @Test func `A cancelled caller leaves what was read to the others`() async throws {
        let subject = LivingSubject(assets: 400, executor: manual.executor)
        let options = PreloadOptions(assetCount: 300, albums: nil)
        let first = try await begin(options, of: subject, slices: 2)
        first.cancel()
        // No job runs meanwhile: the caller, who may only be about to wait, must not find the result.
        #expect(await first.libraryError == .cancelled)
        let second = Task { try await subject.manager.preload(options) }
        #expect(try await manual.outcome(of: second).value.isComplete)
        #expect(subject.store.statistics.assetsMaterialised == 300)
    }

    @Test func `A change of the library releases it, so that no reader sees the old state`() async throws {
        let subject = LivingSubject(assets: 100)
        try await subject.manager.preload(PreloadOptions(assetCount: 100))
        let snapshot = try await subject.manager.snapshot()
        let first = try #require(try await subject.photos.assets(in: 0..<1, of: snapshot).first)
        subject.store.edit(first.id) { $0.isFavorite.toggle() }
        let now = try await subject.photos.assets(in: 0..<1, of: snapshot).first
        #expect(now?.isFavorite == !first.isFavorite)
        try await subject.access.read("settle") { _ in }
        #expect(subject.count(of: .stopObserving) == 1)
        // A new preload contains the library's current data again.
        #expect(try await subject.manager.preload(PreloadOptions(assetCount: 100)).isComplete)
        subject.store.edit(first.id) { $0.isFavorite.toggle() }
        #expect(try await subject.photos.assets(in: 0..<1, of: snapshot).first == first)
    }

    @Test func `It stays if the same permission is reported again, as whenever an app becomes active`() async throws {
        let subject = LivingSubject(assets: 100)
        try await subject.manager.preload(PreloadOptions(assetCount: 100))
        let reads = subject.store.statistics
        subject.authorization.set(.authorized)
        _ = try await subject.manager.page(PageRequest(size: 10))
        #expect(subject.store.statistics == reads)
    }

    /// What makes a preload stale.
    enum Invalidation: CaseIterable {
        case change, edit, pressure, reclaim
    }

    @Test(arguments: Invalidation.allCases)
    func `Nothing is kept of a preload that is stale, not even the snapshot that it opened`(
        by invalidation: Invalidation
    ) async throws {
        let subject = LivingSubject(assets: 60)
        let first = try #require(try await subject.ids(of: .all).first)
        try await subject.manager.preload()
        #expect(try await subject.resultCount() == 1 && subject.store.liveFetchResults == 1)
        switch invalidation {
        case .change: subject.store.insert()
        case .edit: try await subject.manager.performChanges { $0.setFavorite(true, for: [first]) }
        case .pressure: subject.pressure.raise()
        case .reclaim: subject.manager.reclaimMemory()
        }
        #expect(try await subject.resultCount() == 0)
        #expect(subject.store.liveFetchResults == 0)
    }

    @Test func `Nothing is kept of snapshots, pages, updates and edits that have ended`() async throws {
        let subject = LivingSubject(assets: 120)
        do {
            let snapshot = try await subject.photos.snapshot()
            var updates = subject.photos.updates(of: snapshot).makeAsyncIterator()
            for try await page in subject.photos.pages(of: snapshot, size: 50) { #expect(!page.assets.isEmpty) }
            let first = try #require(try await subject.photos.assets(in: 0..<1, of: snapshot).first)
            try await subject.manager.performChanges { $0.setFavorite(!first.isFavorite, for: [first.id]) }
            #expect(try await updates.next() != nil)
            _ = try await subject.photos.firstPage(of: .videos, size: 10)
            #expect(try await subject.resultCount() == 2)
        }
        #expect(try await subject.resultCount() == 0)
        #expect(subject.store.liveFetchResults == 0)
        #expect(subject.access.edits.count == 0 && subject.access.callCount == 0)
        #expect(!subject.isObservationWanted)
    }

    @Test(arguments: [true, false])
    func `It is released under memory pressure, and by reclaimMemory`(isPressed: Bool) async throws {
        let subject = LivingSubject(assets: 100)
        try await subject.manager.preload(PreloadOptions(assetCount: 100))
        if isPressed { subject.pressure.raise() } else { subject.manager.reclaimMemory() }
        let before = subject.store.statistics.assetsMaterialised
        _ = try await subject.manager.page(PageRequest(size: 10))
        #expect(subject.store.statistics.assetsMaterialised == before + 10)
        #expect(!subject.access.changes.isWanted)
    }

    // the first preload          the user                     the second preload
    // -----------------          --------                     ------------------
    // reads some slices
    //                            loads the library again
    //                                                         begins, and is canceled
    // ends, not complete
    @Test func `A preload whose snapshot is shown no more ends, and reads nothing again and again`() async throws {
        let subject = LivingSubject(assets: 400, executor: manual.executor)
        let first = try await begin(PreloadOptions(assetCount: 300, albums: nil), of: subject, slices: 2)
        let load = Task(priority: .high) { try await subject.manager.loadLibrary() }
        await manual.waitUntilEnqueued(3)
        manual.runNext()
        let second = Task(priority: .high) {
            try await subject.manager.preload(PreloadOptions(assetCount: 300, albums: nil))
        }
        await manual.waitUntilEnqueued(3)
        for _ in 0..<2 { manual.runNext() }
        second.cancel()
        _ = await second.result
        _ = try await manual.outcome(of: load).value
        #expect(try await manual.outcome(of: first).value.isComplete == false)
        #expect(subject.store.statistics.assetsMaterialised < 300)
    }

    @Test func `Preloads of two album lists do not take each other's`() async throws {
        let subject = LivingSubject(assets: 60)
        let user = AlbumListOptions(query: .user)
        async let one = subject.manager.preload(PreloadOptions(assetCount: 10, albums: user))
        async let other = subject.manager.preload(PreloadOptions(assetCount: 10))
        let reports = try await (one, other)
        let counted = subject.count(of: .countAlbum)
        #expect(try await subject.manager.albums.albumList(user).count == reports.0.albums)
        #expect(try await subject.manager.albums.albumList().count == reports.1.albums)
        #expect(reports.0.albums != reports.1.albums)
        #expect(subject.count(of: .countAlbum) == counted)
    }

    @Test func `After an edit the first page has what was edited, though all was preloaded`() async throws {
        let subject = LivingSubject(assets: 60)
        try await subject.manager.preload()
        let doomed = try await subject.ids(of: .all)[0]
        try await subject.manager.performChanges { $0.delete(doomed) }
        let page = try await subject.manager.page(PageRequest(size: 10))
        #expect(!page.assets.contains { $0.id == doomed })
    }

    @Test func `What a preload opened is released with its manager`() async throws {
        let store = SyntheticStore(assets: 60)
        let executor = LibraryExecutor(label: "preload.leak")
        do {
            let manager = MediaManager(.synthetic(store), executor: executor, limits: .untimed)
            try await manager.preload()
        }
        await executor.shutdown()
        #expect(store.liveFetchResults == 0)
    }

    @Test func `A preload that is overtaken by a change says that it is not complete`() async throws {
        let subject = LivingSubject(assets: 400, executor: manual.executor)
        let preload = try await begin(PreloadOptions(assetCount: 300), of: subject, slices: 2)
        subject.store.insert()
        #expect(try await manual.outcome(of: preload).value.isComplete == false)
    }

    @Test func `Preloads whose album lists give way to another say that they are not complete`() async throws {
        let subject = LivingSubject(assets: 60, executor: manual.executor)
        let lists = AlbumListOptions.Order.allCases.flatMap { order in
            [
                AlbumListOptions(order: order), AlbumListOptions(order: order, includesEmpty: true),
                AlbumListOptions(order: order, includesUntitled: true),
            ]
        }
        #expect(lists.count == PreloadCache.mostLists + 1)
        var preloads: [Task<PreloadReport, any Error>] = []
        for list in lists {
            let options = PreloadOptions(assetCount: 1, albums: list)
            preloads.append(Task { try await subject.manager.preload(options) })
            await manual.waitUntilEnqueued(preloads.count)
        }
        var reports: [PreloadReport] = []
        for preload in preloads { reports.append(try await manual.outcome(of: preload).value) }
        #expect(reports.map(\.isComplete) == Array(repeating: false, count: PreloadCache.mostLists) + [true])
        #expect(reports.map { $0.albums != nil } == reports.map(\.isComplete))
    }

    @Test(arguments: AuthorizationStatus.allCases.filter { !$0.allowsReading })
    func `Before permission it throws and touches nothing`(status: AuthorizationStatus) async {
        let subject = LivingSubject(status: status)
        #expect(
            await failure { () async throws(LibraryError) in try await subject.manager.preload() }
                == .notAuthorized(status))
        #expect(subject.ledger.entries.isEmpty)
    }

    @Test func `A negative number of assets is refused`() async {
        let subject = LivingSubject()
        let options = PreloadOptions(assetCount: -1)
        #expect(
            await failure { () async throws(LibraryError) in try await subject.manager.preload(options) }
                == .invalidPreload(-1))
        #expect(subject.ledger.entries.isEmpty)
    }

    @Test func `More assets than there are is all of them`() async throws {
        let subject = LivingSubject(assets: 20)
        let report = try await subject.manager.preload(PreloadOptions(assetCount: .max, albums: nil))
        #expect(report.assets == (try await subject.manager.snapshot().count))
        #expect(report.albums == nil)
    }
}

extension LivingSubject {
    /// The number of fetch results that the library's state keeps, after the turns that were posted before.
    fileprivate func resultCount() async throws(LibraryError) -> Int {
        try await access.perform("count results") { libraryState in
            libraryState.dropStalePreload()
            return libraryState.resultCount
        }
    }
}

extension SyntheticContents {
    /// The assets of a query at some positions, read in the simplest way.
    fileprivate func assets(of query: AssetQuery, in range: Range<Int>) -> [MediaAsset] {
        Array(query.select(from: assets)[range])
    }
}
