/// A fetch result that stays behind the door, and this is the handle to it: the articles' `PHAssetResult`.
///
/// It shows one state of the library: its count, its assets and their order never change (*Stable Pages*); what an
/// asset says of itself is read afresh each time, and an asset deleted meanwhile is given as it was last known.
/// Under limited access, where a deleted asset cannot be told from one that the user has deselected, a read that finds
/// one of either fails with `.snapshotWithdrawn`: streams of updates go on from the snapshot all the same.
/// When the last handle goes, the result is released on the library executor.
public final class AssetSnapshot: Sendable {
    /// What was asked for.
    public let query: AssetQuery
    /// How many assets it has.
    public let count: Int
    /// The library it is from.
    public let library: LibraryIdentity
    let id: SnapshotID
    let access: LibraryAccess

    init(_ opened: OpenedSnapshot, of query: AssetQuery, behind access: LibraryAccess) {
        self.query = query
        self.access = access
        count = opened.count
        library = opened.library
        id = opened.id
    }

    deinit {
        access.post("release snapshot") { [id] in $0.release(id) }
    }

    /// The positions it has: `0..<count`.
    public var indices: Range<Int> { 0..<count }

    /// The place behind an asset in the order of the query, to go on from without the snapshot or after a relaunch.
    ///
    /// It goes by what the asset says of itself, so it is the asset's place *now*: where the asset was edited since the
    /// snapshot was taken, that may be another than the snapshot has. Nil for the library's own order, in which no
    /// place can be named, and for a query with a limit, in which a place alone does not tell how much is left.
    public func cursor(after asset: MediaAsset) -> PageCursor? {
        guard query.limit == nil else { return nil }
        return PageCursor(after: asset, of: query, in: library, passed: 1)
    }

    /// Reads assets again that are held since an older generation of the permission, before they are given out.
    ///
    /// - Parameters:
    ///   - range: their positions.
    ///   - generation: the permission's when they were read; afterwards the one under which they may be given out.
    /// - Returns: the assets as they are now; nil if nothing was taken back since, which costs one atomic load.
    /// - Throws: `.notAuthorized` if reading was forbidden since; `.snapshotWithdrawn` if full access became limited,
    ///   or if the user has deselected one of the assets; or why they could not be read.
    func assetsAgain(
        in range: Range<Int>, since generation: inout UInt64
    ) async throws(LibraryError) -> [MediaAsset]? {
        let reading = access.permission.reading
        // Before the read: what is deselected during it is looked for at the next call.
        let current = reading.generation
        guard generation != current else { return nil }
        guard try reading.allows(generation) else { throw .snapshotWithdrawn(of: library) }
        let assets = try await access.perform("read page", RangeRead(range, of: self))
        generation = current
        return assets
    }

    /// Refuses positions that are not all within it.
    func validate(_ range: Range<Int>) throws(LibraryError) {
        guard range.lowerBound >= 0, range.upperBound <= count else {
            throw .rangeOutOfBounds(range, count: count)
        }
    }
}

extension AssetSnapshot {
    /// Reads the assets at some positions.
    ///
    /// - Throws: `.rangeOutOfBounds` where not all positions are within it, or why nothing could be read.
    func assets(in range: Range<Int>) async throws(LibraryError) -> [MediaAsset] {
        try validate(range)
        guard !range.isEmpty else { return [] }
        return try await access.perform("read assets", RangeRead(range, of: self))
    }
}

extension LibraryAccess {
    /// Refuses snapshots of another library.
    func check(_ snapshot: AssetSnapshot) throws(LibraryError) {
        guard snapshot.access === self else { throw .foreignSnapshot(of: snapshot.library) }
    }
}

extension AssetSnapshot: CustomStringConvertible {
    /// How many assets of which library.
    public var description: String { "\(count) assets of library '\(library)'" }
}

/// Reads a range of a snapshot, slice by slice.
struct RangeRead: SlicedRead {
    /// Fewer assets than this are never worth a turn of their own.
    static let smallestSlice = 8

    private let snapshot: AssetSnapshot
    private let range: Range<Int>
    private var assets: [MediaAsset] = []
    /// The permission's generation at the first slice: a later one may have taken assets of earlier slices back.
    private var begun: UInt64?

    /// The range must be within the snapshot.
    init(_ range: Range<Int>, of snapshot: AssetSnapshot) {
        self.range = range
        self.snapshot = snapshot
    }

    mutating func advance(in libraryState: isolated LibraryState, items: Int) throws(LibraryError) -> SliceOutcome<
        [MediaAsset]
    > {
        let start = range.lowerBound + assets.count
        let end = min(start + max(items, Self.smallestSlice), range.upperBound)
        let slice = try libraryState.assets(in: start..<end, of: snapshot.id)
        assets.take(on: slice, expecting: range.count)
        begun = begun ?? libraryState.generation
        guard end == range.upperBound else { return .more(items: end - start) }
        if begun != libraryState.generation { try libraryState.checkSelection(assets, of: snapshot.id) }
        return .done(assets, items: end - start)
    }
}
