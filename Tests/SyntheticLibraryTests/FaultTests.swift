import CameraRoll
import CameraRollTesting
import SyntheticLibrary
import Testing

struct FaultTests {
    private func store(_ faults: SyntheticFaults) -> SyntheticStore {
        SyntheticStore(SyntheticConfiguration(assets: 100, faults: faults))
    }

    @Test func `An operation fails with its reason, and others do not`() async throws {
        let access = makeAccess(to: store(SyntheticFaults(failingOperations: [.listAlbums: "the daemon died"])))
        await #expect(throws: LibraryError.failed("listAlbums", reason: "the daemon died")) {
            try await access.read("test") { library in try library.albums(.all) }
        }
        _ = try await access.assets(of: .all)
    }

    @Test func `Every third read fails`() async throws {
        let access = makeAccess(to: store(SyntheticFaults(failingEvery: 3)))
        var failed: [Int] = []
        for read in 1...7 {
            do throws(LibraryError) {
                _ = try await access.read("test") { library in try library.albumTree() }
            } catch {
                failed.append(read)
            }
        }
        #expect(failed == [3, 6])
    }

    @Test func `One album's count fails and another's cover, and nothing else`() async throws {
        let store = store(SyntheticFaults(failingCounts: ["U0": "no count"], failingCovers: ["U2": "no cover"]))
        let access = makeAccess(to: store)
        func count(_ album: AlbumID) async throws {
            _ = try await access.read("test") { library in
                try library.assetCount(of: album, mediaTypes: [])
            }
        }
        func cover(_ album: AlbumID) async throws {
            _ = try await access.read("test") { library in
                try library.cover(of: album, mediaTypes: [], policy: .newest)
            }
        }
        await #expect(throws: LibraryError.failed("countAlbum", reason: "no count")) { try await count("U0") }
        await #expect(throws: LibraryError.failed("readCover", reason: "no cover")) { try await cover("U2") }
        try await count("U2")
        try await cover("U0")
    }

    @Test func `A library that cannot be opened says why, and can be opened once the fault is gone`() async throws {
        let store = store(SyntheticFaults(openFailure: "the disk is full"))
        let access = makeAccess(to: store)
        await #expect(throws: LibraryError.cannotOpen(reason: "the disk is full")) {
            try await access.assets(of: .all)
        }
        store.faults = .none
        _ = try await access.assets(of: .all)
    }

    @Test func `Latency is paid, the lock held`() async throws {
        let store = store(SyntheticFaults(latencies: [.fetch: .microseconds(30)]))
        _ = try await makeAccess(to: store).assets(of: .all)
        #expect(store.statistics.modelledTime == .microseconds(30))
    }

    @Test(arguments: [
        (SyntheticConfiguration(assets: -1), "assets is negative: -1"),
        (SyntheticConfiguration(assets: 5_000_000_000), "assets is more than 4000000000: 5000000000"),
        (
            SyntheticConfiguration(assets: 1, costs: CostModel(fetch: .seconds(-1))),
            "the cost fetch is not within a day: -1.0 seconds"
        ),
        (SyntheticConfiguration(assets: 1, faults: SyntheticFaults(failingEvery: 0)), "failingEvery is less than 1: 0"),
    ])
    func `A configuration that makes no sense is refused by name`(
        configuration: SyntheticConfiguration, reason: String
    ) async {
        let store = SyntheticStore(configuration)
        #expect(store.contents.assets.isEmpty)
        await #expect(throws: LibraryError.cannotOpen(reason: ErrorReason(reason))) {
            try await makeAccess(to: store).assets(of: .all)
        }
    }

    @Test func `A permission is given and taken away`() async throws {
        let authorization = MockAuthorization(.notDetermined)
        let factory = PhotoLibrarySource.synthetic(assets: 10, authorization: authorization)
        let access = LibraryAccess(factory, executor: LibraryExecutor(), limits: .untimed)
        await #expect(throws: LibraryError.notAuthorized(.notDetermined)) { try await access.assets(of: .all) }
        authorization.set(.limited)
        _ = try await access.assets(of: .all)
        #expect(authorization.status(for: .addOnly) == .notDetermined)
    }
}
