/// What a preload has read and keeps for its readers; part of the room behind the door.
struct PreloadCache {
    /// An album list, or how far it has come.
    struct Albums {
        /// How far it has come; nil while a slice has it, so that it has one owner and nothing is copied.
        var read: AlbumListRead?
        /// The list, still to be sorted.
        var result: [Album]?
    }

    /// More album lists than this are not kept.
    static let mostLists = 8

    /// The first assets of what is shown.
    var assets: PreloadedAssets?
    /// What a preload opened where nothing was shown yet; nobody else has a handle of it.
    var opened: OpenedSnapshot?
    /// Album lists, by what was asked for.
    var albums: [AlbumListOptions: Albums] = [:]
    /// What lets go of it when memory is short.
    var pressure: MemoryPressure.Observation?
    /// How often everything was let go when it was begun: what was read before the last time is not shown.
    var cooling: UInt64 = 0
}

extension LibraryState {
    /// Reads assets of a fetch result, from what is kept where that is there; what is read is kept.
    func assets(in range: Range<Int>, of id: SnapshotID) throws(LibraryError) -> [MediaAsset] {
        try assets(in: CollectionOfOne(range), of: id)
    }

    /// Reads assets of several ranges of a fetch result, one behind the other, with one look at the permission.
    func assets(
        in ranges: some Sequence<Range<Int>>, of id: SnapshotID
    ) throws(LibraryError) -> [MediaAsset] {
        let result = try result(of: id)
        dropStalePreload()
        let warmEnd = preloadCache.assets.flatMap { $0.snapshot == id ? $0.count : nil } ?? 0
        var assets: [MediaAsset] = []
        for range in ranges {
            let isWarm = range.lowerBound < warmEnd
            let found = isWarm ? try warmAssets(in: range, of: result) : try read(range, of: result)
            if assets.isEmpty { assets = found } else { assets += found }
        }
        try checkSelection(assets, of: id)
        return assets
    }

    private func warmAssets(
        in range: Range<Int>, of result: any AssetFetchResult
    ) throws(LibraryError) -> [MediaAsset] {
        let end = min(range.upperBound, preloadCache.assets?.count ?? 0)
        while let missing = preloadCache.assets?.firstMissing(in: range.lowerBound..<end), !missing.isEmpty {
            preloadCache.assets?.fill(try read(missing, of: result), at: missing.lowerBound)
        }
        let warm = preloadCache.assets?.assets(in: range.lowerBound..<end) ?? []
        return end == range.upperBound ? warm : warm + (try read(end..<range.upperBound, of: result))
    }

    private func read(_ range: Range<Int>, of result: any AssetFetchResult) throws(LibraryError) -> [MediaAsset] {
        let assets = try result.assets(in: range)
        guard assets.count == range.count else {
            throw .failed("read assets", reason: "\(range.count) assets asked for, \(assets.count) given")
        }
        return assets
    }

    /// Lets go of what was kept, where the library was changed since.
    func dropStalePreload() {
        let cooling = coolings.current
        guard preloadCache.cooling != cooling else { return }
        if let opened = preloadCache.opened { release(opened.id) }
        preloadCache = PreloadCache(cooling: cooling)
    }

    /// What a preload opened, for somebody who is about to show it.
    func takeWarmSnapshot() -> OpenedSnapshot? {
        dropStalePreload()
        return preloadCache.opened.take()
    }
}

/// The first assets of a snapshot, as far as they have been read: by a preload, or by readers that overtook it.
///
/// A pure value. Whoever reads fills it, so nothing is read twice.
struct PreloadedAssets {
    /// Whose assets they are.
    let snapshot: SnapshotID
    private var slots: [MediaAsset?]
    /// Where the first asset may be missing: all before it are there.
    private var front = 0

    /// How many are there.
    private(set) var filled = 0

    /// Room for the first assets of a snapshot.
    init(_ snapshot: SnapshotID, count: Int) {
        self.snapshot = snapshot
        slots = Array(repeating: nil, count: count)
    }

    /// How many it has room for.
    var count: Int { slots.count }

    /// Makes room for more.
    mutating func grow(to count: Int) {
        guard count > slots.count else { return }
        slots += Array(repeating: nil, count: count - slots.count)
    }

    /// The next positions that are missing, at most so many; empty where nothing is.
    ///
    /// - Complexity: O(n) for a whole preload.
    mutating func nextMissing(_ limit: Int) -> Range<Int> {
        while front < slots.count, slots[front] != nil { front += 1 }
        return missing(from: front, to: min(front + limit, slots.count))
    }

    /// The first positions of a range that are missing, up to the first that is there; empty where nothing is.
    func firstMissing(in range: Range<Int>) -> Range<Int> {
        let end = min(range.upperBound, slots.count)
        var start = range.lowerBound
        while start < end, slots[start] != nil { start += 1 }
        return start < end ? missing(from: start, to: end) : end..<end
    }

    /// Takes in what was read; what stands behind its end is passed over.
    mutating func fill(_ assets: [MediaAsset], at start: Int) {
        for (position, asset) in zip(start..<max(start, slots.count), assets) {
            if slots[position] == nil { filled += 1 }
            slots[position] = asset
        }
    }

    /// The assets at some positions, all of which are there.
    func assets(in range: Range<Int>) -> [MediaAsset] {
        slots[range].compactMap(\.self)
    }

    private func missing(from start: Int, to limit: Int) -> Range<Int> {
        var end = start
        while end < limit, slots[end] == nil { end += 1 }
        return start..<end
    }
}
