extension PhotoRepository {
    /// The updates of a snapshot while the library changes: each has a new snapshot, and the difference from the
    /// previous one.
    ///
    /// ```swift
    /// for try await update in photos.updates(of: snapshot) {
    ///     try window.move(to: update.snapshot)
    ///     assets = try await photos.assets(applying: update, to: assets)
    ///     if let changes = update.indexChanges { grid.apply(changes.batchUpdate) } else { grid.reloadData() }
    /// }
    /// ```
    ///
    /// Each update is relative to the last one of this iteration, and is computed when `next` is called: a slow
    /// consumer receives one update for all changes, and nothing is queued. The first update has the changes since
    /// the snapshot was taken. Changes that do not concern the snapshot cause no update. The library is observed from
    /// the first call of `next`, for as long as there is an iteration.
    ///
    /// An iterator that throws has ended; begin again with the last snapshot, or with a new one. If the permission
    /// was revoked, clear the screen, and begin again when ``MediaManager/authorizationUpdates(for:)`` reports it.
    /// Shutting down an executor ends no stream: close the manager first.
    ///
    /// - Throws: from `next`: `.notAuthorized` without permission, or as soon as it is revoked; `.snapshotInvalidated`
    ///   if full access became limited or the library went away; `.albumNotFound` if the snapshot's album was deleted;
    ///   `.cancelled`, `.shutDown`, `.invalidArgument`, or the reason why nothing could be read.
    /// - Complexity: O(k log n) for an update with k changes, if the library knows them.
    public nonisolated func updates(of snapshot: AssetSnapshot) -> AssetUpdates {
        AssetUpdates(access: access, snapshot: snapshot)
    }

    /// The assets to show after an update, computed from those shown before it.
    ///
    /// Only inserted and changed assets are read; all of them if the update is a reload. It runs off the caller's
    /// actor. A list that does not hold all assets uses ``ListChanges/applied(to:keepingChanged:)`` instead, and reads
    /// missing assets when they are shown.
    ///
    /// - Parameters:
    ///   - update: an update from ``updates(of:)``.
    ///   - shown: all assets of the snapshot before the update.
    /// - Throws: `.invalidArgument` if `shown` has another length, or the reason why nothing could be read.
    /// - Complexity: O(n + k log k); reads O(k) assets for k changes.
    @concurrent public nonisolated func assets(
        applying update: AssetUpdate, to shown: [MediaAsset]
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

    /// The identifiers of the assets that an update removed from the list, in their previous order.
    ///
    /// Use them for data that a screen keeps by identifier, such as a selection. It runs off the caller's actor.
    ///
    /// - Parameter update: an update from ``updates(of:)``.
    /// - Throws: `.invalidArgument`, `.snapshotInvalidated`, or the reason why nothing could be read.
    /// - Complexity: O(k log k) for k changes; O(n) if the update is a reload.
    @concurrent public nonisolated func removedIdentifiers(
        in update: AssetUpdate
    ) async throws(LibraryError) -> [AssetID] {
        guard let changes = update.indexChanges else {
            let old = try await identifiers(of: update.previous)
            return old.without(try await identifiers(of: update.snapshot))
        }
        guard !changes.removed.isEmpty else { return [] }
        let gone = try await identifiers(at: changes.removed, of: update.previous)
        // A library's own changes may remove an asset at one position and insert it at another.
        return gone.without(try await identifiers(at: changes.newPositionsOfInserted.sorted(), of: update.snapshot))
    }

    /// The identifiers at some positions, which are ascending, without duplicates, and within the snapshot.
    package nonisolated func identifiers(
        at positions: [Int], of snapshot: AssetSnapshot
    ) async throws(LibraryError) -> [AssetID] {
        try check(snapshot)
        guard !positions.isEmpty else { return [] }
        return try await access.perform("read identifiers", IdentifiersRead(positions, of: snapshot))
    }

    /// The positions of some assets in a snapshot, in the order given; nil for assets that it does not contain.
    ///
    /// - Complexity: O(k log n) in the number of assets, in slices, if the library finds an asset in O(log n).
    package nonisolated func positions(
        of identifiers: [AssetID], in snapshot: AssetSnapshot
    ) async throws(LibraryError) -> [Int?] {
        try check(snapshot)
        guard !identifiers.isEmpty else { return [] }
        return try await access.perform("find in snapshot", IndexesRead(of: identifiers, in: snapshot))
    }
}

extension [AssetID] {
    fileprivate func without(_ others: [AssetID]) -> [AssetID] {
        guard !others.isEmpty else { return self }
        let others = Set(others)
        return filter { !others.contains($0) }
    }
}
