import CameraRoll

extension ConformanceCheck {
    static var releases: [ConformanceCheck] { [endedReads] }

    private static let endedReads = ConformanceCheck(
        living: "No result stays alive once snapshots, pages, updates and preloads are gone"
    ) { library, expect in
        try await library.readAndLeave()
        // Discarded results are released in turns of the executor, which urgent reads overtake a limited number of
        // times.
        var alive = try await library.read { $0.liveResults }
        for _ in 0..<1_000 where alive > 0 { alive = try await library.read { $0.liveResults } }
        try expect.equal(alive, 0, "the number of fetch results that are alive")
    }
}

extension LivingProbe {
    /// Reads in each way that keeps fetch results, and then keeps none of them.
    fileprivate func readAndLeave() async throws {
        let manager = MediaManager(access: access)
        _ = try await manager.preload()
        manager.reclaimMemory()
        // The next page takes the snapshot that a preload has opened.
        _ = try await manager.preload()
        _ = try await manager.page(PageRequest(size: 10))
        let photos = manager.photos
        _ = try await photos.firstPage(of: .videos, size: 10)
        let snapshot = try await photos.snapshot()
        for try await page in photos.pages(of: snapshot, size: 33, readsAhead: true) where !page.hasNextPage { break }
        guard let first = try await photos.assets(in: 0..<min(1, snapshot.count), of: snapshot).first else { return }
        do {
            try await edit { edits in edits.setFavorite(!first.isFavorite, for: [first]) }
        } catch is UnsupportedEdit {
            return
        }
        _ = try await wait(for: "the wait for an update of a snapshot") {
            var updates = photos.updates(of: snapshot).makeAsyncIterator()
            return (try? await updates.next()) != nil
        }
    }
}
