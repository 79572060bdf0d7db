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

    mutating func advance(in room: isolated LibraryRoom, items: Int) throws(LibraryError) -> SliceOutcome<[MediaAsset]>
    {
        let start = range.lowerBound + assets.count
        let end = min(start + max(items, Self.smallestSlice), range.upperBound)
        let slice = try room.assets(in: start..<end, of: snapshot.id)
        assets.take(on: slice, expecting: range.count)
        begun = begun ?? room.generation
        guard end == range.upperBound else { return .more(items: end - start) }
        if begun != room.generation { try room.checkSelection(assets, of: snapshot.id) }
        return .done(assets, items: end - start)
    }
}
