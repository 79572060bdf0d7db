/// Some assets in a row.
public struct Page: Sendable, Hashable {
    /// The assets, in the order of the query.
    public var assets: [MediaAsset]
    /// Where the first of them stands in the snapshot; nil for a page that was asked for by cursor.
    public var offset: Int?
    /// How many assets the snapshot has in all; nil for a page that was asked for by cursor.
    public var totalCount: Int?
    /// Whether more assets came after these when the page was read.
    public var hasNextPage: Bool
    /// Where the page ends, to go on from later or after a relaunch; nil for an empty page.
    ///
    /// Nil for a page of a snapshot too: what its last asset says now need not be where the snapshot has it. See
    /// ``AssetSnapshot/cursor(after:)``.
    public var endCursor: PageCursor?

    /// A page from its parts.
    public init(
        assets: [MediaAsset],
        offset: Int? = nil,
        totalCount: Int? = nil,
        hasNextPage: Bool,
        endCursor: PageCursor? = nil
    ) {
        self.assets = assets
        self.offset = offset
        self.totalCount = totalCount
        self.hasNextPage = hasNextPage
        self.endCursor = endCursor
    }
}
