extension IndexChanges {
    /// The changes as collection and table views take them: old positions for what goes, new ones for what comes.
    ///
    /// ```swift
    /// let batch = changes.batchUpdate
    /// collectionView.performBatchUpdates {
    ///     collectionView.deleteItems(at: batch.deletions.map { [0, $0] })
    ///     collectionView.insertItems(at: batch.insertions.map { [0, $0] })
    ///     for move in batch.moves { collectionView.moveItem(at: [0, move.from], to: [0, move.to]) }
    /// }
    /// collectionView.reconfigureItems(at: batch.reloads.map { [0, $0] })       // after it, never within (K22)
    /// ```
    public struct BatchUpdate: Hashable, Sendable {
        /// What is gone, by its position in the old list, ascending.
        public let deletions: [Int]
        /// What is new, by its position in the new list, ascending.
        public let insertions: [Int]
        /// What stands elsewhere: `from` in the old list, `to` in the new one.
        public let moves: [Move]
        /// What says something else of itself, by its position in the new list, ascending.
        public let reloads: [Int]
    }

    /// The changes as collection and table views take them.
    ///
    /// - Complexity: O(k log k).
    public var batchUpdate: BatchUpdate {
        var insertedBefore = SortedCounter(inserted)
        var places = FreePlaces(taken: removed)
        let moves = moves.sorted { $0.from < $1.from }.map { move in
            let kept = move.from - insertedBefore.count(below: move.from)
            return Move(from: places.position(ofFree: kept), to: move.to)
        }
        return BatchUpdate(
            deletions: removed, insertions: newPositionsOfInserted.sorted(), moves: moves.sorted { $0.to < $1.to },
            reloads: changed)
    }
}
