/// What became of a fetch result: what the same query finds now, and what a library knows of the difference.
///
/// Not Sendable: like every fetch result it stays behind the door.
public struct FetchUpdate {
    /// What a library knows of the difference.
    public enum Difference: Hashable, Sendable {
        /// These assets may be new, gone, elsewhere or different; all others keep their order among each other.
        ///
        /// Each is named once. Assets that are in neither result may be among them, and one that is as it was does no
        /// harm. Empty where nothing changed.
        case touched([TouchedAsset])
        /// Any asset may stand elsewhere, as after the user sorted an album; these say something else of themselves.
        case rearranged(changed: Set<AssetID>)
        /// The library worked the difference out by itself.
        case indexes(IndexChanges)
        /// It does not know.
        case unknown(ReloadReason)
    }

    /// What the query finds now.
    public let result: any AssetFetchResult
    /// What is different in it.
    public let difference: Difference

    /// An update from its parts.
    public init(result: any AssetFetchResult, difference: Difference) {
        self.result = result
        self.difference = difference
    }
}

/// An asset that may have changed between two results of a fetch.
public struct TouchedAsset: Hashable, Sendable {
    /// Which asset.
    public let id: AssetID
    /// Whether it says something else of itself; an asset can also only have changed its place.
    public let isChanged: Bool

    /// An asset that may have changed.
    public init(_ id: AssetID, isChanged: Bool = true) {
        self.id = id
        self.isChanged = isChanged
    }
}
