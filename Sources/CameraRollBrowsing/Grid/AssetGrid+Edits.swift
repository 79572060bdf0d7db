public import CameraRoll

extension AssetGrid {
    /// What an asset's menu offers.
    public struct EditOffer: Hashable, Sendable {
        /// Whether assets can be marked as favorites, and hidden.
        public let canEdit: Bool
        /// Whether assets can be deleted.
        public let canDelete: Bool
        /// Whether to ask the user before an asset is deleted, since the library does not.
        public let asksBeforeDeleting: Bool

        /// Nothing is offered: the library cannot be edited, or is not known yet.
        public static let none = EditOffer(canEdit: false, canDelete: false, asksBeforeDeleting: false)
    }

    /// What the library's editor allows, for the menus of the assets.
    ///
    /// - Parameter asset: one of the assets.
    public func editOffer(for asset: MediaAsset) async -> EditOffer {
        let edit = await manager.support(for: { $0.setFavorite(true, for: [asset]) })
        let deletion = await manager.support(for: { $0.delete([asset]) })
        return EditOffer(
            canEdit: edit != .unavailable, canDelete: deletion != .unavailable, asksBeforeDeleting: deletion != .mayAsk)
    }

    /// Hides the asset of a cell, or shows it again; lists leave hidden assets out unless their query includes them.
    ///
    /// - Throws: `EditError` if the library does not carry out the edit.
    public func setHidden(_ isHidden: Bool, of cell: AssetCell) async throws(EditError) {
        guard let asset = cell.asset else { return }
        try await manager.performChanges { $0.setHidden(isHidden, for: [asset]) }
    }

    /// Deletes the asset of a cell.
    ///
    /// - Throws: `EditError` if the library does not carry out the edit.
    public func delete(_ cell: AssetCell) async throws(EditError) {
        guard let asset = cell.asset else { return }
        try await manager.performChanges { $0.delete([asset]) }
    }
}

extension GridPresenter {
    /// Asks the library what the menus of assets may offer; call it when the list has its first asset.
    public func readEditOffer() async {
        guard let snapshot = grid.snapshot, snapshot.count > 0 else { return }
        let photos = grid.manager.photos
        guard let asset = try? await photos.assets(in: 0..<1, of: snapshot).first else { return }
        let offer = await grid.editOffer(for: asset)
        if editOffer != offer { editOffer = offer }
    }
}
