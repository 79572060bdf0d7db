extension PhotoRepository {
    /// What becomes of a snapshot while the library changes: a new snapshot each time, and how it differs.
    ///
    /// ```swift
    /// for try await update in photos.updates(of: snapshot) {
    ///     try window.rebase(on: update.snapshot)
    ///     assets = try await photos.assets(after: update, shown: assets)
    ///     if let changes = update.indexChanges { grid.apply(changes.batchUpdate) } else { grid.reloadData() }
    /// }
    /// ```
    ///
    /// Each update is relative to what this iteration saw last, and is worked out when it asks: who is slow gets one
    /// update of all that happened, and nothing queues. The first one has what happened since the snapshot was taken.
    /// What does not concern the snapshot makes no update (R45, R49). The library is observed from the first call of
    /// `next`, and no longer than somebody iterates (R42, R43).
    ///
    /// An iterator that throws is at its end; begin again with the last snapshot, or with a new one. Where permission
    /// was withdrawn, clear the screen, and begin anew when ``MediaManager/authorizationUpdates(for:)`` says so. An
    /// executor that is shut down ends no stream: close the manager first.
    ///
    /// - Throws: from `next`: `.notAuthorized` where there is no permission, or as soon as it is withdrawn;
    ///   `.albumNotFound` where the snapshot's album was deleted; `.cancelled`, `.shutDown`, `.foreignSnapshot`, or why
    ///   nothing could be read.
    /// - Complexity: of an update O(k log n) in its k changes, where the library knows these.
    public nonisolated func updates(of snapshot: AssetSnapshot) -> AssetUpdates {
        AssetUpdates(photos: self, snapshot: snapshot)
    }

    /// The assets that are to be shown after an update, made from those that were shown before it.
    ///
    /// Only what is new or changed is read; everything where the update is a reload.
    ///
    /// - Parameters:
    ///   - update: from ``updates(of:)``.
    ///   - shown: the assets of the snapshot before the update, all of them.
    /// - Throws: `.changesDoNotFit` where `shown` has another length, or why nothing could be read.
    /// - Complexity: O(n + k log k); reads O(k) in the changes.
    public nonisolated func assets(
        after update: AssetUpdate, shown: [MediaAsset]
    ) async throws(LibraryError) -> [MediaAsset] {
        guard let changes = update.indexChanges else {
            return try await assets(in: update.snapshot.indices, of: update.snapshot)
        }
        let new = try await assets(at: changes.newPositionsOfInserted + changes.changed, of: update.snapshot)
        return try changes.applied(to: shown) { position throws(LibraryError) in
            guard let asset = new[position] else { throw .rangeOutOfBounds(position..<position + 1, count: new.count) }
            return asset
        }
    }
}
