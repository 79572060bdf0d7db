import CameraRoll
import CameraRollTesting
import Foundation
import SyntheticLibrary
import Testing

@Suite struct AccessLedgerTests {
    private let ledger = AccessLedger(capacity: 100_000)
    /// One check fetches an unknown album once.
    private let failedFetches = 1

    @Test func `Every touch is noted, on one thread and on the executor`() async throws {
        let access = LibraryAccess(
            .fixed(.sample).recorded(in: ledger), executor: LibraryExecutor(label: "ledger.all"), limits: .untimed)
        try await access.read("everything") { library in try touchAll(of: library) }
        await access.close()
        #expect(Set(ledger.entries.map(\.touch)) == Set(AccessLedger.Touch.allCases))
        #expect(Set(ledger.entries.map(\.thread)).count == 1)
        #expect(ledger.touchesOffExecutor.isEmpty)
        #expect(ledger.touchesBeforePermission.isEmpty)
        #expect(ledger.entries.first?.touch == .open)
        #expect(ledger.entries.last?.touch == .releaseLibrary)
    }

    @Test func `A library that passes everything on leaves no touch out`() async throws {
        let factory = PhotoLibrarySource.fixed(.sample).recorded(in: ledger).wrapping { ForwardingLibrary($0) }
        let access = LibraryAccess(factory, executor: LibraryExecutor(label: "ledger.forwarding"), limits: .untimed)
        try await access.read("everything") { library in try touchAll(of: library) }
        await access.close()
        #expect(Set(ledger.entries.map(\.touch)) == Set(AccessLedger.Touch.allCases))
    }

    @Test func `A recorded library keeps all promises`() async throws {
        for check in ConformanceCheck.all {
            _ = try await check.run(LibrarySubject(deadline: .seconds(3_600)) { .fixed(.sample).recorded(in: ledger) })
        }
        #expect(ledger.touchesOffExecutor.isEmpty)
        #expect(ledger.entries(of: .open).count == ledger.entries(of: .releaseLibrary).count)
        #expect(ledger.entries(of: .fetchAssets).count == ledger.entries(of: .releaseResult).count + failedFetches)
    }

    @Test func `A recorded library offers the sources that it has`() async throws {
        let pictured = FixedContents.pictured
        let contents = pictured.with(
            images: SolidColorImages(pictured.assets), originals: BrokenOriginals(pictured.assets))
        let access = LibraryAccess(
            .fixed(contents).recorded(in: ledger), executor: LibraryExecutor(label: "ledger.sources"), limits: .untimed)
        let (images, originals) = try await access.read("sources") { library in
            (try library.imageSource(), try library.resourceSource())
        }
        #expect(images is SolidColorImages)
        #expect(originals is BrokenOriginals)
        await access.close()
    }

    @Test func `A touch without permission is noted as such`() async throws {
        let authorization = MockAuthorization(.authorized)
        let factory = PhotoLibrarySource.fixed(.sample, authorization: authorization).recorded(in: ledger)
        let access = LibraryAccess(factory, executor: LibraryExecutor(label: "ledger.status"), limits: .untimed)
        await #expect(throws: LibraryError.notAuthorized(.denied)) {
            try await access.read("late") { library in
                authorization.status = .denied
                _ = library.identity
            }
        }
        await access.close()
        #expect(ledger.touchesBeforePermission.map(\.touch) == [.identity])
        #expect(ledger.entries(of: .open).map(\.status) == [.authorized])
    }

    @Test func `A touch off the executor is noted as such`() async throws {
        let access = LibraryAccess(
            .fixed(.sample).recorded(in: ledger), executor: LibraryExecutor(label: "ledger.off"), limits: .untimed)
        let smuggler = Smuggler()
        try await access.read("smuggle") { library in smuggler.library = library }
        _ = smuggler.library?.identity
        await access.close()
        smuggler.library = nil
        #expect(ledger.touchesOffExecutor.map(\.touch) == [.identity, .releaseLibrary])
    }

    @Test func `Only the last entries are kept, and the others counted`() async throws {
        let small = AccessLedger(capacity: 3)
        let access = LibraryAccess(
            .fixed(.sample).recorded(in: small), executor: LibraryExecutor(label: "ledger.small"), limits: .untimed)
        try await access.read("four") { library in
            _ = library.identity
            _ = try library.albums(.all)
            _ = try library.albumTree()
        }
        #expect(small.entries.map(\.touch) == [.identity, .listAlbums, .readAlbumTree])
        #expect(small.dropped == 1)
        small.reset()
        #expect(small.entries.isEmpty)
        #expect(small.dropped == 0)
        await access.close()
    }
}

extension AccessLedgerTests {
    @Test func `A violation is kept when many other touches follow`() async throws {
        let small = AccessLedger(capacity: 2)
        let authorization = MockAuthorization(.authorized)
        let factory = PhotoLibrarySource.fixed(.sample, authorization: authorization).recorded(in: small)
        let access = LibraryAccess(factory, executor: LibraryExecutor(label: "ledger.kept"), limits: .untimed)
        await #expect(throws: LibraryError.notAuthorized(.denied)) {
            try await access.read("one of several") { library in
                authorization.status = .denied
                _ = library.identity
                authorization.status = .authorized
                for _ in 0..<3 { _ = library.identity }
            }
        }
        #expect(small.entries.allSatisfy { $0.status == .authorized })
        #expect(small.touchesBeforePermission.map(\.touch) == [.identity])
        #expect(small.touchesOffExecutor.isEmpty)
        await access.close()
        small.reset()
        #expect(small.touchesBeforePermission.isEmpty)
    }
}

private func touchAll(of library: any PhotoLibraryBackend) throws(LibraryError) {
    _ = library.identity
    let result = try library.fetchAssets(.all)
    _ = try result.assets(in: 0..<result.count)
    _ = try result.index(of: "asset-1")
    _ = try result.counts(olderThan: [.distantPast], isOldestFirst: false)
    _ = try library.assets(after: nil, of: .all, count: 1)
    _ = try library.assets(withIdentifiers: ["asset-1"])
    _ = try library.albums(.all)
    _ = try library.albumTree()
    _ = try library.assetCount(of: "trip", mediaTypes: [])
    _ = try library.cover(of: "trip", mediaTypes: [], policy: .newest)
    _ = try library.searcher()
    _ = try library.imageSource()
    _ = try library.resourceSource()
    try touchChanges(of: library, result)
}

private func touchChanges(of library: any PhotoLibraryBackend, _ result: any AssetFetchResult) throws(LibraryError) {
    try library.startObserving(ChangeSignal {})
    _ = try library.changeToken()
    _ = try library.changes(since: ChangeToken(library: library.identity, place: Data()))
    _ = try library.update(result, of: .all)
    _ = try library.editor()
    library.stopObserving()
}

/// Breaks *One Door* with an unchecked conformance; the compiler refuses code without one.
private final class Smuggler: @unchecked Sendable {
    // Safe: written inside one `read`, and read only after that call has returned.
    var library: (any PhotoLibraryBackend)?
}
