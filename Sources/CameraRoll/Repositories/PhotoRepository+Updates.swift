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
    /// What does not concern the snapshot makes no update. The library is observed from the first call of
    /// `next`, and no longer than somebody iterates.
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
        AssetUpdates(access: access, snapshot: snapshot)
    }

    /// The assets that are to be shown after an update, made from those that were shown before it.
    ///
    /// Only what is new or changed is read; everything where the update is a reload. Nothing of it runs on the caller's
    /// actor. A list that does not hold all assets takes ``IndexChanges/applied(to:keepingChanged:)`` instead, and
    /// reads what is missing when it is shown.
    ///
    /// - Parameters:
    ///   - update: from ``updates(of:)``.
    ///   - shown: the assets of the snapshot before the update, all of them.
    /// - Throws: `.changesDoNotFit` where `shown` has another length, or why nothing could be read.
    /// - Complexity: O(n + k log k); reads O(k) in the changes.
    @concurrent public nonisolated func assets(
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

    /// The identifiers of the assets that an update took out of the list, in the order in which they stood there.
    ///
    /// They are for what a screen keeps by identifier: a selection, images in preparation. Nothing of it runs on the
    /// caller's actor.
    ///
    /// - Parameter update: from ``updates(of:)``.
    /// - Throws: `.foreignSnapshot`, `.snapshotWithdrawn`, or why nothing could be read.
    /// - Complexity: O(k log k) in the changes; O(n) where the update is a reload.
    @concurrent public nonisolated func removedIdentifiers(
        in update: AssetUpdate
    ) async throws(LibraryError) -> [AssetID] {
        guard let changes = update.indexChanges else {
            let old = try await identifiers(of: update.previous)
            return old.without(try await identifiers(of: update.snapshot))
        }
        guard !changes.removed.isEmpty else { return [] }
        let gone = try await identifiers(at: changes.removed, of: update.previous)
        // A library's own account may take an asset out at one place and put it in at another.
        return gone.without(try await identifiers(at: changes.newPositionsOfInserted.sorted(), of: update.snapshot))
    }

    /// The identifiers at some positions, which are ascending, each once, and within the snapshot.
    private nonisolated func identifiers(
        at positions: [Int], of snapshot: AssetSnapshot
    ) async throws(LibraryError) -> [AssetID] {
        try check(snapshot)
        guard !positions.isEmpty else { return [] }
        return try await access.perform("read identifiers", IdentifiersAtRead(positions, of: snapshot))
    }
}

extension [AssetID] {
    fileprivate func without(_ others: [AssetID]) -> [AssetID] {
        guard !others.isEmpty else { return self }
        let others = Set(others)
        return filter { !others.contains($0) }
    }
}

/// Reads the identifiers at some positions of a snapshot, neighbours together, slice by slice.
private struct IdentifiersAtRead: SlicedRead {
    private static let smallestSlice = 512
    private let snapshot: AssetSnapshot
    private let positions: [Int]
    private var identifiers: [AssetID] = []

    /// The positions must be ascending, each once, and within the snapshot.
    init(_ positions: [Int], of snapshot: AssetSnapshot) {
        self.positions = positions
        self.snapshot = snapshot
    }

    mutating func advance(in libraryState: isolated LibraryState, items: Int) throws(LibraryError) -> SliceOutcome<
        [AssetID]
    > {
        let start = identifiers.count
        let end = min(start + max(items, Self.smallestSlice), positions.count)
        while identifiers.count < end {
            let first = positions[identifiers.count]
            var run = 1
            while identifiers.count + run < end, positions[identifiers.count + run] == first + run { run += 1 }
            identifiers += try libraryState.identifiers(in: first..<first + run, of: snapshot.id)
        }
        return end < positions.count ? .more(items: end - start) : .done(identifiers, items: end - start)
    }
}
