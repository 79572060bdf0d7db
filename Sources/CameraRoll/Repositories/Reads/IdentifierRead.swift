/// Looks assets up by identifier, in batches.
struct IdentifierRead: SlicedRead {
    /// What the library has of what was asked for.
    struct Output: Sendable {
        fileprivate let identifiers: [AssetID]
        fileprivate let found: ReadParts<MediaAsset>

        /// The assets in the order asked and as often as asked; unknown ones are left out.
        ///
        /// - Complexity: O(n); nothing is hashed where the library has found all of them, in the order asked.
        func inOrder() -> [MediaAsset] {
            let assets = found.joined()
            if assets.lazy.map(\.id).elementsEqual(identifiers) { return assets }
            let byID = Dictionary(zip(assets.lazy.map(\.id), assets.indices), uniquingKeysWith: { _, last in last })
            return identifiers.compactMap { byID[$0].map { assets[$0] } }
        }
    }

    private let identifiers: [AssetID]
    private var start = 0
    private var found = ReadParts<MediaAsset>()
    /// The permission's generation at the first slice: a later one may have taken assets of earlier slices back.
    private var begun: UInt64?

    init(_ identifiers: [AssetID]) {
        self.identifiers = identifiers
    }

    mutating func advance(in room: isolated LibraryRoom, items: Int) throws(LibraryError) -> SliceOutcome<Output> {
        let (first, end) = (start, min(start + items, identifiers.count))
        if first < end {
            found.append(try room.openLibrary().assets(withIdentifiers: Array(identifiers[first..<end])))
        }
        start = end
        begun = begun ?? room.generation
        guard end == identifiers.count else { return .more(items: end - first) }
        if room.isLimited, begun != room.generation {
            found = ReadParts()
            found.append(try room.openLibrary().assets(withIdentifiers: identifiers))
        }
        return .done(Output(identifiers: identifiers, found: found), items: end - first)
    }
}
