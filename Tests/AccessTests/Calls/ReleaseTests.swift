import CameraRoll
import CameraRollTesting
import Testing

@Suite struct ReleaseTests {
    private let ledger = AccessLedger()

    private var factory: PhotoLibrarySource {
        .fixed(FixedContents(assets: [MediaAsset(id: "a")])).recorded(in: ledger)
    }

    @Test func `Closing releases the library and its results on the executor`() async throws {
        let access = LibraryAccess(factory, executor: LibraryExecutor(label: "closing"), limits: .untimed)
        let snapshot = try await PhotoRepository(access: access).snapshot()
        await access.close()
        #expect(ledger.entries.map(\.touch).suffix(2) == [.releaseResult, .releaseLibrary])
        #expect(ledger.touchesOffExecutor.isEmpty)
        #expect(snapshot.count == 1)
    }

    @Test func `After closing reads are refused, also those of a snapshot, and closing again is no harm`() async throws
    {
        let access = LibraryAccess(factory, executor: LibraryExecutor(label: "closed"), limits: .untimed)
        let photos = PhotoRepository(access: access)
        let snapshot = try await photos.snapshot()
        await access.close()
        await access.close()
        await #expect(throws: LibraryError.shutDown) {
            try await access.read("late") { library in 1 }
        }
        await #expect(throws: LibraryError.shutDown) { try await photos.assets(in: 0..<1, of: snapshot) }
        #expect(ledger.entries(of: .open).count == 1)
    }

    @Test func `Closing an unused access opens nothing`() async {
        let access = LibraryAccess(factory, executor: LibraryExecutor(label: "unused access"), limits: .untimed)
        await access.close()
        #expect(ledger.entries.isEmpty)
    }

    // the owner                the executor
    // ---------                ------------
    // releases the access
    //                          releases the library
    // (shutdown waits for it)
    @Test func `Dropping the access releases the library on the executor`() async throws {
        let executor = LibraryExecutor(label: "dropped access")
        do {
            let access = LibraryAccess(factory, executor: executor, limits: .untimed)
            _ = try await access.read("read") { library in library.identity }
        }
        await executor.shutdown()
        #expect(ledger.entries.last?.touch == .releaseLibrary)
        #expect(ledger.touchesOffExecutor.isEmpty)
    }

    @Test func `Dropping a snapshot releases its result on the executor, and no other result`() async throws {
        let executor = LibraryExecutor(label: "dropped snapshot")
        let access = LibraryAccess(factory, executor: executor, limits: .untimed)
        let photos = PhotoRepository(access: access)
        let kept = try await photos.snapshot()
        do { _ = try await photos.snapshot() }
        // The read's own job may still retain the result when its caller continues. The first of these runs after
        // that job, and the second after the release, which the job enqueues at its end, in the same lane.
        for _ in 0..<2 { await Worker(executor).increment() }
        #expect(ledger.entries(of: .releaseResult).count == 1)
        #expect(try await photos.assets(in: 0..<1, of: kept).count == 1)
        await access.close()
        #expect(ledger.touchesOffExecutor.isEmpty)
    }

    @Test func `A snapshot retains its access`() async throws {
        let executor = LibraryExecutor(label: "kept access")
        var snapshot: AssetSnapshot?
        do {
            snapshot = try await PhotoRepository(access: LibraryAccess(factory, executor: executor, limits: .untimed))
                .snapshot()
        }
        #expect(ledger.entries(of: .releaseLibrary).isEmpty)
        snapshot = nil
        await executor.shutdown()
        #expect(snapshot == nil)
        #expect(ledger.entries.map(\.touch).suffix(2).contains(.releaseLibrary))
        #expect(ledger.touchesOffExecutor.isEmpty)
    }
}
