package import CameraRollTesting
package import SyntheticLibrary
import Testing

@testable package import CameraRoll

/// A small changing library with its own access, and a log of all its calls.
package struct LivingSubject: Sendable {
    package let store: SyntheticStore
    package let ledger = AccessLedger(capacity: 100_000)
    package let authorization: MockAuthorization
    package let manager: MediaManager
    package let pressure = MemoryPressure()

    package init(
        assets: Int = 60, costs: CostModel = .free, status: AuthorizationStatus = .authorized,
        executor: LibraryExecutor = LibraryExecutor(label: "living"),
        delay: ChangeDelay = .none, clock: any Clock<Duration> = ContinuousClock()
    ) {
        store = SyntheticStore(assets: assets, seed: 3, costs: costs)
        authorization = MockAuthorization(status)
        let factory = PhotoLibrarySource.synthetic(store, authorization: authorization).recorded(in: ledger)
        // No deadline: a sanitizer on a busy machine may be slower than any deadline.
        let limits = LibraryAccess.Limits(deadline: nil, changeDelay: delay)
        let access = LibraryAccess(factory, executor: executor, limits: limits, clock: clock)
        manager = MediaManager(access: access, memoryPressure: pressure)
    }

    /// Whether a subscriber or a cache needs the library's changes.
    package var isObservationWanted: Bool { access.changes.isWanted }

    package var photos: PhotoRepository { manager.photos }
    package var access: LibraryAccess { manager.photos.access }

    /// The identifiers that a query finds now.
    package func ids(of query: AssetQuery) async throws(LibraryError) -> [AssetID] {
        let snapshot = try await photos.snapshot(of: query)
        return try await photos.assets(in: snapshot.indices, of: snapshot).map(\.id)
    }

    /// How often a kind of library call was made.
    package func count(of touch: AccessLedger.Touch) -> Int {
        ledger.entries(of: touch).count
    }
}

/// A subscriber that shows the result of a query, and follows its updates by index.
package struct Follower {
    package let query: AssetQuery
    package private(set) var list: [AssetID]
    package private(set) var snapshot: AssetSnapshot
    package private(set) var updates = 0
    package private(set) var reloads = 0
    private var iterator: AssetUpdates.Iterator
    private let photos: PhotoRepository

    package init(of query: AssetQuery, _ photos: PhotoRepository) async throws(LibraryError) {
        self.query = query
        self.photos = photos
        snapshot = try await photos.snapshot(of: query)
        list = try await photos.assets(in: snapshot.indices, of: snapshot).map(\.id)
        iterator = photos.updates(of: snapshot).makeAsyncIterator()
    }

    /// Waits for the next update and applies it.
    package mutating func follow() async throws -> AssetUpdate? {
        guard let update = try await iterator.next() else { return nil }
        updates += 1
        snapshot = update.snapshot
        let fresh = try await photos.assets(in: snapshot.indices, of: snapshot).map(\.id)
        guard let changes = update.indexChanges else {
            reloads += 1
            list = fresh
            return update
        }
        // Only inserted and changed assets may be looked up: the others must come from the old list.
        let allowed = Set(changes.newPositionsOfInserted + changes.changed)
        list = try changes.applied(to: list) { position in
            #expect(allowed.contains(position))
            return fresh[position]
        }
        #expect(list == fresh)
        return update
    }
}
