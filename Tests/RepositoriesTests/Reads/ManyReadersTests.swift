import CameraRoll
import CameraRollTesting
import CoreTestSupport
import SyntheticLibrary
import TestSupport
import Testing

/// Many readers at once.
@Suite struct ManyReadersTests {
    @Test func `Ten thousand readers at once each get their page`() async throws {
        let subject = Subject(assets: 300)
        let expected = try await subject.ids()
        let snapshot = try await subject.photos.snapshot(of: Subject.everything)
        try await withThrowingTaskGroup { group in
            for reader in 0..<10_000 {
                let priority: TaskPriority = [.background, .utility, .medium, .high][reader % 4]
                group.addTask(priority: priority) {
                    let request = PageRequest(number: reader % 30, size: 10)
                    let ids = try await subject.photos.page(request, of: snapshot).assets.map(\.id)
                    #expect(ids == Array(expected[(reader % 30) * 10..<(reader % 30 + 1) * 10]))
                }
            }
            try await group.waitForAll()
        }
    }

    @Test(arguments: Effort.seeds(0..<8 as Range<UInt64>))
    func `Readers, changes and cancellations at once: every read ends once, and the access still works`(
        seed: UInt64
    ) async throws {
        var random = SeededNumbers(seed: seed)
        let subject = Subject(assets: 60, seed: seed)
        let snapshot = try await subject.photos.snapshot(of: Subject.everything)
        let expected = try await subject.photos.assets(in: snapshot.indices, of: snapshot).map(\.id)
        await withDiscardingTaskGroup { group in
            for _ in 0..<200 {
                let (kind, start) = (Int.random(in: 0..<4, using: &random), Int.random(in: 0..<50, using: &random))
                group.addTask { await Self.act(kind, start: start, on: subject, snapshot, expected) }
            }
        }
        #expect(try await subject.photos.assets(in: snapshot.indices, of: snapshot).map(\.id) == expected)
    }

    private static func act(
        _ kind: Int, start: Int, on subject: Subject, _ snapshot: AssetSnapshot, _ expected: [AssetID]
    ) async {
        switch kind {
        case 0: subject.store.insert(1)
        case 1: subject.store.delete([expected[start]])
        case 2:
            let read = Task { try await subject.photos.assets(in: start..<(start + 10), of: snapshot).map(\.id) }
            read.cancel()
            if let ids = try? await read.value { #expect(ids == Array(expected[start..<(start + 10)])) }
        default:
            let ids = try? await subject.photos.assets(in: start..<(start + 10), of: snapshot).map(\.id)
            #expect(ids == Array(expected[start..<(start + 10)]))
        }
    }

    @Test func `Dropping everything releases the library and its results`() async throws {
        let ledger = AccessLedger()
        let executor = LibraryExecutor(label: "test.released")
        let store = SyntheticStore(assets: 30)
        let released = Gate()
        store.onFetchResultDeath { released.open() }
        do {
            let access = LibraryAccess(.synthetic(store).recorded(in: ledger), executor: executor, limits: .untimed)
            let manager = MediaManager(access: access)
            try await manager.loadLibrary()
            for try await _ in manager.photos.pages(of: try await manager.snapshot(), size: 7) { break }
        }
        await released.wait()
        await executor.shutdown()
        #expect(store.liveFetchResults == 0)
        #expect(ledger.entries.last?.touch == .releaseLibrary)
        #expect(ledger.touchesOffExecutor.isEmpty)
    }
}
