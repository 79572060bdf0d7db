public import CameraRoll

/// What a view has to do when the list of an ``AssetGrid`` changes, in one value.
///
/// ```swift
/// grid.onChange = { [unowned grid] change, apply in
///     guard let batch = change.batch else {
///         apply()
///         collectionView.reloadData()
///         return grid.finishedShowing(change)
///     }
///     collectionView.performBatchUpdates {
///         apply()                                         // from here on, the grid has the new list
///         collectionView.deleteItems(at: batch.deletions.map { [0, $0] })
///         collectionView.insertItems(at: batch.insertions.map { [0, $0] })
///         for move in batch.moves { collectionView.moveItem(at: [0, move.from], to: [0, move.to]) }
///     } completion: { _ in grid.finishedShowing(change) }
///     collectionView.reconfigureItems(at: batch.reloads.map { [0, $0] })
/// }
/// ```
public struct GridChange: Sendable, Identifiable {
    /// Why a view shows the whole list again.
    public enum Reload: Hashable, Sendable {
        /// Another list was opened.
        case opened
        /// The sections are known now, or are those of another period.
        case sections
        /// The library does not know the changes.
        case library(ReloadReason)
        /// Reading is no longer allowed; the list is empty.
        case noAccess
        /// The grid was closed; it is empty.
        case closed
        /// The list can no longer be shown, as the grid's state explains; it is empty.
        case failed
    }

    /// The generation of the grid from this change on.
    public let generation: Int
    /// The changes of the list, by position; nil if the view shows the whole list again.
    public internal(set) var batch: ListChanges.BatchUpdate?
    /// The same changes by section; nil without sections, and if the view shows the whole list again.
    public internal(set) var sections: SectionChanges?
    /// Why the view shows the whole list again; nil if it changes the list in places.
    public internal(set) var reload: Reload?
    /// The new place of the asset that the view keeps in place on the screen; nil if the list is or was empty.
    ///
    /// If that asset is gone, the place of the nearest one that is left, with the same offset.
    public internal(set) var anchor: GridGeometry.Anchor?
    /// The number of new assets above the anchor; assets that were removed there do not count.
    ///
    /// If the list was read again, without known changes, the number of assets by which the anchor has moved down.
    public internal(set) var itemsAbove = 0
    /// The old positions of the selected assets that are gone, in the order of selection.
    ///
    /// In a picker, an asset that has only left the list stays selected, and is not among them.
    ///
    /// If a handler of ``AssetGrid/onChange`` selects or deselects assets before the grid has the new list, this
    /// property of ``AssetGrid/change`` reflects that.
    public internal(set) var deselected: [Int] = []

    /// The generation, which identifies a change among all changes of its grid.
    public var id: Int { generation }

    init(generation: Int) {
        self.generation = generation
    }
}
