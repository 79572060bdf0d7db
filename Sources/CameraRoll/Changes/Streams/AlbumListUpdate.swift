/// The albums of a screen, counted and with covers, and how the list differs from the one before.
public struct AlbumListUpdate: Hashable, Sendable {
    /// The albums to be shown now, in the order that the options ask for.
    public let albums: [AlbumSummary]
    /// How they differ from the update before this one; the first list of a stream is to be shown anew.
    public let changes: AssetUpdate.Changes

    /// The changes by index; nil where the list is to be shown anew.
    public var indexChanges: IndexChanges? {
        if case .indexes(let changes) = changes { changes } else { nil }
    }
}
