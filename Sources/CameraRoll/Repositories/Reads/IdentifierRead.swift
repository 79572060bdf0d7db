/// Looks assets up by identifier, in batches, and gives them in the order asked; unknown ones are left out.
struct IdentifierRead: SlicedRead {
    /// A request by identifier costs as much as 45 assets (4.5 ms on a phone), so it is not cut up any smaller.
    static let batch = 64

    private let identifiers: [AssetID]
    private var start = 0
    private var found: [AssetID: MediaAsset] = [:]

    init(_ identifiers: [AssetID]) {
        self.identifiers = identifiers
    }

    mutating func advance(in room: isolated LibraryRoom, items: Int) throws(LibraryError) -> SliceOutcome<[MediaAsset]>
    {
        let end = min(start + Self.batch, identifiers.count)
        if start < end {
            for asset in try room.openLibrary().assets(withIdentifiers: Array(identifiers[start..<end])) {
                found[asset.id] = asset
            }
        }
        start = end
        guard end == identifiers.count else { return .more(items: 0) }
        return .done(identifiers.compactMap { found[$0] }, items: 0)
    }
}
