extension PhotoRepository {
    /// What becomes of a snapshot while the library changes: a new snapshot each time, and how it differs.
    ///
    /// ```swift
    /// for try await update in photos.updates(of: snapshot) {
    ///     try window.rebase(on: update.snapshot)
    ///     switch update.changes {
    ///     case .indexes(let changes): grid.apply(changes)
    ///     case .reload: grid.reload()
    ///     }
    /// }
    /// ```
    ///
    /// Each update is relative to what this iteration saw last, and is worked out when it asks: who is slow gets one
    /// update of all that happened, and nothing queues. The first one has what happened since the snapshot was taken.
    /// What does not concern the snapshot makes no update (R45, R49). The library is observed from the first call of
    /// `next`, and no longer than somebody iterates (R42, R43).
    ///
    /// An iterator that throws is at its end; begin again with the last snapshot, or with a new one.
    ///
    /// - Throws: from `next`: `.notAuthorized` where there is no permission, or as soon as it is withdrawn;
    ///   `.albumNotFound` where the snapshot's album was deleted; `.cancelled`, `.shutDown`, `.foreignSnapshot`, or why
    ///   nothing could be read.
    /// - Complexity: of an update O(k log n) in its k changes, where the library knows these.
    public nonisolated func updates(of snapshot: AssetSnapshot) -> AssetUpdates {
        AssetUpdates(photos: self, snapshot: snapshot)
    }
}
