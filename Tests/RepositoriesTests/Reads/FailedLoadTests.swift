import CameraRoll
import CameraRollTesting
import CoreTestSupport
import SyntheticLibrary
import TestSupport
import Testing

/// A load that throws changes nothing.
@Suite(.timeLimit(.hang)) struct FailedLoadTests {
    /// A library that loses its permission at the end of a fetch.
    private final class ForbiddenLibrary: ForwardingLibrary {
        private let atEnd: @Sendable () -> Void

        init(_ base: any PhotoLibraryBackend, atEnd: @escaping @Sendable () -> Void) {
            self.atEnd = atEnd
            super.init(base)
        }

        override func fetchAssets(_ query: AssetQuery) throws(LibraryError) -> any AssetFetchResult {
            defer { atEnd() }
            return try super.fetchAssets(query)
        }
    }

    private let manual = ManualExecutor()
    private let authorization = MockAuthorization(.authorized)
    private let forbids = SharedFlag()
    private let subject: Subject

    init() {
        let store = SyntheticStore(assets: 60)
        let factory = PhotoLibrarySource.synthetic(store, authorization: authorization)
            .wrapping { [authorization, forbids] library in
                ForbiddenLibrary(library) { if forbids.take() { authorization.status = .denied } }
            }
        subject = Subject(
            store: store, access: LibraryAccess(factory, executor: manual.executor, limits: .untimed))
    }

    private func finish<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
        try await manual.finish(body)
    }

    /// The number of assets in the library, which is loaded, and an album of 18.
    private func load() async throws -> (count: Int, album: Album) {
        let subject = subject
        return try await finish { (try await subject.manager.loadLibrary(), try await subject.makeAlbum("A", of: 18)) }
    }

    /// The number of assets that pages count.
    private func counted() async throws -> Int? {
        let manager = subject.manager
        return try await finish { try await manager.page(PageRequest()).totalCount }
    }

    @Test func `A load during which reading is forbidden throws, and leaves the list as it was`() async throws {
        let (count, album) = try await load()
        let manager = subject.manager
        forbids.set()
        await #expect(throws: LibraryError.notAuthorized(.denied)) {
            try await finish { try await manager.loadMedia(from: album) }
        }
        authorization.status = .authorized
        #expect(try await counted() == count)
    }

    // the caller               the executor             the user
    // ----------               ------------             --------
    // loads an album
    //                          loads it
    //                                                   revokes permission
    // continues
    @Test func `A load that was applied succeeds, even if reading is forbidden right afterward`() async throws {
        let (_, album) = try await load()
        let manager = subject.manager
        let loading = Task { try await manager.loadMedia(from: album) }
        await manual.waitUntilEnqueued(1)
        manual.runNext()
        authorization.status = .denied
        #expect(try await loading.value == 18)
        authorization.status = .authorized
        #expect(try await counted() == 18)
    }

    @Test func `A load that waits while access becomes limited reads what may be read then`() async throws {
        let (count, _) = try await load()
        let manager = subject.manager
        let loading = Task { try await manager.loadLibrary() }
        await manual.waitUntilEnqueued(1)
        authorization.status = .limited
        let loaded = try await manual.outcome(of: loading).value
        #expect(loaded < count)
        #expect(try await counted() == loaded)
    }
}

/// A flag that one caller takes.
private final class SharedFlag: Sendable {
    private let isSet = Lock(false)

    func set() { isSet.withLock { $0 = true } }

    func take() -> Bool {
        isSet.withLock { isSet in
            defer { isSet = false }
            return isSet
        }
    }
}
