/// The data that preloads have read for later readers; part of the isolated library state.
struct PreloadCache {
    /// An album list, complete or in progress.
    struct Albums {
        /// The read in progress; nil while a slice owns it, so that it has one owner and nothing is copied.
        var read: AlbumListRead?
        /// The complete list, not sorted yet.
        var result: [Album]?
    }

    /// The maximum number of album lists that are kept.
    static let mostLists = 8

    /// The first assets of the snapshot that is shown.
    var assets: PreloadedAssets?
    /// The snapshot that a preload opened because none was shown yet; no other object has a handle to it.
    var opened: OpenedSnapshot?
    /// The album lists, by their options.
    var albums: [AlbumListOptions: Albums] = [:]
    /// Observes the memory pressure, which releases the cache.
    var pressure: MemoryPressure.Observation?
    /// The number of invalidations when the first preload began; a cache of an older number is dropped.
    let invalidation: UInt64

    init(invalidation: UInt64) {
        self.invalidation = invalidation
    }

    /// Makes room for the first assets of a snapshot, in place of those of another one.
    mutating func makeRoom(for count: Int, of snapshot: SnapshotID) {
        if assets?.snapshot != snapshot { assets = PreloadedAssets(snapshot, count: count) }
        assets?.grow(to: count)
    }

    /// Adds an album list, which is still to be read.
    mutating func addList(_ options: AlbumListOptions) {
        guard albums[options] == nil else { return }
        if albums.count == Self.mostLists { albums = [:] }
        albums[options] = Albums(read: AlbumListRead(options))
    }
}

extension LibraryState {
    /// Reads assets of a fetch result, from the preload cache if it has them; stores what it reads in the cache.
    func assets(in range: Range<Int>, of id: SnapshotID) throws(LibraryError) -> [MediaAsset] {
        try assets(in: CollectionOfOne(range), of: id)
    }

    /// Reads assets of several ranges of a fetch result, one after the other, with one permission check.
    func assets(
        in ranges: some Sequence<Range<Int>>, of id: SnapshotID
    ) throws(LibraryError) -> [MediaAsset] {
        let result = try result(of: id)
        dropStalePreload()
        let preloadedEnd = preloadCache?.assets.flatMap { $0.snapshot == id ? $0.count : nil } ?? 0
        var assets: [MediaAsset] = []
        for range in ranges {
            let isPreloaded = range.lowerBound < preloadedEnd
            let found = isPreloaded ? try preloadedAssets(in: range, of: result) : try read(range, of: result)
            if assets.isEmpty { assets = found } else { assets += found }
        }
        try checkSelection(assets, of: id)
        return assets
    }

    private func preloadedAssets(
        in range: Range<Int>, of result: any AssetFetchResult
    ) throws(LibraryError) -> [MediaAsset] {
        let end = min(range.upperBound, preloadCache?.assets?.count ?? 0)
        while let missing = preloadCache?.assets?.firstMissing(in: range.lowerBound..<end), !missing.isEmpty {
            preloadCache?.assets?.fill(try read(missing, of: result), at: missing.lowerBound)
        }
        let preloaded = preloadCache?.assets?.assets(in: range.lowerBound..<end) ?? []
        return end == range.upperBound ? preloaded : preloaded + (try read(end..<range.upperBound, of: result))
    }

    private func read(_ range: Range<Int>, of result: any AssetFetchResult) throws(LibraryError) -> [MediaAsset] {
        let assets = try result.assets(in: range)
        guard assets.count == range.count else {
            throw .failed("read assets", reason: "\(range.count.counting("asset")) asked for, \(assets.count) given")
        }
        return assets
    }

    /// Drops the preload cache if it was invalidated since.
    func dropStalePreload() {
        guard let cache = preloadCache, cache.invalidation != preloadInvalidations.current else { return }
        if let opened = cache.opened { release(opened.id) }
        preloadCache = nil
    }

    /// Takes the snapshot that a preload opened, for a reader that is about to show it.
    func takePreloadedSnapshot() -> OpenedSnapshot? {
        dropStalePreload()
        return preloadCache?.opened.take()
    }
}

/// The first assets of a snapshot, as far as a preload, or a reader that overtook it, has read them.
///
/// A pure value. Each reader fills it, so nothing is read twice.
struct PreloadedAssets {
    /// The snapshot of the assets.
    let snapshot: SnapshotID
    private var slots: [MediaAsset?]
    /// The first position that may be missing: all positions before it are filled.
    private var front = 0

    /// The number of filled positions.
    private(set) var filled = 0

    /// Creates empty storage for the first assets of a snapshot.
    init(_ snapshot: SnapshotID, count: Int) {
        self.snapshot = snapshot
        slots = Array(repeating: nil, count: count)
    }

    /// The number of positions.
    var count: Int { slots.count }

    /// Adds empty positions.
    mutating func grow(to count: Int) {
        guard count > slots.count else { return }
        slots += Array(repeating: nil, count: count - slots.count)
    }

    /// The next missing positions, at most `limit`; empty if none is missing.
    ///
    /// - Complexity: O(n) for a whole preload.
    mutating func nextMissing(_ limit: Int) -> Range<Int> {
        while front < slots.count, slots[front] != nil { front += 1 }
        return missing(from: front, to: min(front + limit, slots.count))
    }

    /// The first missing positions of a range, up to the first filled one; empty if none is missing.
    func firstMissing(in range: Range<Int>) -> Range<Int> {
        let end = min(range.upperBound, slots.count)
        var start = range.lowerBound
        while start < end, slots[start] != nil { start += 1 }
        return start < end ? missing(from: start, to: end) : end..<end
    }

    /// Stores assets that were read; those past the end are ignored.
    mutating func fill(_ assets: [MediaAsset], at start: Int) {
        for (position, asset) in zip(start..<max(start, slots.count), assets) {
            if slots[position] == nil { filled += 1 }
            slots[position] = asset
        }
    }

    /// The assets at some positions, all of which are filled.
    func assets(in range: Range<Int>) -> [MediaAsset] {
        slots[range].compactMap(\.self)
    }

    private func missing(from start: Int, to limit: Int) -> Range<Int> {
        var end = start
        while end < limit, slots[end] == nil { end += 1 }
        return start..<end
    }
}
