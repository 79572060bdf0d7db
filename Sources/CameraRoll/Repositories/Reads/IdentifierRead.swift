/// Looks assets up by identifier, in batches, and gives them in the order asked; unknown ones are left out.
struct IdentifierRead: SlicedRead {
    private let identifiers: [AssetID]
    private var start = 0
    private var found: [AssetID: MediaAsset] = [:]

    init(_ identifiers: [AssetID]) {
        self.identifiers = identifiers
    }

    mutating func advance(in room: isolated LibraryRoom, items: Int) throws(LibraryError) -> SliceOutcome<[MediaAsset]>
    {
        let (first, end) = (start, min(start + items, identifiers.count))
        if first < end {
            for asset in try room.openLibrary().assets(withIdentifiers: Array(identifiers[first..<end])) {
                found[asset.id] = asset
            }
        }
        start = end
        guard end == identifiers.count else { return .more(items: end - first) }
        return .done(identifiers.compactMap { found[$0] }, items: end - first)
    }
}
