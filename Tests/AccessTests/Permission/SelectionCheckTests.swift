import CameraRoll
import CameraRollTesting
import CoreTestSupport
import SyntheticLibrary
import TestSupport
import Testing

/// Under limited access, the assets that a read has gathered are looked up again at its end if the library has changed,
/// slice by slice like every other part of it.
@Suite(.timeLimit(.hang)) struct SelectionCheckTests {
    /// A way to read all assets, which returns their identifiers.
    enum Way: CaseIterable {
        case range, positions, identifiers, cursor, managerPage

        /// Whether the read fails if an asset was deselected; otherwise its answer is without that asset.
        var refuses: Bool { self == .range || self == .positions }
    }

    /// A library under limited access on a manual executor, whose look-ups by identifier are recorded.
    private struct Subject {
        static let count = 150
        let manual = ManualExecutor()
        let clock = ManualClock()
        let store = SyntheticStore(assets: 200)
        let lookups = Notes<Int>()
        let manager: MediaManager
        let ids: [AssetID]

        init() {
            let photos = store.contents.assets.filter { AssetQuery.photos.matches($0) }
            ids = photos.sorted(by: AssetQuery.photos.areInOrder).prefix(Self.count).map(\.id)
            store.select(ids)
            let source = PhotoLibrarySource.synthetic(store, authorization: MockAuthorization(.limited))
                .wrapping { [lookups] in CountedLookups($0, lookups) }
            manager = MediaManager(
                access: LibraryAccess(source, executor: manual.executor, limits: .untimed, clock: clock))
        }

        /// The photos that the user shares, which the manager shows.
        func snapshot() async throws -> AssetSnapshot {
            let snapshot = try await run { [manager] in try await manager.photos.snapshot(of: .photos) }
            try await run { [manager] in try await manager.show(snapshot) }
            return snapshot
        }

        /// Runs a read of one turn.
        private func run<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
            let value = Task { try await body() }
            await manual.waitUntilEnqueued(1)
            manual.runAll()
            return try await value.value
        }

        /// Starts to read all assets, and returns once the read waits for the executor.
        func start(_ way: Way, of snapshot: AssetSnapshot) async -> Task<[AssetID], any Error> {
            let reader = Task { [manager, ids] in
                try await withReadDeadline(.seconds(5)) {
                    let photos = manager.photos
                    return switch way {
                    case .range: try await photos.assets(in: snapshot.indices, of: snapshot).map(\.id)
                    case .positions:
                        try await photos.assets(at: Array(snapshot.indices), of: snapshot).sorted { $0.key < $1.key }
                            .map(\.value.id)
                    case .identifiers: try await photos.assets(withIdentifiers: ids).map(\.id)
                    case .cursor: try await photos.firstPage(of: .photos, size: Self.count).assets.map(\.id)
                    case .managerPage: try await manager.page(PageRequest(size: Self.count)).assets.map(\.id)
                    }
                }
            }
            await manual.waitUntilEnqueued(1)
            return reader
        }

        /// Runs one slice as a job of its own, since a less urgent job waits; returns false if the read has ended.
        func runSlice() -> Bool {
            if !waiting.contains("rival") { manager.photos.access.appendTurn("rival", lane: .background) }
            manual.runNext()
            return waiting.contains { $0 != "rival" }
        }

        private var waiting: [String] { manual.executor.waitingNames }

        /// Lets the user deselect the newest photo.
        func deselect() { store.select(ids.dropFirst()) }

        /// Changes the library, but not the selection.
        func edit() { store.edit(ids[0]) { $0.isFavorite.toggle() } }
    }

    // the reader                          the user
    // ----------                          --------
    // reads the first slice
    //                                     edits an asset
    // reads the other slices
    // looks all assets up, in slices
    @Test(arguments: Way.allCases)
    func `All assets are looked up again in many short jobs`(_ way: Way) async throws {
        let subject = Subject()
        let reader = await subject.start(way, of: try await subject.snapshot())
        #expect(subject.runSlice())
        subject.edit()
        var (largest, isRunning) = (0, true)
        while isRunning {
            let known = subject.lookups.all.count
            isRunning = subject.runSlice()
            largest = max(largest, subject.lookups.all.dropFirst(known).reduce(0, +))
        }
        #expect(try await reader.value == subject.ids)
        #expect(subject.lookups.all.reduce(0, +) >= Subject.count)
        #expect(largest <= Subject.count / 2)
    }

    // the reader                          the user
    // ----------                          --------
    // reads the first slice
    //                                     edits an asset
    // reads, or looks up, some slices
    //                                     deselects the first asset
    // goes on
    @Test(arguments: Way.allCases)
    func `An asset that is deselected before the last slice is not in the answer`(_ way: Way) async throws {
        var (slices, isTooLate) = (1, false)
        while !isTooLate {
            let subject = Subject()
            let reader = await subject.start(way, of: try await subject.snapshot())
            #expect(subject.runSlice())
            subject.edit()
            for _ in 1..<slices where !isTooLate { isTooLate = !subject.runSlice() }
            if !isTooLate { subject.deselect() }
            while subject.runSlice() {}
            let found = try? await reader.value
            let answer = way.refuses ? nil : Array(subject.ids.dropFirst())
            #expect(found == (isTooLate ? subject.ids : answer), "after slice \(slices)")
            slices += 2
        }
        #expect(slices > 6)
    }

    @Test(arguments: Way.allCases)
    func `A library that changes with each slice does not keep a read from its end`(_ way: Way) async throws {
        let subject = Subject()
        let reader = await subject.start(way, of: try await subject.snapshot())
        var slices = 0
        while subject.runSlice(), slices < 1_000 {
            subject.edit()
            slices += 1
        }
        #expect(slices < 1_000)
        #expect(try await reader.value == subject.ids)
    }

    @Test(arguments: [true, false])
    func `A cancellation or a deadline ends the look-ups between two slices`(isCanceled: Bool) async throws {
        let subject = Subject()
        let reader = await subject.start(.cursor, of: try await subject.snapshot())
        #expect(subject.runSlice())
        subject.edit()
        while subject.lookups.all.isEmpty { #expect(subject.runSlice()) }
        if isCanceled {
            reader.cancel()
        } else {
            await subject.clock.waitUntilSleeping(1)
            subject.clock.advance(by: .seconds(5))
        }
        let expected = isCanceled ? LibraryError.cancelled : .timedOut("read page", after: .seconds(5), behind: nil)
        #expect(await reader.libraryError == expected)
        subject.manual.runAll()
        #expect(subject.lookups.all.count == 1)
    }
}

/// A library that records how many assets each look-up by identifier is for.
private final class CountedLookups: ForwardingLibrary {
    private let lookups: Notes<Int>

    init(_ base: any PhotoLibraryBackend, _ lookups: Notes<Int>) {
        self.lookups = lookups
        super.init(base)
    }

    override func assets(withIdentifiers identifiers: [AssetID]) throws(LibraryError) -> [MediaAsset] {
        lookups.append(identifiers.count)
        return try super.assets(withIdentifiers: identifiers)
    }
}
