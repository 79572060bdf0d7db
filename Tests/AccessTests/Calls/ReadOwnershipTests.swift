import CameraRollTesting
import CoreTestSupport
import SyntheticLibrary
import Testing

@testable import CameraRoll

/// The data that a read has gathered have one owner while a slice runs, so they grow in place: a long read copies
/// nothing.
///
/// A copied array has another address, and a copy per slice makes the read quadratic.
@Suite struct ReadOwnershipTests {
    private let manual = ManualExecutor()

    /// A range, positions, identifiers, the assets after a position, and a page of the current snapshot.
    @Test func `No slice of a read of assets copies what was read before it`() async throws {
        let photos = PhotoRepository(access: makeAccess(to: .synthetic(SyntheticStore(assets: 4_000, seed: 1))))
        let snapshot = try await run { try await photos.snapshot() }
        let manager = MediaManager(access: photos.access)
        let all = snapshot.indices
        let identifiers = try await run { try await photos.identifiers(of: snapshot) }
        try expectNoCopies(RangeRead(all, of: snapshot), behind: photos)
        try expectNoCopies(PositionsRead(all.filter { $0 % 3 > 0 }, of: snapshot), behind: photos)
        try expectNoCopies(IdentifierRead(identifiers), behind: photos)
        try expectNoCopies(KeysetRead(.all, after: nil, from: nil, count: .max), behind: photos)
        try expectNoCopies(CurrentPageRead(PageRequest(size: 4_000), of: manager), behind: photos)
        let preload = PreloadRead(
            PreloadOptions(assetCount: 4_000, albums: nil), of: manager, pressure: MemoryPressure())
        try expectNoCopies(preload, behind: photos)
    }

    @Test func `No slice of a read of identifiers or of an update copies what was read before it`() async throws {
        let store = SyntheticStore(assets: 40_000, seed: 1)
        let photos = PhotoRepository(access: makeAccess(to: .synthetic(store).wrapping { RearrangedLibrary($0) }))
        let snapshot = try await run { try await photos.snapshot() }
        try expectNoCopies(IdentifiersRead(snapshot.indices, of: snapshot), behind: photos)
        try expectNoCopies(AssetUpdateRead(of: snapshot, reload: nil), behind: photos)
    }

    @Test func `No slice of a read of albums copies what was read before it`() throws {
        let albums = (0..<300).map { number in
            FixedContents.FixedAlbum(Album(id: AlbumID("\(number)"), title: "\(number)"), assets: ["a"])
        }
        let photos = PhotoRepository(
            access: makeAccess(to: .fixed(FixedContents(assets: [MediaAsset(id: "a")], albums: albums))))
        try expectNoCopies(AlbumListRead(AlbumListOptions()), behind: photos)
        try expectNoCopies(PreloadedAlbumListRead(AlbumListOptions()), behind: photos)
        let update = AlbumUpdateRead(AlbumListOptions(), cover: .newest, after: nil, isFull: true)
        try expectNoCopies(update, behind: photos)
        let options = PreloadOptions(assetCount: 0, albums: AlbumListOptions())
        let preload = PreloadRead(options, of: MediaManager(access: photos.access), pressure: MemoryPressure())
        try expectNoCopies(preload, behind: photos)
    }

    private func makeAccess(to factory: PhotoLibrarySource) -> LibraryAccess {
        LibraryAccess(factory, executor: manual.executor, limits: .untimed)
    }

    /// Runs a read of one turn.
    private func run<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let value = Task { try await body() }
        await manual.waitUntilEnqueued(1)
        manual.runAll()
        return try await value.value
    }

    private func expectNoCopies(
        _ read: some SlicedRead, behind photos: PhotoRepository, location: SourceLocation = #_sourceLocation
    ) throws {
        let notes = Notes<[String: Int]>()
        _ = try photos.access.start(WatchedRead(read, notes: notes), as: "watched")
        manual.runAll()
        let slices = notes.all
        #expect(slices.count > 60, "too few slices to tell", sourceLocation: location)
        for place in Set(slices.flatMap(\.keys)) {
            let addresses = slices.compactMap { $0[place] }
            let moves = zip(addresses, addresses.dropFirst()).count { $0 != $1 }
            // An array that doubles when it is full moves as often as it doubles.
            #expect(moves <= 16, "\(place) of \(type(of: read))", sourceLocation: location)
        }
    }
}

/// A read that records after each slice the addresses of its own arrays and of those in the library state.
private struct WatchedRead<Inner: SlicedRead>: SlicedRead {
    private var inner: Inner
    private let notes: Notes<[String: Int]>

    init(_ inner: Inner, notes: Notes<[String: Int]>) {
        self.inner = inner
        self.notes = notes
    }

    mutating func advance(
        in libraryState: isolated LibraryState, items: Int
    ) throws(LibraryError) -> SliceOutcome<Inner.Output> {
        // The smallest possible slices, so that there are many.
        let outcome = try inner.advance(in: libraryState, items: 1)
        if case .done = outcome { return outcome }
        let kept = addresses(in: libraryState.preloadCache as Any, "room")
        notes.append(addresses(in: inner, "read").merging(kept) { old, _ in old })
        return outcome
    }

    /// The addresses of all arrays of a minimum length within a value, by their paths in it.
    private func addresses(in value: Any, _ place: String) -> [String: Int] {
        if let array = value as? any StoredInPlace { return array.count < 32 ? [:] : [place: array.address] }
        let mirror = Mirror(reflecting: value)
        guard [.struct, .tuple, .enum, .optional, nil].contains(mirror.displayStyle) else { return [:] }
        return mirror.children.reduce(into: [:]) { found, child in
            found.merge(addresses(in: child.value, "\(place).\(child.label ?? "")")) { old, _ in old }
        }
    }
}

private protocol StoredInPlace {
    var count: Int { get }
    var address: Int { get }
}

extension Array: StoredInPlace {
    fileprivate var address: Int { withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) } }
}

/// A library that reports after each fetch that any asset may have moved.
private final class RearrangedLibrary: ForwardingLibrary {
    override func update(
        _ result: any AssetFetchResult, of query: AssetQuery
    ) throws(LibraryError) -> FetchUpdate {
        FetchUpdate(result: try fetchAssets(query), difference: .rearranged(changed: []))
    }
}
