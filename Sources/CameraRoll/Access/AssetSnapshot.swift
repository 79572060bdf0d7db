/// A list of assets that does not change: a handle to a fetch result, which stays on the library's executor.
///
/// It represents one state of the library: its count, its assets and their order never change (*Stable Pages*). An
/// asset's data is read again each time; an asset that was deleted since is returned with its last known data. Under
/// limited access a deleted asset cannot be distinguished from one that the user has deselected; a read that finds such
/// an asset fails with `.snapshotInvalidated`, while update streams continue from the snapshot. When the last handle is
/// released, the result is released on the library executor.
public final class AssetSnapshot: Sendable {
    /// The query of the fetch.
    public let query: AssetQuery
    /// The number of assets.
    public let count: Int
    /// The library of the snapshot.
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

    /// The valid positions: `0..<count`.
    public var indices: Range<Int> { 0..<count }

    /// The position after an asset in the query's order, for continuing without the snapshot or after a relaunch.
    ///
    /// It is computed from the asset's data, so it is the asset's *current* position: if the asset was edited since
    /// the snapshot was taken, that may differ from its position in the snapshot. Nil for the library's own order,
    /// which has no cursors, and for a query with a limit, for which a position alone does not tell how many assets
    /// remain.
    public func cursor(after asset: MediaAsset) -> PageCursor? {
        guard query.limit == nil else { return nil }
        return PageCursor(after: asset, of: query, in: library, passed: 1)
    }

    /// Whether the permission may have been narrowed since its generation; costs one atomic load.
    func isOutdated(since generation: UInt64) -> Bool { access.permission.reading.generation != generation }

    /// Rereads assets that were read under an older permission generation, before they are returned to the caller.
    ///
    /// - Parameters:
    ///   - range: their positions.
    ///   - generation: the permission's generation when they were read; updated to the one under which they may be
    ///     returned.
    /// - Returns: the current assets; nil if nothing was revoked since, which costs one atomic load.
    /// - Throws: `.notAuthorized` if reading was forbidden since; `.snapshotInvalidated` if full access became limited,
    ///   or if the user has deselected one of the assets; or the reason why they could not be read.
    func assetsAgain(
        in range: Range<Int>, since generation: inout UInt64
    ) async throws(LibraryError) -> [MediaAsset]? {
        let reading = access.permission.reading
        // Before the read: an asset that is deselected during the read is detected by the next call.
        let current = reading.generation
        guard generation != current else { return nil }
        guard try reading.allows(generation) else { throw .snapshotInvalidated(of: library) }
        let assets = try await access.perform("read page", RangeRead(range, of: self))
        generation = current
        return assets
    }

    /// Throws if the range is not within the snapshot.
    func validate(_ range: Range<Int>) throws(LibraryError) {
        guard range.lowerBound >= 0, range.upperBound <= count else {
            throw .rangeOutOfBounds(range, count: count)
        }
    }
}

extension AssetSnapshot {
    /// Reads the assets at some positions.
    ///
    /// - Throws: `.invalidArgument` if the range is not within the snapshot, or the reason why nothing could be
    ///   read.
    func assets(in range: Range<Int>) async throws(LibraryError) -> [MediaAsset] {
        try validate(range)
        guard !range.isEmpty else { return [] }
        return try await access.perform("read assets", RangeRead(range, of: self))
    }
}

extension LibraryAccess {
    /// Throws if the snapshot belongs to another library.
    func check(_ snapshot: AssetSnapshot) throws(LibraryError) {
        guard snapshot.access === self else { throw .foreignSnapshot(of: snapshot.library) }
    }
}

extension AssetSnapshot: CustomStringConvertible {
    /// The number of assets, and their library.
    public var description: String { "\(count.counting("asset")) of library '\(library)'" }
}
