extension LibraryAccess {
    /// Follows what the user decides while the library is open.
    ///
    /// All that is done here only wakes callers that would wait in vain: nothing is delivered that began before, since
    /// generations are compared at each delivery.
    func permissionChanged(_ note: PermissionState.Note) {
        guard note.concernsStatus else { return }
        edits.permissionChanged()
        let permit = note.permit
        if permit.withdrawal > 0 { changes.end(.notAuthorized(permit.refusal), before: permit.withdrawal) }
        // What may be seen is another now, even where something still may.
        if permit.status.allowsReading { changes.libraryChanged() }
        guard note.isRevocation, permit.withdrawal == permit.generation else { return }
        post("follow permission", lane: .interactive) { $0.follow(permit) }
    }

    /// The last look before something of an asset is given out that was got under a permission.
    ///
    /// Costs one atomic load if nothing was taken back since. If access is limited the asset is looked up: it may be
    /// one that the user has deselected.
    ///
    /// - Parameter generation: the permission's, from before it was asked for.
    /// - Throws: `.notAuthorized` if reading was forbidden since, even if it is allowed again; `.assetNotFound` if the
    ///   asset may be seen no more; or why that could not be found out.
    func confirm(_ asset: AssetID, gotAt generation: UInt64) async throws(LibraryError) {
        let reading = permission.reading
        guard generation != reading.generation else { return }
        let permit = reading.permit
        guard generation >= permit.withdrawal else { throw .notAuthorized(permit.refusal) }
        // One look is enough: what is deselected after it is deselected after the asset was asked for.
        let looked = try await look(for: asset)
        let current = reading.permit
        guard looked >= current.withdrawal else { throw .notAuthorized(current.refusal) }
    }

    /// The generation of the permission under which an asset is there.
    private func look(for asset: AssetID) async throws(LibraryError) -> UInt64 {
        try await perform("look for asset") { libraryState throws(LibraryError) in
            guard try !libraryState.openLibrary().assets(withIdentifiers: [asset]).isEmpty else {
                throw .assetNotFound(asset)
            }
            return libraryState.generation
        }
    }
}

extension LibraryState {
    /// Refuses assets of a fetch result that may be seen no more.
    ///
    /// Photos' results go on showing assets that the user has deselected since. Positions have to stay whole, so these
    /// assets cannot be left out, and the whole answer is refused: an app that shows the result takes a new one, as the
    /// streams of updates do. With full access, and where nothing has changed since the fetch, nothing is looked up.
    ///
    /// - Complexity: O(assets) under limited access, if the library has changed since the fetch.
    func checkSelection(_ assets: [MediaAsset], of id: SnapshotID) throws(LibraryError) {
        guard isLimited, !assets.isEmpty, let fetched = generation(of: id), fetched < generation else { return }
        let library = try openLibrary()
        let found = Set(try library.assets(withIdentifiers: assets.map(\.id)).map(\.id))
        guard assets.allSatisfy({ found.contains($0.id) }) else { throw .snapshotWithdrawn(of: library.identity) }
    }
}
