extension LibraryAccess {
    /// Handles a permission change while the library is open.
    ///
    /// This only wakes callers that would wait in vain. No result of an earlier read depends on it, since generations
    /// are compared at each delivery.
    func permissionChanged(_ note: PermissionState.Note) {
        guard note.concernsStatus else { return }
        edits.permissionChanged()
        let permit = note.permit
        if permit.withdrawal > 0 { changes.end(.notAuthorized(permit.refusal), before: permit.withdrawal) }
        if note.concernsAssets, permit.status.allowsReading { changes.libraryChanged() }
        guard note.isRevocation, permit.withdrawal == permit.generation else { return }
        withdrawal.enqueue(lane: .interactive)
    }

    /// Checks the permission before returning an asset's data that was loaded under an earlier generation.
    ///
    /// Costs one atomic load if nothing was revoked since. Under limited access the asset is looked up: the user may
    /// have deselected it.
    ///
    /// - Parameter generation: the permission's generation from before the data was requested.
    /// - Returns: the generation under which the data is allowed.
    /// - Throws: `.notAuthorized` if reading was forbidden since, even if it is allowed again; `.assetNotFound` if
    ///   the asset is no longer visible; or the reason why that could not be determined.
    @discardableResult func confirm(
        _ asset: AssetID, gotAt generation: UInt64
    ) async throws(LibraryError) -> UInt64 {
        let reading = permission.reading
        guard generation != reading.generation else { return generation }
        _ = try reading.allows(generation)
        // One lookup is enough: an asset that is deselected later was still allowed when the data was requested.
        let looked = try await look(for: asset)
        // Reading may have been forbidden and allowed again before the lookup.
        _ = try reading.allows(generation)
        return looked
    }

    /// Looks up an asset, and returns the permission's generation under which it exists.
    private func look(for asset: AssetID) async throws(LibraryError) -> UInt64 {
        try await perform("look for asset") { libraryState throws(LibraryError) in
            guard try !libraryState.openLibrary().assets(withIdentifiers: [asset]).isEmpty else {
                throw .assetNotFound(asset)
            }
            return libraryState.generation
        }
    }
}
