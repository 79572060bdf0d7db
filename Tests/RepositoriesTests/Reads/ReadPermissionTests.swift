import CameraRoll
import CameraRollTesting
import CoreTestSupport
import SyntheticLibrary
import Testing

/// *Nothing Before Permission*.
@Suite struct ReadPermissionTests {
    private static func reads(_ subject: Subject) -> [@Sendable () async -> LibraryError?] {
        [
            { await failure { () async throws(LibraryError) in try await subject.manager.loadLibrary() } },
            { await failure { () async throws(LibraryError) in try await subject.manager.page(PageRequest()) } },
            { await failure { () async throws(LibraryError) in try await subject.manager.loadAlbums() } },
            { await failure { () async throws(LibraryError) in try await subject.manager.recentsAlbum() } },
            { await failure { () async throws(LibraryError) in try await subject.photos.firstPage(of: .all) } },
            {
                await failure { () async throws(LibraryError) in
                    try await subject.photos.assets(withIdentifiers: ["a"])
                }
            },
            { await failure { () async throws(LibraryError) in try await subject.albums.albumList() } },
            { await failure { () async throws(LibraryError) in try await subject.albums.tree() } },
            { await failure { () async throws(LibraryError) in try await subject.albums.cover(of: "a") } },
            {
                await failure { () async throws(LibraryError) in
                    for try await _ in subject.albums.summaries(of: [Album(id: "a", title: nil)]) {}
                }
            },
        ]
    }

    @Test(arguments: AuthorizationStatus.allCases.filter { !$0.allowsReading })
    func `No read touches the library without permission`(status: AuthorizationStatus) async {
        let ledger = AccessLedger()
        let store = SyntheticStore(assets: 20)
        let authorization = MockAuthorization(status)
        let factory = PhotoLibrarySource.synthetic(store, authorization: authorization).recorded(in: ledger)
        let subject = Subject(
            store: store, access: LibraryAccess(factory, executor: LibraryExecutor(), limits: .untimed))
        for read in Self.reads(subject) { #expect(await read() == .notAuthorized(status)) }
        #expect(ledger.entries.isEmpty)
        #expect(store.statistics.reads == 0)
    }

    @Test(arguments: [AuthorizationStatus.authorized, .limited])
    func `Every touch comes with permission and on the executor`(status: AuthorizationStatus) async throws {
        let ledger = AccessLedger()
        let store = SyntheticStore(assets: 20)
        let factory = PhotoLibrarySource.synthetic(store, authorization: MockAuthorization(status))
        var subject: Subject? = Subject(
            store: store,
            access: LibraryAccess(factory.recorded(in: ledger), executor: LibraryExecutor(), limits: .untimed))
        if let subject { for read in Self.reads(subject) { _ = await read() } }
        await subject?.manager.close()
        subject = nil
        #expect(ledger.entries.count > 10)
        #expect(ledger.entries.allSatisfy { $0.isOnExecutor && $0.status.allowsReading })
        #expect(ledger.entries.last?.touch == .releaseLibrary)
    }

    @Test func `A slice checks the permission once, however scattered its positions are`() async throws {
        let authorization = CountingAuthorization()
        let subject = Subject(SyntheticConfiguration(assets: 2_000), authorization: authorization)
        let snapshot = try await subject.photos.snapshot()
        var updates = subject.photos.updates(of: snapshot).makeAsyncIterator()
        let ids = try await subject.photos.identifiers(of: snapshot)
        let doomed = ids.indices.filter { $0.isMultiple(of: 2) }.map { ids[$0] }
        subject.store.delete(doomed)
        let update = try #require(try await updates.next())
        let checks = authorization.checks
        #expect(try await subject.photos.removedIdentifiers(in: update) == doomed)
        #expect(doomed.count > 500 && authorization.checks - checks < 10)
    }

    @Test func `Permission that is withdrawn ends a walk and drops its snapshot, and given back lets a new one begin`()
        async throws
    {
        let authorization = MockAuthorization()
        let subject = Subject(SyntheticConfiguration(assets: 30), authorization: authorization)
        let snapshot = try await subject.photos.snapshot(of: Subject.everything)
        var iterator = subject.photos.pages(of: snapshot, size: 10).makeAsyncIterator()
        _ = try await iterator.next()
        authorization.set(.denied)
        let error = await failure { () async throws(LibraryError) in try await iterator.next() }
        #expect(error == .notAuthorized(.denied))
        authorization.set(.limited)
        #expect(try await iterator.next() == nil)
        let later = await failure { () async throws(LibraryError) in
            try await subject.photos.assets(in: 0..<30, of: snapshot)
        }
        #expect(later == .snapshotInvalidated(of: snapshot.library))
    }
}

/// A permission that counts its checks.
private final class CountingAuthorization: LibraryAuthorization {
    private let count = Lock(0)

    var checks: Int { count.withLock(\.self) }

    func status(for level: AccessLevel) -> AuthorizationStatus {
        count.withLock { $0 += 1 }
        return .authorized
    }
}
