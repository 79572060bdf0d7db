/// What a subscriber has to show now, and how it differs from what it saw last.
public struct AssetUpdate: Sendable {
    /// What to do with the list that is on the screen.
    public enum Changes: Hashable, Sendable {
        /// Change it in these places.
        case indexes(IndexChanges)
        /// Show it anew.
        case reload(ReloadReason)
    }

    /// What was to be shown before: the snapshot of the update before this one, or of the beginning.
    ///
    /// Both snapshots can be read for as long as the update is kept; under limited access the previous one cannot be
    /// read any more where an asset of it is gone.
    public let previous: AssetSnapshot
    /// What is to be shown now.
    public let snapshot: AssetSnapshot
    /// How ``snapshot`` differs from ``previous``.
    public let changes: Changes

    /// The changes by index; nil where the list is to be shown anew.
    public var indexChanges: IndexChanges? {
        if case .indexes(let changes) = changes { changes } else { nil }
    }
}
