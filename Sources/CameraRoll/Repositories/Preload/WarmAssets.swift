/// The first assets of a snapshot, as far as they have been read: by a preload, or by readers that overtook it (R67).
///
/// A pure value. Whoever reads fills it, so nothing is read twice.
struct WarmAssets {
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
